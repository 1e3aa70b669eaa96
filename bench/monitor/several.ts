import { setTimeout as wait } from 'node:timers/promises';
import { urlOf } from '../../tests/monitor/support/running-command.ts';
import { type SeveralMonitors, startSeveral } from '../../tests/monitor/support/several-monitors.ts';
import { cpuMs, descendants, residentMb } from '../processes.ts';
import { type BenchRow, measured } from '../row.ts';
import { measureBlackbox } from './blackbox.ts';
import { watchRowWaits } from './row-waits.ts';

/** More than any current machine can handle: the result is the capacity of the monitors. */
const offeredInstallations = 1500;
/** Few enough for two cores to serve four monitors with this many each: waiting for a core would add to the cost. */
const installationsPerMonitor = 100;
const schedule = { pulse: '10s', standard: 'off', full: 'off' } as const;
const answerMs = 5;
const warmUpMs = 25_000;
const measuredMs = 40_000;

interface Measured {
  readonly rows: readonly BenchRow[];
  /** Processor time of monitors. */
  readonly monitorMsARun: number;
}

/**
 * Measures how many runs per minute monitors complete that share a PostgreSQL, compared with one with the embedded
 * store, and how many probes of one address blackbox_exporter completes; then the cost of a run if each monitor has the
 * same load, which these cores can serve. Monitors, installations and the database share this machine. Takes ten
 * minutes.
 */
export async function benchSeveral(): Promise<readonly BenchRow[]> {
  const embedded = await measure('embedded store', 1, offeredInstallations, true);
  const one = await measure('PostgreSQL, 1 monitor', 1, offeredInstallations);
  const two = await measure('PostgreSQL, 2 monitors', 2, offeredInstallations);
  const four = await measure('PostgreSQL, 4 monitors', 4, offeredInstallations);
  const oneServed = await measure('PostgreSQL, 1 monitor with few', 1, installationsPerMonitor);
  const fourServed = await measure('PostgreSQL, 4 monitors with as few each', 4, 4 * installationsPerMonitor);
  const ratio = (4 * oneServed.monitorMsARun) / fourServed.monitorMsARun;
  return [
    ...[embedded, one, two, four].flatMap(({ rows }) => rows),
    {
      name: 'PostgreSQL: what 4 monitors can do to what 1 can, by the CPU a pulse at the same load of each',
      value: ratio,
      unit: '',
      target: '>= 3',
      ok: ratio >= 3,
    },
    ...(await measureBlackbox(answerMs)),
  ];
}

async function measure(
  name: string,
  monitors: number,
  installations: number,
  isEmbedded = false,
): Promise<Measured> {
  process.stderr.write(`${name}: ${Math.ceil((warmUpMs + measuredMs) / 1000)} s …\n`);
  const several = await startSeveral({
    monitors,
    installations,
    schedule,
    perSecond: 'off',
    answerMs,
    isEmbedded,
    isCounted: !isEmbedded,
  });
  try {
    const urls = await Promise.all(several.monitors.map(urlOf));
    const pids = several.monitors.map(({ child }) => child.pid ?? 0);
    await wait(warmUpMs);
    const look = async () => ({
      runs: isEmbedded ? await countedRuns(urls) : await storedRuns(several),
      statements: isEmbedded ? 0 : await several.postgres.statements(),
      requests: [...several.stub.requests.values()].reduce((sum, { length }) => sum + length, 0),
      monitorMs: pids.reduce((sum, pid) => sum + cpuMs(pid), 0),
      databaseMs: descendants(process.pid, 'postgres').reduce((sum, pid) => sum + cpuMs(pid), 0),
      atMs: performance.now(),
    });
    const before = await look();
    const waits = isEmbedded ? undefined : await watchRowWaits(several.postgres.url);
    await wait(measuredMs);
    const waited = await waits?.end();
    const after = await look();
    const runs = Math.max(1, after.runs - before.runs);
    const monitorMsARun = (after.monitorMs - before.monitorMs) / runs;
    const databaseMs = (after.databaseMs - before.databaseMs) / runs;
    const minutes = (after.atMs - before.atMs) / 60_000;
    const statements = after.statements - before.statements - (waited?.statements ?? 0);
    const rows: readonly BenchRow[] = [
      { name: `${name}: pulses a minute`, value: runs / minutes, unit: 'runs' },
      { name: `${name}: requests a pulse`, value: (after.requests - before.requests) / runs, unit: '' },
      { name: `${name}: CPU a pulse`, value: monitorMsARun, unit: 'ms' },
      ...(waited === undefined
        ? []
        : [
            measured(`${name}: statements a pulse`, statements / runs, '', monitors < 4 ? 8 : 9),
            measured(`${name}: waiting for shared body rows a pulse`, waited.bodyMs / runs, 'ms', 0),
            measured(`${name}: waiting for rows of any kind a pulse`, waited.anyMs / runs, 'ms'),
            measured(`${name}: CPU a pulse in PostgreSQL`, databaseMs, 'ms', 4),
          ]),
      { name: `${name}: memory of a monitor`, value: Math.max(...pids.map(residentMb)), unit: 'MB' },
    ];
    return { rows, monitorMsARun };
  } finally {
    await several.close();
  }
}

/** The number of runs by a monitor with its own store. */
async function countedRuns([url = '']: readonly string[]): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  const values = [...text.matchAll(/^evidence_contract_runs_total(?:\{[^}]*\})? (\d+)/gm)];
  return values.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** The runs in the database: a busy monitor receives news of the others late. */
async function storedRuns({ postgres }: SeveralMonitors): Promise<number> {
  const [row] = await postgres.query('SELECT count(*) FROM runs');
  return Number(row?.count);
}
