import { join } from 'node:path';
import type { Secret } from '../engine/secret.ts';
import type { ServiceSettings } from './configuration/service-settings.ts';
import { type CopyOptions, copyHistory } from './history/copy-history.ts';
import type { SqlDriver } from './history/driver.ts';
import type { History } from './history/history.ts';
import { openPostgres } from './history/postgres-driver.ts';
import { openHistory } from './history/sql-history.ts';
import { openSqlite } from './history/sqlite-driver.ts';
import type { Log } from './log.ts';
import type { MakeQueue } from './running/fleet.ts';
import { makeProbeTurns, type ProbeTurns } from './running/probe-turn.ts';
import type { ExecuteRunContext } from './running/run-context.ts';
import { openRunJobs } from './shared/boss.ts';
import { formatNews } from './shared/news.ts';
import { makeSharedQueue } from './shared/shared-queue.ts';
import type { OtlpOptions } from './telemetry/otlp.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** Runs that end within this time share a transaction, and are reported after it. */
const groupEveryMs = 100;

/**
 * Opens the configured history: PostgreSQL if DATABASE_URL is set, otherwise SQLite in DATA_DIR.
 * @throws HistoryError if it cannot be used
 */
export async function openConfiguredHistory(
  service: ServiceSettings,
  log: Log,
  nowMs: number,
): Promise<History> {
  const driver = await openDriver(service, log, nowMs);
  try {
    return await openHistory(driver);
  } catch (thrown) {
    // An open session would keep the process from ending.
    await driver.close();
    throw thrown;
  }
}

async function openDriver(
  { databaseUrl, dataDirectory }: ServiceSettings,
  log: Log,
  nowMs: number,
): Promise<SqlDriver> {
  if (databaseUrl !== undefined) {
    return openPostgres(databaseUrl, (reason) => log.warn({ reason }, 'a connection to PostgreSQL broke'));
  }
  return openSqlite({
    file: join(dataDirectory, 'monitor.db'),
    now: new Date(nowMs),
    groupEveryMs,
    onDamage: (sentence) => log.error(sentence),
    onFull: (sentence) => log.error(sentence),
  });
}

/** The services by which several monitors with one database share their runs. */
export interface SharedWork {
  readonly makeQueue: MakeQueue;
  readonly probeTurns: ProbeTurns;
  readonly close: () => Promise<void>;
}

/**
 * Opens the queue of runs in the database of DATABASE_URL; undefined without one.
 * @throws HistoryError if it cannot be used
 */
export async function openSharedWork(
  { databaseUrl }: ServiceSettings,
  { me, history, clock, metrics, log, signal }: ExecuteRunContext,
): Promise<SharedWork | undefined> {
  const { compete } = history;
  if (databaseUrl === undefined || compete === undefined) return undefined;
  const jobs = await openRunJobs(databaseUrl, (reason) =>
    log.warn({ reason }, 'the queue of runs has no connection to PostgreSQL'),
  );
  return {
    makeQueue: (execute, { deadlineMsOf, location }) =>
      makeSharedQueue({
        jobs,
        execute,
        compete,
        deadlineMsOf,
        location,
        onUnderWay: metrics.setRunsUnderWay,
        announceEnd: (jobId) => history.announce(formatNews({ by: me, jobId })),
        onMissed({ installation, location: from, slot, due }) {
          metrics.countSkippedTicks(1);
          log.warn(
            { installation, location: from, slot, due },
            'a run was missed: the database is unavailable',
          );
        },
        onGivenUp({ installation, location: from, slot, due }) {
          metrics.countFault();
          log.error(
            { installation, location: from, slot, due },
            'a run was given up: each monitor that began it has died',
          );
        },
        cut: signal,
      }),
    probeTurns: makeProbeTurns({ history, clock, isRunning: jobs.isActive }),
    close: jobs.close,
  };
}

/**
 * Starts the export to the collector of OTEL_EXPORTER_OTLP_ENDPOINT; without one, nothing is loaded. Clusters set that
 * variable for all their programs, so a monitor without the packages continues without the export, and logs it.
 */
export async function openTelemetry(
  { otlpEndpoint: endpoint, otlpHeaders: headers = {} }: ServiceSettings,
  options: Omit<OtlpOptions, 'endpoint' | 'headers'>,
): Promise<Telemetry | undefined> {
  if (endpoint === undefined) return undefined;
  const otlp = await import('./telemetry/otlp.ts').catch((thrown: unknown) => {
    const isMissing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw thrown;
    options.log.error(
      { install: `npm install ${openTelemetryPackages.join(' ')}` },
      'nothing is exported: OpenTelemetry is not installed next to evidence-contract',
    );
    return undefined;
  });
  return otlp?.startOtlp({ endpoint, headers, ...options });
}

/** The optional peer dependencies of the export, as in package.json. */
export const openTelemetryPackages = [
  '@opentelemetry/api@1.9.1',
  '@opentelemetry/core@2.12.0',
  '@opentelemetry/exporter-metrics-otlp-http@0.223.0',
  '@opentelemetry/exporter-trace-otlp-http@0.223.0',
  '@opentelemetry/resources@2.12.0',
  '@opentelemetry/sdk-metrics@2.12.0',
  '@opentelemetry/sdk-trace@2.12.0',
] as const;

interface EmbeddedCopy extends CopyOptions {
  readonly file: string;
  readonly url: Secret;
}

/**
 * Copies an embedded history into a database; both are closed afterwards. Resolves to the number of added rows.
 * @throws HistoryError if one of them cannot be used, HistorySettingsError if the database already has a history
 */
export async function copyEmbeddedHistory({ file, url, merge, onProgress }: EmbeddedCopy): Promise<number> {
  const added = new Map<string, number>();
  const from = openSqlite({ file, now: new Date(), onDamage: () => undefined });
  try {
    const to = await openPostgres(url, () => undefined);
    try {
      await copyHistory(from, to, {
        merge,
        onProgress(progress) {
          added.set(progress.table, progress.added);
          onProgress(progress);
        },
      });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
  return [...added.values()].reduce((sum, count) => sum + count, 0);
}
