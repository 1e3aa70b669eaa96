import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'libsql';
import { fractionOf } from '../../monitor/schedule/rule.ts';
import { runMonitor, urlOf } from '../../tests/monitor/support/running-command.ts';
import { type StubFleet, startStubFleet } from '../../tests/monitor/support/stub-fleet.ts';
import { cpuMs, residentMb } from '../processes.ts';

/** Measures a monitor with the embedded store, in a separate process, with many installations that answer at once. */

export interface EmbeddedOptions {
  readonly installations: number;
  /** Default: the monitor's default schedule. */
  readonly schedule?: Readonly<Record<'pulse' | 'standard' | 'full', string>>;
  /** Default: the monitor's default pace. */
  readonly pace?: 'off';
  /** The pulse interval of the schedule, if it is not the default one. */
  readonly pulseEveryMs?: number;
  readonly warmUpMs: number;
  readonly measuredMs: number;
}

/** Measurements after the warm-up. */
export interface EmbeddedFigures {
  readonly minutes: number;
  readonly runs: number;
  readonly cpuMs: number;
  /** The maximum of the monitor alone. */
  readonly memoryMb: number;
  readonly metricsBytes: number;
  /** The slowest answer. */
  readonly metricsMs: number;
  /** The bytes that the system wrote to the disk for it. */
  readonly writtenBytes: number;
  /** The growth of the history. */
  readonly storedBytes: number;
  /** How late each pulse began; with the default schedule, unless its interval was given. */
  readonly lateMs: readonly number[];
}

const answerMs = 5;
const startLimitMs = 300_000;
const scrapeMs = 15_000;
const minuteMs = 60_000;

export async function watchEmbedded(options: EmbeddedOptions): Promise<EmbeddedFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-embedded-'));
  const file = join(folder, 'data', 'monitor.db');
  const stub = await startStubFleet(answerMs);
  try {
    await copySnapshots(folder, file, stub, options.installations);
    return await withMonitor(folder, stub, options, async (pid, url) => {
      await wait(options.warmUpMs);
      return watch(pid, url, file, options);
    });
  } finally {
    await stub.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function withMonitor<T>(
  folder: string,
  stub: StubFleet,
  options: Pick<EmbeddedOptions, 'installations' | 'schedule' | 'pace'>,
  work: (pid: number, url: string) => Promise<T>,
): Promise<T> {
  writeFileSync(join(folder, 'installations.yaml'), JSON.stringify(fileOf(options, stub)));
  const monitor = runMonitor(folder, {});
  try {
    return await work(monitor.child.pid ?? 0, await urlOf(monitor));
  } finally {
    monitor.child.kill('SIGTERM');
    await monitor.ended;
  }
}

/** Fills the history of a long-running monitor: copies the snapshot of the first installation to all others. */
async function copySnapshots(
  folder: string,
  file: string,
  stub: StubFleet,
  installations: number,
): Promise<void> {
  const known = "SELECT 1 FROM runs WHERE tier = 'standard' AND state = 'conforming'";
  await withMonitor(folder, stub, { installations: 1 }, async () => {
    for (let leftMs = startLimitMs; leftMs > 0 && ask(file, known).length === 0; leftMs -= 100)
      await wait(100);
  });
  ask(
    file,
    `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${installations - 1})
      INSERT INTO snapshots (installation, body, version)
      SELECT 'i' || number, body, version FROM numbers, snapshots WHERE installation = 'i0'`,
  );
}

/** The rows of a statement in a history that another process may have open. */
export function ask(file: string, sql: string, ...parameters: readonly unknown[]): readonly unknown[] {
  const database = new Database(file, { timeout: 10_000 });
  try {
    return database.prepare(sql).all(...parameters);
  } finally {
    database.close();
  }
}

function fileOf(
  { installations, schedule, pace }: Pick<EmbeddedOptions, 'installations' | 'schedule' | 'pace'>,
  stub: StubFleet,
): unknown {
  return {
    ...(schedule === undefined ? {} : { monitor: { schedule } }),
    installations: Array.from({ length: installations }, (_, number) => ({
      name: `i${number}`,
      baseUrl: stub.baseUrl(`i${number}`),
      apiKey: stub.key,
      ...(pace === undefined ? {} : { pace }),
    })),
  };
}

async function watch(
  pid: number,
  url: string,
  file: string,
  { measuredMs, pulseEveryMs = minuteMs }: EmbeddedOptions,
): Promise<EmbeddedFigures> {
  const beganMs = Date.now();
  const before = look(pid, file);
  const seen = await scrape(pid, url, measuredMs);
  const after = look(pid, file);
  const endedMs = Date.now();
  const started = startedBetween(file, beganMs, endedMs);
  return {
    minutes: (endedMs - beganMs) / minuteMs,
    runs: started.length,
    cpuMs: after.cpuMs - before.cpuMs,
    ...seen,
    writtenBytes: after.writtenBytes - before.writtenBytes,
    storedBytes: after.storedBytes - before.storedBytes,
    lateMs: started.filter(({ tier }) => tier === 'pulse').map((one) => lateMsOf(one, pulseEveryMs)),
  };
}

function look(pid: number, file: string): Pick<EmbeddedFigures, 'cpuMs' | 'writtenBytes' | 'storedBytes'> {
  return { cpuMs: cpuMs(pid), writtenBytes: writtenBytes(pid), storedBytes: storedBytes(file) };
}

/** Scrapes like Prometheus, and reads the memory once a second. */
async function scrape(
  pid: number,
  url: string,
  measuredMs: number,
): Promise<Pick<EmbeddedFigures, 'memoryMb' | 'metricsBytes' | 'metricsMs'>> {
  let [memoryMb, metricsBytes, metricsMs] = [0, 0, 0];
  const endsAtMs = performance.now() + measuredMs;
  for (let nextMs = performance.now() + scrapeMs / 2; performance.now() < endsAtMs; ) {
    await wait(1000);
    memoryMb = Math.max(memoryMb, residentMb(pid));
    if (performance.now() < nextMs) continue;
    nextMs += scrapeMs;
    const startMs = performance.now();
    metricsBytes = (await (await fetch(new URL('/metrics', url))).text()).length;
    metricsMs = Math.max(metricsMs, performance.now() - startMs);
  }
  return { memoryMb, metricsBytes, metricsMs };
}

interface Started {
  readonly installation: string;
  readonly tier: string;
  readonly started_ms: number;
}

/** Read from the history itself, which other processes may do. */
function startedBetween(file: string, fromMs: number, toMs: number): readonly Started[] {
  const started = 'SELECT installation, tier, started_ms FROM runs WHERE started_ms BETWEEN ? AND ?';
  return ask(file, started, fromMs, toMs) as readonly Started[];
}

/** Pulses are due once per interval, spread over it by the names of the installations. */
function lateMsOf({ installation, started_ms }: Started, everyMs: number): number {
  const offsetMs = Math.floor(fractionOf(`${installation} pulse`) * everyMs);
  return (started_ms - offsetMs) % everyMs;
}

function storedBytes(file: string): number {
  const number = (pragma: string): number =>
    Number(Object.values((ask(file, `PRAGMA ${pragma}`)[0] ?? {}) as object)[0] ?? 0);
  return (number('page_count') - number('freelist_count')) * number('page_size');
}

/** 0 if the system does not report it. */
function writtenBytes(pid: number): number {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
