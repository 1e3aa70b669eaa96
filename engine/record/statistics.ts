/** The median: the middle of some numbers in order of size, the mean of the two middle ones; undefined if there are none. */
export function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((one, other) => one - other);
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.floor(sorted.length / 2)];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}

/**
 * The smallest of some numbers that a share of them does not exceed; undefined if there are none.
 * @param share 0.95 for p95
 */
export function percentile(numbers: readonly number[], share: number): number | undefined {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
