import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { limits } from '../contract/limits.ts';
import { clearTextWarning } from '../engine/configuration/addresses.ts';
import { secretsOf } from '../engine/configuration/installation.ts';
import { type BodyReader, makeBodyReader } from '../engine/evidence/body-reader.ts';
import { makeFaultBarrier } from '../engine/run/run-abort.ts';
import { runInstallation } from '../engine/run/run-installation.ts';
import { type Secret, secretsIn } from '../engine/secret.ts';
import { suiteVersion } from '../engine/version.ts';
import { isProxyOf, makeApp } from './app.ts';
import { secretsOfChannel } from './channels/secrets.ts';
import { isOpenToNetwork } from './configuration/monitor-block.ts';
import type { MonitorConfiguration } from './configuration/monitor-configuration.ts';
import type { ServiceSettings } from './configuration/service-settings.ts';
import { secretsInDatabaseAddress } from './configuration/service-settings.ts';
import { makeHiddenSecrets } from './hidden-secrets.ts';
import type { History } from './history/history.ts';
import { makeHistoryUpkeep } from './history-upkeep.ts';
import { makeEventStream } from './http/event-stream.ts';
import { listen } from './http/server.ts';
import { type ReloadResult, revisionsOf } from './http/service-context.ts';
import { type Log, makeLog } from './log.ts';
import { makeMetrics } from './metrics/metrics.ts';
import { makeNotifier } from './notifications/notifier.ts';
import { type Send, send } from './notifications/send.ts';
import { openConfiguredHistory, openSharedWork, openTelemetry } from './open.ts';
import { texts } from './pages/shared/texts.ts';
import { warnOfUnwatched } from './pages/status/routes.ts';
import { withReadToken } from './read-token.ts';
import { makeReload } from './reload.ts';
import { type Fleet, makeFleet } from './running/fleet.ts';
import type { ExecuteRunContext, RunExecutor } from './running/run-context.ts';
import { type Clock, systemClock } from './schedule/clock.ts';
import { makeShareText } from './state/snapshot.ts';

export interface MonitorOptions {
  readonly service: ServiceSettings;
  readonly configuration: MonitorConfiguration;
  /** Reads the configuration again; without it, a reload applies the same one. */
  readonly readAgain?: () => Promise<MonitorConfiguration>;
  readonly clock?: Clock;
  /** Replaces the engine in tests of the schedule. */
  readonly execute?: RunExecutor;
  /** A shared reader, which the monitor does not close. By default it makes one with limits of its own. */
  readonly bodies?: BodyReader;
  /** Receives log lines; default standard output. */
  readonly logTo?: { readonly write: (line: string) => void };
  /** How long a stop waits for current runs before it cuts them short. */
  readonly stopGraceMs?: number;
  /** Replaces the network in tests of notifications. */
  readonly send?: Send;
}

/** A running monitor. */
export interface Monitor {
  readonly url: string;
  readonly fleet: Fleet;
  readonly history: History;
  readonly reload: () => Promise<ReloadResult>;
  /** Receives an uncaught exception of the process, and ends at most the run that caused it. */
  readonly catchFault: (thrown: unknown) => void;
  /** Stops it: current runs end or are recorded as cut short, then everything is closed. */
  readonly close: () => Promise<void>;
}

const defaultStopGraceMs = 5_000;
const serverGraceMs = 1_000;

/**
 * Starts a monitor: opens the history, listens, starts the schedule.
 * @throws HistoryError if the history cannot be used, or the system's error if the port is taken
 */
export async function startMonitor(options: MonitorOptions): Promise<Monitor> {
  const { clock = systemClock } = options;
  const hidden = makeHiddenSecrets(secretsOfAll(options.configuration, options.service));
  const log = makeLog(hidden, options.logTo);
  const service = withReadToken(options.service, log);
  hidden.replaceBy(secretsOfAll(options.configuration, service));
  const bodies = options.bodies ?? makeMonitorBodyReader(service);
  const faults = makeFaultBarrier();
  const history = await openConfiguredHistory(service, log, clock.nowMs());
  const metrics = makeMetrics({ suiteVersion, nodeVersion: process.version });
  const pagesUrl = (): string => service.publicUrl ?? server.url;
  const notifier = makeNotifier({
    outbox: history.outbox,
    send: options.send ?? send,
    clock,
    metrics,
    log,
    channelOf: (installation, channel) => fleet.channelsOf(installation).find(({ name }) => name === channel),
    pagesUrl,
  });
  const closeResources = async (): Promise<void> => {
    await notifier.close();
    if (options.bodies === undefined) await bodies.close();
    await history.close();
  };
  const stopping = new AbortController();
  const cutting = new AbortController();
  // Every current run listens to it, which is not a leak.
  setMaxListeners(0, cutting.signal);
  const me = randomUUID();
  const telemetry = await openTelemetry(service, { me, sources: metrics.sources, log });
  const runContext: ExecuteRunContext = {
    clock,
    me,
    telemetry,
    execute:
      options.execute ??
      ((installation, settings) => runInstallation(installation, { ...settings, bodies, faults })),
    history,
    shareText: makeShareText(),
    metrics,
    notifier,
    pagesUrl,
    log,
    signal: cutting.signal,
  };
  const shared = await openSharedWork(service, runContext).catch(async (thrown: unknown) => {
    await closeResources();
    throw thrown;
  });
  const fleet = makeFleet(runContext, shared?.makeQueue);
  const upkeep = makeHistoryUpkeep({
    history,
    clock,
    metrics,
    log,
    retention: () => fleet.configuration().settings.retention,
  });
  const { reload, refused } = makeReload({
    read: async () => (await options.readAgain?.()) ?? fleet.configuration(),
    async apply(configuration) {
      const now = secretsOfAll(configuration, service);
      // If the new configuration cannot be applied, the old secrets stay in use.
      hidden.add(now);
      await fleet.apply(configuration);
      await upkeep.measure();
      await notifier.retry();
      hidden.replaceBy(now);
      warnOfClearText(configuration, log);
    },
    metrics,
    clock,
    log,
  });
  const isStopping = (): boolean => stopping.signal.aborted;
  const { probeTurns } = shared ?? {};
  const events = makeEventStream({ revisions: () => revisionsOf(fleet) });
  const app = makeApp({
    service,
    fleet,
    history,
    metrics,
    runContext,
    hidden,
    reload,
    isStopping,
    events,
    probeTurns,
    health: () => ({
      keeping: upkeep.keeping(),
      notifications: notifier.waiting(),
      refusedReload: refused(),
    }),
  });
  const server = await listen(app, {
    host: service.host,
    port: service.port,
    perAddress: service.connectionsPerAddress,
    isExempt: isProxyOf(app),
  }).catch(async (thrown: unknown) => {
    await fleet.stop();
    await shared?.close();
    await closeResources();
    throw thrown;
  });
  await fleet.apply(options.configuration);
  warnOfUnwatched({ service, fleet, runContext });
  notifier.start();
  warnOfClearText(options.configuration, log);
  if (service.publicUrl === undefined) warnOfLocalLinks(options.configuration, server.url, log);
  metrics.setReload(true, clock.nowMs());
  upkeep.start();
  log.info({ url: server.url, history: history.kind, version: suiteVersion }, 'the monitor is running');
  if (isOpenToNetwork(service)) log.warn({ host: service.host }, texts.frame.openToNetwork);

  const close = async (): Promise<void> => {
    stopping.abort();
    events.close();
    const cut = setTimeout(() => cutting.abort(), options.stopGraceMs ?? defaultStopGraceMs);
    await Promise.all([fleet.stop(), upkeep.stop()]);
    clearTimeout(cut);
    await server.close(serverGraceMs);
    await shared?.close();
    await telemetry?.close();
    await closeResources();
    log.info('the monitor has stopped');
  };
  let closed: Promise<void> | undefined;
  return {
    url: server.url,
    fleet,
    history,
    reload,
    catchFault(thrown) {
      if (faults.catch(thrown)) return;
      metrics.countFault();
      const reason = thrown instanceof Error ? thrown.message : 'unknown';
      log.error({ reason, place: placeOf(thrown) }, 'a fault of the monitor outside of any run');
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** One place in the code where an error was thrown, for the developer who fixes it. */
function placeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  return thrown.stack
    ?.split('\n')
    .find((line) => line.startsWith('    at '))
    ?.trim();
}

/**
 * One body gets at most a quarter of the budget, and sixteen times its size for reading: twice what a usual Bundle
 * needs.
 */
function makeMonitorBodyReader({ bodyBudgetBytes }: ServiceSettings): BodyReader {
  return makeBodyReader({
    budgetBytes: bodyBudgetBytes,
    heapMb: Math.max(128, (4 * bodyBudgetBytes) / 1e6),
    heapSetting: limits.bodyBudgetBytes.setting,
  });
}

/** Everything that no log line may show; of addresses only their secret parts. */
function secretsOfAll({ installations }: MonitorConfiguration, service: ServiceSettings): readonly Secret[] {
  const { databaseUrl, ...others } = service;
  const theirs = installations.flatMap(({ installation, plan }) => [
    ...secretsOf(installation),
    ...plan.notify.flatMap(secretsOfChannel),
  ]);
  return [
    ...secretsIn(others),
    ...(databaseUrl === undefined ? [] : secretsInDatabaseAddress(databaseUrl)),
    ...theirs,
  ];
}

/** Links that work only on this machine do not help a person who is alerted by them. */
function warnOfLocalLinks({ installations }: MonitorConfiguration, url: string, log: Log): void {
  if (installations.every(({ plan }) => plan.notify.length === 0)) return;
  log.warn({ url }, 'notifications link to an address of this machine: set MONITOR_URL');
}

/** Warns about installations whose keys are sent unencrypted. */
function warnOfClearText({ installations }: MonitorConfiguration, log: Log): void {
  for (const { installation } of installations) {
    const warning = clearTextWarning(installation);
    if (warning !== undefined) log.warn({ installation: installation.name }, warning);
  }
}
