import type { History, StateChange } from '../history/history.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { MonitoredTier } from '../model.ts';
import { isInWindow } from '../schedule/windows.ts';
import type { MonitoredTarget } from './monitored-target.ts';

/** What the operator may do to an installation. */

/** Tiers that the operator may start; imports are never started by hand. */
export const operatorTiers: readonly MonitoredTier[] = ['pulse', 'standard', 'full'];

export const longestMaintenanceMinutes = 10_080;

/** Starts maintenance from now on, or, with 0 minutes, ends what the operator started. */
export async function setMaintenance(
  target: MonitoredTarget,
  minutes: number,
  nowMs: number,
  { history, onChange }: { readonly history: History; readonly onChange: (change: StateChange) => void },
): Promise<void> {
  const { installation, plan } = target.monitored;
  const ended = target.snapshot.windows.map((window) =>
    window.toMs > nowMs ? { ...window, toMs: Math.max(window.fromMs, nowMs) } : window,
  );
  const windows = minutes === 0 ? ended : [...ended, { fromMs: nowMs, toMs: nowMs + minutes * 60_000 }];
  const isOpen = isInWindow(plan.maintenance, windows, nowMs);
  const before = target.snapshot.shown;
  const shown = isOpen ? 'maintenance' : before === 'maintenance' ? target.snapshot.standing.state : before;
  const { cause, ...rest } = target.snapshot;
  const now = isOpen ? 'A maintenance window is open.' : shown === before ? cause : undefined;
  const isChange = shown !== before;
  target.snapshot = {
    ...rest,
    windows,
    shown,
    ...(isChange ? { shownSinceMs: nowMs } : {}),
    ...(now === undefined ? {} : { cause: now }),
  };
  const change: StateChange | undefined = isChange
    ? {
        installation: installation.name,
        atMs: nowMs,
        from: before,
        to: shown,
        ...(now === undefined ? {} : { cause: now }),
      }
    : undefined;
  await history.saveSnapshot(
    installation.name,
    JSON.stringify(target.snapshot),
    change === undefined ? {} : { change },
  );
  if (change !== undefined) onChange(change);
}

/**
 * Makes what was last observed the baseline, and notes it in the history.
 * @returns how many observations differed from the baseline before; where none did, nothing is changed
 */
export async function acceptDrift(
  target: MonitoredTarget,
  nowMs: number,
  { history, metrics }: { readonly history: History; readonly metrics: Metrics },
): Promise<number> {
  const { name } = target.monitored.installation;
  const { drift, observations } = target.snapshot;
  if (drift.length === 0) return 0;
  target.snapshot = { ...target.snapshot, baseline: observations, baselineSinceMs: nowMs, drift: [] };
  const places = drift.map(({ gap, endpoint }) => `${gap} at ${endpoint}`).join(', ');
  const message = `The operator accepted what is observed as the new baseline. It differed from the former one in: ${places}.`;
  await history.saveSnapshot(name, JSON.stringify(target.snapshot), {
    note: { installation: name, atMs: nowMs, message },
  });
  metrics.setDrift(name, 0);
  return drift.length;
}

/** Reads the number of minutes of a form or a body; nothing when it is none. */
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

export function parseTier(value: unknown): MonitoredTier | undefined {
  return operatorTiers.find((tier) => tier === value);
}
