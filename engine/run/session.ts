import { type Endpoint, endpointOf } from '../../contract/endpoints.ts';
import type { Exchange, NotAsked } from '../../contract/exchange.ts';
import { readingLimitsOf } from '../../contract/limits.ts';
import { unknownPath } from '../../contract/request.ts';
import type { RunScope } from '../../contract/scope.ts';
import { hasNeed, type Installation } from '../configuration/installation.ts';
import type { BodyReader } from '../evidence/body-reader.ts';
import type { CollectedEvidence, Diagnosis } from '../evidence/collected-evidence.ts';
import type { Hidden } from '../evidence/hidden.ts';
import { makeClient } from '../http/client.ts';
import { makeRequest } from '../http/make-request.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { RequestTracer } from '../http/request-tracer.ts';
import { type AskOnce, makeAskOnce } from './ask-once.ts';
import {
  importInEachRelease,
  lookIntoEmptyObjects,
  lookIntoQueryKeys,
  lookIntoVersionFour,
  readCreated,
} from './follow-ups.ts';
import { type Lists, makeLists, missingLists } from './lists.ts';
import { lookIntoLockouts } from './lockouts.ts';
import { goesBesideLists, isLast, listsBefore, type Wanted, wantedBy } from './plan.ts';
import { runPreflight } from './preflight.ts';
import { makeRecords } from './records.ts';
import { faultOf, type RunAbort, startRunAbort } from './run-abort.ts';
import { makeSender, withoutGone } from './sender.ts';

export interface SessionOptions {
  readonly installation: Installation;
  /** The installation's secrets, which it may repeat in what it answers. */
  readonly hidden: Hidden;
  readonly rateLimiter: RateLimiter;
  readonly bodies: BodyReader;
  readonly userAgent: string;
  readonly keepBodies: boolean;
  /** Bodies up to this size are kept whole, whatever `keepBodies` says. */
  readonly keepBodiesUpToBytes?: number;
  /** Time in which nothing is asked does not count for the deadline. */
  readonly pausesDeadline?: true;
  /** Ends the session from outside. */
  readonly signal?: AbortSignal;
  /** Called after each request that was answered or failed. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Follows each request as it is sent. */
  readonly tracer?: RequestTracer | undefined;
}

/** One pass over an installation: sends each distinct request once, for one or more scopes. */
export interface Session extends CollectedEvidence {
  /**
   * Sends the requests of a scope that were not sent yet, in stages: the preflight, which can end the session with a
   * diagnosis; the lists, which show ids and whether they need a project, beside requests that need neither; the rest;
   * last, repetitions and imports.
   */
  readonly collect: (scope: RunScope) => Promise<void>;
  /** Sends one request, and what it takes to know its id or its project, unless it was sent already. */
  readonly ask: (wanted: Wanted) => Promise<Exchange | NotAsked>;
  /** Ends the session because this suite has failed: what is not there yet is not asked. */
  readonly endByFault: (thrown: unknown) => void;
  readonly close: () => Promise<void>;
}

const oneProject = endpointOf('GET /api/v3/projects/:id');

/** Starts a session. Its deadline counts from here; nothing is sent before `collect`. */
export function startSession(options: SessionOptions): Session {
  const { installation, bodies } = options;
  const abort = startRunAbort(installation.deadlineMs, options.signal);
  const client = makeClient({
    installation,
    rateLimiter: options.rateLimiter,
    memory: bodies,
    signal: abort.signal,
    remainingMs: abort.remainingMs,
    tracer: options.tracer,
    onLongWait: ({ seconds, isAsked }) =>
      abort.abort({
        kind: 'throttled',
        reason: isAsked
          ? `the installation asks to wait ${seconds} s before the next request`
          : `the installation throttles, and the next request would wait ${seconds} s`,
      }),
  });
  const { send, exchanges, setbackAt } = makeSender({
    client,
    abort,
    requestFor: ({ endpoint, request }, context) =>
      makeRequest(installation, endpoint, request, context, options.userAgent),
    exchangeContext: {
      hidden: options.hidden,
      bodies,
      limits: readingLimitsOf(installation),
      ...(installation.fhirRelease === undefined ? {} : { fhirRelease: installation.fhirRelease }),
      readings: new Map(),
      signal: abort.signal,
      keepBodies: options.keepBodies,
      ...(options.keepBodiesUpToBytes === undefined
        ? {}
        : { keepBodiesUpToBytes: options.keepBodiesUpToBytes }),
    },
    ...(options.onExchange === undefined ? {} : { onExchange: options.onExchange }),
  });
  let asksForProject = false;
  const findProject = async (): Promise<string | undefined> =>
    asksForProject ? (await records.prepare(oneProject)).id : undefined;
  const lists = makeLists(installation, send, findProject);
  const records = makeRecords(installation, send, lists);
  const asker = makeAskOnce(send, lists, records, abort);
  let preflight: Promise<Diagnosis | undefined> | undefined;
  let diagnosis: Diagnosis | undefined;
  const clock = makeClock(options.pausesDeadline === true ? abort : undefined);

  const collect = async (scope: RunScope): Promise<void> => {
    const wanted = wantedBy(scope, installation);
    asksForProject ||= wanted.some(({ endpoint }) => endpoint === oneProject);
    // Before the first request: loading blocks this thread, which would look like a slow installation.
    if (wanted.some(({ endpoint }) => endpoint.fhirType !== undefined)) await bodies.prepare();
    // The preflight of the first scope counts for the whole session.
    preflight ??= runPreflight(installation.baseUrl, wanted, asker.ask);
    diagnosis = await preflight;
    if (diagnosis !== undefined) return;
    const beforeLast = wanted.filter((one) => !isLast(one));
    await Promise.all([
      prepareLists(listsBefore(wanted, installation), lists, asker),
      ...beforeLast.filter(goesBesideLists).map(asker.ask),
    ]);
    await Promise.all(beforeLast.map(asker.ask));
    await Promise.all([lookIntoQueryKeys(asker), lookIntoVersionFour(asker)]);
    lookIntoEmptyObjects(asker);
    await Promise.all(wanted.filter(isLast).map(asker.ask));
    await importInEachRelease(installation.importBundle, asker);
    await readCreated(send, asker);
    await lookIntoLockouts(asker, send, exchanges(), abort);
  };

  return {
    counts: client.counts,
    exchanges,
    diagnosis: () => diagnosis,
    abortReason: abort.reason,
    collect: (scope) => clock.while(() => collect(scope)),
    ask: (wanted) =>
      clock.while(async () => {
        if (wanted.endpoint.fhirType !== undefined) await bodies.prepare();
        return asker.ask(wanted);
      }),
    evidence: () => ({
      ...(diagnosis === undefined ? {} : { obstacle: diagnosis.cause }),
      has: (need) => hasNeed(installation, need),
      of: (endpoint, request) => setbackAt(endpoint, request) ?? resultOf(asker, abort, endpoint, request),
    }),
    endByFault(thrown) {
      abort.abort(faultOf(thrown));
    },
    async close() {
      abort.close();
      await client.close();
    },
  };
}

/** Lets the clock of the deadline run only while something is asked. */
function makeClock(abort: RunAbort | undefined): {
  readonly while: <T>(work: () => Promise<T>) => Promise<T>;
} {
  let underWay = 0;
  abort?.pause();
  return {
    async while(work) {
      underWay += 1;
      abort?.resume();
      try {
        return await work();
      } finally {
        underWay -= 1;
        if (underWay === 0) abort?.pause();
      }
    },
  };
}

const resultOf = (
  asker: AskOnce,
  abort: RunAbort,
  ...place: Parameters<AskOnce['resultOf']>
): ReturnType<AskOnce['resultOf']> => {
  const found = asker.resultOf(...place);
  return found === undefined ? undefined : withoutGone(found, abort);
};

/** Requests the lists and, if one seems to be missing, a path that does not exist, to compare the answers. */
async function prepareLists(endpoints: readonly Endpoint[], lists: Lists, asker: AskOnce): Promise<void> {
  const prepared = await Promise.all(
    endpoints.map(async (endpoint) => ({ endpoint, list: await lists.prepare(endpoint) })),
  );
  for (const { endpoint, list } of prepared) {
    if (list.unscoped === undefined) continue;
    asker.keep({ endpoint, request: { key: 'header', unscoped: true } }, list.unscoped);
  }
  for (const endpoint of missingLists(prepared)) {
    const odd = await asker.ask({ endpoint: endpointOf('GET /api/v3/projects'), request: unknownPath });
    asker.keep({ endpoint, request: unknownPath }, odd);
  }
}
