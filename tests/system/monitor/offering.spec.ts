import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { urlOf } from '../../monitor/support/running-command.ts';
import { type SeveralMonitors, startSeveral } from '../../monitor/support/several-monitors.ts';
import { needs } from '../../support/needs.ts';

const everyMs = 5_000;
const hourMs = 3_600_000;
/** So few that one monitor serves them, also next to other tests on two slow cores. */
const installations = 150;
/** Of PostgreSQL, for each run. */
const mostStatements = 9;

test('two monitors with one database cost it few statements a run, and one goes on when the other is gone', async () => {
  needs('postgresql');
  test.setTimeout(300_000);
  const several = await startSeveral({
    monitors: 2,
    installations,
    schedule: { pulse: `${everyMs / 1000}s`, standard: 'off', full: 'off' },
    perSecond: 'off',
    answerMs: 5,
    isCounted: true,
  });
  try {
    const { monitors } = several;
    const [first, second] = monitors;
    if (first === undefined || second === undefined) throw new Error('Two monitors were started.');
    await Promise.all([first, second].map(urlOf));
    await wait(everyMs);
    await test.step('few statements a run', () => expectFewStatements(several));
    // One of the two is the one that offers the runs of all: the first, or then the second.
    await test.step('one dies', async () => {
      first.child.kill('SIGKILL');
      await goesOn(several, 4_000);
    });
    await test.step('one says nothing any more', async () => {
      several.replace(0);
      await urlOf(monitors[0] ?? first);
      second.child.kill('SIGSTOP');
      await goesOn(several, 20_000);
    });
  } finally {
    await several.close();
  }
});

async function expectFewStatements({ postgres }: SeveralMonitors): Promise<void> {
  const look = async () => ({
    statements: await postgres.statements(),
    runs: Number((await postgres.query('SELECT count(*) FROM runs'))[0]?.count),
  });
  // Uptime is read anew in each hour.
  const toNextHourMs = hourMs - (Date.now() % hourMs);
  if (toNextHourMs < 3 * everyMs) await wait(toNextHourMs + 2 * everyMs);
  const before = await look();
  await wait(3 * everyMs);
  const after = await look();
  const runs = after.runs - before.runs;
  expect(runs).toBeGreaterThan(2 * installations);
  expect((after.statements - before.statements) / runs).toBeLessThanOrEqual(mostStatements);
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
