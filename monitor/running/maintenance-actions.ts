import { randomUUID } from 'node:crypto';
import { stateOf } from '../../contract/state.ts';
import { sanitizeUpTo } from '../../reports/sanitize.ts';
import type { Note, StateChange } from '../model.ts';
import {
  maintenanceWindows,
  openMaintenanceCause,
  showMaintenance,
  withoutOpen,
  withoutWindow,
  withWindow,
} from '../state/maintenance.ts';
import type { MonitoredTarget, TargetState } from '../state/monitored-target.ts';
import { withSilence } from '../state/silence.ts';
import { type Snapshot, worstOf } from '../state/snapshot.ts';
import { writeFromSnapshot } from '../state/write-snapshot.ts';
import { type Act, type ActionContext, actionOn, saveSnapshot } from './actions.ts';
import { announce } from './announce.ts';

/** An operator's maintenance request. A window that begins in the past begins now. */
export type MaintenanceRequest =
  | {
      readonly kind: 'window';
      readonly fromMs?: number | undefined;
      readonly toMs: number;
      readonly reason?: string | undefined;
    }
  /** Without an id, every open window. */
  | { readonly kind: 'end'; readonly window?: string | undefined };

/** Why nothing was changed: no such window is open or planned, the limit is reached, or the same one exists. */
export type MaintenanceProblem = 'nothing' | 'too-many' | 'planned-already';
/** The outcome. */
export type MaintenanceResult = 'begun' | 'planned' | 'ended' | MaintenanceProblem;

export const longestReason = 200;
const mostPlanned = 50;

interface Changed {
  readonly snapshot: Snapshot;
  readonly result: Exclude<MaintenanceResult, MaintenanceProblem>;
  /** For the list of operators' actions. */
  readonly message: string;
}

/** Starts, plans or ends maintenance, and stores it in the history, so that every monitor sees it. */
export async function changeMaintenance(
  target: MonitoredTarget,
  wanted: MaintenanceRequest,
  act: Act,
  context: ActionContext & { readonly onChange: (change: StateChange) => void },
): Promise<MaintenanceResult> {
  const { result, change } = await writeFromSnapshot(target, context.history, async () => {
    const changed =
      wanted.kind === 'window' ? planned(target, wanted, act.nowMs) : ended(target, wanted, act.nowMs);
    if (typeof changed === 'string') return { result: changed };
    const action = actionOn(target, act, 'maintenance', changed.message);
    const shown = await show(target, changed.snapshot, act.nowMs, context, { action });
    return { result: changed.result, change: shown };
  });
  if (change !== undefined) context.onChange(change);
  return result;
}

/**
 * Shows time-dependent changes that are not shown yet: maintenance that began or ended by schedule, or a location that
 * has fallen silent.
 * @param listeningSinceMs since when this monitor receives news of runs
 */
export async function followTime(
  target: TargetState,
  nowMs: number,
  context: ActionContext & { readonly listeningSinceMs: number },
): Promise<StateChange | undefined> {
  const listening = { nowMs, sinceMs: context.listeningSinceMs };
  const isShown = (marked: Snapshot): boolean => {
    const { monitored, snapshot } = target;
    if (monitored.plan.locations !== undefined && marked.locations !== undefined) {
      const where = { installation: monitored.installation.name, atMs: nowMs };
      const { state, cause: why } = showMaintenance(monitored.plan, marked, where).snapshot;
      return marked === snapshot && state === snapshot.state && why === snapshot.cause;
    }
    const cause = openMaintenanceCause(monitored.plan, snapshot, nowMs);
    if (cause !== undefined) return snapshot.state === 'maintenance' && snapshot.cause === cause;
    return snapshot.state !== 'maintenance';
  };
  return writeFromSnapshot(target, context.history, async () => {
    const marked = withSilence(target.monitored, target.snapshot, listening);
    return isShown(marked) ? undefined : show(target, marked, nowMs, context, {});
  });
}

async function show(
  target: TargetState,
  snapshot: Snapshot,
  atMs: number,
  context: ActionContext,
  event: { readonly action?: ReturnType<typeof actionOn>; readonly note?: Note },
): Promise<StateChange | undefined> {
  const { installation, plan } = target.monitored;
  const update = showMaintenance(plan, snapshot, { installation: installation.name, atMs });
  const runId = target.recent.at(-1)?.id;
  const announcer = { installation, plan, atMs, ...(runId === undefined ? {} : { runId }) };
  const { snapshot: shown, change, notifications } = announce(target.snapshot, update, announcer);
  await saveSnapshot(target, shown, context, {
    ...event,
    notifications,
    ...(change === undefined ? {} : { change }),
  });
  return change;
}

function planned(
  { monitored, snapshot }: TargetState,
  { fromMs: wantedMs, toMs, reason: text = '' }: Extract<MaintenanceRequest, { kind: 'window' }>,
  nowMs: number,
): Changed | MaintenanceProblem {
  const reason = reasonOf(text);
  const fromMs = Math.max(wantedMs ?? nowMs, nowMs);
  const why = reason === '' ? '' : `: ${reason}`;
  const window = { id: randomUUID(), fromMs, toMs, ...(reason === '' ? {} : { reason }) };
  if (fromMs === nowMs) {
    const message = `started maintenance of ${Math.ceil((toMs - fromMs) / 60_000)} min${why}`;
    return { snapshot: withWindow(snapshot, window, nowMs), result: 'begun', message };
  }
  if (snapshot.operatorWindows.filter((one) => one.toMs > nowMs).length >= mostPlanned) return 'too-many';
  // A form that is submitted twice would announce it twice.
  const isSame = (one: { readonly fromMs: number; readonly toMs: number }): boolean =>
    one.fromMs === fromMs && one.toMs === toMs;
  if (maintenanceWindows(monitored.plan, snapshot, fromMs, toMs).some(isSame)) return 'planned-already';
  return {
    snapshot: withWindow(snapshot, window, nowMs),
    result: 'planned',
    message: `planned maintenance from ${minuteOf(fromMs)} to ${minuteOf(toMs)}${why}`,
  };
}

function ended(
  { monitored, snapshot: before }: TargetState,
  { window: id }: Extract<MaintenanceRequest, { kind: 'end' }>,
  nowMs: number,
): Changed | MaintenanceResult {
  if (id === undefined) {
    // A script may end a window that has ended by itself.
    if (openMaintenanceCause(monitored.plan, before, nowMs) === undefined) return 'ended';
    return { snapshot: withoutOpen(before, nowMs), result: 'ended', message: 'ended maintenance' };
  }
  const snapshot = withoutWindow(before, id, nowMs);
  if (snapshot === undefined) return 'nothing';
  const window = before.operatorWindows.find((one) => one.id === id);
  const wasPlanned = window !== undefined && window.fromMs > nowMs;
  return {
    snapshot,
    result: 'ended',
    message: wasPlanned
      ? `cancelled the maintenance that was planned from ${minuteOf(window.fromMs)}`
      : 'ended maintenance',
  };
}

/** As displayed: one line, without a full stop. */
function reasonOf(text: string): string {
  return sanitizeUpTo(text, longestReason).replace(/\.$/, '');
}

/** `2026-03-01T20:00Z` */
function minuteOf(ms: number): string {
  return new Date(ms).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
}

/** An operator's acknowledgement of an incident. Without a reason it is withdrawn. */
export interface AcknowledgeRequest {
  readonly incident: string;
  readonly known?: { readonly untilMs: number; readonly reason: string };
}

/**
 * Stores an acknowledgement in the history, so that no monitor sends reminders of the incident.
 * @returns false if the incident is over, or there is no acknowledgement to withdraw
 */
export async function acknowledge(
  target: MonitoredTarget,
  { incident, known }: AcknowledgeRequest,
  act: Act,
  context: ActionContext,
): Promise<boolean> {
  return writeFromSnapshot(target, context.history, async () => {
    const { acknowledged, ...rest } = target.snapshot;
    const { state } = rest;
    const severity = worstOf(rest);
    const { name: installation } = target.monitored.installation;
    const { who, nowMs: atMs } = act;
    if (known === undefined) {
      if (acknowledged?.incident !== incident) return false;
      const action = actionOn(target, act, 'acknowledgement', 'took an acknowledgement back');
      await saveSnapshot(target, rest, context, { action });
      return true;
    }
    if (!stateOf(state).isIncident) return false;
    const { untilMs } = known;
    const reason = sanitizeUpTo(known.reason, longestReason).replace(/\.$/, '');
    const what = `until ${minuteOf(untilMs)}: ${reason}`;
    await saveSnapshot(
      target,
      {
        ...rest,
        acknowledged: {
          incident,
          state,
          ...(severity === undefined ? {} : { severity }),
          untilMs,
          who,
          reason,
        },
      },
      context,
      {
        action: actionOn(target, act, 'acknowledgement', `acknowledged an incident ${what}`),
        incidentNote: {
          incident,
          installation,
          atMs,
          who,
          message: `Acknowledged ${what}.`,
          isPublic: false,
        },
      },
    );
    return true;
  });
}
