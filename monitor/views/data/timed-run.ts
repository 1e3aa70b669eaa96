import type { History } from '../../history/history.ts';
import type { RunRow } from '../../model.ts';
import { judgingTiers } from './document-page-view.ts';

/** Runs whose response times stand for those of the time before a run. */
const timedRuns = 10;

/** A run with the response times of those before it; nothing where the history no longer has it. */
export async function readTimedRun(row: RunRow, history: Pick<History, 'run' | 'runsWithCells'>) {
  const [found, around] = await Promise.all([
    history.run(row.id),
    history.runsWithCells({
      installation: row.installation,
      tiers: judgingTiers,
      beforeMs: row.startedMs + 1,
      limit: timedRuns,
    }),
  ]);
  return found === undefined ? undefined : { ...found, cells: around.map(({ endpoints }) => endpoints) };
}
