import { measureCosts } from './monitor/costs.ts';
import { timeYear } from './monitor/year.ts';
import type { BenchRow } from './row.ts';

/** Measures the cost of runs, the storage they take, and the queries of a year's history. Takes five minutes. */
export async function benchMonitor(): Promise<readonly BenchRow[]> {
  return [...(await measureCosts()), await timeYear()];
}
