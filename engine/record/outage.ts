import { gatewayStatuses } from '../../contract/answers.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { FailureKind } from '../../contract/exchange.ts';
import type { RecordedExchange, RunRecord } from './run-record.ts';

/** An installation that went away in the middle of a run. */
export interface Outage {
  /** When the first request that it took was sent (ISO 8601). */
  readonly since: string;
  /** The ids of the exchanges that it took. */
  readonly exchanges: ReadonlySet<string>;
  /** Endpoints whose checks could not be judged, since the run ended with it. */
  readonly unasked: readonly EndpointId[];
}

type Judged = Pick<RunRecord, 'exchanges' | 'verdicts' | 'abortReason'>;

/** What ends a connection; the others are about one answer. */
const lostConnections: readonly FailureKind[] = ['dns', 'refused', 'tls', 'proxy', 'timeout', 'reset'];

/** Fewer lost requests, or those of one endpoint alone, do not show that the whole installation went away. */
const least = { exchanges: 3, endpoints: 2 } as const;

/**
 * Finds out whether the installation went away in the middle of a run: from one moment on nothing is answered, at
 * endpoints that answered before.
 */
export function outageOf(record: Judged): Outage | undefined {
  const taken = takenBy(record.exchanges);
  const [first] = taken;
  if (first === undefined || (record.abortReason !== 'unreachable' && !isWhole(taken, record.exchanges)))
    return undefined;
  return {
    since: first.startedAt,
    exchanges: new Set(taken.map(({ id }) => id)),
    unasked: record.abortReason === 'unreachable' ? unaskedAt(record) : [],
  };
}

/** The lost exchanges at the end of a run, and those that were under way when they began; empty without an answer before. */
function takenBy(exchanges: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const inOrder = exchanges.toSorted((one, other) => startOf(one) - startOf(other));
  const lastAnswered = inOrder.findLastIndex((one) => !isLost(one));
  const next = inOrder[lastAnswered + 1];
  if (lastAnswered === -1 || next === undefined) return [];
  const momentMs = startOf(next);
  return inOrder.filter(
    (one, index) => isLost(one) && (index > lastAnswered || startOf(one) + one.phasesMs.total > momentMs),
  );
}

function isWhole(taken: readonly RecordedExchange[], exchanges: readonly RecordedExchange[]): boolean {
  const places = new Set(taken.map(({ endpoint }) => endpoint));
  const answeredBefore = exchanges.some((one) => !isLost(one) && places.has(one.endpoint));
  return taken.length >= least.exchanges && places.size >= least.endpoints && answeredBefore;
}

function isLost({ status, failure }: RecordedExchange): boolean {
  if (failure !== undefined) return lostConnections.includes(failure.kind);
  return status !== undefined && gatewayStatuses.includes(status);
}

function startOf({ startedAt }: RecordedExchange): number {
  return Date.parse(startedAt);
}

/** Where something was not asked since nothing answered any more. */
function unaskedAt({ verdicts }: Judged): readonly EndpointId[] {
  // Records of earlier versions have no reasons.
  const hasReasons = verdicts.some(({ reason }) => reason !== undefined);
  const unasked = verdicts.filter(({ outcome, reason }) =>
    hasReasons ? reason?.facts.why === 'unreachable' : outcome === 'untestable',
  );
  return [...new Set(unasked.map(({ endpoint }) => endpoint))];
}
