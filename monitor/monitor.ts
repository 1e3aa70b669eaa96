import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { secretsOf } from '../engine/configuration/installation.ts';
import { ConfigurationError } from '../engine/configuration/problems.ts';
import { runInstallation } from '../engine/run/run-installation.ts';
import { type Secret, secretsIn } from '../engine/secret.ts';
import { suiteVersion } from '../engine/version.ts';
import { createFhirValidator } from '../fhir/index.ts';
import type { MonitorConfiguration } from './configuration/monitor-configuration.ts';
import type { ServiceSettings } from './configuration/service-settings.ts';
import type { SqlDriver } from './history/driver.ts';
import type { History } from './history/history.ts';
import { openPostgres } from './history/postgres-driver.ts';
import { openHistory } from './history/sql-history.ts';
import { openSqlite } from './history/sqlite-driver.ts';
import { makeApp } from './http/app.ts';
import { listen } from './http/server.ts';
import type { ReloadResult } from './http/service-context.ts';
import { type Log, makeLog } from './log.ts';
import { makeMetrics } from './metrics/metrics.ts';
import { makeNotifier } from './notifier.ts';
import type { ExecuteRunContext, RunExecutor } from './runs/execute-run.ts';
import { type Fleet, makeFleet } from './runs/fleet.ts';
import { type Clock, systemClock } from './schedule/clock.ts';

export interface MonitorOptions {
  readonly service: ServiceSettings;
  readonly configuration: MonitorConfiguration;
  /** Reads the configuration again; without it a reload gives the one at hand again. */
  readonly readAgain?: () => Promise<MonitorConfiguration>;
  readonly clock?: Clock;
  /** Stands in for the engine in tests of the schedule. */
  readonly execute?: RunExecutor;
  /** Receives log lines; default standard output. */
  readonly logTo?: { readonly write: (line: string) => void };
  /** How long a stop waits for runs under way before it cuts them short. */
  readonly stopGraceMs?: number;
  /** Pauses between the attempts of a notification. */
  readonly notificationPausesMs?: readonly number[];
}

/** A monitor that runs. */
export interface Monitor {
  readonly url: string;
  readonly fleet: Fleet;
  readonly history: History;
  readonly reload: () => Promise<ReloadResult>;
  /** Ends it: runs under way end or are recorded as cut short, then everything is closed. */
  readonly close: () => Promise<void>;
}

const stopGraceMs = 5_000;
const serverGraceMs = 1_000;
const pruneEveryMs = 3_600_000;
const firstPruneAfterMs = 60_000;

/**
 * Starts a monitor: opens the history, listens, begins the schedule.
 * @throws HistoryError when the history cannot be used, or the system's error when the port is taken
 */
export async function startMonitor(options: MonitorOptions): Promise<Monitor> {
  const { service, clock = systemClock } = options;
  let secrets = secretsOfAll(options.configuration, service);
  const log = makeLog(() => secrets, options.logTo);
  const fhir = createFhirValidator();
  const execute: RunExecutor =
    options.execute ?? ((installation, settings) => runInstallation(installation, { ...settings, fhir }));
  const history = await openHistory(await openDriver(service, log, clock));
  const metrics = makeMetrics({ suiteVersion, nodeVersion: process.version });
  const notifier = makeNotifier({
    metrics,
    log,
    ...(service.publicUrl === undefined ? {} : { pagesUrl: service.publicUrl }),
    ...(options.notificationPausesMs === undefined ? {} : { pausesMs: options.notificationPausesMs }),
  });
  const stopping = new AbortController();
  const cutting = new AbortController();
  // Every run under way listens to it, which is no leak.
  setMaxListeners(0, cutting.signal);
  const perform: ExecuteRunContext = {
    clock,
    execute,
    history,
    metrics,
    notifier,
    log,
    signal: cutting.signal,
  };
  const fleet = makeFleet(perform);

  const reload = async (): Promise<ReloadResult> => {
    try {
      const next = (await options.readAgain?.()) ?? fleet.configuration();
      secrets = secretsOfAll(next, service);
      await fleet.apply(next);
      metrics.setReload(true, clock.nowMs());
      log.info({ installations: next.installations.length }, 'the configuration was loaded again');
      return { ok: true, installations: next.installations.length };
    } catch (thrown) {
      metrics.setReload(false, clock.nowMs());
      const problems = problemsOf(thrown);
      log.error({ problems }, 'the new configuration is wrong; the old one stays');
      return { ok: false, problems };
    }
  };

  const context = {
    service,
    fleet,
    history,
    metrics,
    perform,
    reload,
    isStopping: () => stopping.signal.aborted,
  };
  const closeRest = async (): Promise<void> => {
    await notifier.close();
    await fhir.close();
    await history.close();
  };
  const app = makeApp(context);
  const listening = await listen(app, service.host, service.port).catch(async (thrown: unknown) => {
    await closeRest();
    throw thrown;
  });
  await fleet.apply(options.configuration);
  metrics.setReload(true, clock.nowMs());
  let pruning: Promise<unknown> = Promise.resolve();
  let cancelPrune = clock.at(clock.nowMs() + firstPruneAfterMs, function again() {
    pruning = history
      .prune(clock.nowMs(), fleet.configuration().settings.retention)
      .catch((thrown: Error) => log.error({ reason: thrown.message }, 'the history could not be tidied'));
    cancelPrune = clock.at(clock.nowMs() + pruneEveryMs, again);
  });
  log.info({ url: listening.url, history: history.kind, version: suiteVersion }, 'the monitor is running');

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    stopping.abort();
    cancelPrune();
    const forced = setTimeout(() => cutting.abort(), options.stopGraceMs ?? stopGraceMs);
    await Promise.all([fleet.stop(), pruning]);
    clearTimeout(forced);
    await listening.close(serverGraceMs);
    await closeRest();
    log.info('the monitor has stopped');
  };
  return {
    url: listening.url,
    fleet,
    history,
    reload,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

async function openDriver(service: ServiceSettings, log: Log, clock: Clock): Promise<SqlDriver> {
  if (service.databaseUrl !== undefined) {
    return openPostgres(service.databaseUrl, (reason) =>
      log.warn({ reason }, 'a connection to PostgreSQL broke'),
    );
  }
  return openSqlite({
    file: join(service.dataDirectory, 'monitor.db'),
    now: new Date(clock.nowMs()),
    onDamage: (sentence) => log.error(sentence),
  });
}

/** Why a configuration could not be loaded. A reload never ends the monitor. */
function problemsOf(thrown: unknown): readonly string[] {
  if (thrown instanceof ConfigurationError) {
    return thrown.problems.map(({ place, message }) => `${place}: ${message}`);
  }
  return [`The configuration could not be loaded: ${thrown instanceof Error ? thrown.message : 'unknown'}.`];
}

/** Everything that no log line may show. */
function secretsOfAll({ installations }: MonitorConfiguration, service: ServiceSettings): readonly Secret[] {
  const theirs = installations.flatMap(({ installation, plan }) => [
    ...secretsOf(installation),
    ...secretsIn(plan.notify),
  ]);
  return [...secretsIn(service), ...theirs];
}
