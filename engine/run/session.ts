import { type Endpoint, endpointOf } from '../../contract/document/endpoints.ts';
import { absentStatuses, mayBeUnrouted } from '../../contract/judging/answers.ts';
import type { Exchange, NotAsked } from '../../contract/judging/exchange.ts';
import { otherVersionFour, unknownPath, unknownPathAt } from '../../contract/judging/request.ts';
import { readingLimitsOf } from '../../contract/limits.ts';
import type { AskedAt, RunScope } from '../../contract/scope.ts';
import { type Installation, needsMetBy, secretsOf } from '../configuration/installation.ts';
import type { BodyReader } from '../evidence/body-reader.ts';
import { type CollectedEvidence, type Diagnosis, withEvidence } from '../evidence/collected-evidence.ts';
import { redactionOf } from '../evidence/redaction.ts';
import { makeClient } from '../http/client.ts';
import type { KeptConnections } from '../http/connection.ts';
import { makeRateLimiter, type RateLimiter } from '../http/rate-limiter.ts';
import type { RequestTracer } from '../http/sent.ts';
import { type Asker, makeAsker, tryImport } from './asker.ts';
import { runPreflight } from './diagnose.ts';
import { isSentLast, requestsOfScope } from './plan.ts';
import { faultOf, type RunAbort, startRunAbort } from './run-abort.ts';
import { makeSender } from './sender.ts';

export interface SessionOptions {
  readonly installation: Installation;
  readonly bodies: BodyReader;
  /** The installation's request budget, if other sessions share it. */
  readonly rateLimiter?: RateLimiter;
  /** Bodies up to this size are kept whole; none by default. */
  readonly keepBodiesUpToBytes?: number;
  /** Idle time does not count towards the deadline. */
  readonly pausesDeadline?: true;
  /** Ends the session from outside. */
  readonly signal?: AbortSignal;
  /** Called after each request that was answered or failed. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Connections that stay open between runs; without them, each run opens its own. */
  readonly connections?: KeptConnections | undefined;
  readonly tracer?: RequestTracer | undefined;
}

/** One pass over an installation: sends each distinct request once, for one or more scopes. */
export type Session = ReturnType<typeof startSession>;

/** Starts a session. Its deadline counts from here; nothing is sent before `collect`. */
export function startSession(options: SessionOptions) {
  const { installation, bodies, rateLimiter = makeRateLimiter(installation.pace) } = options;
  const redaction = redactionOf(secretsOf(installation));
  const abort = startRunAbort(installation.deadlineMs, options.signal);
  const widening = restorePace(rateLimiter, options.connections !== undefined);
  const client = makeClient({
    installation,
    rateLimiter,
    memory: bodies,
    signal: abort.signal,
    remainingMs: abort.remainingMs,
    tracer: options.tracer,
    kept: options.connections,
    onLongWait: (reason) => abort.abort({ kind: 'throttled', reason }),
  });
  const { send, exchanges } = makeSender({
    client,
    abort,
    installation,
    exchangeContext: {
      redaction,
      bodies,
      limits: readingLimitsOf(installation),
      ...(installation.fhirRelease === undefined ? {} : { fhirRelease: installation.fhirRelease }),
      readings: new Map(),
      signal: abort.signal,
      keepBodiesUpToBytes: options.keepBodiesUpToBytes ?? 0,
    },
    ...(options.onExchange === undefined ? {} : { onExchange: options.onExchange }),
  });
  const asker = makeAsker(installation, send);
  const needs = needsMetBy(installation);
  let preflight: Promise<Diagnosis | undefined> | undefined;
  let diagnosis: Diagnosis | undefined;
  const withClock = makeClock(options.pausesDeadline === true ? abort : undefined);

  const collected = (): CollectedEvidence =>
    withEvidence({
      exchanges,
      notAsked: asker.notAsked,
      diagnosis,
      abortReason: abort.reason(),
      counts: client.counts,
      needs,
    });

  const askBy = (send: Asker['ask'], wanted: AskedAt): Promise<Exchange | NotAsked> =>
    withClock(async () => {
      if (wanted.endpoint.fhirType !== undefined) await bodies.prepare();
      return send(wanted);
    });

  const collect = async (scope: RunScope): Promise<void> => {
    const wanted = requestsOfScope(scope, installation);
    // Before the first request: loading blocks this thread, which would make the installation look slow.
    if (wanted.some(({ endpoint }) => endpoint.fhirType !== undefined)) await bodies.prepare();
    // The preflight of the first scope counts for the whole session.
    preflight ??= runPreflight(installation, wanted, asker);
    diagnosis = await preflight;
    if (diagnosis !== undefined) return;
    const places = [...new Set(wanted.map(({ endpoint }) => endpoint))];
    await Promise.all(places.map(asker.prepare));
    const last = wanted.filter(isSentLast);
    const before = wanted.filter((one) => !last.includes(one));
    const everywhere = before.filter(({ sampled }) => sampled !== true);
    await Promise.all(
      everywhere.map((one) =>
        one.exact === undefined ? asker.ask(one) : asker.sendExactly(one.endpoint, one.exact),
      ),
    );
    await askUnknownPath(places, asker);
    const { sampledAt } = collected().evidence;
    const sampled = before.filter((one) => one.sampled === true && sampledAt.includes(one.endpoint.id));
    await Promise.all(sampled.map(asker.ask));
    if (last.some(({ request }) => request.body === 'valid')) await tryImport(asker, installation);
    await Promise.all(last.map(asker.ask));
  };

  return {
    /** Hides the secrets of the installation, which may repeat them in its answers. */
    redaction,
    /** The exchanges so far, and what ended the session, if anything did. */
    collected,
    /**
     * Sends the requests of a scope that were not sent yet, in stages: the preflight, which can end the session with a
     * diagnosis; the first requests at each endpoint, which determine how to request it; the rest; sampled keys; last,
     * imports.
     */
    collect: (scope: RunScope): Promise<void> => withClock(() => collect(scope)),
    /** Sends one request, after those that find its id or its project, unless it was sent already. */
    ask: (wanted: AskedAt): Promise<Exchange | NotAsked> => askBy(asker.ask, wanted),
    /** Sends one request even if it was sent already. */
    askAgain: (wanted: AskedAt): Promise<Exchange | NotAsked> => askBy(asker.askAgain, wanted),
    /** Ends the session because of a fault of this suite: the remaining requests are not sent. */
    endByFault(thrown: unknown): void {
      abort.abort(faultOf(thrown));
    },
    async close(): Promise<void> {
      clearTimeout(widening);
      abort.close();
      await client.close();
    },
  };
}

/** Above this response time an installation is too slow for sequential requests. */
const longestSequentialMs = 500;

/**
 * Returns to the configured pace. A session that keeps its connection sends requests one by one while the answers come
 * fast: further connections would each be opened for one request, with a handshake.
 * @returns the timer that restores the configured concurrency for a slow installation
 */
function restorePace(rateLimiter: RateLimiter, isSequential: boolean): NodeJS.Timeout | undefined {
  rateLimiter.restore(isSequential ? 1 : undefined);
  if (!isSequential) return undefined;
  const pace = rateLimiter.pace();
  return setTimeout(() => {
    // Unless it was slowed down since.
    if (rateLimiter.pace() === pace) rateLimiter.restore();
  }, longestSequentialMs);
}

/** Requests a path that does not exist, if a check has to compare an answer with that. */
async function askUnknownPath(endpoints: readonly Endpoint[], asker: Asker): Promise<void> {
  const seemsAbsent = endpoints.some((endpoint) => {
    const valid = endpoint.idsFrom === undefined ? asker.resultOf(endpoint, { key: 'valid' }) : undefined;
    return mayBeUnrouted(valid);
  });
  const hasOther = endpoints.some((endpoint) => {
    const other = endpoint.kind === 'unstated' ? asker.resultOf(endpoint, otherVersionFour) : undefined;
    return other?.answer !== undefined && !absentStatuses.includes(other.answer.status);
  });
  if (!seemsAbsent && !hasOther) return;
  await asker.prepare(endpointOf(unknownPathAt));
  await asker.ask({ endpoint: endpointOf(unknownPathAt), request: unknownPath });
}

/** Runs the clock of the deadline only while requests are pending. */
function makeClock(abort: RunAbort | undefined): <T>(work: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  abort?.pause();
  return async (work) => {
    underWay += 1;
    abort?.resume();
    try {
      return await work();
    } finally {
      underWay -= 1;
      if (underWay === 0) abort?.pause();
    }
  };
}
