/** The smallest of some numbers that is not exceeded by a share of them; nothing of none. @param share 0.95 for p95 */
export function percentile(numbers: readonly number[], share: number): number | undefined {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
