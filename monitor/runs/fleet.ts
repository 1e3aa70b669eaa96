import type { MonitorConfiguration } from '../configuration/monitor-configuration.ts';
import type { ExecuteRunContext } from './execute-run.ts';
import { makeTargetFactory, restoreRuns } from './make-target.ts';
import type { MonitoredTarget } from './monitored-target.ts';
import { makeRunQueue } from './run-queue.ts';

/** Every monitored target. */
export interface Fleet {
  readonly get: (name: string) => MonitoredTarget | undefined;
  readonly all: () => readonly MonitoredTarget[];
  readonly configuration: () => MonitorConfiguration;
  /** Makes the targets those of a configuration; a target that is in both goes on where it was. */
  readonly apply: (configuration: MonitorConfiguration) => Promise<void>;
  /** Starts nothing more; resolves when every run under way has ended. */
  readonly stop: () => Promise<void>;
}

/** First standard runs are spread so that the monitor starts a few a second, and all within a minute. */
const startSpreadPerInstallationMs = 100;
const longestStartSpreadMs = 60_000;

/** Makes an empty fleet over a history. */
export function makeFleet(context: ExecuteRunContext): Fleet {
  const { history, metrics } = context;
  const targets = new Map<string, MonitoredTarget>();
  const queue = makeRunQueue(metrics.setRunsUnderWay);
  const factory = makeTargetFactory(context, queue);
  let configuration: MonitorConfiguration | undefined;
  let applying: Promise<void> = Promise.resolve();
  /** What ends behind the scenes, so that a reload need not wait for the runs under way. */
  const background = new Set<Promise<void>>();

  const inBackground = (work: Promise<void>): void => {
    const done = work.finally(() => background.delete(done));
    background.add(done);
  };

  const remove = async (target: MonitoredTarget): Promise<void> => {
    const { name } = target.monitored.installation;
    targets.delete(name);
    await target.scheduler.stop();
    // It may have been added again meanwhile.
    if (!targets.has(name)) metrics.remove(name);
  };

  /** What is new, with what the history knows of it. */
  const makeNew = async (
    { installations }: MonitorConfiguration,
    spreadMs: number,
  ): Promise<readonly MonitoredTarget[]> => {
    const added = installations.filter(({ installation }) => !targets.has(installation.name));
    if (added.length === 0) return [];
    const snapshots = await history.snapshots();
    const made = added.map((monitored) =>
      factory.make(monitored, snapshots.get(monitored.installation.name), spreadMs),
    );
    try {
      for (const target of made) await restoreRuns(target, context);
    } catch (thrown) {
      for (const { monitored } of made) metrics.remove(monitored.installation.name);
      throw thrown;
    }
    return made;
  };

  const change = async (next: MonitorConfiguration): Promise<void> => {
    const spreadMs = Math.min(longestStartSpreadMs, next.installations.length * startSpreadPerInstallationMs);
    // Where the history is away, nothing has changed yet.
    const added = await makeNew(next, spreadMs);
    configuration = next;
    queue.setConcurrency(next.settings.concurrentRuns);
    const names = new Set(next.installations.map(({ installation }) => installation.name));
    for (const [name, target] of targets) if (!names.has(name)) inBackground(remove(target));
    for (const monitored of next.installations) {
      const known = targets.get(monitored.installation.name);
      if (known !== undefined) inBackground(factory.reconfigure(known, monitored, spreadMs));
    }
    for (const target of added) {
      targets.set(target.monitored.installation.name, target);
      target.scheduler.start();
    }
    metrics.setInstallations(targets.size);
    metrics.setMonitor({ location: next.settings.location, url: context.pagesUrl() });
  };

  return {
    get: (name) => targets.get(name),
    all: () => [...targets.values()],
    configuration() {
      if (configuration === undefined) throw new Error('No configuration was applied yet.');
      return configuration;
    },
    apply(next) {
      // One after the other: two reloads at once would add an installation twice.
      const applied = applying.then(() => change(next));
      applying = applied.catch(() => undefined);
      return applied;
    },
    async stop() {
      await Promise.all([...[...targets.values()].map(({ scheduler }) => scheduler.stop()), ...background]);
    },
  };
}
