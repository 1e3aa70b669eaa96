import { setMaxListeners } from 'node:events';
import { type Endpoint, endpointOf } from '../../contract/endpoints.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../contract/exchange.ts';
import { unknownIdLike } from '../../contract/ids.ts';
import type { Evidence } from '../../contract/judge.ts';
import { type RequestSpec, requestSpecId, unknownPath } from '../../contract/request.ts';
import type { RunScope } from '../../contract/scope.ts';
import type { FhirValidator } from '../../fhir/index.ts';
import { type Installation, secretsOf } from '../configuration/installation.ts';
import { type ExchangeContext, makeExchange } from '../evidence/make-exchange.ts';
import { redactionOf } from '../evidence/redaction.ts';
import { type Client, type Counts, makeClient } from '../http/client.ts';
import { makeRequest } from '../http/make-request.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { type Diagnosis, diagnose, isKeyRefusedEverywhere } from './diagnose.ts';
import { makeLists, missingLists } from './lists.ts';
import { hasNeed, isLast, listsBefore, preflightRequests, requestId, type Wanted, wantedBy } from './plan.ts';

export interface SessionOptions {
  readonly installation: Installation;
  readonly rateLimiter: RateLimiter;
  readonly fhir: FhirValidator;
  readonly userAgent: string;
  readonly keepBodies: boolean;
  /** Ends the session from outside; its reason is an `Interruption`. */
  readonly signal?: AbortSignal;
  /** Called after each request that was answered or failed. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** Why a session ended before everything was asked: a clause that completes "it was not asked, because …". */
export interface AbortReason {
  readonly kind: 'deadline' | 'interrupted' | 'throttled' | 'unreachable';
  readonly reason: string;
}

/** One pass over an installation: asks each distinct request once, for as many scopes as come. */
export interface Session {
  /** Asks what a scope needs and was not asked yet. */
  readonly collect: (scope: RunScope) => Promise<void>;
  readonly evidence: () => Evidence;
  readonly exchanges: () => readonly Exchange[];
  readonly diagnosis: () => Diagnosis | undefined;
  readonly abortReason: () => AbortReason | undefined;
  readonly counts: Readonly<Counts>;
  readonly close: () => Promise<void>;
}

/** So many failures to connect in a row mean that the installation went away. */
const goneAfter = 3;
const connectionFailures: readonly string[] = ['dns', 'refused', 'tls', 'proxy'];

/** Starts a session. Its time runs from here; nothing is sent before `collect`. */
export function startSession(options: SessionOptions): Session {
  const { installation, rateLimiter, userAgent } = options;
  const endsAtMs = performance.now() + installation.deadlineMs;
  const ending = new AbortController();
  // Every request that waits for its turn listens.
  setMaxListeners(0, ending.signal);
  let abortReason: AbortReason | undefined;
  // Read by a function, since it changes while a request is awaited.
  const reasonToStop = (): string | undefined => abortReason?.reason;
  let diagnosis: Diagnosis | undefined;
  let failuresInARow = 0;
  const settled = new Map<string, Promise<Exchange | NotAsked>>();
  const results = new Map<string, Exchange | NotAsked>();
  const exchanges: Exchange[] = [];

  const end = (cause: AbortReason): void => {
    abortReason ??= cause;
    ending.abort(cause);
  };
  const deadline = setTimeout(() => {
    end({ kind: 'deadline', reason: `the deadline of ${installation.deadlineMs / 1000} s for a run passed` });
  }, installation.deadlineMs);
  const onOuterAbort = (): void => end({ kind: 'interrupted', reason: 'the run was interrupted' });
  if (options.signal?.aborted === true) onOuterAbort();
  options.signal?.addEventListener('abort', onOuterAbort, { once: true });

  const client: Client = makeClient({
    installation,
    rateLimiter,
    signal: ending.signal,
    remainingMs: () => endsAtMs - performance.now(),
    onLongWait: ({ seconds }) =>
      end({
        kind: 'throttled',
        reason: `the installation asks to wait ${seconds} s before the next request`,
      }),
  });
  const exchangeContext: ExchangeContext = {
    redaction: redactionOf(secretsOf(installation)),
    fhir: options.fhir,
    ...(installation.fhirRelease === undefined ? {} : { fhirRelease: installation.fhirRelease }),
    reports: new Map(),
    keepBodies: options.keepBodies,
  };

  /** Sends one request and keeps its exchange. */
  const send = async (
    { endpoint, request }: Wanted,
    id: string | undefined,
    projectQuery: Readonly<Record<string, string>>,
  ): Promise<Exchange | NotAsked> => {
    const before = reasonToStop();
    if (before !== undefined) return { notAsked: before };
    try {
      const context = { ...(id === undefined ? {} : { id }), projectQuery };
      const httpRequest = makeRequest(installation, endpoint, request, context, userAgent);
      const sent = await client.send(httpRequest);
      const seen = await makeExchange(endpoint, request, httpRequest, sent, exchangeContext).finally(
        sent.release,
      );
      const exchange = { id: `e${exchanges.length + 1}`, ...seen };
      exchanges.push(exchange);
      noteConnection(exchange);
      options.onExchange?.(exchange);
      return exchange;
    } catch (thrown) {
      const since = reasonToStop();
      if (since === undefined) throw thrown;
      return { notAsked: since };
    }
  };

  const noteConnection = ({ failure }: Exchange): void => {
    failuresInARow =
      failure !== undefined && connectionFailures.includes(failure.kind) ? failuresInARow + 1 : 0;
    if (failuresInARow < goneAfter || diagnosis !== undefined || !exchanges.some(({ answer }) => answer))
      return;
    end({ kind: 'unreachable', reason: `the installation stopped answering: ${failure?.reason}` });
  };

  const lists = makeLists(installation, send);

  /** Asks a request once; who asks again gets the same exchange. */
  const ask = (wanted: Wanted): Promise<Exchange | NotAsked> => {
    const key = requestId(wanted);
    const known = settled.get(key) ?? askFirst(wanted);
    settled.set(key, known);
    void known.then((result) => results.set(key, result));
    return known;
  };

  const askFirst = async (wanted: Wanted): Promise<Exchange | NotAsked> => {
    const { endpoint, request } = wanted;
    if (endpoint.kind === 'list') {
      const id = requestSpecId(request);
      const isPlain = id === 'header' || id === 'query';
      if (!isPlain && endpoint.projectScoped !== true) return send(wanted, undefined, {});
      const list = await lists.prepare(endpoint);
      return (isPlain ? list.asked[id] : undefined) ?? send(wanted, undefined, list.projectQuery);
    }
    if (endpoint.idsFrom === undefined || request.path !== undefined) return send(wanted, undefined, {});
    const known = await lists.idFor(endpoint);
    if (request.id === 'unknown') return send(wanted, unknownIdLike(known), {});
    if (known !== undefined) return send(wanted, known, {});
    const reason = `no ${endpoint.noun} is known: ${endpoint.idsFrom} showed no id, and ${endpoint.pinnedId} names none`;
    return { notAsked: reasonToStop() ?? reason };
  };

  /** Decides once, by the first scope, whether something stands in the way of everything. */
  let preflight: Promise<void> | undefined;
  const runPreflight = async (wanted: readonly Wanted[]): Promise<void> => {
    const preflight = preflightRequests(wanted);
    const asked = (await Promise.all(preflight.map(ask))).filter(wasAsked);
    const unkeyed = asked.filter(({ request }) => request.key === 'none');
    let keyed = asked.filter(({ request }) => request.key === 'header');
    if (isKeyRefusedEverywhere(keyed)) {
      const byQuery = preflight
        .filter(({ request }) => request.key === 'header')
        .map(({ endpoint }) => ask({ endpoint, request: { key: 'query' } }));
      keyed = [...keyed, ...(await Promise.all(byQuery)).filter(wasAsked)];
    }
    diagnosis = diagnose(installation.baseUrl, keyed, unkeyed);
  };

  const prepareLists = async (endpoints: readonly Endpoint[]): Promise<void> => {
    const prepared = await Promise.all(
      endpoints.map(async (endpoint) => ({ endpoint, list: await lists.prepare(endpoint) })),
    );
    for (const { endpoint, list } of prepared) {
      const request = { key: 'header', unscoped: true } as const;
      if (list.unscoped !== undefined) results.set(requestId({ endpoint, request }), list.unscoped);
    }
    for (const endpoint of missingLists(prepared)) {
      const odd = await ask({ endpoint: endpointOf('GET /api/v3/projects'), request: unknownPath });
      results.set(requestId({ endpoint, request: unknownPath }), odd);
    }
  };

  return {
    counts: client.counts,
    exchanges: () => exchanges,
    diagnosis: () => diagnosis,
    abortReason: () => abortReason,
    async collect(scope) {
      const wanted = wantedBy(scope, installation);
      // Before the first request: loading blocks this thread, and would be taken for slowness of the installation.
      if (wanted.some(({ endpoint }) => endpoint.fhirType !== undefined)) await options.fhir.prepare();
      preflight ??= runPreflight(wanted);
      await preflight;
      if (diagnosis !== undefined) return;
      await prepareLists(listsBefore(wanted, installation));
      await Promise.all(wanted.filter((one) => !isLast(one)).map(ask));
      await Promise.all(wanted.filter(isLast).map(ask));
    },
    evidence: () => ({
      ...(diagnosis === undefined ? {} : { obstacle: diagnosis.cause }),
      has: (need) => hasNeed(installation, need),
      of: (endpoint: Endpoint, request: RequestSpec) => {
        const found = results.get(requestId({ endpoint, request }));
        return found === undefined ? undefined : withoutGone(found, abortReason);
      },
    }),
    async close() {
      clearTimeout(deadline);
      options.signal?.removeEventListener('abort', onOuterAbort);
      await client.close();
    },
  };
}

/** After an installation went away, its refused connections are one cause, not a failure of each endpoint. */
function withoutGone(found: Exchange | NotAsked, abortReason: AbortReason | undefined): Exchange | NotAsked {
  if (abortReason?.kind !== 'unreachable' || !wasAsked(found) || found.failure === undefined) return found;
  return connectionFailures.includes(found.failure.kind) ? { notAsked: abortReason.reason } : found;
}
