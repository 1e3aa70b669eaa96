import { measureCosts } from './monitor/costs.ts';
import { timeYear } from './monitor/year.ts';
import type { BenchRow } from './row.ts';

/** Measures what runs cost, what is kept of them, and how long the history of a year is read. Takes five minutes. */
export async function benchMonitor(): Promise<readonly BenchRow[]> {
  return [...(await measureCosts()), await timeYear()];
}
