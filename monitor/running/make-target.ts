import { isDeepStrictEqual } from 'node:util';
import type { PaceSettings } from '../../engine/configuration/installation.ts';
import { makeKeptConnections } from '../../engine/http/connection.ts';
import { makeRateLimiter, type RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { Monitored } from '../configuration/monitor-configuration.ts';
import { hasSeveralLocations } from '../configuration/watched-from.ts';
import { restoredFigures } from '../metrics/figures.ts';
import type { RunRow } from '../model.ts';
import { type Due, watchName } from '../schedule/due-times.ts';
import type { Rule } from '../schedule/rule.ts';
import { longestGapMs } from '../schedule/rule.ts';
import { makeScheduler, type Scheduler } from '../schedule/scheduler.ts';
import { asSeenFrom } from '../shared/locations.ts';
import { noShares, readShares } from '../shared/shares.ts';
import { type MonitoredTarget, mostRecentRuns, type TargetState } from '../state/monitored-target.ts';
import { showInMetrics, showLocationsInMetrics } from '../state/show-in-metrics.ts';
import type { ExecuteRunContext } from './run-context.ts';
import type { RunQueue } from './run-queue.ts';

/**
 * Makes the rate limiters of many installations. Each has its own request budget, but all share one slot for large
 * bodies: otherwise each installation could occupy the memory of one large answer.
 */
function makeRateLimiters(): (settings: PaceSettings) => RateLimiter {
  const { acquireLargeBodySlot } = makeRateLimiter({ perSecond: 'off', concurrency: 1 });
  return (settings) => ({
    ...makeRateLimiter(settings),
    async acquireLargeBodySlot(signal) {
      const release = await acquireLargeBodySlot(signal);
      // The releasing caller still holds the body until it returns: the next body must not add to it.
      return () => void setImmediate(release);
    },
  });
}

const off: Rule = { kind: 'off', text: 'off' };
/** The schedule of an installation that is watched from other locations. */
const noSchedule = { pulse: off, standard: off, full: off, imports: off };

/** Makes targets, and updates them when the configuration is reloaded. */
export interface TargetFactory {
  /**
   * Makes a target whose schedule does not run yet.
   * @param known its history
   * @param startSpreadMs the period over which the first standard runs of all targets are spread
   */
  readonly make: (
    monitored: Monitored,
    known: Pick<TargetState, 'snapshot' | 'version'>,
    startSpreadMs: number,
  ) => MonitoredTarget;
  /** Gives a target another configuration. Resolves when its new schedule runs: after the current run has ended. */
  readonly reconfigure: (
    target: MonitoredTarget,
    monitored: Monitored,
    startSpreadMs: number,
  ) => Promise<void>;
}

/** Makes a factory whose targets share one queue. */
export function makeTargetFactory(
  context: ExecuteRunContext,
  queue: RunQueue,
  runAlongside: (target: TargetState, due: Due) => Promise<void>,
): TargetFactory {
  const { clock, history, metrics, log } = context;
  const makeRateLimiter = makeRateLimiters();

  const schedulerFor = (target: TargetState, startSpreadMs: number): Scheduler => {
    const { installation, plan } = target.monitored;
    const { here, of = [] } = plan.locations ?? {};
    const isWatchedHere = plan.locations === undefined || here !== undefined;
    const { standard, full } = plan.schedule;
    const judged = standard.kind === 'off' ? full : standard;
    // A target has a schedule before its history is read.
    metrics.add(installation.name).setStandardInterval(longestGapMs(judged, clock.nowMs()));
    return makeScheduler({
      clock,
      name: watchName(installation.name, here),
      schedule: isWatchedHere ? plan.schedule : noSchedule,
      startSpreadMs,
      lastRuns() {
        const { lastStandardMs, lastDue, stateSinceMs } = asSeenFrom(target.snapshot, here);
        return { standardMs: lastStandardMs, fullMs: lastDue?.full ?? stateSinceMs };
      },
      // A run requested at a monitor that does not watch the installation is executed by one that does.
      run: (slot, trigger, due) =>
        queue.offer({ installation: installation.name, location: here ?? of[0], slot, trigger, due }),
      // Monitors that share a database, and locations, take turns.
      ...(history.follow === undefined ? { runAlongside: (due: Due) => runAlongside(target, due) } : {}),
      onSkipped(times) {
        metrics.countSkippedTicks(times);
        // When one monitor replaces another, the log has to show what became of each scheduled time.
        if (history.follow !== undefined)
          log.info({ installation: installation.name, times }, 'scheduled times were left out');
      },
      onNext(atMs) {
        target.dueMs = atMs;
        metrics
          .of(installation.name)
          ?.setNextRun(atMs, hasSeveralLocations(plan.locations) ? here : undefined);
      },
    });
  };

  return {
    make(monitored, known, startSpreadMs) {
      const target: TargetState = {
        monitored,
        rateLimiter: makeRateLimiter(monitored.installation.pace),
        connections: makeKeptConnections(),
        ...known,
        shares: noShares,
        planned: new WeakMap(),
        days: [],
        recent: [],
      };
      return Object.assign(target, { scheduler: schedulerFor(target, startSpreadMs) });
    },
    async reconfigure(target, monitored, startSpreadMs) {
      const { installation, plan } = target.monitored;
      const { pace } = monitored.installation;
      target.monitored = monitored;
      target.planned = new WeakMap();
      // Its address and its connection settings may have changed.
      void target.connections.close();
      target.connections = makeKeptConnections();
      if (!isDeepStrictEqual(pace, installation.pace)) target.rateLimiter = makeRateLimiter(pace);
      metrics.of(monitored.installation.name)?.setLabels(monitored.installation);
      showLocationsInMetrics(target, metrics);
      const { schedule, locations } = monitored.plan;
      // Another scheduler starts after the current run, which may take minutes without pulses.
      if (isDeepStrictEqual([schedule, locations], [plan.schedule, plan.locations])) return;
      const stopped = target.scheduler.stop();
      const scheduler = schedulerFor(target, startSpreadMs);
      target.scheduler = scheduler;
      await stopped;
      scheduler.start();
    },
  };
}

/** Restores targets, and their metrics, from the history of their runs: by a few statements for many targets. */
export async function restoreRuns(
  targets: readonly TargetState[],
  { clock, history, metrics }: Pick<ExecuteRunContext, 'clock' | 'history' | 'metrics'>,
): Promise<void> {
  const names = targets.map(({ monitored }) => monitored.installation.name);
  const before = new Set(targets.flatMap(({ recent }) => recent));
  await readShares(targets, history, clock.nowMs());
  const read = await history.recentRuns(names, mostRecentRuns);
  for (const target of targets) {
    const { installation } = target.monitored;
    const { name } = installation;
    const known = read.get(name) ?? [];
    // A run recorded since they were read is counted already.
    const isNew = (run: RunRow): boolean => !before.has(run) && !known.some(({ id }) => id === run.id);
    target.recent = [...known, ...target.recent.filter(isNew)].slice(-mostRecentRuns);
    const own = metrics.add(name);
    own.setLabels(installation);
    own.restore(restoredFigures(target.snapshot, target.recent));
    const { stateSinceMs, lastStandardMs = stateSinceMs } = target.snapshot;
    own.setLastComplete(lastStandardMs ?? clock.nowMs());
    showInMetrics(name, target.snapshot, metrics);
    showLocationsInMetrics(target, metrics);
  }
}
