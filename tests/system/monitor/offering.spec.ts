import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { urlOf } from '../../monitor/support/running-command.ts';
import { type SeveralMonitors, startSeveral } from '../../monitor/support/several-monitors.ts';
import { long } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';

const everyMs = 5_000;
const hourMs = 3_600_000;
/** So few that one monitor serves them, also next to other tests on two slow cores. */
const installations = 150;

test.describe('monitors with one database', () => {
  needs('postgresql');
  test.setTimeout(300_000);

  // Statements grew with the number of monitors, so one of them differs from three by degree alone.
  test('one costs it few statements a run', long, () =>
    withSeveral(1, (several) => expectStatements(several, 8)),
  );

  test('three cost it few statements a run, and of two one goes on when the other is gone', () =>
    withSeveral(3, async (several) => {
      const [first, second, third] = several.monitors;
      if (first === undefined || second === undefined || third === undefined)
        throw new Error('Three monitors were started.');
      await test.step('few statements a run', () => expectStatements(several, 9));
      third.child.kill();
      await third.ended;
      // One of the two is the one that offers the runs of all: the first, or then the second.
      await test.step('one dies', async () => {
        first.child.kill('SIGKILL');
        await goesOn(several, 4_000);
      });
      await test.step('one says nothing any more', async () => {
        several.replace(0);
        await urlOf(several.monitors[0] ?? first);
        second.child.kill('SIGSTOP');
        await goesOn(several, 20_000);
      });
    }));
});

async function withSeveral(
  monitors: number,
  work: (several: SeveralMonitors) => Promise<void>,
): Promise<void> {
  const several = await startSeveral({
    monitors,
    installations,
    schedule: { pulse: `${everyMs / 1000}s`, standard: 'off', full: 'off' },
    perSecond: 'off',
    answerMs: 5,
    isCounted: true,
  });
  try {
    await Promise.all(several.monitors.map(urlOf));
    await wait(2 * everyMs);
    await work(several);
  } finally {
    await several.close();
  }
}

/** @param most statements of PostgreSQL for each run */
async function expectStatements({ postgres }: SeveralMonitors, most: number): Promise<void> {
  const look = async () => ({
    statements: await postgres.statements(),
    runs: Number((await postgres.query('SELECT count(*) FROM runs'))[0]?.count),
  });
  // Uptime is read anew in each hour.
  const toNextHourMs = hourMs - (Date.now() % hourMs);
  if (toNextHourMs < 5 * everyMs) await wait(toNextHourMs + 2 * everyMs);
  const before = await look();
  await wait(4 * everyMs);
  const after = await look();
  const runs = after.runs - before.runs;
  expect(runs).toBeGreaterThan(300);
  expect((after.statements - before.statements) / runs).toBeLessThanOrEqual(most);
}

/** What comes due from some time on is begun by the other; but for what the one that died had begun. */
async function goesOn({ postgres, names }: SeveralMonitors, afterMs: number): Promise<void> {
  const beginMs = Date.now() + afterMs;
  const begun = async (): Promise<number> => {
    const rows = await postgres.query(
      `SELECT count(DISTINCT installation) FROM runs WHERE started_ms > ${beginMs}`,
    );
    return Number(rows[0]?.count);
  };
  await expect.poll(begun, { timeout: 60_000 }).toBeGreaterThan(0.9 * names.length);
}
