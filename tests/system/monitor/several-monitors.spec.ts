import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { groupBy } from '../../../engine/group-by.ts';
import { seedOfSlot } from '../../../monitor/schedule/due-times.ts';
import { fractionOf } from '../../../monitor/schedule/rule.ts';
import { type Receiver, startReceiver } from '../../monitor/support/receiver.ts';
import { urlOf } from '../../monitor/support/running-command.ts';
import { type SeveralMonitors, startSeveral } from '../../monitor/support/several-monitors.ts';
import { long } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';
import { often } from '../../support/often.ts';

interface Trial {
  readonly installations: number;
  readonly everyS: number;
  readonly kills: number;
  readonly betweenKillsMs: number;
  /** Longer than a claim lasts. */
  readonly stoppedMs: number;
  readonly outages: number;
  readonly outageMs: number;
  /** The number of installations that break and recover, one after the other. */
  readonly changing: number;
}

/** How long one answer takes: a pulse is under way for a second or two, so that kills find one. */
const answerMs = 300;
const perSecond = 3;
/** The most by which a busy machine notices a due time late. */
const lateMs = 5_000;

const trials: Readonly<Record<'short' | 'whole', Trial>> = {
  short: {
    installations: 30,
    everyS: 30,
    kills: 2,
    betweenKillsMs: 4_000,
    stoppedMs: 20_000,
    outages: 1,
    outageMs: 6_000,
    changing: 3,
  },
  whole: {
    installations: 300,
    everyS: 120,
    kills: 10,
    betweenKillsMs: 60_000,
    stoppedMs: 60_000,
    outages: 2,
    outageMs: 30_000,
    changing: 30,
  },
};

// SEVERAL_MONITORS=whole takes a quarter of an hour.
test('three monitors on one PostgreSQL lose no due run to kills, a stop or an outage', long, async () => {
  needs('postgresql');
  const isWhole = process.env.SEVERAL_MONITORS === 'whole';
  test.setTimeout(isWhole ? 1_800_000 : 300_000);
  await tryMonitors(isWhole ? trials.whole : trials.short);
});

async function tryMonitors(trial: Trial): Promise<void> {
  const { installations, everyS } = trial;
  const schedule = { pulse: `${everyS}s`, standard: 'off', full: 'off' };
  const receiver = await startReceiver();
  const several = await startSeveral({
    monitors: 3,
    installations,
    schedule,
    perSecond,
    answerMs,
    webhook: receiver.url,
  });
  try {
    for (const monitor of several.monitors) await urlOf(monitor);
    const beginMs = Date.now();
    const changing = changeStates(several, trial);
    await disturb(several, trial);
    clearInterval(changing);
    // Runs that were due before the end have time to be taken over.
    await wait(everyS * 1000);
    const endMs = Date.now() - 30_000;
    const reported = await toldAndChanged(several, receiver);
    expect(reported.received).toEqual(reported.changed);
    expect(reported.changed.size).toBeGreaterThan(0);
    const seen = await lookBack(several, everyS * 1000, beginMs, endMs);
    expect(seen.twice).toEqual([]);
    expect(seen.unexplained).toEqual([]);
    expect(seen.overBudget).toEqual([]);
    expect(seen.takenOver).toBeGreaterThan(0);
    expect(seen.latestMs).toBeLessThan(60_000);
    const errors = several.lines().filter((line) => line.includes('"level":50'));
    const expected = /could not be (written to the history|pruned)|a run was given up/;
    expect(errors.filter((line) => !expected.test(line))).toEqual([]);
  } finally {
    await several.close();
    receiver.close();
  }
}

/** Lets one installation after the other break, and recover at its next turn. */
function changeStates({ stub, names }: SeveralMonitors, { changing, everyS }: Trial): NodeJS.Timeout {
  const some = names.filter((_, index) => index % Math.ceil(names.length / changing) === 0);
  let turn = 0;
  return setInterval(
    () => {
      const name = some[turn % some.length] ?? '';
      if (!stub.broken.delete(name)) stub.broken.add(name);
      turn += 1;
    },
    (1.3 * everyS * 1000) / some.length,
  );
}

/** The changes of state of each installation in order, as the receiver got them and as the history has them. */
interface Told {
  readonly received: ReadonlyMap<string, readonly string[]>;
  readonly changed: ReadonlyMap<string, readonly string[]>;
}

/** A notification that is sent again because a monitor was killed before it had the answer has the same id. */
async function toldAndChanged({ postgres }: SeveralMonitors, receiver: Receiver): Promise<Told> {
  const client = new pg.Client({ connectionString: postgres.url.reveal() });
  await client.connect();
  try {
    const waiting = async (): Promise<number> =>
      Number((await client.query("SELECT count(*) FROM outbox WHERE status = 'waiting'")).rows[0].count);
    await expect.poll(waiting, { ...often, timeout: 120_000 }).toBe(0);
    const { rows: changes } = await client.query<{
      installation: string;
      from_state: string;
      to_state: string;
      run_id: string;
    }>('SELECT installation, from_state, to_state, run_id FROM state_changes ORDER BY installation, at_ms');
    // The first change to conforming is not notified.
    const changed = groupBy(
      changes.filter(({ from_state: from, to_state: to }) => from !== 'unknown' || to !== 'conforming'),
      ({ installation }) => installation,
    );
    const bodies = receiver.received.map(({ body }) => body);
    const first = bodies.filter(({ id }, index) => bodies.findIndex((one) => one.id === id) === index);
    const received = groupBy(first, ({ installation }) => installation.name);
    return {
      changed: mapValues(changed, (one) => `${one.from_state} to ${one.to_state} by ${one.run_id}`),
      received: mapValues(received, (one) => `${one.from} to ${one.to} by ${one.run}`),
    };
  } finally {
    await client.end();
  }
}

function mapValues<T>(
  groups: ReadonlyMap<string, readonly T[]>,
  write: (one: T) => string,
): ReadonlyMap<string, readonly string[]> {
  return new Map([...groups].sort().map(([name, all]) => [name, all.map(write)]));
}

/** Kills monitors in the middle of runs, stops one for longer than a claim lasts, and takes the database away. */
async function disturb(several: SeveralMonitors, trial: Trial): Promise<void> {
  const { monitors, postgres } = several;
  for (let kill = 0; kill < trial.kills; kill += 1) {
    const index = kill % monitors.length;
    const victim = monitors[index];
    if (victim === undefined) throw new Error('There is no such monitor.');
    const url = await urlOf(victim);
    await expect.poll(() => runsUnderWay(url), often).toBeGreaterThan(0);
    victim.child.kill('SIGKILL');
    await victim.ended;
    await wait(trial.betweenKillsMs / 2);
    several.replace(index);
    const next = monitors[index];
    // A busy machine takes a while to start one: two others are up at each kill.
    if (next !== undefined) await urlOf(next);
    await wait(trial.betweenKillsMs / 2);
  }
  const frozen = monitors[0];
  if (frozen === undefined) throw new Error('There is no monitor.');
  const url = await urlOf(frozen);
  await expect.poll(() => runsUnderWay(url), often).toBeGreaterThan(0);
  frozen.child.kill('SIGSTOP');
  await wait(trial.stoppedMs);
  frozen.child.kill('SIGCONT');
  for (let outage = 0; outage < trial.outages; outage += 1) {
    await wait(trial.betweenKillsMs);
    await postgres.pause();
    await wait(trial.outageMs);
    await postgres.resume();
  }
}

async function runsUnderWay(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^evidence_contract_runs_under_way (\d+)$/m.exec(text)?.[1] ?? 0);
}

interface Seen {
  /** Due times with several runs. */
  readonly twice: readonly string[];
  /** Due times without a run that no monitor reported as missed. */
  readonly unexplained: readonly string[];
  /** Seconds in which an installation got more than a fixed window and the next one may hold. */
  readonly overBudget: readonly string[];
  /** Jobs that a second monitor ended. */
  readonly takenOver: number;
  /** The longest time from a due time to the end of its run. */
  readonly latestMs: number;
}

/** Compares the due runs with the database and with the requests that the installations got. */
async function lookBack(
  { names, stub, postgres, lines }: SeveralMonitors,
  everyMs: number,
  beginMs: number,
  endMs: number,
): Promise<Seen> {
  const client = new pg.Client({ connectionString: postgres.url.reveal() });
  await client.connect();
  const { rows: runs } = await client.query<{
    installation: string;
    started_ms: string;
    finished_ms: string;
  }>('SELECT installation, started_ms, finished_ms FROM runs ORDER BY started_ms DESC');
  const { rows: retried } = await client.query<{ count: string }>(
    "SELECT count(*) FROM evidence_contract_jobs.job WHERE name = 'runs' AND retry_count > 0 AND state = 'completed'",
  );
  await client.end();
  const dueOf = (name: string, startedMs: number): number => {
    const offsetMs = Math.floor(fractionOf(seedOfSlot(name, 'pulse')) * everyMs);
    return Math.floor((startedMs - offsetMs) / everyMs) * everyMs + offsetMs;
  };
  const counts = new Map<string, number>();
  let latestMs = 0;
  for (const { installation, started_ms, finished_ms } of runs) {
    const startedMs = Number(started_ms);
    const ownMs = dueOf(installation, startedMs);
    const isTaken = counts.has(`${installation} ${ownMs}`);
    // Runs are read from the last to the first. One that was decided on just before the next was due, and began after it
    // on a busy machine, is of the time before.
    const dueMs = isTaken && startedMs - ownMs < lateMs ? ownMs - everyMs : ownMs;
    const id = `${installation} ${dueMs}`;
    counts.set(id, (counts.get(id) ?? 0) + 1);
    latestMs = Math.max(latestMs, Number(finished_ms) - dueMs);
  }
  const reported = new Set(lines().flatMap(missedIn));
  const leftOut = lines().flatMap(leftOutIn);
  const isExplained = (name: string, atMs: number): boolean =>
    reported.has(`${name} ${atMs}`) ||
    leftOut.some((one) => one.installation === name && one.fromMs <= atMs && atMs <= one.toMs);
  const due = names.flatMap((name) => {
    const times: { readonly name: string; readonly atMs: number }[] = [];
    for (let atMs = dueOf(name, beginMs) + everyMs; atMs < endMs; atMs += everyMs) times.push({ name, atMs });
    return times;
  });
  return {
    twice: [...counts].filter(([, count]) => count > 1).map(([id]) => id),
    unexplained: due
      .filter(({ name, atMs }) => !counts.has(`${name} ${atMs}`) && !isExplained(name, atMs))
      .map(({ name, atMs }) => `${name} ${new Date(atMs).toISOString()}`),
    overBudget: names.filter((name) => mostInASecond(stub.requests.get(name) ?? []) > 2 * perSecond),
    takenOver: Number(retried[0]?.count ?? 0),
    latestMs,
  };
}

/** The run that a log line reports as missed, or as given up. */
function missedIn(line: string): readonly string[] {
  if (!/a run was (missed|given up)/.test(line)) return [];
  const { installation, due } = JSON.parse(line) as { installation: string; due: { atMs: number } };
  return [`${installation} ${due.atMs}`];
}

/** The times that a log line reports as left out: a run was under way, or the monitor was stopped. */
function leftOutIn(
  line: string,
): readonly { readonly installation: string; readonly fromMs: number; readonly toMs: number }[] {
  if (!line.includes('scheduled times were left out')) return [];
  const { installation, time } = JSON.parse(line) as { installation: string; time: string };
  return [{ installation, fromMs: Date.parse(time) - lateMs, toMs: Date.parse(time) }];
}

function mostInASecond(times: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [last, timeMs] of times.entries()) {
    while (timeMs - (times[first] ?? 0) >= 1_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
