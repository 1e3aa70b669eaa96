import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureCosts } from './monitor/costs.ts';
import type { BenchRow } from './row.ts';

const run = promisify(execFile);

/**
 * Measures what runs cost, then a monitor over a whole cycle, in a process of its own, which gets the memory that `npm start`
 * gives it. Takes ten minutes.
 */
export async function benchMonitor(): Promise<readonly BenchRow[]> {
  const costs = await measureCosts();
  process.stderr.write('The monitor is watched for five minutes …\n');
  const cycle = fileURLToPath(new URL('./monitor/cycle.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [...memoryOptions(), '--import', 'tsx', cycle]);
  return [...costs, ...(JSON.parse(stdout) as readonly BenchRow[])];
}

function memoryOptions(): readonly string[] {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { scripts } = JSON.parse(file) as { readonly scripts: { readonly start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--max'));
}
