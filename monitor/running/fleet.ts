import type { Channel } from '../channels/channel.ts';
import type { MonitorConfiguration, Monitored } from '../configuration/monitor-configuration.ts';
import { portionsOf } from '../event-loop.ts';
import type { KeptSnapshot } from '../history/history.ts';
import type { Due } from '../schedule/due-times.ts';
import { makeFollower } from '../shared/news.ts';
import { lastStandardRuns, withRunSince } from '../state/derived-snapshot.ts';
import type { MonitoredTarget, TargetState } from '../state/monitored-target.ts';
import { parseSnapshot } from '../state/snapshot.ts';
import { takeOver } from '../state/write-snapshot.ts';
import { endFormerWatches, endWatch } from './end-watch.ts';
import { executeClaimed, executeRun } from './execute-run.ts';
import { startHourTurn } from './hour-turn.ts';
import { makeTargetFactory, restoreRuns } from './make-target.ts';
import { longestDeadlineMs } from './plan-run.ts';
import type { ExecuteRunContext } from './run-context.ts';
import { type ExecuteRun, makeLocalQueue, type RunQueue } from './run-queue.ts';
import { judgeAtOnce, makeWindowWatch } from './window-watch.ts';

/** Every monitored target. */
export interface Fleet {
  readonly get: (name: string) => MonitoredTarget | undefined;
  readonly all: () => readonly MonitoredTarget[];
  /** The channels of an installation; including a removed one whose incident thereby ended. */
  readonly channelsOf: (name: string) => readonly Channel[];
  readonly configuration: () => MonitorConfiguration;
  /** Applies a configuration to the targets; a target in both the old and the new one continues. */
  readonly apply: (configuration: MonitorConfiguration) => Promise<void>;
  /** Since when the queue of runs has not answered; see RunQueue. */
  readonly unansweredSinceMs: () => number | undefined;
  /** Called when the maintenance windows of a target have changed. */
  readonly windowsChanged: (target: MonitoredTarget) => void;
  /** Starts nothing more; resolves when every current run has ended. */
  readonly stop: () => Promise<void>;
}

/** Makes the queue of a fleet, given the function that executes its runs. */
export type MakeQueue = (
  execute: ExecuteRun,
  known: {
    readonly deadlineMsOf: (installation: string) => number;
    readonly location: () => string | undefined;
  },
) => RunQueue;

type Reconfiguration = readonly [Monitored, number];

/**
 * First standard runs are spread so that the monitor starts a few per second; pulses report all states within a minute.
 */
const startSpreadPerInstallationMs = 100;
const longestStartSpreadMs = 600_000;

/** Makes an empty fleet over a history. */
export function makeFleet(
  context: ExecuteRunContext,
  makeQueue: MakeQueue = (execute) => makeLocalQueue(execute, context.metrics.setRunsUnderWay),
): Fleet {
  const { history, metrics } = context;
  const targets = new Map<string, MonitoredTarget>();
  const formerChannels = new Map<string, readonly Channel[]>();
  const execute: ExecuteRun = async (request, claim) => {
    const target = targets.get(request.installation);
    // Monitors may receive a new configuration at different times.
    if (target === undefined) return claim === undefined ? 'ended' : 'unwritten';
    // The locations that watch it have changed since the run was offered.
    if (request.location !== target.monitored.plan.locations?.here) return 'ended';
    return claim === undefined
      ? executeRun(target, request, context)
      : executeClaimed(target, request, context, claim);
  };
  let configuration: MonitorConfiguration | undefined;
  let location: string | undefined;
  const deadlineMsOf = (name: string): number =>
    Math.max(longestDeadlineMs, targets.get(name)?.monitored.installation.deadlineMs ?? 0);
  const queue = makeQueue(execute, { deadlineMsOf, location: () => location });
  /** Its requests precede those of the current run, within the shared budget. */
  const runAlongside = async (target: TargetState, due: Due): Promise<void> => {
    const { installation, plan } = target.monitored;
    const request = {
      installation: installation.name,
      location: plan.locations?.here,
      slot: 'pulse',
      due,
    } as const;
    await executeRun(target, { ...request, trigger: 'schedule' }, context, undefined, true);
  };
  const factory = makeTargetFactory(context, queue, runAlongside);
  const windows = makeWindowWatch(context);
  let applying: Promise<void> = Promise.resolve();
  /** Work in the background, so that a reload need not wait for current runs. */
  const background = new Set<Promise<void>>();

  const inBackground = (work: Promise<void>): void => {
    const done = work.finally(() => background.delete(done));
    background.add(done);
  };

  /** Ends the watch of a removed target. */
  const forget = async (target: MonitoredTarget): Promise<void> => {
    metrics.remove(target.monitored.installation.name);
    // Another monitor of the same history may still watch it.
    if (history.follow !== undefined) return;
    if (await endWatch(target, context.clock.nowMs(), context)) context.notifier.wake();
  };

  const remove = async (target: MonitoredTarget): Promise<void> => {
    const { name } = target.monitored.installation;
    formerChannels.set(name, target.monitored.plan.notify);
    targets.delete(name);
    windows.forget(name);
    await target.scheduler.stop();
    await target.connections.close();
    try {
      if (!targets.has(name)) await forget(target);
      // It may have been added again meanwhile, with the knowledge from before.
      const again = targets.get(name);
      if (again === undefined) return;
      takeOver(again, target.snapshot, target.version);
      await restoreRuns([again], context);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : 'unknown';
      context.log.warn(
        { installation: name, reason },
        'the removal of an installation could not be completed',
      );
    }
  };

  /** Ends the open incidents of installations that were removed while no monitor ran. */
  const endFormer = async (watched: ReadonlySet<string>): Promise<void> => {
    try {
      const isWatched = (name: string): boolean => watched.has(name);
      const ended = await endFormerWatches(isWatched, context.clock.nowMs(), history);
      for (const installation of ended)
        context.log.info({ installation }, 'its incident is over: it is not configured any more');
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : 'unknown';
      context.log.warn({ reason }, 'incidents of installations that are not configured could not be ended');
    }
  };

  const reconfigure = async (target: MonitoredTarget, ...given: Reconfiguration): Promise<void> => {
    const [{ installation }] = given;
    const hasMoved = target.monitored.installation.baseUrl !== installation.baseUrl;
    const isReconfigured = factory.reconfigure(target, ...given);
    // Its plan is already the new one; only its schedule waits for the current run.
    windows.start(target);
    await isReconfigured;
    if (hasMoved) judgeAtOnce(target);
  };

  /** The snapshots of installations, and the runs since they were written. */
  const knownOf = async (
    some: readonly Monitored[],
    snapshots: ReadonlyMap<string, KeptSnapshot>,
  ): Promise<(name: string) => Pick<TargetState, 'snapshot' | 'version'>> => {
    const last = await lastStandardRuns(
      some.map(({ installation }) => installation.name),
      history,
    );
    return (name) => {
      const { text, version = 0 } = snapshots.get(name) ?? {};
      return { snapshot: withRunSince(parseSnapshot(text, context.shareText), last.get(name)), version };
    };
  };

  /** The new installations, with their history. */
  const makeTargets = async (
    { installations }: MonitorConfiguration,
    spreadMs: number,
  ): Promise<readonly MonitoredTarget[]> => {
    const added = installations.filter(({ installation }) => !targets.has(installation.name));
    if (added.length === 0) return [];
    const snapshots = await history.snapshots();
    const made: MonitoredTarget[] = [];
    try {
      for await (const some of portionsOf(added)) {
        const known = await knownOf(some, snapshots);
        const targets = some.map((monitored) =>
          factory.make(monitored, known(monitored.installation.name), spreadMs),
        );
        await restoreRuns(targets, context);
        made.push(...targets);
      }
    } catch (thrown) {
      for (const { installation } of added) metrics.remove(installation.name);
      throw thrown;
    }
    return made;
  };

  const change = async (next: MonitorConfiguration): Promise<void> => {
    const spreadMs = Math.min(longestStartSpreadMs, next.installations.length * startSpreadPerInstallationMs);
    // If the history is unavailable, nothing has changed yet.
    const added = await makeTargets(next, spreadMs);
    const isFirst = configuration === undefined;
    configuration = next;
    location = locationNamedBy(next);
    queue.setConcurrency(next.settings.concurrentRuns);
    const names = new Set(next.installations.map(({ installation }) => installation.name));
    // Another monitor of the same history may watch other installations, and the demonstration replaces no
    // configuration.
    if (isFirst && history.follow === undefined && !next.isDemonstration) await endFormer(names);
    for (const [name, target] of targets) if (!names.has(name)) inBackground(remove(target));
    for (const monitored of next.installations) {
      const known = targets.get(monitored.installation.name);
      if (known !== undefined) inBackground(reconfigure(known, monitored, spreadMs));
    }
    for (const target of added) {
      targets.set(target.monitored.installation.name, target);
      target.scheduler.start();
      windows.start(target);
    }
    follower.catchUp(added);
    metrics.setInstallations(targets.size);
    metrics.setMonitor({ location: next.settings.location, url: context.pagesUrl() });
  };

  const get = (name: string): MonitoredTarget | undefined => targets.get(name);
  const all = (): readonly MonitoredTarget[] => [...targets.values()];
  const follower = makeFollower({
    context,
    queue,
    get,
    all,
    onSnapshot: windows.arm,
    onReconnect: windows.listenAgain,
  });
  history.follow?.(follower);
  const hours = startHourTurn(context, all);

  return {
    get,
    all,
    channelsOf: (name) => targets.get(name)?.monitored.plan.notify ?? formerChannels.get(name) ?? [],
    unansweredSinceMs: queue.unansweredSinceMs,
    windowsChanged: windows.arm,
    configuration() {
      if (configuration === undefined) throw new Error('No configuration was applied yet.');
      return configuration;
    },
    apply(next) {
      // One after the other: two concurrent reloads would add an installation twice.
      const applied = applying.then(() => change(next));
      applying = applied.catch(() => undefined);
      return applied;
    },
    async stop() {
      const schedulers = [...targets.values()].map(({ scheduler }) => scheduler.stop());
      await Promise.all([queue.stop(), windows.stop(), hours.stop(), ...schedulers, ...background]);
      await Promise.all([...targets.values()].map(({ connections }) => connections.close()));
    },
  };
}

/** The location of this monitor, if some installation names it. */
function locationNamedBy({ installations }: MonitorConfiguration): string | undefined {
  return installations.find(({ plan }) => plan.locations?.here !== undefined)?.plan.locations?.here;
}
