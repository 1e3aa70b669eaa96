/**
 * Request durations, counted by size: the counts can be added up over any period, and percentiles estimated from them.
 */

/** Upper bounds in milliseconds, each about one and a half times the previous one; the last bucket has none. */
const boundsMs = [
  5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1200, 2000, 3000, 5000, 8000, 12_000, 20_000, 30_000,
] as const;

type Bound = (typeof boundsMs)[number];

/** Columns of the history, one per bucket. */
export type LatencyColumn = `up_to_${Bound}_ms` | 'slower';

/** The number of requests in each bucket. */
export type LatencyCounts = Readonly<Record<LatencyColumn, number>>;

/** The columns of all buckets, from the fastest to the slowest. */
export const latencyColumns: readonly LatencyColumn[] = [
  ...boundsMs.map((bound): LatencyColumn => `up_to_${bound}_ms`),
  'slower',
];

export const noLatencies: LatencyCounts = countsFrom(() => 0);

function countsFrom(count: (column: LatencyColumn, index: number) => number): LatencyCounts {
  return Object.fromEntries(
    latencyColumns.map((column, index) => [column, count(column, index)]),
  ) as LatencyCounts;
}

/** Counts times by bucket. */
export function countLatencies(timesMs: readonly number[]): LatencyCounts {
  const counts = latencyColumns.map(() => 0);
  for (const ms of timesMs) {
    const found = boundsMs.findIndex((bound) => ms <= bound);
    const index = found === -1 ? boundsMs.length : found;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return countsFrom((_, index) => counts[index] ?? 0);
}

/** The sum of several counts. */
export function addLatencies(all: readonly LatencyCounts[]): LatencyCounts {
  return countsFrom((column) => all.reduce((sum, counts) => sum + counts[column], 0));
}

/**
 * Estimates a percentile: times within a bucket are assumed to be evenly distributed by their logarithm. The slowest
 * bucket counts as its lower bound.
 * @param share 0.95 for p95
 */
export function percentileOf(counts: LatencyCounts, share: number): number | undefined {
  const total = latencyColumns.reduce((sum, column) => sum + counts[column], 0);
  if (total === 0) return undefined;
  const wanted = share * total;
  let before = 0;
  for (const [index, column] of latencyColumns.entries()) {
    const count = counts[column];
    if (before + count >= wanted && count > 0) {
      const upper = boundsMs[index];
      const lower = boundsMs[index - 1] ?? 1;
      if (upper === undefined) return lower;
      return lower * (upper / lower) ** ((wanted - before) / count);
    }
    before += count;
  }
  return boundsMs.at(-1);
}
