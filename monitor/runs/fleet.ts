import PQueue from 'p-queue';
import type { MonitorConfiguration, Monitored, Slot } from '../configuration/monitor-configuration.ts';
import { rememberedFigures } from '../metrics/figures.ts';
import { makeTimetable } from '../schedule/scheduler.ts';
import { type PerformContext, perform, refreshShares } from './execute-run.ts';
import { makeRateLimiters } from './rate-limiters.ts';
import { memoryFrom } from './snapshot.ts';
import { mostRecentRuns, sharesOf, type Watch } from './target.ts';

/** All installations under watch. */
export interface Fleet {
  readonly get: (name: string) => Watch | undefined;
  readonly all: () => readonly Watch[];
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
export function makeFleet(context: PerformContext): Fleet {
  const { clock, history, metrics } = context;
  const watches = new Map<string, Watch>();
  const makeRateLimiter = makeRateLimiters();
  const gate = new PQueue({ concurrency: 1 });
  let configuration: MonitorConfiguration | undefined;
  let snapshots: ReadonlyMap<string, string> | undefined;
  let underWay = 0;
  const leaving = new Set<Promise<void>>();
  let applying: Promise<void> = Promise.resolve();

  const run = (watch: Watch, slot: Slot, trigger: 'schedule' | 'operator'): Promise<void> =>
    gate.add(async () => {
      underWay += 1;
      metrics.setRunsUnderWay(underWay);
      try {
        await perform(watch, slot, trigger, context);
      } finally {
        underWay -= 1;
        metrics.setRunsUnderWay(underWay);
      }
    });

  const timetableFor = (watch: Watch, spreadMs: number): Watch['timetable'] => {
    const { installation, plan } = watch.monitored;
    const { lastStandardMs } = watch.memory;
    return makeTimetable({
      clock,
      name: installation.name,
      schedule: plan.schedule,
      startSpreadMs: spreadMs,
      ...(lastStandardMs === undefined ? {} : { lastStandardMs }),
      run: (slot, trigger) => run(watch, slot, trigger),
      onSkipped: metrics.countSkippedTicks,
      onNext: (atMs) => metrics.setNextRun(installation.name, atMs),
    });
  };

  const add = async (monitored: Monitored, spreadMs: number): Promise<void> => {
    const { name, pace } = monitored.installation;
    snapshots ??= await history.snapshots();
    const memory = memoryFrom(snapshots.get(name));
    const draft = { monitored, rateLimiter: makeRateLimiter(pace), memory, shares: sharesOf(), recent: [] };
    const watch: Watch = Object.assign(draft, { timetable: idle });
    watch.timetable = timetableFor(watch, spreadMs);
    watches.set(name, watch);
    watch.recent = (await history.runs({ installation: name, limit: mostRecentRuns })).toReversed();
    metrics.add(name);
    metrics.restore(name, rememberedFigures(memory, watch.recent));
    await refreshShares(watch, history, clock.nowMs());
    watch.timetable.start();
  };

  /** Waits for the run under way behind the scenes, so that a reload answers at once. */
  const afterwards = (ended: Promise<void>, then: () => void): void => {
    const done = ended.then(then).finally(() => leaving.delete(done));
    leaving.add(done);
  };

  const remove = (watch: Watch): void => {
    const { name } = watch.monitored.installation;
    watches.delete(name);
    afterwards(watch.timetable.stop(), () => {
      if (!watches.has(name)) metrics.remove(name);
    });
  };

  const replace = (watch: Watch, monitored: Monitored, spreadMs: number): void => {
    const before = watch.monitored.installation.pace;
    const { pace } = monitored.installation;
    const ended = watch.timetable.stop();
    watch.monitored = monitored;
    if (pace.perSecond !== before.perSecond || pace.concurrency !== before.concurrency)
      watch.rateLimiter = makeRateLimiter(pace);
    const timetable = timetableFor(watch, spreadMs);
    watch.timetable = timetable;
    afterwards(ended, timetable.start);
  };

  const applyOne = async (next: MonitorConfiguration): Promise<void> => {
    configuration = next;
    gate.concurrency = next.settings.concurrentRuns;
    const names = new Set(next.installations.map(({ installation }) => installation.name));
    const spreadMs = Math.min(longestStartSpreadMs, next.installations.length * startSpreadPerInstallationMs);
    const gone = [...watches.values()].filter(({ monitored }) => !names.has(monitored.installation.name));
    gone.forEach(remove);
    for (const monitored of next.installations) {
      const watch = watches.get(monitored.installation.name);
      if (watch === undefined) await add(monitored, spreadMs);
      else replace(watch, monitored, spreadMs);
    }
    snapshots = undefined;
    metrics.setInstallations(watches.size);
    metrics.setLocation(next.settings.location);
  };

  return {
    get: (name) => watches.get(name),
    all: () => [...watches.values()],
    configuration: () => {
      if (configuration === undefined) throw new Error('No configuration was applied yet.');
      return configuration;
    },
    apply(next) {
      // One after the other, so that two reloads at once do not watch an installation twice.
      const applied = applying.then(() => applyOne(next));
      applying = applied.catch(() => undefined);
      return applied;
    },
    async stop() {
      await Promise.all([...[...watches.values()].map(({ timetable }) => timetable.stop()), ...leaving]);
    },
  };
}

/** Stands in until the timetable of a new watch is made, which needs the watch. */
const idle: Watch['timetable'] = {
  start: () => undefined,
  next: () => [],
  underWay: () => undefined,
  runNow: () => 'stopped',
  exclusively: (_slot, work) => work(),
  stop: () => Promise.resolve(),
};
