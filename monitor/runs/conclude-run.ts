import type { RunCommit } from '../history/history.ts';
import { announce } from './announce.ts';
import { type NextSnapshotOptions, nextSnapshot } from './next-snapshot.ts';
import type { PlannedRun } from './plan-run.ts';
import type { RecheckedRun } from './recheck.ts';
import { latenciesOf, runDetailFrom, runRowFrom } from './run-facts.ts';
import type { Snapshot } from './snapshot.ts';
import { formatSnapshot } from './snapshot-format.ts';
import { markDone } from './still-due.ts';

/** Everything that follows from a run and its re-check, as the history stores it. Pure. */
export function concludeRun(
  planned: PlannedRun,
  { record, recheck }: RecheckedRun,
  before: Snapshot,
  options: NextSnapshotOptions & { readonly askAfterMs?: number },
): RunCommit {
  const row = runRowFrom(record, { ...planned, ...(recheck === undefined ? {} : { recheck }) });
  const { installation, plan } = planned;
  const update = nextSnapshot(before, record, row, options);
  const announcer = { installation, plan, atMs: row.finishedMs, runId: row.id };
  const { snapshot, change, notifications } = announce(before, update, announcer);
  const marked = markDone(snapshot, planned.slot, planned.due);
  const { askAfterMs } = options;
  return {
    row,
    latencies: latenciesOf(record),
    detail: runDetailFrom(record),
    snapshot: formatSnapshot(askAfterMs === undefined ? marked : { ...marked, askAfterMs }),
    notifications,
    ...(change === undefined ? {} : { change }),
  };
}
