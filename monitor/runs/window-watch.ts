import type { Cancel } from '../schedule/clock.ts';
import { nextBoundaryMs } from './maintenance.ts';
import { followWindows } from './maintenance-actions.ts';
import type { MonitoredTarget } from './monitored-target.ts';
import type { ExecuteRunContext } from './run-context.ts';
import { showSnapshot } from './show-run.ts';

/** Shows maintenance when its window begins and ends, whether or not a run comes then. */
export interface WindowWatch {
  /** Waits for the next window of a target, as its configuration and its snapshot have them now. */
  readonly arm: (target: MonitoredTarget) => void;
  /** Shows a target as its windows make it now, then waits for the next. */
  readonly start: (target: MonitoredTarget) => void;
  readonly forget: (name: string) => void;
  /** Shows nothing more; resolves when what is being written is. */
  readonly stop: () => Promise<void>;
}

/** A history that is away is asked again after so long; meanwhile the next run shows the same. */
const againAfterMs = 30_000;

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
        clock.at(atMs, () => start(target)),
      );
  };

  const arm = (target: MonitoredTarget): void =>
    armAt(target, nextBoundaryMs(target.monitored.plan, target.snapshot, clock.nowMs()));

  const start = (target: MonitoredTarget): void => {
    if (isStopped) return;
    arm(target);
    const done = follow(target).finally(() => writing.delete(done));
    writing.add(done);
  };

  const follow = async (target: MonitoredTarget): Promise<void> => {
    const { name: installation } = target.monitored.installation;
    try {
      const change = await followWindows(target, clock.nowMs(), { history, me });
      if (change === undefined) return;
      const { from, to } = change;
      log.info({ installation, from, to }, 'state changed by a maintenance window');
      showSnapshot(target, metrics);
      notifier.wake();
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : 'unknown';
      log.warn({ installation, reason }, 'a maintenance window could not be written to the history');
      armAt(target, clock.nowMs() + againAfterMs);
    }
  };

  return {
    arm,
    start,
    forget,
    async stop() {
      isStopped = true;
      for (const name of [...timers.keys()]) forget(name);
      await Promise.all(writing);
    },
  };
}
