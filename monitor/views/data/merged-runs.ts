import type { RunRow } from '../../model.ts';
import type { MergedRunsView } from '../installation-model.ts';
import { lastRunView } from './run-summaries.ts';

/** Runs that follow each other and found the same, from the same place, are one line. Pure. @param runs newest first */
export function mergedRuns(runs: readonly RunRow[], most: number): readonly MergedRunsView[] {
  const lines: RunRow[][] = [];
  for (const run of runs) {
    const line = lines.at(-1);
    const [before] = line ?? [];
    if (line !== undefined && before?.state === run.state && before.location === run.location) line.push(run);
    else if (lines.push([run]) > most) break;
  }
  return lines.slice(0, most).flatMap((line): readonly MergedRunsView[] => {
    const [latest, earliest] = [line[0], line.at(-1)];
    if (latest === undefined || earliest === undefined) return [];
    const durations = line.map(({ startedMs, finishedMs }) => finishedMs - startedMs);
    const tiers = [...new Set(line.map(({ tier }) => tier))];
    return [
      {
        latest: lastRunView(latest),
        earliest: lastRunView(earliest),
        runs: tiers.map((tier) => ({ tier, amount: line.filter((run) => run.tier === tier).length })),
        shortestMs: Math.min(...durations),
        longestMs: Math.max(...durations),
      },
    ];
  });
}
