import { compareRecords } from '../../../reports/comparison/compare.ts';
import { countAnswers } from '../../../reports/comparison/keep-integration.ts';
import { viewOf } from '../../../reports/comparison/view.ts';
import type { History } from '../../history/history.ts';
import { readTimedRun } from '../compare/data.ts';
import { keptRecord } from '../compare/kept-record.ts';
import { judgingTiers, lastJudgingRun } from '../shared/run-views.ts';
import { dayMs } from '../shared/times.ts';
import type { ChangedView, DeploymentView, InstallationView } from './model.ts';
import { deploymentViews } from './response-times.ts';

/** A deployment of these last days is worth a line among the first ones of a page. */
const recentDays = 7;

/** The start of a comparison that says what has changed: before the first finding, or else before the first drift. Pure. */
export function changedSince({
  findings,
  beforeDrift,
  statusGrid,
}: Pick<InstallationView, 'findings' | 'beforeDrift' | 'statusGrid'>):
  | Pick<ChangedView, 'by' | 'from'>
  | undefined {
  const worked = findings
    .flatMap(({ lastGood }) => (lastGood === undefined ? [] : [lastGood.at]))
    .toSorted()[0];
  // A failure that only a pulse has seen is in no run that could be compared.
  if (worked !== undefined && worked === statusGrid.columns.at(-1)?.at) return undefined;
  if (worked !== undefined) return { by: 'findings', from: worked };
  return findings.length > 0 || beforeDrift === undefined ? undefined : { by: 'drift', from: beforeDrift };
}

/** The same with how many endpoints a client can keep, as the comparison to which it leads says it. */
export async function whatChanged(
  installation: { readonly name: string; readonly baseUrl: string },
  history: History,
  view: Parameters<typeof changedSince>[0],
): Promise<ChangedView | undefined> {
  const changed = changedSince(view);
  if (changed === undefined) return undefined;
  const { name, baseUrl } = installation;
  const beforeMs = Date.parse(changed.from);
  const [latest, earlier] = await Promise.all([
    lastJudgingRun(name, history),
    Number.isNaN(beforeMs)
      ? history.run(changed.from).then((found) => found?.row)
      : lastJudgingRun(name, history, beforeMs + 1),
  ]);
  if (latest === undefined || earlier === undefined) return changed;
  const [before, after] = await Promise.all([readTimedRun(earlier, history), readTimedRun(latest, history)]);
  if (before === undefined || after === undefined) return changed;
  const { keeping } = viewOf(compareRecords(keptRecord(before, baseUrl), keptRecord(after, baseUrl)));
  return { ...changed, keeping: countAnswers(keeping) };
}

/** The latest deployment of the last days, as far as answers show it. */
export async function recentDeployment(
  installation: string,
  history: Pick<History, 'observationRuns'>,
  nowMs: number,
): Promise<DeploymentView | undefined> {
  const sinceMs = nowMs - recentDays * dayMs;
  const runs = await history.observationRuns({ installation, tiers: judgingTiers, sinceMs });
  return deploymentViews(installation, runs).deployments[0];
}
