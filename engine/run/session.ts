import { setMaxListeners } from 'node:events';
import { type Endpoint, endpointOf } from '../../contract/endpoints.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../contract/exchange.ts';
import { unknownIdLike } from '../../contract/ids.ts';
import type { Evidence } from '../../contract/judge.ts';
import { formId, type RequestForm, unknownPath } from '../../contract/request.ts';
import type { Agenda } from '../../contract/scope.ts';
import type { FhirValidator } from '../../fhir/index.ts';
import { type Installation, secretsOf } from '../configuration/installation.ts';
import { type Examination, exchangeOf } from '../evidence/make-exchange.ts';
import { redactionOf } from '../evidence/redaction.ts';
import { type Client, type Counts, makeClient } from '../http/client.ts';
import { makeRequest } from '../http/make-request.ts';
import type { Pace } from '../http/rate-limiter.ts';
import { diagnose, type Finding, isKeyRefusedEverywhere } from './diagnose.ts';
import { makeLists, missingLists } from './lists.ts';
import { hasNeed, isLast, listsBefore, requestId, type Wanted, wantedBy, witnessesOf } from './plan.ts';

export interface SessionOptions {
  readonly installation: Installation;
  readonly pace: Pace;
  readonly fhir: FhirValidator;
  readonly userAgent: string;
  readonly keepBodies: boolean;
  /** Ends the session from outside; its reason is an `Interruption`. */
  readonly signal?: AbortSignal;
  /** Called after each request that was answered or failed. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** Why a session ended before everything was asked: a clause that completes "it was not asked, because …". */
export interface Halt {
  readonly kind: 'deadline' | 'interrupted' | 'throttled' | 'unreachable';
  readonly reason: string;
}

/** One pass over an installation: asks each distinct request once, for as many agendas as come. */
export interface Session {
  /** Asks what an agenda needs and was not asked yet. */
  readonly collect: (agenda: Agenda) => Promise<void>;
  readonly evidence: () => Evidence;
  readonly exchanges: () => readonly Exchange[];
  readonly finding: () => Finding | undefined;
  readonly halt: () => Halt | undefined;
  readonly counts: Readonly<Counts>;
  readonly close: () => Promise<void>;
}

/** So many failures to connect in a row mean that the installation went away. */
const goneAfter = 3;
const connectionFailures: readonly string[] = ['dns', 'refused', 'tls', 'proxy'];

/** Starts a session. Its time runs from here; nothing is sent before `collect`. */
export function startSession(options: SessionOptions): Session {
  const { installation, pace, userAgent } = options;
  const endsAtMs = performance.now() + installation.deadlineMs;
  const ending = new AbortController();
  // Every request that waits for its turn listens.
  setMaxListeners(0, ending.signal);
  let halt: Halt | undefined;
  // Read by a function, since it changes while a request is awaited.
  const reasonToStop = (): string | undefined => halt?.reason;
  let finding: Finding | undefined;
  let failuresInARow = 0;
  const settled = new Map<string, Promise<Exchange | NotAsked>>();
  const results = new Map<string, Exchange | NotAsked>();
  const exchanges: Exchange[] = [];

  const end = (cause: Halt): void => {
    halt ??= cause;
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
    pace,
    signal: ending.signal,
    remainingMs: () => endsAtMs - performance.now(),
    onLongWait: ({ seconds }) =>
      end({
        kind: 'throttled',
        reason: `the installation asks to wait ${seconds} s before the next request`,
      }),
  });
  const examination: Examination = {
    redaction: redactionOf(secretsOf(installation)),
    fhir: options.fhir,
    ...(installation.fhirRelease === undefined ? {} : { fhirRelease: installation.fhirRelease }),
    reports: new Map(),
    keepBodies: options.keepBodies,
  };

  /** Sends one request and keeps its exchange. */
  const send = async (
    { endpoint, form }: Wanted,
    id: string | undefined,
    projectQuery: Readonly<Record<string, string>>,
  ): Promise<Exchange | NotAsked> => {
    const before = reasonToStop();
    if (before !== undefined) return { notAsked: before };
    try {
      const context = { ...(id === undefined ? {} : { id }), projectQuery };
      const request = makeRequest(installation, endpoint, form, context, userAgent);
      const sent = await client.send(request);
      const seen = await exchangeOf(endpoint, form, request, sent, examination).finally(sent.release);
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
    if (failuresInARow < goneAfter || finding !== undefined || !exchanges.some(({ answer }) => answer))
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
    const { endpoint, form } = wanted;
    if (endpoint.kind === 'list') {
      const id = formId(form);
      const isPlain = id === 'header' || id === 'query';
      if (!isPlain && endpoint.projectScoped !== true) return send(wanted, undefined, {});
      const list = await lists.prepare(endpoint);
      return (isPlain ? list.asked[id] : undefined) ?? send(wanted, undefined, list.projectQuery);
    }
    if (endpoint.idsFrom === undefined || form.path !== undefined) return send(wanted, undefined, {});
    const known = await lists.idFor(endpoint);
    if (form.id === 'unknown') return send(wanted, unknownIdLike(known), {});
    if (known !== undefined) return send(wanted, known, {});
    const reason = `no ${endpoint.noun} is known: ${endpoint.idsFrom} showed no id, and ${endpoint.pinnedId} names none`;
    return { notAsked: reasonToStop() ?? reason };
  };

  /** Decides once, by the first agenda, whether something stands in the way of everything. */
  let preflight: Promise<void> | undefined;
  const runPreflight = async (wanted: readonly Wanted[]): Promise<void> => {
    const witnesses = witnessesOf(wanted);
    const asked = (await Promise.all(witnesses.map(ask))).filter(wasAsked);
    const unkeyed = asked.filter(({ form }) => form.key === 'none');
    let keyed = asked.filter(({ form }) => form.key === 'header');
    if (isKeyRefusedEverywhere(keyed)) {
      const byQuery = witnesses
        .filter(({ form }) => form.key === 'header')
        .map(({ endpoint }) => ask({ endpoint, form: { key: 'query' } }));
      keyed = [...keyed, ...(await Promise.all(byQuery)).filter(wasAsked)];
    }
    finding = diagnose(installation.baseUrl, keyed, unkeyed);
  };

  const prepareLists = async (endpoints: readonly Endpoint[]): Promise<void> => {
    const prepared = await Promise.all(
      endpoints.map(async (endpoint) => ({ endpoint, list: await lists.prepare(endpoint) })),
    );
    for (const { endpoint, list } of prepared) {
      const form = { key: 'header', unscoped: true } as const;
      if (list.unscoped !== undefined) results.set(requestId({ endpoint, form }), list.unscoped);
    }
    for (const endpoint of missingLists(prepared)) {
      const odd = await ask({ endpoint: endpointOf('GET /api/v3/projects'), form: unknownPath });
      results.set(requestId({ endpoint, form: unknownPath }), odd);
    }
  };

  return {
    counts: client.counts,
    exchanges: () => exchanges,
    finding: () => finding,
    halt: () => halt,
    async collect(agenda) {
      const wanted = wantedBy(agenda, installation);
      // Before the first request: loading blocks this thread, and would be taken for slowness of the installation.
      if (wanted.some(({ endpoint }) => endpoint.fhirType !== undefined)) await options.fhir.prepare();
      preflight ??= runPreflight(wanted);
      await preflight;
      if (finding !== undefined) return;
      await prepareLists(listsBefore(wanted, installation));
      await Promise.all(wanted.filter((one) => !isLast(one)).map(ask));
      await Promise.all(wanted.filter(isLast).map(ask));
    },
    evidence: () => ({
      ...(finding === undefined ? {} : { obstacle: finding.cause }),
      has: (need) => hasNeed(installation, need),
      of: (endpoint: Endpoint, form: RequestForm) => {
        const found = results.get(requestId({ endpoint, form }));
        return found === undefined ? undefined : withoutGone(found, halt);
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
function withoutGone(found: Exchange | NotAsked, halt: Halt | undefined): Exchange | NotAsked {
  if (halt?.kind !== 'unreachable' || !wasAsked(found) || found.failure === undefined) return found;
  return connectionFailures.includes(found.failure.kind) ? { notAsked: halt.reason } : found;
}
