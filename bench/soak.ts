import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startReference } from '../reference-server/index.ts';
import { residentMb, residentMbOfChildren } from './processes.ts';
import { type BenchRow, measured, promised } from './row.ts';
import { startHostileProcess } from './soak/hostile-process.ts';
import { startPipelining } from './soak/pipelining.ts';

const usualMinutes = 20;
const everyS = 20;
const healthEveryMs = 100;
/** Memory may rise while caches fill. */
const warmUpShare = 0.2;

/**
 * Lets one monitor, started as in operation, watch a good installation and twelve hostile ones, while clients pipeline
 * requests without reading the answers.
 * @param minutes the duration; the environment variable SOAK_MINUTES overrides it
 */
export async function benchSoak(
  minutes = Number(process.env.SOAK_MINUTES ?? usualMinutes),
): Promise<readonly BenchRow[]> {
  process.stderr.write(
    `A monitor watches one good and twelve hostile installations for ${minutes} minutes …\n`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-soak-'));
  const good = await startReference({ rateLimit: 'off' });
  const hostile = await startHostileProcess();
  const keys = { apiKey: good.keys.first, secondApiKey: good.keys.second, revokedApiKey: good.keys.revoked };
  const installations = [
    { name: 'good', baseUrl: good.baseUrl, ...keys, pace: 'off' },
    ...hostile.servers.map(({ name, baseUrl }) => ({
      name,
      baseUrl,
      ...keys,
      timeoutMs: 5_000,
      deadlineS: 15,
    })),
  ];
  const schedule = { pulse: 'off', standard: `*/${everyS} * * * * *`, full: 'off' };
  const file = { monitor: { schedule }, installations };
  writeFileSync(join(folder, 'installations.yaml'), JSON.stringify(file));
  const monitor = startMonitor(folder);
  try {
    const url = await monitor.url;
    const stop = startPipelining(url);
    const seen = await watch(monitor.child, url, minutes * 60_000).finally(stop);
    return await rowsOf({ seen, url, folder, hostile: hostile.servers.map(({ name }) => name), minutes });
  } finally {
    monitor.child.kill('SIGTERM');
    await monitor.ended;
    await Promise.all([good.close(), hostile.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface StartedMonitor {
  readonly child: ChildProcess;
  readonly url: Promise<string>;
  readonly ended: Promise<unknown>;
}

/** The command of `npm start`, with its heap limit. */
function startMonitor(folder: string): StartedMonitor {
  const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=1024', '--import', import.meta.resolve('tsx'), main, 'monitor'],
    { cwd: folder, env: { PATH: process.env.PATH, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  void ended.then((how) => process.stderr.write(`The monitor ended: ${String(how)}.\n`));
  const url = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { url: address, level, reason } = JSON.parse(line) as Record<string, string>;
      if (address !== undefined) resolve(address);
      if (level === 'error') process.stderr.write(`the monitor reports: ${reason ?? line}\n`);
    });
    void ended.then((code) => reject(new Error(`The monitor ended with code ${String(code)}.`)));
  });
  return { child, url, ended };
}

interface Seen {
  readonly healthMs: readonly number[];
  readonly failures: number;
  readonly memoryMb: readonly number[];
  readonly treeMb: readonly number[];
  readonly isAlive: boolean;
}

/** Requests the health of a monitor ten times a second, and reads its memory once a second. */
async function watch(child: ChildProcess, url: string, durationMs: number): Promise<Seen> {
  const healthMs: number[] = [];
  const memoryMb: number[] = [];
  const treeMb: number[] = [];
  let failures = 0;
  const endsAtMs = performance.now() + durationMs;
  for (let turn = 0; performance.now() < endsAtMs && child.exitCode === null; turn += 1) {
    const startMs = performance.now();
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.text();
    if (response?.status !== 200) failures += 1;
    const tookMs = performance.now() - startMs;
    healthMs.push(tookMs);
    if (turn % 10 === 0) {
      const own = residentMb(child.pid ?? 0);
      memoryMb.push(own);
      treeMb.push(own + residentMbOfChildren(child.pid ?? 0));
    }
    await wait(Math.max(0, healthEveryMs - tookMs));
  }
  return {
    healthMs,
    failures,
    memoryMb,
    treeMb,
    isAlive: child.exitCode === null && child.signalCode === null,
  };
}

interface Run {
  readonly state: string;
  readonly startedAt: string;
  readonly durationMs: number;
}

interface Ended {
  readonly seen: Seen;
  readonly url: string;
  readonly folder: string;
  readonly hostile: readonly string[];
  readonly minutes: number;
}

async function rowsOf({ seen, url, folder, hostile, minutes }: Ended): Promise<readonly BenchRow[]> {
  const goodRuns = await runsOf(url, 'good');
  const hostileRuns = (await Promise.all(hostile.map((name) => runsOf(url, name)))).map(
    ({ length }) => length,
  );
  const expected = Math.floor((minutes * 60) / everyS);
  // The first run comes at any time after the start; the others are due on schedule.
  const startsMs = goodRuns
    .map(({ startedAt }) => Date.parse(startedAt))
    .toSorted((one, other) => one - other);
  const lateMs = startsMs.slice(1).map((startMs) => startMs % (everyS * 1000));
  const paths = ['/', '/metrics', ...['good', ...hostile].map((name) => `/installations/${name}`)];
  const pages = await Promise.all(paths.map(async (path) => (await (await get(url + path)).text()).length));
  const late = seen.memoryMb.slice(Math.floor(seen.memoryMb.length * warmUpShare));
  const lateTree = seen.treeMb.slice(Math.floor(seen.treeMb.length * warmUpShare));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return [
    promised(measured('soak: deaths of the monitor', seen.isAlive ? 0 : 1, '', 0)),
    measured('soak: /healthz, 99 %', quantile(seen.healthMs, 0.99), 'ms', 200),
    promised(measured('soak: /healthz, slowest', Math.max(...seen.healthMs), 'ms', 1_000)),
    promised(measured('soak: /healthz, failed', seen.failures, '', 0)),
    {
      isPromise: true,
      name: 'soak: runs of the good installation',
      value: goodRuns.length,
      unit: 'runs',
      target: `>= ${expected - 1}`,
      ok: goodRuns.length >= expected - 1,
    },
    promised(
      measured(
        'soak: of these not conforming',
        goodRuns.filter(({ state }) => state !== 'conforming').length,
        'runs',
        0,
      ),
    ),
    measured('soak: lateness of the latest of them', Math.max(0, ...lateMs), 'ms', 5_000),
    measured('soak: runs of the hostile ones, least of a kind', Math.min(...hostileRuns), 'runs'),
    measured('soak: memory of the monitor after warming up, greatest', Math.max(...late), 'MB', 700),
    { name: 'soak: with the processes that read bodies', value: Math.max(...lateTree), unit: 'MB' },
    {
      name: 'soak: growth of the memory, last quarter over the one before',
      value:
        meanOf(late.slice(-Math.ceil(late.length / 4))) / meanOf(late.slice(-Math.ceil(late.length / 2))),
      unit: '',
    },
    measured('soak: largest page', Math.max(...pages) / 1000, 'kB', 1_500),
    measured('soak: history, a run', bytes / 1000 / Math.max(1, goodRuns.length * 13), 'kB', 200),
  ];
}

/** Retries if a kept-alive connection has just been closed. */
function get(address: string): Promise<Response> {
  return fetch(address).catch(() => fetch(address));
}

/** All runs of an installation that the history lists. */
async function runsOf(url: string, name: string): Promise<readonly Run[]> {
  const response = await get(`${url}/api/v1/runs?installation=${name}&limit=200`);
  const value = (await response.json()) as { readonly runs: readonly Run[] };
  return value.runs;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
