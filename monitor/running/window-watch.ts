import type { StateChange } from '../model.ts';
import type { Cancel } from '../schedule/clock.ts';
import { asSeenFrom } from '../shared/locations.ts';
import { nextBoundaryMs } from '../state/maintenance.ts';
import type { MonitoredTarget } from '../state/monitored-target.ts';
import { showSnapshot } from '../state/show-in-metrics.ts';
import { nextSilenceMs } from '../state/silence.ts';
import { followTime } from './maintenance-actions.ts';
import type { ExecuteRunContext } from './run-context.ts';

/** After a maintenance window the state of an installation is unknown: a run begins at once. */
export function judgeAfterWindow(target: MonitoredTarget, { from, to }: StateChange): void {
  if (from === 'maintenance' && to !== 'maintenance') judgeAtOnce(target);
}

/** Begins a run that is not due, because what was known does not count any more. */
export function judgeAtOnce({ monitored, snapshot, scheduler }: MonitoredTarget): void {
  const { lastStandardMs = 0 } = asSeenFrom(snapshot, monitored.plan.locations?.here);
  scheduler.runAgain(lastStandardMs);
}

/**
 * Shows time-dependent changes without waiting for a run: windows that begin and end, and locations that fall silent.
 */
export interface WindowWatch {
  /** Waits for the next window of a target, by its current configuration and snapshot. */
  readonly arm: (target: MonitoredTarget) => void;
  /** Shows a target with its current windows, then waits for the next one. */
  readonly start: (target: MonitoredTarget) => void;
  /** Restarts the measurement of silence: runs may have ended without news. */
  readonly listenAgain: () => void;
  readonly forget: (name: string) => void;
  /** Shows nothing more; resolves when current writes have ended. */
  readonly stop: () => Promise<void>;
}

/** The delay before an unavailable history is tried again; meanwhile the next run shows the same. */
const againAfterMs = 30_000;
const soonestMs = 1_000;
/** If a timer is this late, the whole process was stopped and received no news. */
const latestMs = 5_000;

export function makeWindowWatch({
  clock,
  history,
  me,
  metrics,
  notifier,
  log,
}: ExecuteRunContext): WindowWatch {
  const timers = new Map<string, Cancel>();
  const writing = new Set<Promise<void>>();
  let isStopped = false;
  let listeningSinceMs = clock.nowMs();

  const listenAgain = (): void => {
    listeningSinceMs = clock.nowMs();
  };

  const forget = (name: string): void => {
    timers.get(name)?.();
    timers.delete(name);
  };

  const armAt = (target: MonitoredTarget, atMs: number): void => {
    const { name } = target.monitored.installation;
    forget(name);
    if (!isStopped)
      timers.set(
        name,
        clock.at(atMs, () => {
          if (clock.nowMs() > atMs + latestMs) listenAgain();
          start(target);
        }),
      );
  };

  const arm = (target: MonitoredTarget): void => {
    const { monitored, snapshot } = target;
    const nowMs = clock.nowMs();
    const windowMs = nextBoundaryMs(monitored.plan, snapshot, nowMs);
    const listening = { nowMs, sinceMs: listeningSinceMs };
    // Locations that are silent already are being written.
    const silenceMs = Math.max(nextSilenceMs(monitored, snapshot, listening), nowMs + soonestMs);
    armAt(target, Math.min(windowMs, silenceMs));
  };

  const armAgain = (target: MonitoredTarget): void => {
    if (timers.has(target.monitored.installation.name)) arm(target);
  };

  const start = (target: MonitoredTarget): void => {
    if (isStopped) return;
    arm(target);
    const done = follow(target).finally(() => writing.delete(done));
    writing.add(done);
  };

  const follow = async (target: MonitoredTarget): Promise<void> => {
    const { name: installation } = target.monitored.installation;
    try {
      const change = await followTime(target, clock.nowMs(), { history, me, listeningSinceMs });
      // Also shows locations that were silent, even if that changes no state.
      if (target.snapshot.locations !== undefined) showSnapshot(target, metrics);
      if (change === undefined) return armAgain(target);
      const { from, to } = change;
      const isWindow = from === 'maintenance' || to === 'maintenance';
      const why = isWindow ? 'by a maintenance window' : 'since locations are silent';
      log.info({ installation, from, to }, `state changed ${why}`);
      showSnapshot(target, metrics);
      armAgain(target);
      judgeAfterWindow(target, change);
      notifier.wake();
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : 'unknown';
      log.warn({ installation, reason }, 'a change of state by time could not be written to the history');
      armAt(target, clock.nowMs() + againAfterMs);
    }
  };

  return {
    arm,
    start,
    listenAgain,
    forget,
    async stop() {
      isStopped = true;
      for (const name of [...timers.keys()]) forget(name);
      await Promise.all(writing);
    },
  };
}
