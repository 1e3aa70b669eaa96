import { groupBy } from '../../engine/group-by.ts';
import type { RecordedExchange, RunRecord } from '../../engine/record/run-record.ts';
import { median, percentile } from '../../engine/record/statistics.ts';

/** Milliseconds, over the answered requests with a valid key. */
export type ResponseTime = ReturnType<typeof responseTime>;

export interface ResponseTimes {
  /** Over all endpoints that both runs requested; missing if there is none. */
  readonly all?: ResponseTime;
  /** Endpoints that became noticeably slower. */
  readonly slower: readonly (ResponseTime & { readonly endpoint: string })[];
}

/** A response time has to grow by both the factor and the difference: networks vary by less. */
const noticeable = { factor: 1.5, ms: 200 } as const;
/** A single slow answer does not make an endpoint slow. */
const leastSamples = 2;
const fewSamples = 5;
/** The share of pairs of an earlier and a later answer in which the later one must be slower. */
const noticeableShare = 0.9;

/** Response times of the endpoints that both runs requested. Pure. */
export function responseTimesOf(before: RunRecord, after: RunRecord): ResponseTimes {
  const earlier = totalsByEndpoint(before, totalOf);
  // Delays that this suite may have caused itself do not make an endpoint slower.
  const certain = totalsByEndpoint(after, ({ lagMs = 0, ...one }) => totalOf(one) - lagMs);
  const pairs = [...totalsByEndpoint(after, totalOf)].flatMap(([endpoint, now]) => {
    const old = earlier.get(endpoint);
    return old === undefined ? [] : [{ endpoint, old, now }];
  });
  const slower = pairs
    .filter(({ endpoint, old }) => isSlower(old, certain.get(endpoint) ?? []))
    .map(({ endpoint, old, now }) => ({ endpoint, ...responseTime(old, now) }));
  if (pairs.length === 0) return { slower };
  const [allOld, allNow] = [pairs.flatMap(({ old }) => old), pairs.flatMap(({ now }) => now)];
  return { all: responseTime(allOld, allNow), slower };
}

function responseTime(before: readonly number[], after: readonly number[]) {
  return {
    beforeMs: median(before) ?? 0,
    afterMs: median(after) ?? 0,
    /** 95 of 100 answers took no longer; with fewer than 20 samples it is the slowest. */
    p95: { beforeMs: percentile(before, 0.95) ?? 0, afterMs: percentile(after, 0.95) ?? 0 },
    /** The number of samples behind the figures. */
    samples: { before: before.length, after: after.length },
    /** Too few samples: another run may differ. */
    isFew: isFew(before, after),
  };
}

function isFew(before: readonly number[], after: readonly number[]): boolean {
  return Math.min(before.length, after.length) < fewSamples;
}

/** Disturbances only make an answer later: with few samples the fastest says most, with more the median. */
function isSlower(before: readonly number[], after: readonly number[]): boolean {
  if (Math.min(before.length, after.length) < leastSamples) return false;
  if (isFew(before, after)) return grew(Math.min(...before), Math.min(...after));
  const longer = before.reduce((sum, old) => sum + after.filter((now) => now > old).length, 0);
  const isUsual = longer / (before.length * after.length) >= noticeableShare;
  return isUsual && grew(median(before) ?? 0, median(after) ?? 0);
}

function grew(beforeMs: number, afterMs: number): boolean {
  return afterMs >= beforeMs * noticeable.factor && afterMs - beforeMs >= noticeable.ms;
}

function totalOf({ phasesMs }: Pick<RecordedExchange, 'phasesMs'>): number {
  return phasesMs.total;
}

function totalsByEndpoint(
  { exchanges }: RunRecord,
  timeOf: (exchange: RecordedExchange) => number,
): ReadonlyMap<string, readonly number[]> {
  const answered = exchanges.filter(
    ({ status, key }) => status !== undefined && (key === 'header' || key === 'query'),
  );
  const groups = groupBy(answered, ({ endpoint }) => endpoint);
  return new Map([...groups].map(([endpoint, own]) => [endpoint, own.map(timeOf)]));
}
