import type { TargetState } from './monitored-target.ts';
import { silentAfterMs } from './silence.ts';
import type { Snapshot } from './snapshot.ts';

type Shown = Pick<TargetState, 'monitored' | 'snapshot' | 'recent' | 'running'>;

/** Since when nothing is known: the end of the last run, if that is three intervals ago; nothing while the state holds. Pure. */
export function unheardSinceMs(
  { monitored, snapshot, recent, running }: Shown,
  nowMs: number,
): number | undefined {
  const { finishedMs } = recent.at(-1) ?? {};
  // A run of a slow installation says soon what it is now.
  if (running !== undefined) return undefined;
  if (finishedMs === undefined || snapshot.state === 'maintenance' || snapshot.state === 'unknown')
    return undefined;
  // Cron expressions take a while to look through.
  if (nowMs - finishedMs <= monitored.installation.deadlineMs) return undefined;
  return nowMs - finishedMs > silentAfterMs(monitored, nowMs) ? finishedMs : undefined;
}

/** What pages show of a target: a state that no run has confirmed for three intervals is not known any more. Pure. */
export function shownNow(target: Shown, nowMs: number): Snapshot {
  const { snapshot } = target;
  const sinceMs = unheardSinceMs(target, nowMs);
  if (sinceMs === undefined) return snapshot;
  const { cause: _cause, ...rest } = snapshot;
  return {
    ...rest,
    state: 'unknown',
    stateSinceMs: sinceMs,
    cause: `Not known since ${minuteOf(sinceMs)}: no run has ended, although several were due. It was ${snapshot.state}.`,
  };
}

/** "2026-03-01 20:00 UTC" */
function minuteOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
