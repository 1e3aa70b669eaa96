import { observationKey } from '../../../contract/observe.ts';
import { verdictKey } from '../../../contract/verdict.ts';
import type { History } from '../../history/history.ts';
import type { RunDetail, RunRow } from '../../model.ts';
import type { RunComparisonView } from '../run-model.ts';
import { iso } from './iso.ts';
import { runUrl } from './urls.ts';

interface KeptRun {
  readonly row: RunRow;
  readonly detail: RunDetail;
}

/** Compares a run with the last one of its tier before it; nothing where there is none. */
export async function comparisonWithPrevious(
  run: KeptRun,
  history: Pick<History, 'runs' | 'run'>,
): Promise<RunComparisonView | undefined> {
  const { installation, tier, startedMs } = run.row;
  const [row] = await history.runs({ installation, tiers: [tier], beforeMs: startedMs, limit: 1 });
  const before = row === undefined ? undefined : await history.run(row.id);
  return before === undefined ? undefined : compareRuns(before, run);
}

/** What differs between two runs of a tier. What only one of them judged or observed is no difference. Pure. */
export function compareRuns(before: KeptRun, after: KeptRun): RunComparisonView {
  const [failedBefore, failsNow] = [failing(before), failing(after)];
  const [passedBefore, passesNow] = [passing(before), passing(after)];
  const answers = new Map(before.detail.observations.map((one) => [observationKey(one), one.answer]));
  const [beforeMs, afterMs] = [before.row.medianMs, after.row.medianMs];
  return {
    url: runUrl(before.row.id),
    startedAt: iso(before.row.startedMs),
    broken: failsNow.filter((one) => passedBefore.has(verdictKey(one))),
    mended: failedBefore.filter((one) => passesNow.has(verdictKey(one))),
    changed: after.detail.observations.flatMap((one) => {
      const answer = answers.get(observationKey(one));
      if (answer === undefined || answer === one.answer) return [];
      return [{ gap: one.gap, endpoint: one.endpoint, before: answer, after: one.answer }];
    }),
    ...(beforeMs === undefined || afterMs === undefined
      ? {}
      : { medianMs: { before: beforeMs, after: afterMs } }),
  };
}

function failing({ detail }: KeptRun): RunComparisonView['broken'] {
  const failed = detail.failures.filter(({ outcome }) => outcome === 'fail');
  return failed.map(({ check, endpoint }) => ({ check, endpoint }));
}

function passing({ detail }: KeptRun): ReadonlySet<string> {
  const passed = (detail.verdicts ?? []).filter(({ outcome }) => outcome === 'pass');
  return new Set(passed.map(verdictKey));
}
