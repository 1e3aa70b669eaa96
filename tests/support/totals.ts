/** How the tests of a run ended. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Where a run leaves its totals instead of printing them. */
export const totalsVariable = 'TEST_TOTALS_FILE';

/** The plain line by which pipelines read how the tests ended. */
export function closingLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

export function sumOf(runs: readonly Totals[]): Totals {
  const sum = (name: keyof Totals): number => runs.reduce((all, run) => all + run[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}
