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

inEachStore('the reach of the history', (store) => {
  /** The reach of a history that has a run at each of these days before now, lost some of them, and was pruned. */
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

  test('is not cut short if the history is empty', async () => {
    expect(await reachOf([])).toEqual({ isCut: false, hasBytes: true });
  });

  test('is not cut short if only runs past their retention were removed', async () => {
    expect(await reachOf([{ ago: 40 }, { ago: 31 }, { ago: 12 }, { ago: 1 }])).toEqual({
      oldestMs: ago(12),
      passingMs: ago(12),
      isCut: false,
      hasBytes: true,
    });
  });

  test('is cut short if a passing run is gone before the end of its retention', slow, async () => {
    expect(await reachOf([{ ago: 200, state: 'violating' }, { ago: 20 }, { ago: 12 }], [20])).toEqual({
      oldestMs: ago(200),
      passingMs: ago(12),
      isCut: true,
      hasBytes: true,
    });
    expect(await reachOf([{ ago: 20 }], [20])).toEqual({ isCut: true, hasBytes: true });
  });

  test('is not cut short if another run of the same hour is left', async () => {
    expect(await reachOf([{ ago: 20 }, { ago: 20 - 1 / 96 }, { ago: 12 }], [20])).toMatchObject({
      isCut: false,
    });
  });

  test('is not cut short if the missing run found something wrong', async () => {
    expect(await reachOf([{ ago: 20, state: 'violating' }, { ago: 12 }], [20])).toMatchObject({
      passingMs: ago(12),
      isCut: false,
    });
  });
});

const whole = { bytes: 600e6, oldestMs: nowMs - 30 * dayMs, passingMs: nowMs - 30 * dayMs, isCut: false };

test('a history that covers its retention has no outlook', () => {
  expect(retentionStatusOf(whole, sampleRetention, nowMs, 'sqlite')).toEqual({
    bytes: 600e6,
    maximumBytes: 2e9,
    oldestMs: whole.oldestMs,
    promisedMs: 30 * dayMs,
    keptMs: 30 * dayMs,
    isCut: false,
  });
});

test('a history that is cut short reports how long it keeps runs, unless new settings make it large enough', () => {
  const cut = { ...whole, bytes: 1.99e9, passingMs: nowMs - 12 * dayMs, isCut: true };
  expect(retentionStatusOf(cut, sampleRetention, nowMs, 'sqlite')).toMatchObject({
    keptMs: 12 * dayMs,
    isCut: true,
  });
  // Three times the size will be enough for the promised time.
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

test('the growth so far predicts when a history is full and how long it then keeps runs', () => {
  const young = { bytes: 800e6, oldestMs: nowMs - 4 * dayMs, passingMs: nowMs - 4 * dayMs, isCut: false };
  const { outlook, keptMs } = retentionStatusOf(young, sampleRetention, nowMs, 'sqlite');
  expect(outlook?.fullInMs).toBeCloseTo(13.5 * dayMs, -3);
  expect(outlook?.keptMs).toBeCloseTo(17.5 * dayMs, -3);
  expect(keptMs).toBe(30 * dayMs);
  for (const [reach, kind] of [
    // It has grown for only a day.
    [{ ...young, passingMs: nowMs - dayMs }, 'sqlite'],
    // At this pace it holds 30 days.
    [{ ...young, bytes: 200e6 }, 'sqlite'],
    [young, 'postgres'],
  ] as const)
    expect(retentionStatusOf(reach, sampleRetention, nowMs, kind).outlook).toBeUndefined();
  expect(retentionStatusOf(young, sampleRetention, nowMs, 'postgres').maximumBytes).toBeUndefined();
});
