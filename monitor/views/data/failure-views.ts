import { verdictKey } from '../../../contract/verdict.ts';
import type { History } from '../../history/history.ts';
import type { KeptFailure } from '../../model.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';
import type { OpenFailure } from '../../runs/tracked-state.ts';
import type { FailureView } from '../view-model.ts';
import { iso } from './iso.ts';

/** Failures, each with how long it has been failing where it still is. */
export function failureViews(
  failures: readonly KeptFailure[],
  open: readonly OpenFailure[],
): readonly FailureView[] {
  const openByKey = new Map(open.map((failure) => [verdictKey(failure), failure]));
  return failures.map((failure) => {
    const stillOpen = openByKey.get(verdictKey(failure));
    if (stillOpen === undefined) return failure;
    return { ...failure, since: iso(stillOpen.sinceMs), runs: stillOpen.runs };
  });
}

/** What fails now, in the words of the last run that judged it. */
export async function openFailureViews(
  { snapshot }: MonitoredTarget,
  history: History,
): Promise<readonly FailureView[]> {
  const open = snapshot.tracked.openFailures;
  const runIds = [...new Set(open.map(({ runId }) => runId))];
  const runs = await Promise.all(runIds.map((id) => history.run(id)));
  const wanted = new Set(open.map((failure) => `${failure.runId} ${verdictKey(failure)}`));
  const failures = runs.flatMap((run) =>
    (run?.detail.failures ?? []).filter((failure) => wanted.has(`${run?.row.id} ${verdictKey(failure)}`)),
  );
  return failureViews(failures, open);
}
