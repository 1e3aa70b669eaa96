import { expect, test } from '@playwright/test';
import type { Slot } from '../../../monitor/model.ts';
import type { Due } from '../../../monitor/schedule/due-times.ts';
import { fractionOf, parseRule } from '../../../monitor/schedule/rule.ts';
import { makeScheduler, type Scheduler } from '../../../monitor/schedule/scheduler.ts';
import { type FakeClock, makeFakeClock, makeSettableClock } from '../support/fake-clock.ts';

const midnight = Date.UTC(2026, 2, 10);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface SeenRun {
  readonly slot: Slot;
  readonly startMs: number;
  endMs: number;
}

interface Scene {
  readonly clock: FakeClock;
  /** Sets the clock of the system, as `SettableClock` does. */
  readonly set: (byMs: number) => void;
  readonly scheduler: Scheduler;
  readonly runs: SeenRun[];
  readonly skipped: () => number;
  /** The next time, as last reported. */
  readonly next: () => number | undefined;
}

/** A scheduler of one installation whose runs take as long as `durationMs` says. */
function stage(
  texts: Partial<Record<Slot, string>>,
  {
    name = 'alpha',
    startMs = midnight,
    timezone = 'UTC',
    durationMs = (_slot: Slot): number => 0,
    alongside = [] as number[],
    lastFullMs = undefined as number | undefined,
    onDue = (_due: Due | undefined): unknown => undefined,
  } = {},
): Scene {
  const clock = makeFakeClock(startMs);
  const systemClock = makeSettableClock(clock);
  const runs: SeenRun[] = [];
  let skipped = 0;
  let next: number | undefined;
  const rule = (slot: Slot) => parseRule(texts[slot] ?? 'off', timezone);
  const scheduler = makeScheduler({
    clock: systemClock,
    name,
    schedule: {
      pulse: rule('pulse'),
      standard: rule('standard'),
      full: rule('full'),
      imports: rule('imports'),
    },
    lastRuns: () => ({ standardMs: startMs, fullMs: lastFullMs }),
    startSpreadMs: 0,
    onSkipped: (times) => {
      skipped += times;
    },
    onNext: (atMs) => {
      next = atMs;
    },
    runAlongside: async () => {
      alongside.push(clock.nowMs());
    },
    run: (slot, _trigger, due) =>
      new Promise((resolve) => {
        onDue(due);
        const run: SeenRun = { slot, startMs: clock.nowMs(), endMs: Number.POSITIVE_INFINITY };
        runs.push(run);
        clock.at(run.startMs + durationMs(slot), () => {
          run.endMs = clock.nowMs();
          resolve();
        });
      }),
  });
  scheduler.start();
  return { clock, set: systemClock.set, scheduler, runs, skipped: () => skipped, next: () => next };
}

function startsOf(runs: readonly SeenRun[], slot: Slot): readonly number[] {
  return runs.filter((run) => run.slot === slot).map(({ startMs }) => startMs);
}

test.describe('runs by interval', () => {
  test('come due 1440, 96 and 4 times in 24 simulated hours, without drift or overlap', async () => {
    const takes: Record<Slot, number> = { pulse: 800, standard: 9_000, full: 21_000, imports: 0 };
    const { clock, runs, skipped } = stage(
      { pulse: '1m', standard: '15m', full: '6h' },
      { durationMs: (slot) => takes[slot] },
    );
    await clock.moveTo(midnight + dayMs);

    const standard = startsOf(runs, 'standard');
    const full = startsOf(runs, 'full');
    expect(standard).toHaveLength(96);
    expect(full).toHaveLength(4);
    expect(startsOf(runs, 'pulse').length + skipped()).toBe(1440);
    expect(startsOf(runs, 'pulse').length).toBeGreaterThan(1400);

    // No drift: every start is at its own tick, or right after the run that was under way then.
    const ends = new Set(runs.map(({ endMs }) => endMs));
    const offset = Math.floor(fractionOf('alpha standard') * 15 * minuteMs);
    const drifted = standard.filter((startMs) => {
      const lateMs = (startMs - offset) % (15 * minuteMs);
      return lateMs !== 0 && !(lateMs < 30_000 && ends.has(startMs));
    });
    expect(drifted).toEqual([]);
    const ordered = runs.toSorted((one, other) => one.startMs - other.startMs);
    const overlapping = ordered.filter((run, index) => run.startMs < (ordered[index - 1]?.endMs ?? 0));
    expect(overlapping).toEqual([]);
  });

  test('are spread by jitter: fifty installations with the same interval do not start at the same time', async () => {
    const firsts: number[] = [];
    for (let number = 0; number < 50; number += 1) {
      const { clock, runs } = stage({ standard: '15m' }, { name: `installation-${number}` });
      await clock.moveTo(midnight + 15 * minuteMs);
      expect(runs).toHaveLength(1);
      firsts.push(runs[0]?.startMs ?? 0);
    }
    expect(new Set(firsts).size).toBe(50);
    for (let minute = 0; minute < 15; minute += 1) {
      const from = midnight + minute * minuteMs;
      const inMinute = firsts.filter((at) => at >= from && at < from + minuteMs).length;
      expect(inMinute).toBeLessThan(12);
    }
  });

  test('keep the same jitter after a restart', async () => {
    const before = stage({ standard: '15m' });
    await before.clock.moveTo(midnight + hourMs);
    const after = stage({ standard: '15m' }, { startMs: midnight + 7 * minuteMs });
    await after.clock.moveTo(midnight + hourMs);
    const late = startsOf(before.runs, 'standard').filter((at) => at > midnight + 7 * minuteMs);
    expect(startsOf(after.runs, 'standard')).toEqual(late);
  });
});

test.describe('a full run that was due while the monitor was stopped', () => {
  const nightly = { standard: '15m', full: '0 3 * * *' };
  const at = (day: number, hour: number): number => midnight + day * dayMs + hour * hourMs;

  test('is caught up once at the start for all missed nights, and later ones keep their times', async () => {
    const { clock, runs } = stage(nightly, { startMs: at(3, 4), lastFullMs: at(0, 3) + 10_000 });
    await clock.moveTo(at(5, 0));
    const full = startsOf(runs, 'full');
    expect(full).toHaveLength(2);
    expect(full[0]).toBe(at(3, 4));
    expect(Math.floor((full[1] ?? 0) / minuteMs)).toBe(at(4, 3) / minuteMs);
  });

  test('is identified by its scheduled time, so that several monitors agree on one run', async () => {
    const dues: unknown[] = [];
    const { clock } = stage(nightly, {
      startMs: at(1, 4),
      lastFullMs: at(0, 3) + 10_000,
      onDue: (due) => dues.push(due),
    });
    await clock.moveTo(at(1, 4) + 1);
    expect(dues).toEqual([{ kind: 'time', atMs: expect.closeTo(at(1, 3) + 5_000, -4) }]);
  });

  test('is not caught up if the last one was made', async () => {
    const { clock, runs } = stage(nightly, { startMs: at(1, 2), lastFullMs: at(0, 3) + 10_000 });
    await clock.moveTo(at(1, 2) + 30 * minuteMs);
    expect(startsOf(runs, 'full')).toEqual([]);
  });

  test('is not caught up if it may import', async () => {
    const { clock, runs } = stage(
      { standard: '15m', imports: '0 3 * * *' },
      { startMs: at(1, 4), lastFullMs: at(0, 3) },
    );
    await clock.moveTo(at(1, 5));
    expect(startsOf(runs, 'imports')).toEqual([]);
  });
});

test.describe('daylight saving', () => {
  const cases = [
    {
      day: 'the day without the hour from 2 to 3',
      from: Date.UTC(2026, 2, 28, 23),
      hours: 23,
      hourly: 23,
    },
    {
      day: 'the day with the hour from 2 to 3 twice',
      from: Date.UTC(2026, 9, 24, 22),
      hours: 25,
      hourly: 25,
    },
  ];
  for (const { day, from, hours, hourly } of cases) {
    test(`a daily cron expression fires once on ${day}, an hourly one every elapsed hour`, async () => {
      const { clock, runs } = stage(
        { pulse: '0 * * * *', full: '30 2 * * *' },
        { startMs: from - 1, timezone: 'Europe/Berlin' },
      );
      await clock.moveTo(from + hours * hourMs - 1);
      expect(startsOf(runs, 'full')).toHaveLength(1);
      expect(startsOf(runs, 'pulse')).toHaveLength(hourly);
    });

    test(`an interval ignores the clock change on ${day}`, async () => {
      const { clock, runs } = stage({ standard: '15m' }, { startMs: from, timezone: 'Europe/Berlin' });
      await clock.moveTo(from + hours * hourMs);
      expect(runs).toHaveLength(hours * 4);
    });
  }
});

test('a run that takes longer than the interval skips the times that it covers', async () => {
  const { clock, runs, skipped } = stage({ pulse: '1m' }, { durationMs: () => 150_000 });
  await clock.moveTo(midnight + 30 * minuteMs);
  expect(runs.length).toBe(10);
  expect(runs.length + skipped()).toBe(30);
});

test('the reported next time advances only when a run has ended, so it is in the past while one is overdue', async () => {
  const tenMinutes = 10 * minuteMs;
  const { clock, scheduler, next } = stage({ standard: '10m' }, { durationMs: () => 3 * minuteMs });
  const firstMs = midnight + Math.floor(fractionOf('alpha standard') * tenMinutes);
  expect(next()).toBe(firstMs);
  await clock.moveTo(firstMs + 2 * minuteMs);
  expect(scheduler.next()).toEqual([{ slot: 'standard', atMs: firstMs + tenMinutes }]);
  expect(next()).toBe(firstMs);
  await clock.moveTo(firstMs + 4 * minuteMs);
  expect(next()).toBe(firstMs + tenMinutes);
  // A run that waits for other work is overdue until it has ended.
  await clock.moveTo(firstMs + 9 * minuteMs);
  const asking = scheduler.exclusively(
    'standard',
    () => new Promise((end) => clock.at(clock.nowMs() + 2 * minuteMs, () => end(0))),
  );
  await clock.moveTo(firstMs + 12 * minuteMs);
  await asking;
  expect(next()).toBe(firstMs + tenMinutes);
  await clock.moveTo(firstMs + 15 * minuteMs);
  expect(next()).toBe(firstMs + 2 * tenMinutes);
  expect(stage({}).next()).toBeUndefined();
});

test('a heavier run that comes due during a lighter one follows it at once', async () => {
  const { clock, scheduler, runs, skipped } = stage({ standard: '15m' }, { durationMs: () => 16 * minuteMs });
  scheduler.runNow('pulse');
  await clock.moveTo(midnight + 17 * minuteMs);
  expect(runs.map(({ slot, startMs }) => ({ slot, startMs }))).toEqual([
    { slot: 'pulse', startMs: midnight },
    { slot: 'standard', startMs: midnight + 16 * minuteMs },
  ]);
  expect(skipped()).toBeLessThanOrEqual(1);
});

test('a run that comes due during other work follows it, even a pulse; further times are skipped', async () => {
  const { clock, scheduler, runs, skipped } = stage({ pulse: '1m' }, { durationMs: () => 1_000 });
  const offset = Math.floor(fractionOf('alpha pulse') * minuteMs);
  const ask = (forMs: number) =>
    scheduler.exclusively(
      'standard',
      () => new Promise((end) => clock.at(clock.nowMs() + forMs, () => end(0))),
    );
  const endMs = midnight + offset + 150_000;
  const asking = [ask(offset + 150_000), ask(5_000)];
  await clock.moveTo(endMs + 7_000);
  await Promise.all(asking);
  // The times at offset, +60 s and +120 s have passed: one run stands for all three, and precedes the waiting work.
  expect(runs).toEqual([{ slot: 'pulse', startMs: endMs, endMs: endMs + 1_000 }]);
  expect(skipped()).toBe(2);
});

test('pulses continue alongside a long full run', async () => {
  const alongside: number[] = [];
  const { clock, scheduler, runs } = stage(
    { pulse: '* * * * *', full: '30 * * * *' },
    { alongside, durationMs: (slot) => (slot === 'full' ? 5.5 * minuteMs : 1_000) },
  );
  await clock.moveTo(midnight + 38 * minuteMs);
  const full = runs.find(({ slot }) => slot === 'full');
  const startMs = full?.startMs ?? Number.NaN;
  expect(alongside.length).toBeGreaterThanOrEqual(4);
  for (const [index, atMs] of alongside.entries()) {
    expect(atMs).toBeGreaterThanOrEqual(startMs + 10_000 + index * minuteMs);
    expect(atMs).toBeLessThan(full?.endMs ?? Number.NaN);
  }
  expect(runs.filter((run) => run.slot === 'pulse' && run.startMs > startMs).length).toBeGreaterThan(0);
  await scheduler.stop();
});

test('a manual run starts at once or follows the current one once, and is refused after a stop', async () => {
  const { clock, scheduler, runs } = stage({ pulse: '1h' }, { durationMs: () => 10_000 });
  expect(scheduler.runNow('standard')).toBe('started');
  expect(scheduler.runNow('full')).toBe('follows');
  expect(scheduler.runNow('full')).toBe('follows');
  await clock.moveTo(midnight + 5_000);
  expect(runs.map(({ slot }) => slot)).toEqual(['standard']);
  await clock.moveTo(midnight + 25_000);
  expect(runs.map(({ slot }) => slot)).toEqual(['standard', 'full']);
  await clock.moveTo(midnight + 50_000);
  await scheduler.stop();
  expect(scheduler.runNow('full')).toBe('stopped');
});

test('a stop waits for the current run and starts no other', async () => {
  const { clock, scheduler, runs } = stage({ pulse: '1m' }, { durationMs: () => 5_000 });
  const offset = Math.floor(fractionOf('alpha pulse') * minuteMs);
  await clock.moveTo(midnight + offset + 1_000);
  const before = runs.length;
  let hasStopped = false;
  const stopped = scheduler.stop().then(() => {
    hasStopped = true;
  });
  await clock.moveTo(midnight + offset + 4_000);
  expect(hasStopped).toBe(false);
  await clock.moveTo(midnight + offset + 10 * minuteMs);
  await stopped;
  expect(runs).toHaveLength(before);
});

test('after the machine slept, one run follows and the missed ones are counted as skipped', async () => {
  const { clock, set, runs, skipped } = stage({ pulse: '1m' });
  // The timers of a sleeping machine fire late: three hours pass before the next one does.
  set(3 * hourMs - minuteMs);
  await clock.moveTo(midnight + minuteMs - 1);
  expect(runs).toHaveLength(1);
  expect(skipped()).toBe(179);
});

test('runs continue within an interval after the clock was set back by an hour or forward', async () => {
  const { clock, set, runs, next, scheduler } = stage({ pulse: '1m', full: '0 3 * * *' });
  await clock.moveTo(midnight + 10 * minuteMs);
  expect(runs).toHaveLength(10);
  set(-hourMs);
  await clock.moveTo(midnight + 20 * minuteMs);
  // Only the run that was due when the change was noticed is skipped.
  expect(runs.length).toBeGreaterThanOrEqual(18);
  expect((next() ?? 0) - (clock.nowMs() - hourMs)).toBeLessThanOrEqual(minuteMs);
  const before = runs.length;
  set(2 * hourMs);
  await clock.moveTo(midnight + 30 * minuteMs);
  expect(runs.length - before).toBeGreaterThanOrEqual(9);
  await scheduler.stop();
});
