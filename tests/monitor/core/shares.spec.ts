import { expect, test } from '@playwright/test';
import type { SqlDriver } from '../../../monitor/history/driver.ts';
import type { History } from '../../../monitor/history/history.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { makeMetrics } from '../../../monitor/metrics/metrics.ts';
import { restoreRuns } from '../../../monitor/running/make-target.ts';
import { advanceShares, countRun, readShares } from '../../../monitor/shared/shares.ts';
import { makeFakeClock } from '../support/fake-clock.ts';
import { inEachStore } from '../support/history-stores.ts';
import { sampleCommit } from '../support/sample-runs.ts';
import { sampleTarget } from '../support/sample-target.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const noon = Date.UTC(2026, 2, 10, 12);

/** A run whose number determines whether it is up and conforming. */
const runAt = (startedMs: number, number: number) =>
  sampleCommit({
    id: `${number}`,
    startedMs,
    countsAs: number % 3 === 0 ? 'down' : 'up',
    state: number % 3 === 0 ? 'unreachable' : number % 2 === 0 ? 'conforming' : 'violating',
  });

inEachStore('the uptime shares and last runs of installations', (store) => {
  test('advance from hour to hour to the values of a fresh read of the history', async () => {
    const history = await openHistory(await store.fresh());
    // In the hours to come, some of these runs leave the day, the week and the month.
    const ages = [1, 24, 26, 7 * 24, 7 * 24 + 1, 29 * 24, 30 * 24 - 1, 30 * 24, 31 * 24].map(
      (hours) => hours * hourMs,
    );
    let number = 0;
    for (const ageMs of ages)
      for (const minutes of [-70, 5, 65]) {
        number += 1;
        await history.commitRun(runAt(noon - ageMs + minutes * 60_000, number));
      }
    const target = sampleTarget();
    await readShares([target], history, noon);
    for (const [hours, runs] of [
      [0, 2],
      [1, 1],
      [3, 0],
      [4, 2],
      [40, 1],
      [39, 1],
    ] as const) {
      const nowMs = noon + hours * hourMs;
      await advanceShares([target], history, nowMs);
      for (let run = 0; run < runs; run += 1) {
        number += 1;
        const commit = runAt(nowMs + run * 60_000, number);
        await history.commitRun(commit);
        countRun(target, commit.row);
      }
      const anew = sampleTarget();
      await readShares([anew], history, nowMs);
      expect({ hours, shares: target.shares, days: target.days }).toEqual({
        hours,
        shares: anew.shares,
        days: anew.days,
      });
    }
    await history.close();
  });

  test('count the state that several locations agree on, not the result of the run from one of them', async () => {
    const history = await openHistory(await store.fresh());
    const target = sampleTarget();
    await readShares([target], history, noon);
    const commit = sampleCommit(
      { startedMs: noon, location: 'oslo', state: 'unreachable', countsAs: 'up' },
      { shown: 'conforming' },
    );
    await history.commitRun(commit);
    countRun(target, commit.row, commit.shown);
    const anew = sampleTarget();
    await readShares([anew], history, noon);
    expect(target.shares).toEqual(anew.shares);
    expect(target.shares.conformity.day).toBe(1);
    await history.close();
  });

  test('are read for 30 installations in two statements, and advanced in one', async () => {
    const driver = await store.fresh();
    let statements = 0;
    const history = await openHistory({
      ...driver,
      query(query) {
        statements += 1;
        return driver.query(query);
      },
    } satisfies SqlDriver);
    const names = Array.from({ length: 30 }, (_, number) => `i${number}`);
    for (const installation of names.slice(1))
      for (let minute = 0; minute < 4; minute += 1)
        await history.commitRun(sampleCommit({ installation, startedMs: noon + minute * 60_000 }));
    const targets = names.map((name) => sampleTarget(name));
    statements = 0;
    await restoreRuns(targets, contextOf(history));
    expect(statements).toBe(2);
    expect(targets[0]?.recent).toEqual([]);
    for (const target of targets.slice(1)) {
      const { name: installation } = target.monitored.installation;
      expect(target.recent).toEqual((await history.runs({ installation, limit: 40 })).toReversed());
    }
    await history.commitRun(sampleCommit({ installation: 'i7', startedMs: noon + 240_000, tier: 'pulse' }));
    expect([...(await history.recentRuns(names, 1, ['pulse'])).keys()]).toEqual(['i7']);
    const two = await history.recentRuns(names, 2, ['standard', 'full']);
    expect(two.size).toBe(29);
    expect(two.get('i7')?.map(({ startedMs }) => startedMs)).toEqual([noon + 120_000, noon + 180_000]);
    statements = 0;
    await advanceShares(targets, history, noon + hourMs);
    expect(statements).toBe(1);
    expect(targets[7]?.shares.uptime.day).toBe(1);
    await history.close();
  });

  test('include a run that is recorded while they are read, as the last one', async () => {
    const history = await openHistory(await store.fresh());
    const [first, second] = [runAt(noon, 1), runAt(noon + 60_000, 2)];
    await history.commitRun(first);
    const target = sampleTarget();
    await restoreRuns([target], contextOf(history));
    const during: History = {
      ...history,
      async recentRuns(...asked) {
        const read = await history.recentRuns(...asked);
        await history.commitRun(second);
        target.recent = [...target.recent, second.row];
        countRun(target, second.row);
        return read;
      },
    };
    await restoreRuns([target], contextOf(during));
    expect(target.recent.map(({ id }) => id)).toEqual(['1', '2']);
    const anew = sampleTarget();
    await readShares([anew], history, noon);
    expect(target.shares).toEqual(anew.shares);
    await history.close();
  });

  test('keep the hours of the last month even if the retention of figures is shorter', async () => {
    const history = await openHistory(await store.fresh());
    for (const days of [29, 31, 40]) await history.commitRun(runAt(noon - days * dayMs, days));
    await history.prune(noon, { passingMs: dayMs, failuresMs: dayMs, rollupsMs: dayMs, maximumBytes: 1e9 });
    const target = sampleTarget();
    await readShares([target], history, noon);
    expect(target.shares.uptime.month).toBe(1);
    expect([...(await history.days(0)).values()].flat()).toHaveLength(2);
    await history.close();
  });
});

function contextOf(history: History): Parameters<typeof restoreRuns>[1] {
  return {
    history,
    clock: makeFakeClock(noon),
    metrics: makeMetrics({ suiteVersion: '1', nodeVersion: '20' }),
  };
}
