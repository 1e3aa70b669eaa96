import { expect, test } from '@playwright/test';
import type { Reach } from '../../../monitor/history/history.ts';
import { makeQueryBuilder } from '../../../monitor/history/query-builder.ts';
import { retentionStatusOf } from '../../../monitor/history/retention-status.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { slow } from '../../support/long.ts';
import { inEachStore } from '../support/history-stores.ts';
import { sampleCommit, sampleRetention } from '../support/sample-runs.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const nowMs = Date.UTC(2026, 2, 10, 12, 30);

inEachStore('how far back reaches the history', (store) => {
  /** What a history says that has a run at each of these days before now, and was pruned, or lost some of them otherwise. */
  const reachOf = async (
    days: readonly { readonly ago: number; readonly state?: 'conforming' | 'violating' }[],
    lost: readonly number[] = [],
  ): Promise<Omit<Reach, 'bytes'> & { readonly hasBytes: boolean }> => {
    const driver = await store.fresh();
    const history = await openHistory(driver);
    for (const { ago, state = 'conforming' } of days)
      await history.commitRun(sampleCommit({ startedMs: nowMs - ago * dayMs, state }));
    for (const ago of lost) {
      const id = `run-alpha-${nowMs - ago * dayMs}`;
      await driver.commit([makeQueryBuilder(driver.kind).deleteFrom('runs').where('id', '=', id).compile()]);
    }
    await history.prune(nowMs, sampleRetention);
    const { bytes, ...reach } = await history.reach(nowMs, sampleRetention);
    await history.close();
    return { ...reach, hasBytes: bytes > 1_000 };
  };
  const ago = (days: number): number => nowMs - days * dayMs;

  test('nothing is missing of an empty one', async () => {
    expect(await reachOf([])).toEqual({ isCut: false, hasBytes: true });
  });

  test('nothing is missing where no run is younger than the time for which such runs are kept', async () => {
    expect(await reachOf([{ ago: 40 }, { ago: 31 }, { ago: 12 }, { ago: 1 }])).toEqual({
      oldestMs: ago(12),
      passingMs: ago(12),
      isCut: false,
      hasBytes: true,
    });
  });

  test('runs that are gone before their time are missed', slow, async () => {
    expect(await reachOf([{ ago: 200, state: 'violating' }, { ago: 20 }, { ago: 12 }], [20])).toEqual({
      oldestMs: ago(200),
      passingMs: ago(12),
      isCut: true,
      hasBytes: true,
    });
    expect(await reachOf([{ ago: 20 }], [20])).toEqual({ isCut: true, hasBytes: true });
  });

  test('a run of the same hour shows that the hour is there', async () => {
    expect(await reachOf([{ ago: 20 }, { ago: 20 - 1 / 96 }, { ago: 12 }], [20])).toMatchObject({
      isCut: false,
    });
  });

  test('runs that found something wrong are no promise of the others', async () => {
    expect(await reachOf([{ ago: 20, state: 'violating' }, { ago: 12 }], [20])).toMatchObject({
      passingMs: ago(12),
      isCut: false,
    });
  });
});

const whole = { bytes: 600e6, oldestMs: nowMs - 30 * dayMs, passingMs: nowMs - 30 * dayMs, isCut: false };

test('a history that holds what is promised says nothing of its end', () => {
  expect(retentionStatusOf(whole, sampleRetention, nowMs, 'sqlite')).toEqual({
    bytes: 600e6,
    maximumBytes: 2e9,
    oldestMs: whole.oldestMs,
    promisedMs: 30 * dayMs,
    keptMs: 30 * dayMs,
    isCut: false,
  });
});

test('a history that is cut short says for how long runs are kept', () => {
  const cut = { ...whole, bytes: 1.99e9, passingMs: nowMs - 12 * dayMs, isCut: true };
  expect(retentionStatusOf(cut, sampleRetention, nowMs, 'sqlite')).toMatchObject({
    keptMs: 12 * dayMs,
    isCut: true,
  });
  // Three times the room is enough for what is promised, once it is there again.
  const enough = { ...sampleRetention, maximumBytes: 6e9 };
  expect(retentionStatusOf(cut, enough, nowMs, 'sqlite')).toMatchObject({ keptMs: 30 * dayMs, isCut: false });
  expect(retentionStatusOf(cut, { ...sampleRetention, passingMs: 12 * dayMs }, nowMs, 'sqlite').isCut).toBe(
    false,
  );
  const { passingMs: _gone, ...nothing } = cut;
  expect(retentionStatusOf(nothing, sampleRetention, nowMs, 'sqlite')).toMatchObject({
    keptMs: 0,
    isCut: true,
  });
});

test('the growth so far says when a history is full, and what it keeps then', () => {
  const young = { bytes: 800e6, oldestMs: nowMs - 4 * dayMs, passingMs: nowMs - 4 * dayMs, isCut: false };
  const { outlook, keptMs } = retentionStatusOf(young, sampleRetention, nowMs, 'sqlite');
  expect(outlook?.fullInMs).toBeCloseTo(13.5 * dayMs, -3);
  expect(outlook?.keptMs).toBeCloseTo(17.5 * dayMs, -3);
  expect(keptMs).toBe(30 * dayMs);
  for (const [reach, kind] of [
    // It has grown for a day only.
    [{ ...young, passingMs: nowMs - dayMs }, 'sqlite'],
    // At this pace it holds 30 days.
    [{ ...young, bytes: 200e6 }, 'sqlite'],
    [young, 'postgres'],
  ] as const)
    expect(retentionStatusOf(reach, sampleRetention, nowMs, kind).outlook).toBeUndefined();
  expect(retentionStatusOf(young, sampleRetention, nowMs, 'postgres').maximumBytes).toBeUndefined();
});
