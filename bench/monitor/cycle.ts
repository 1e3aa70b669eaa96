import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { defaults } from '../../engine/configuration/installation.ts';
import { makeBodyReader } from '../../engine/evidence/body-reader.ts';
import { median } from '../../engine/record/statistics.ts';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { Secret } from '../../engine/secret.ts';
import { openHistory } from '../../monitor/history/sql-history.ts';
import { openSqlite } from '../../monitor/history/sqlite-driver.ts';
import {
  type Monitor,
  readMonitorConfiguration,
  readServiceSettings,
  startMonitor,
} from '../../monitor/index.ts';
import { fractionOf } from '../../monitor/schedule/rule.ts';
import { emptySnapshot, formatSnapshot } from '../../monitor/state/snapshot.ts';
import { makeTestInstallation } from '../../tests/support/installation.ts';
import type { BenchRow } from '../row.ts';
import { startStub } from './stub.ts';
import { timeYear } from './year.ts';

const installations = 1000;
const everyMs = 300_000;
const answerMs = 20;
const scrapeMs = 15_000;

process.stdout.write(JSON.stringify(await measureCycle()));

/**
 * One monitor with 1,000 installations, each asked by the standard tier every 5 minutes, over one whole cycle; the stub
 * that answers them after 20 ms runs in the same process, so its cost is in every figure.
 */
async function measureCycle(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-bench-'));
  const stub = await startStub(answerMs);
  const names = Array.from({ length: installations }, (_, number) => `installation-${number}`);
  const bodies = makeBodyReader();
  const latenessMs: number[] = [];
  let started = 0;
  await rememberRuns(join(folder, 'monitor.db'), names);
  const monitor = await startMonitor({
    service: readServiceSettings({ PORT: '0', DATA_DIR: folder }, folder),
    logTo: { write: () => undefined },
    configuration: readMonitorConfiguration({
      common: { schedule: { pulse: 'off', standard: '5m', full: 'off' }, concurrentRuns: 50 },
      installations: names.map((name) =>
        makeTestInstallation({
          name,
          baseUrl: stub.baseUrl,
          key: new Secret(stub.key),
          pace: defaults.pace,
        }),
      ),
    }),
    execute(installation, options) {
      started += 1;
      const offsetMs = Math.floor(fractionOf(`${installation.name} standard`) * everyMs);
      latenessMs.push((Date.now() - offsetMs) % everyMs);
      return runInstallation(installation, { ...options, bodies });
    },
  });
  try {
    const cpuBefore = process.cpuUsage();
    const startedBefore = started;
    const memory = trackMemory();
    const asked = await askForACycle(monitor);
    const memoryMb = memory.greatestMb();
    const { user, system } = process.cpuUsage(cpuBefore);
    const runs = started - startedBefore;
    const late = latenessMs.toSorted((one, other) => one - other)[Math.floor(latenessMs.length * 0.95)] ?? 0;
    const year = await timeYear();
    const row = (name: string, value: number, unit: string, most?: number): BenchRow => {
      const rounded = Math.round(value * 10) / 10;
      return most === undefined
        ? { name, value: rounded, unit }
        : { name, value: rounded, unit, target: `< ${most}`, ok: value < most };
    };
    return [
      row(`monitor, ${installations} installations: runs started in ${everyMs / 1000} s`, runs, 'runs'),
      row('monitor: lateness of 95 % of the runs', late / 1000, 's', 10),
      row(
        'monitor: CPU per standard run, the stub included',
        (user + system) / 1000 / Math.max(1, runs),
        'ms',
      ),
      row('monitor: greatest memory, the stub included', memoryMb, 'MB', 400),
      row('monitor: /metrics of all installations', asked.metricsMs, 'ms', 400),
      row('monitor: longest stall of the schedule by /metrics', asked.stallMs, 'ms'),
      row('monitor: overview page of all installations', asked.overviewMs, 'ms', 300),
      row(`monitor: slowest history query over a year (${year.slowest})`, year.slowestMs, 'ms', 100),
      row('monitor: statements that filled that year', year.rows, 'statements'),
    ];
  } finally {
    await monitor.close();
    await bodies.close();
    await stub.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the memory of this process four times a second. */
function trackMemory(): { readonly greatestMb: () => number } {
  let greatest = 0;
  const timer = setInterval(() => {
    greatest = Math.max(greatest, process.memoryUsage.rss());
  }, 250);
  return {
    greatestMb() {
      clearInterval(timer);
      return greatest / 1e6;
    },
  };
}

/** The history of a monitor that has been running for long: no installation has to be asked at once. */
async function rememberRuns(file: string, names: readonly string[]): Promise<void> {
  const history = await openHistory(openSqlite({ file, now: new Date(), onDamage: () => undefined }));
  const snapshot = formatSnapshot({ ...emptySnapshot, lastStandardMs: Date.now() });
  for (const name of names) await history.saveSnapshot(name, snapshot);
  await history.close();
}

/** Scrapes as Prometheus does, looks at the overview in between, and gives the medians of a whole cycle. */
async function askForACycle(
  monitor: Monitor,
): Promise<{ readonly metricsMs: number; readonly overviewMs: number; readonly stallMs: number }> {
  const metricsMs: number[] = [];
  const overviewMs: number[] = [];
  const time = async (path: string): Promise<number> => {
    const startMs = performance.now();
    await (await fetch(new URL(path, monitor.url))).text();
    return performance.now() - startMs;
  };
  let stallMs = 0;
  for (let passedMs = 0; passedMs < everyMs; passedMs += scrapeMs) {
    await wait(scrapeMs / 2);
    overviewMs.push(await time('/'));
    await wait(scrapeMs / 2);
    // A new one each time: it would count the time between two scrapes as a stall.
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    metricsMs.push(await time('/metrics'));
    delay.disable();
    stallMs = Math.max(stallMs, delay.max / 1e6);
  }
  return {
    metricsMs: median(metricsMs) ?? Number.NaN,
    overviewMs: median(overviewMs) ?? Number.NaN,
    stallMs,
  };
}
