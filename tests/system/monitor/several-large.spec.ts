import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { probeMs, slownessBy } from '../../../bench/monitor/blackbox.ts';
import { cpuMs, descendants, residentMb } from '../../../bench/processes.ts';
import type { MonitoredTier } from '../../../monitor/model.ts';
import { seedOfSlot } from '../../../monitor/schedule/due-times.ts';
import { fractionOf } from '../../../monitor/schedule/rule.ts';
import { urlOf } from '../../monitor/support/running-command.ts';
import { type SeveralMonitors, startSeveral } from '../../monitor/support/several-monitors.ts';
import { long } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';

interface Trial {
  readonly monitors: number;
  readonly installations: number;
  readonly minutes: number;
  /** How often each tier runs, in milliseconds. */
  readonly everyMs: Readonly<Record<MonitoredTier, number>>;
  /** The most statements of PostgreSQL for each run. */
  readonly mostStatements: number;
}

const minuteMs = 60_000;

const usual = { pulse: minuteMs, standard: 15 * minuteMs, full: 6 * 60 * minuteMs };

const short: Trial = {
  monitors: 2,
  installations: 400,
  minutes: 1,
  everyMs: { pulse: 30_000, standard: 5 * minuteMs, full: 18 * 60 * minuteMs },
  // With few runs a second, the regular queries of a monitor count more for each run.
  mostStatements: 12,
};

const answerMs = 20;
const perSecond = 10;
/** One in this many installations is broken all the time. */
const brokenOf = 100;
/** Runs that are due earlier are not judged: monitors warm up after a start, longer with thousands of installations. */
const warmUpMs = { few: 20_000, many: 90_000 };
/** Runs that are due later may still be under way at the end. */
const lastMs = 20_000;
/** After a run has ended, it is written, and the other monitors hear of it. */
const heardWithinMs = 3_000;

// SEVERAL_LARGE=4x10000x15 lets four monitors share 10,000 installations for a quarter of an hour.
test('monitors share many installations: each run once and in time, with few statements', long, async () => {
  needs('postgresql');
  const trial = await trialOf(process.env.SEVERAL_LARGE);
  test.setTimeout((trial.minutes + 10) * minuteMs);
  const several = await startSeveral({
    ...trial,
    schedule: scheduleOf(trial),
    perSecond,
    answerMs,
    isCounted: true,
    isKnown: true,
  });
  try {
    for (const [index, name] of several.names.entries())
      if (index % brokenOf === 0) several.stub.broken.add(name);
    const urls = await Promise.all(several.monitors.map(urlOf));
    await wait(trial.installations > 1_000 ? warmUpMs.many : warmUpMs.few);
    const before = await look(several);
    await wait(trial.minutes * minuteMs);
    const after = await look(several);
    await wait(lastMs);
    // The pulse of a broken installation is as large as a standard run, so that its runs cannot be compared by tier.
    const sound = several.names.filter((name) => !several.stub.broken.has(name));
    const seen = await lookBack(several.postgres, sound, trial, before.atMs, after.atMs);
    const runs = after.runs - before.runs;
    const memoryMb = several.monitors.map(({ child }) => Math.round(residentMb(child.pid ?? 0)));
    const figures = {
      ...seen.figures,
      pulseEveryMs: trial.everyMs.pulse,
      runs,
      statementsARun: (after.statements - before.statements) / runs,
      monitorMsARun: (after.monitorMs - before.monitorMs) / runs,
      databaseMsARun: (after.databaseMs - before.databaseMs) / runs,
      memoryMb,
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    // Soft assertions: a limit that a slow machine misses does not hide the others.
    expect.soft(seen.twice).toEqual([]);
    expect.soft(seen.missing).toEqual([]);
    expect.soft(figures.lateMs.p95).toBeLessThan(5_000);
    expect.soft(figures.statementsARun).toBeLessThanOrEqual(trial.mostStatements);
    expect.soft(Math.max(...memoryMb)).toBeLessThan(1_000);
    for (const url of urls)
      expect.soft(await wrongStates(url, several.names, several.stub.broken)).toEqual([]);
    expect.soft(several.lines().filter((line) => line.includes('"level":50'))).toEqual([]);
  } finally {
    await several.close();
  }
});

/**
 * Installations, monitors and database share the cores of one machine: two suffice for thrice the usual intervals, or as many
 * times more as this machine is slower than the one of the benchmarks.
 * @param text `4x10000x15x3`: monitors, installations and minutes, and how many times the usual intervals
 */
async function trialOf(text: string | undefined): Promise<Trial> {
  if (text === undefined) return short;
  const [monitors = 0, installations = 0, minutes = 0, given] = text.split('x').map(Number);
  const times = given ?? 3 * Math.max(1, slownessBy(await probeMs(answerMs)));
  const everyMs = {
    pulse: wholeSeconds(times * usual.pulse),
    standard: wholeSeconds(times * usual.standard),
    full: wholeSeconds(times * usual.full),
  };
  return { monitors, installations, minutes, everyMs, mostStatements: 9 };
}

function wholeSeconds(ms: number): number {
  return Math.round(ms / 1000) * 1000;
}

function scheduleOf({ everyMs }: Trial): Readonly<Record<MonitoredTier, string>> {
  const { pulse, standard, full } = everyMs;
  return { pulse: `${pulse / 1000}s`, standard: `${standard / 1000}s`, full: `${full / 1000}s` };
}

/** The runs so far, and their cost. */
async function look({ postgres, monitors }: SeveralMonitors) {
  const [row] = await postgres.query('SELECT count(*) FROM runs');
  return {
    atMs: Date.now(),
    runs: Number(row?.count),
    statements: await postgres.statements(),
    monitorMs: monitors.reduce((sum, { child }) => sum + cpuMs(child.pid ?? 0), 0),
    databaseMs: descendants(process.pid, 'postgres').reduce((sum, pid) => sum + cpuMs(pid), 0),
  };
}

interface Run {
  readonly tier: MonitoredTier;
  readonly startedMs: number;
  readonly finishedMs: number;
}

/** Compares the runs that were due in a period with the runs of the database. */
async function lookBack(
  postgres: SeveralMonitors['postgres'],
  names: readonly string[],
  { everyMs }: Trial,
  fromMs: number,
  toMs: number,
) {
  const rows = await postgres.query('SELECT installation, tier, started_ms, finished_ms FROM runs');
  const runs = new Map<string, Run[]>(names.map((name) => [name, []]));
  for (const { installation, tier, started_ms, finished_ms } of rows)
    runs.get(String(installation))?.push({
      tier: tier as MonitoredTier,
      startedMs: Number(started_ms),
      finishedMs: Number(finished_ms),
    });
  const late: number[] = [];
  const twice: string[] = [];
  const missing: string[] = [];
  for (const [name, all] of runs)
    for (const tier of ['pulse', 'standard', 'full'] as const) {
      const stepMs = everyMs[tier];
      const offsetMs = Math.floor(fractionOf(seedOfSlot(name, tier)) * stepMs);
      const firstMs = Math.ceil((fromMs - offsetMs) / stepMs) * stepMs + offsetMs;
      for (let dueMs = firstMs; dueMs < toMs; dueMs += stepMs) {
        const isOf = ({ startedMs }: Run): boolean => startedMs >= dueMs && startedMs < dueMs + stepMs;
        const own = all.filter((run) => run.tier === tier && isOf(run));
        if (own.length > 1) twice.push(`${tier} of ${name} at ${dueMs}`);
        // A heavier run asks everything that a lighter one would, and replaces it if the monitors know it as under way then.
        const endedMs = Math.max(
          0,
          ...all.filter((run) => run.startedMs < dueMs).map((run) => run.finishedMs),
        );
        const isAsked = all.some(isOf) || endedMs + heardWithinMs > dueMs;
        if (!isAsked) missing.push(`${tier} of ${name} at ${dueMs}, ${dueMs - endedMs} ms after a run`);
        if (own[0] !== undefined) late.push(own[0].startedMs - dueMs);
      }
    }
  late.sort((one, other) => one - other);
  const lateAt = (share: number): number => late[Math.floor(share * (late.length - 1))] ?? 0;
  const lateMs = { median: lateAt(0.5), p95: lateAt(0.95), p99: lateAt(0.99), most: lateAt(1) };
  return { twice, missing, figures: { due: late.length, lateMs } };
}

/** The installations that a monitor shows in a wrong state. */
async function wrongStates(
  url: string,
  names: readonly string[],
  broken: ReadonlySet<string>,
): Promise<readonly string[]> {
  const answer = await fetch(`${url}/api/v1/installations`);
  const { installations } = (await answer.json()) as {
    readonly installations: readonly { readonly name: string; readonly state: string }[];
  };
  const states = new Map(installations.map(({ name, state }) => [name, state]));
  return names
    .filter((name) => {
      const state = states.get(name) ?? 'unknown';
      return broken.has(name) ? state === 'conforming' || state === 'unknown' : state !== 'conforming';
    })
    .map((name) => `${name}: ${states.get(name)}`);
}
