import { type InstallationState, stateOf } from '../../contract/state.ts';
import type { RunRow, StateChange } from '../model.ts';
import type { TargetState } from './monitored-target.ts';
import { silentAfterMs } from './silence.ts';
import type { Snapshot } from './snapshot.ts';

/** Until then a run is not late: it waits for its turn. Equal to the value in EvidenceContractMonitorBehind. */
const lateAfterMs = 60_000;

/**
 * How long a run that has not begun is overdue; undefined if none is. Pure.
 * @param isShared another monitor may be executing it, for as long as a run may take
 */
export function overdueMs(
  { dueMs, running, monitored }: Pick<TargetState, 'dueMs' | 'running' | 'monitored'>,
  nowMs: number,
  isShared: boolean,
): number | undefined {
  if (dueMs === undefined || running !== undefined) return undefined;
  const lateMs = nowMs - dueMs;
  const allowedMs = lateAfterMs + (isShared ? monitored.installation.deadlineMs : 0);
  return lateMs > allowedMs ? lateMs : undefined;
}

type Shown = Pick<TargetState, 'monitored' | 'snapshot' | 'recent' | 'running'>;

/** Since when no run has ended, if that is three intervals ago; undefined while runs end. Pure. */
export function unheardSinceMs(target: Shown, nowMs: number): number | undefined {
  return silentSinceMs(target, nowMs, target.recent.at(-1));
}

function silentSinceMs(
  { monitored, snapshot, running }: Shown,
  nowMs: number,
  last: RunRow | undefined,
): number | undefined {
  const { finishedMs } = last ?? {};
  // A run of a slow installation will soon report its state.
  if (running !== undefined) return undefined;
  if (finishedMs === undefined || snapshot.state === 'maintenance' || snapshot.state === 'unknown')
    return undefined;
  // Cron expressions take a while to evaluate.
  if (nowMs - finishedMs <= monitored.installation.deadlineMs) return undefined;
  return nowMs - finishedMs > silentAfterMs(monitored, nowMs) ? finishedMs : undefined;
}

/** True for a run that judged something, or found why nothing can be judged. */
function saysSomething({ state, totals }: RunRow): boolean {
  return state !== 'unknown' || totals.pass + totals.fail > 0;
}

/**
 * The snapshot that pages show of a target: a state that no run has confirmed for three intervals becomes unknown.
 * Pure.
 */
export function shownNow(target: Shown, nowMs: number): Snapshot {
  const { snapshot, recent } = target;
  const last = recent.at(-1);
  const sinceMs = silentSinceMs(target, nowMs, recent.findLast(saysSomething) ?? recent[0]);
  if (sinceMs === undefined) return snapshot;
  const { cause: _cause, ...rest } = snapshot;
  const why =
    last === undefined || last.finishedMs === sinceMs
      ? 'no run has ended, although several were due.'
      : ['no run since then could judge anything.', last.cause ?? ''].join(' ').trim();
  return {
    ...rest,
    state: 'unknown',
    stateSinceMs: sinceMs,
    cause: `Not known since ${minuteOf(sinceMs)}, when it was ${snapshot.state}: ${why}`,
  };
}

/** "2026-03-01 20:00 UTC" */
function minuteOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The new displayed state of an installation. */
export interface ShownState {
  readonly installation: string;
  readonly state: InstallationState;
  readonly cause?: string | undefined;
  readonly atMs: number;
  readonly runId?: string;
}

/** A snapshot, and the change of state that led to it, if there was one. */
export interface SnapshotUpdate {
  readonly snapshot: Snapshot;
  readonly change?: StateChange;
}

/**
 * Shows a state and its cause; a different state is recorded as a change. Its time is later than the previous change,
 * even if a clock was set back or belongs to another monitor: incidents depend on the order of changes. Pure.
 */
export function showState(before: Snapshot, shown: ShownState): SnapshotUpdate {
  const { installation, state, cause: why, runId } = shown;
  const { cause: _before, ...rest } = before;
  const cause = why === undefined ? {} : { cause: why };
  const { stateSinceMs } = before;
  if (state === before.state)
    return { snapshot: { ...rest, ...cause, stateSinceMs: stateSinceMs ?? shown.atMs } };
  const atMs = stateSinceMs === undefined ? shown.atMs : Math.max(shown.atMs, stateSinceMs + 1);
  // Its acknowledgement ends with the incident.
  const { acknowledged, ...others } = rest;
  const lasts = acknowledged === undefined || !stateOf(state).isIncident ? {} : { acknowledged };
  return {
    snapshot: { ...others, ...lasts, ...cause, state, stateSinceMs: atMs },
    change: {
      installation,
      atMs,
      from: before.state,
      to: state,
      ...cause,
      ...(runId === undefined ? {} : { runId }),
    },
  };
}
