import { pluralize } from '../../reports/words.ts';
import { namesOfSingleTokens } from '../configuration/named-tokens.ts';
import type { History } from '../history/history.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Action, type MonitoredTier, monitoredTiers, type StateChange } from '../model.ts';
import { isInWindow } from '../schedule/windows.ts';
import { announce } from './announce.ts';
import type { MonitoredTarget } from './monitored-target.ts';
import { formatNews } from './news.ts';
import { maintenanceCause, type ShownState, showState } from './shown-state.ts';
import type { Snapshot } from './snapshot.ts';
import { formatSnapshot } from './snapshot-format.ts';
import { takeOver, writeFromSnapshot } from './write-snapshot.ts';

/** What the operator may do to an installation. */

/** Tiers that the operator may start; imports are never started by hand. */
export const operatorTiers: readonly MonitoredTier[] = monitoredTiers;

export const longestMaintenanceMinutes = 10_080;

/** Who acts, and when. */
export interface Act {
  readonly who: string;
  readonly nowMs: number;
}

/** What is kept of an action on an installation. */
export function actionOn(
  target: MonitoredTarget,
  { who, nowMs }: Act,
  kind: Action['kind'],
  message: string,
): Action {
  return { atMs: nowMs, who, kind, installation: target.monitored.installation.name, message };
}

/** What actions are written with. */
interface ActionContext {
  readonly history: History;
  /** The id of this process among the monitors of a history. */
  readonly me: string;
}

/** Starts maintenance from now on, or, with 0 minutes, ends what the operator started. */
export async function setMaintenance(
  target: MonitoredTarget,
  minutes: number,
  act: Act,
  { history, me, onChange }: ActionContext & { readonly onChange: (change: StateChange) => void },
): Promise<void> {
  const { nowMs } = act;
  const { installation, plan } = target.monitored;
  const message = minutes === 0 ? 'ended maintenance' : `started maintenance of ${minutes} min`;
  const change = await writeFromSnapshot(target, history, async () => {
    const before = target.snapshot;
    const ended = before.operatorWindows.map((window) =>
      window.toMs > nowMs ? { ...window, toMs: Math.max(window.fromMs, nowMs) } : window,
    );
    const started = minutes === 0 ? [] : [{ fromMs: nowMs, toMs: nowMs + minutes * 60_000 }];
    const operatorWindows = [...ended, ...started];
    const isOpen = isInWindow(plan.maintenance, operatorWindows, nowMs);
    const shown = {
      installation: installation.name,
      atMs: nowMs,
      ...(isOpen ? inMaintenance : outsideMaintenance(before)),
    };
    const update = showState({ ...before, operatorWindows }, shown);
    const runId = target.recent.at(-1)?.id;
    const announcer = { installation, plan, atMs: nowMs, ...(runId === undefined ? {} : { runId }) };
    const { snapshot, change: changed, notifications } = announce(before, update, announcer);
    await save(
      target,
      snapshot,
      { history, me },
      {
        action: actionOn(target, act, 'maintenance', message),
        notifications,
        ...(changed === undefined ? {} : { change: changed }),
      },
    );
    return changed;
  });
  if (change !== undefined) onChange(change);
}

/** Writes a snapshot with what changed it, over the one that it was made from. The target goes on from it. */
async function save(
  target: MonitoredTarget,
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

const inMaintenance = { state: 'maintenance', cause: maintenanceCause } as const;

/** The state that is shown when no window is open: the tracked one, if maintenance has just ended. */
function outsideMaintenance({ state, cause, tracked }: Snapshot): Pick<ShownState, 'state' | 'cause'> {
  const now = state === 'maintenance' ? tracked.state : state;
  return now === state ? { state, cause } : { state: now };
}

/**
 * Makes what was last observed the baseline, and notes it in the history.
 * @returns how many observations differed from the baseline before; where none did, nothing is changed
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
    await save(
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
  if (accepted > 0) metrics.setDrift(name, 0);
  return accepted;
}

/** Parses the minutes of maintenance from a form or a JSON body; nothing where they are not valid. */
export function parseMinutes(value: unknown): number | undefined {
  const minutes =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value !== ''
        ? Number(value)
        : Number.NaN;
  return Number.isInteger(minutes) && minutes >= 0 && minutes <= longestMaintenanceMinutes
    ? minutes
    : undefined;
}

/** Parses a tier from a form, a query or a JSON body; nothing where the operator may not start it. */
export function parseTier(value: unknown): MonitoredTier | undefined {
  return operatorTiers.find((tier) => tier === value);
}
