import PQueue from 'p-queue';
import type { MonitorConfiguration, Monitored, Slot } from '../configuration/monitor-configuration.ts';
import { rememberedFigures } from '../metrics/figures.ts';
import { makeScheduler } from '../schedule/scheduler.ts';
import { type ExecuteRunContext, executeRun, refreshShares } from './execute-run.ts';
import { type MonitoredTarget, mostRecentRuns, sharesOf } from './monitored-target.ts';
import { makeRateLimiters } from './rate-limiters.ts';
import { readSnapshot } from './snapshot.ts';

/** Every monitored target. */
export interface Fleet {
  readonly get: (name: string) => MonitoredTarget | undefined;
  readonly all: () => readonly MonitoredTarget[];
  readonly configuration: () => MonitorConfiguration;
  /** Makes what is watched equal to a configuration: what stays goes on where it stood. */
  readonly apply: (configuration: MonitorConfiguration) => Promise<void>;
  /** Starts nothing more; resolves when every run under way has ended. */
  readonly stop: () => Promise<void>;
}

/** First standard runs are spread so that the monitor starts a few a second, and all within a minute. */
const startSpreadPerInstallationMs = 100;
const longestStartSpreadMs = 60_000;

/** Makes an empty fleet over a history. */
export function makeFleet(context: ExecuteRunContext): Fleet {
  const { clock, history, metrics } = context;
  const targets = new Map<string, MonitoredTarget>();
  const makeRateLimiter = makeRateLimiters();
  const gate = new PQueue({ concurrency: 1 });
  let configuration: MonitorConfiguration | undefined;
  let snapshots: ReadonlyMap<string, string> | undefined;
  let underWay = 0;
  const leaving = new Set<Promise<void>>();
  let applying: Promise<void> = Promise.resolve();

  const run = (target: MonitoredTarget, slot: Slot, trigger: 'schedule' | 'operator'): Promise<void> =>
    gate.add(async () => {
      underWay += 1;
      metrics.setRunsUnderWay(underWay);
      try {
        await executeRun(target, slot, trigger, context);
      } finally {
        underWay -= 1;
        metrics.setRunsUnderWay(underWay);
      }
    });

  const schedulerFor = (target: MonitoredTarget, spreadMs: number): MonitoredTarget['scheduler'] => {
    const { installation, plan } = target.monitored;
    const { lastStandardMs } = target.snapshot;
    return makeScheduler({
      clock,
      name: installation.name,
      schedule: plan.schedule,
      startSpreadMs: spreadMs,
      ...(lastStandardMs === undefined ? {} : { lastStandardMs }),
      run: (slot, trigger) => run(target, slot, trigger),
      onSkipped: metrics.countSkippedTicks,
      onNext: (atMs) => metrics.setNextRun(installation.name, atMs),
    });
  };

  const add = async (monitored: Monitored, spreadMs: number): Promise<void> => {
    const { name, pace } = monitored.installation;
    snapshots ??= await history.snapshots();
    const snapshot = readSnapshot(snapshots.get(name));
    const draft = { monitored, rateLimiter: makeRateLimiter(pace), snapshot, shares: sharesOf(), recent: [] };
    const target: MonitoredTarget = Object.assign(draft, { scheduler: idle });
    target.scheduler = schedulerFor(target, spreadMs);
    targets.set(name, target);
    target.recent = (await history.runs({ installation: name, limit: mostRecentRuns })).toReversed();
    metrics.add(name);
    metrics.restore(name, rememberedFigures(snapshot, target.recent));
    await refreshShares(target, history, clock.nowMs());
    target.scheduler.start();
  };

  /** Waits for the run under way behind the scenes, so that a reload answers at once. */
  const afterwards = (ended: Promise<void>, then: () => void): void => {
    const done = ended.then(then).finally(() => leaving.delete(done));
    leaving.add(done);
  };

  const remove = (target: MonitoredTarget): void => {
    const { name } = target.monitored.installation;
    targets.delete(name);
    afterwards(target.scheduler.stop(), () => {
      if (!targets.has(name)) metrics.remove(name);
    });
  };

  const replace = (target: MonitoredTarget, monitored: Monitored, spreadMs: number): void => {
    const before = target.monitored.installation.pace;
    const { pace } = monitored.installation;
    const ended = target.scheduler.stop();
    target.monitored = monitored;
    if (pace.perSecond !== before.perSecond || pace.concurrency !== before.concurrency)
      target.rateLimiter = makeRateLimiter(pace);
    const scheduler = schedulerFor(target, spreadMs);
    target.scheduler = scheduler;
    afterwards(ended, scheduler.start);
  };

  const applyOne = async (next: MonitorConfiguration): Promise<void> => {
    configuration = next;
    gate.concurrency = next.settings.concurrentRuns;
    const names = new Set(next.installations.map(({ installation }) => installation.name));
    const spreadMs = Math.min(longestStartSpreadMs, next.installations.length * startSpreadPerInstallationMs);
    const gone = [...targets.values()].filter(({ monitored }) => !names.has(monitored.installation.name));
    gone.forEach(remove);
    for (const monitored of next.installations) {
      const target = targets.get(monitored.installation.name);
      if (target === undefined) await add(monitored, spreadMs);
      else replace(target, monitored, spreadMs);
    }
    snapshots = undefined;
    metrics.setInstallations(targets.size);
    metrics.setLocation(next.settings.location);
  };

  return {
    get: (name) => targets.get(name),
    all: () => [...targets.values()],
    configuration: () => {
      if (configuration === undefined) throw new Error('No configuration was applied yet.');
      return configuration;
    },
    apply(next) {
      // One after the other, so that two reloads at once do not add an installation twice.
      const applied = applying.then(() => applyOne(next));
      applying = applied.catch(() => undefined);
      return applied;
    },
    async stop() {
      await Promise.all([...[...targets.values()].map(({ scheduler }) => scheduler.stop()), ...leaving]);
    },
  };
}

/** Stands in until the scheduler of a new target is made, which needs the target. */
const idle: MonitoredTarget['scheduler'] = {
  start: () => undefined,
  next: () => [],
  underWay: () => undefined,
  runNow: () => 'stopped',
  exclusively: (_slot, work) => work(),
  stop: () => Promise.resolve(),
};
