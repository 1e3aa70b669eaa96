import type { History, PlainFailure } from '../../history/history.ts';
import type { FailureView } from '../../model.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';
import { keyOf, type OpenFailure } from '../../runs/standing.ts';
import { iso } from './iso.ts';

/** Failures, each with how long it has been failing where it still is. */
export function failureViews(
  failures: readonly PlainFailure[],
  open: readonly OpenFailure[],
): readonly FailureView[] {
  const openByKey = new Map(open.map((failure) => [keyOf(failure), failure]));
  return failures.map((failure) => {
    const stillOpen = openByKey.get(keyOf(failure));
    if (stillOpen === undefined) return failure;
    return { ...failure, since: iso(stillOpen.sinceMs), runs: stillOpen.runs };
  });
}

/** What fails now, in the words of the last run that judged it. */
export async function openFailureViews(
  { snapshot }: MonitoredTarget,
  history: History,
): Promise<readonly FailureView[]> {
  const open = snapshot.standing.openFailures;
  const runIds = [...new Set(open.map(({ runId }) => runId))];
  const runs = await Promise.all(runIds.map((id) => history.run(id)));
  const wanted = new Set(open.map((failure) => `${failure.runId} ${keyOf(failure)}`));
  const failures = runs.flatMap((run) =>
    (run?.detail.failures ?? []).filter((failure) => wanted.has(`${run?.row.id} ${keyOf(failure)}`)),
  );
  return failureViews(failures, open);
}
