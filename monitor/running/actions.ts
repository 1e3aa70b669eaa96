import { pluralize } from '../../reports/words.ts';
import { namesOfSingleTokens } from '../configuration/access.ts';
import type { History } from '../history/history.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Action, type MonitoredTier, monitoredTiers } from '../model.ts';
import { formatNews } from '../shared/news.ts';
import type { MonitoredTarget, TargetState } from '../state/monitored-target.ts';
import type { Snapshot } from '../state/snapshot.ts';
import { formatSnapshot } from '../state/snapshot.ts';
import { takeOver, writeFromSnapshot } from '../state/write-snapshot.ts';

/** The operator's actions on an installation. */

/** Tiers that the operator may start; imports are never started manually. */
export const operatorTiers: readonly MonitoredTier[] = monitoredTiers;

/** The author and time of an action. */
export interface Act {
  readonly who: string;
  readonly nowMs: number;
}

/** The record of an action on an installation. */
export function actionOn(
  target: MonitoredTarget,
  { who, nowMs }: Act,
  kind: Action['kind'],
  message: string,
): Action {
  return { atMs: nowMs, who, kind, installation: target.monitored.installation.name, message };
}

/** The context for writing actions. */
export interface ActionContext {
  readonly history: History;
  /** The id of this process among the monitors of a history. */
  readonly me: string;
}

/** Writes a snapshot with the event that changed it over its base version. The target continues with it. */
export async function saveSnapshot(
  target: TargetState,
  snapshot: Snapshot,
  { history, me }: ActionContext,
  event: Parameters<History['saveSnapshot']>[2],
): Promise<void> {
  const { name: installation } = target.monitored.installation;
  const expectedVersion = target.version;
  await history.saveSnapshot(installation, formatSnapshot(snapshot), event, {
    expectedVersion,
    news: formatNews({ by: me, installation }),
  });
  takeOver(target, snapshot, expectedVersion + 1);
}

/**
 * Makes the latest observations the baseline, and notes it in the history.
 * @returns the number of observations that differed from the previous baseline; if there are none, nothing is changed
 */
export async function acceptDrift(
  target: MonitoredTarget,
  act: Act,
  { history, me, metrics }: ActionContext & { readonly metrics: Metrics },
): Promise<number> {
  const { nowMs, who } = act;
  const { name } = target.monitored.installation;
  const accepted = await writeFromSnapshot(target, history, async () => {
    const { drift, observations } = target.snapshot;
    if (drift.length === 0) return 0;
    const snapshot = { ...target.snapshot, baseline: observations, baselineSinceMs: nowMs, drift: [] };
    const differences = drift.map(({ gap, endpoint }) => `${gap} at ${endpoint}`).join(', ');
    const message = `${who === namesOfSingleTokens.operate ? 'The operator' : who} accepted what is observed as the new baseline. It differed from the former one in: ${differences}.`;
    const what = `accepted the baseline (${pluralize(drift.length, 'difference')})`;
    await saveSnapshot(
      target,
      snapshot,
      { history, me },
      {
        note: { installation: name, atMs: nowMs, message },
        action: actionOn(target, act, 'baseline', what),
      },
    );
    return drift.length;
  });
  if (accepted > 0) metrics.of(name)?.setDrift(0);
  return accepted;
}

/** Parses a tier from a form, a query or a JSON body; undefined if the operator may not start it. */
export function parseTier(value: unknown): MonitoredTier | undefined {
  return operatorTiers.find((tier) => tier === value);
}
