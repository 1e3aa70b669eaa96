import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { defaults } from '../engine/installation.ts';
import { runInstallation } from '../engine/run.ts';
import { Secret } from '../engine/secret.ts';
import { createFhirValidator } from '../fhir/index.ts';
import { openHistory } from '../monitor/history/sql-history.ts';
import { openSqlite } from '../monitor/history/sqlite-driver.ts';
import { type Monitor, readMonitorConfiguration, startMonitor } from '../monitor/index.ts';
import { emptyMemory } from '../monitor/memory.ts';
import { fractionOf } from '../monitor/schedule/next-time.ts';
import { startStub } from './monitor/stub.ts';
import { timeYear } from './monitor/year.ts';
import type { BenchRow } from './row.ts';

const installations = 1000;
const everyMs = 300_000;
const answerMs = 20;
const windowMs = 60_000;

/**
 * One monitor with 1,000 installations, each asked by the standard tier every 5 minutes; the stub that answers them
 * after 20 ms runs in the same process, so its cost is in every figure. Takes about two minutes.
 */
export async function benchMonitor(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-bench-'));
  const stub = await startStub(answerMs);
  const names = Array.from({ length: installations }, (_, number) => `installation-${number}`);
  const fhir = createFhirValidator();
  const latenessMs: number[] = [];
  let started = 0;
  await rememberRuns(join(folder, 'monitor.db'), names);
  const monitor = await startMonitor({
    service: { port: 0, host: '127.0.0.1', dataDirectory: folder, refreshSeconds: 30, read: {} },
    logTo: { write: () => undefined },
    configuration: readMonitorConfiguration({
      common: { schedule: { pulse: 'off', standard: '5m', full: 'off' }, concurrentRuns: 50 },
      installations: names.map((name) => ({
        name,
        baseUrl: stub.baseUrl,
        key: new Secret(stub.key),
        allowImport: false,
        importBundle: '{}',
        pinnedIds: {},
        ...defaults,
        extraHeaders: {},
        connection: {},
      })),
    }),
    execute(installation, options) {
      started += 1;
      const offsetMs = Math.floor(fractionOf(`${installation.name} standard`) * everyMs);
      latenessMs.push((Date.now() - offsetMs) % everyMs);
      return runInstallation(installation, { ...options, fhir });
    },
  });
  try {
    const cpuBefore = process.cpuUsage();
    await wait(windowMs / 2);
    const asked = await timeAnswers(monitor);
    await wait(windowMs / 2);
    const { user, system } = process.cpuUsage(cpuBefore);
    const late = latenessMs.toSorted((one, other) => one - other)[Math.floor(latenessMs.length * 0.95)] ?? 0;
    const memoryMb = process.memoryUsage.rss() / 1e6;
    const year = await timeYear();
    const row = (name: string, value: number, unit: string, most?: number): BenchRow => {
      const rounded = Math.round(value * 10) / 10;
      return most === undefined
        ? { name, value: rounded, unit }
        : { name, value: rounded, unit, target: `< ${most}`, ok: value < most };
    };
    return [
      row(`monitor, ${installations} installations: runs started in ${windowMs / 1000} s`, started, 'runs'),
      row('monitor: lateness of 95 % of the runs', late / 1000, 's', 10),
      row(
        'monitor: CPU per standard run, the stub included',
        (user + system) / 1000 / Math.max(1, started),
        'ms',
      ),
      row('monitor: memory, the stub included', memoryMb, 'MB', 400),
      row('monitor: /metrics of all installations', asked.metricsMs, 'ms', 400),
      row('monitor: longest stall of the schedule by /metrics', asked.stallMs, 'ms'),
      row('monitor: overview page of all installations', asked.overviewMs, 'ms', 300),
      row(`monitor: slowest history query over a year (${year.slowest})`, year.slowestMs, 'ms', 100),
      row('monitor: statements that filled that year', year.rows, 'statements'),
    ];
  } finally {
    await monitor.close();
    await fhir.close();
    await stub.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The history of a monitor that has been running for long: nobody has to be asked at once. */
async function rememberRuns(file: string, names: readonly string[]): Promise<void> {
  const history = await openHistory(openSqlite({ file, now: new Date(), onDamage: () => undefined }));
  const snapshot = JSON.stringify({ ...emptyMemory, lastStandardMs: Date.now() });
  for (const name of names) await history.saveSnapshot(name, snapshot);
  await history.close();
}

/** The median of five times each, while the schedule goes on. */
async function timeAnswers(
  monitor: Monitor,
): Promise<{ readonly metricsMs: number; readonly overviewMs: number; readonly stallMs: number }> {
  const time = async (path: string): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const startMs = performance.now();
      await (await fetch(new URL(path, monitor.url))).text();
      times.push(performance.now() - startMs);
    }
    return times.toSorted((one, other) => one - other)[2] ?? 0;
  };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const metricsMs = await time('/metrics');
  delay.disable();
  const overviewMs = await time('/');
  return { metricsMs, overviewMs, stallMs: delay.max / 1e6 };
}
