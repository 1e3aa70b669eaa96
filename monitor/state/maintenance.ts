import type { Plan } from '../configuration/monitor-configuration.ts';
import { type OperatorWindow, type Window, windowsBetween } from '../schedule/windows.ts';
import { showLocations } from '../shared/locations.ts';
import { type ShownState, type SnapshotUpdate, showState } from './shown-state.ts';
import type { Snapshot } from './snapshot.ts';
import { forgetState } from './tracked-state.ts';

/** Open and planned maintenance, and its effect on an installation. Pure. */

type Windows = Pick<Plan, 'maintenance' | 'locations'>;

const dayMs = 86_400_000;
/** How far ahead to look for the next window. */
const lookAheadMs = 7 * dayMs;

/** The displayed cause while a window is open. */
const maintenanceCause = 'A maintenance window is open.';

/** The windows of the configuration and of operators that overlap a period. */
export function maintenanceWindows(
  { maintenance }: Windows,
  snapshot: Snapshot,
  fromMs: number,
  toMs: number,
): readonly Window[] {
  return windowsBetween(maintenance, snapshot, fromMs, Math.max(toMs, fromMs + 1));
}

/** Why an installation is in maintenance at a moment; undefined if it is not. */
export function openMaintenanceCause(plan: Windows, snapshot: Snapshot, atMs: number): string | undefined {
  const open = maintenanceWindows(plan, snapshot, atMs, atMs);
  if (open.length === 0) return undefined;
  const reasons = new Set(open.map(({ reason }) => reason).filter((reason) => reason !== undefined));
  return reasons.size === 0
    ? maintenanceCause
    : `${maintenanceCause.slice(0, -1)}: ${[...reasons].join('; ')}.`;
}

/** Shows an installation according to its current windows: in maintenance, unknown afterwards, or unchanged. */
export function showMaintenance(
  plan: Windows,
  before: Snapshot,
  where: Pick<ShownState, 'installation' | 'atMs'>,
): SnapshotUpdate {
  const open = openMaintenanceCause(plan, before, where.atMs);
  const hasEnded = open === undefined && before.state === 'maintenance';
  const snapshot = hasEnded ? forgetStates(before) : before;
  if (plan.locations !== undefined && snapshot.locations !== undefined)
    return showLocations(snapshot, plan.locations, { ...where, maintenance: open });
  if (open !== undefined) return showState(snapshot, { ...where, state: 'maintenance', cause: open });
  const { state, cause } = snapshot;
  return showState(snapshot, { ...where, ...(hasEnded ? afterMaintenance : { state, cause }) });
}

/** After maintenance, the state of an installation is unknown until a run has ended. */
const afterMaintenance = {
  state: 'unknown',
  cause: 'A maintenance window has ended, and no run since.',
} as const satisfies Pick<ShownState, 'state' | 'cause'>;

function forgetStates({ tracked, locations, ...rest }: Snapshot): Snapshot {
  const { cause } = afterMaintenance;
  return {
    ...rest,
    tracked: forgetState(tracked),
    ...(locations === undefined
      ? {}
      : {
          locations: Object.fromEntries(
            Object.entries(locations).map(([name, knows]) => [
              name,
              { ...knows, tracked: forgetState(knows.tracked), cause },
            ]),
          ),
        }),
  };
}

/** Adds a window; one that begins now replaces the open one. */
export function withWindow(snapshot: Snapshot, window: OperatorWindow, nowMs: number): Snapshot {
  const others = window.fromMs <= nowMs ? endOpen(snapshot, nowMs) : snapshot.operatorWindows;
  return { ...snapshot, operatorWindows: [...others, window] };
}

/** Ends all open windows, including configured ones; planned ones stay. */
export function withoutOpen(snapshot: Snapshot, nowMs: number): Snapshot {
  return { ...snapshot, operatorWindows: endOpen(snapshot, nowMs), windowsEndedMs: nowMs };
}

/** Ends or cancels one operator's window; undefined if it is over, or none has this id. */
export function withoutWindow(snapshot: Snapshot, id: string, nowMs: number): Snapshot | undefined {
  const window = snapshot.operatorWindows.find((one) => one.id === id && one.toMs > nowMs);
  if (window === undefined) return undefined;
  const others = snapshot.operatorWindows.filter((one) => one !== window);
  const ended = window.fromMs < nowMs ? [{ ...window, toMs: nowMs }] : [];
  return { ...snapshot, operatorWindows: [...others, ...ended] };
}

function endOpen({ operatorWindows }: Snapshot, nowMs: number): readonly OperatorWindow[] {
  return operatorWindows.map((window) =>
    window.fromMs <= nowMs && nowMs < window.toMs ? { ...window, toMs: nowMs } : window,
  );
}

/** When a window next begins or ends, or when to look again. */
export function nextBoundaryMs(plan: Windows, snapshot: Snapshot, nowMs: number): number {
  const untilMs = nowMs + lookAheadMs;
  const boundaries = maintenanceWindows(plan, snapshot, nowMs, untilMs)
    .flatMap(({ fromMs, toMs }) => [fromMs, toMs])
    .filter((ms) => ms > nowMs);
  return Math.min(untilMs, ...boundaries);
}
