import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { urlOf } from '../../monitor/support/running-command.ts';
import { type SeveralMonitors, startSeveral } from '../../monitor/support/several-monitors.ts';
import { long } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';

const everyMs = 10_000;
const hourMs = 3_600_000;

test.describe('monitors with one database', () => {
  needs('postgresql');
  test.setTimeout(300_000);

  // The number of statements once grew with the number of monitors.
  for (const [monitors, most] of [
    [1, 8],
    [3, 9],
  ] as const) {
    test(`need at most ${most} statements a run (number of monitors: ${monitors})`, long, async () => {
      await withSeveral(monitors, 300, async ({ postgres }) => {
        const look = async () => ({
          statements: await postgres.statements(),
          runs: Number((await postgres.query('SELECT count(*) FROM runs'))[0]?.count),
        });
        await wait(everyMs);
        // Uptime is read again in each hour.
        const toNextHourMs = hourMs - (Date.now() % hourMs);
        if (toNextHourMs < 3 * everyMs) await wait(toNextHourMs + 2 * everyMs);
        const before = await look();
        await wait(2 * everyMs);
        const after = await look();
        const runs = after.runs - before.runs;
        expect(runs).toBeGreaterThan(300);
        expect((after.statements - before.statements) / runs).toBeLessThanOrEqual(most);
      });
    });
  }

  test('continue within seconds if the monitor that offers the runs of all dies or hangs', long, async () => {
    // So few that one monitor serves them, also next to other tests on two slow cores.
    await withSeveral(2, 100, async (several) => {
      const { monitors } = several;
      const [first, second] = monitors;
      if (first === undefined || second === undefined) throw new Error('Two monitors were started.');
      await wait(everyMs);
      // One of the two offers the runs: the first, or else the second.
      first.child.kill('SIGKILL');
      await goesOn(several, 4_000);
      several.replace(0);
      await urlOf(monitors[0] ?? first);
      second.child.kill('SIGSTOP');
      await goesOn(several, 20_000);
    });
  });
});

async function withSeveral(
  monitors: number,
  installations: number,
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
    await work(several);
  } finally {
    await several.close();
  }
}

/** The other monitor begins the runs that are due after this time, except those that the lost one had begun. */
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
