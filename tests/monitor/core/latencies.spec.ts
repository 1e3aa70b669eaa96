import { expect, test } from '@playwright/test';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import {
  addLatencies,
  countLatencies,
  latencyColumns,
  noLatencies,
  percentileOf,
} from '../../../monitor/latency-buckets.ts';
import { inEachStore } from '../support/history-stores.ts';
import { sampleCommit } from '../support/sample-runs.ts';

const noon = Date.UTC(2026, 2, 10, 12);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

inEachStore('daily and hourly figures', (store) => {
  test('days begin at midnight UTC, and are counted separately for each installation', async () => {
    const history = await openHistory(await store.fresh());
    for (const [hours, countsAs, state] of [
      [-13, 'up', 'conforming'],
      [-11, 'down', 'unreachable'],
      [0, 'up', 'violating'],
      [11, 'excluded', 'throttled'],
      [12, 'up', 'conforming'],
    ] as const) {
      await history.commitRun(sampleCommit({ startedMs: noon + hours * hourMs, countsAs, state }));
    }
    await history.commitRun(sampleCommit({ installation: 'beta', startedMs: noon }));
    const midnight = noon - 12 * hourMs;
    const beta = [{ dayMs: midnight, counted: 1, up: 1, conforming: 1 }];
    const later = [
      { dayMs: midnight, counted: 2, up: 1, conforming: 0 },
      { dayMs: midnight + dayMs, counted: 1, up: 1, conforming: 1 },
    ];
    expect(await history.days(noon)).toEqual(
      new Map([
        ['alpha', later],
        ['beta', beta],
      ]),
    );
    const all = [{ dayMs: midnight - dayMs, counted: 1, up: 1, conforming: 1 }, ...later];
    expect(await history.days(noon - dayMs, 'alpha')).toEqual(new Map([['alpha', all]]));
    expect(await history.days(noon, 'gamma')).toEqual(new Map());
    await history.close();
  });

  test('endpoint times come only from standard and full runs outside maintenance; runs keep their software', async () => {
    const history = await openHistory(await store.fresh());
    const endpoint = 'GET /api/v3/projects';
    const cells = (ms: number) => ({ [endpoint]: { outcome: 'pass', ms } }) as const;
    const { detail } = sampleCommit();
    for (const [minutes, rest, ms] of [
      [-90, {}, 1],
      [0, {}, 2],
      [1, { tier: 'pulse' }, 3],
      [2, { inMaintenance: true }, 4],
      [3, { tier: 'full' }, 5],
      [4, { installation: 'beta' }, 6],
    ] as const) {
      const software = { server: `a/${ms}` };
      await history.commitRun(
        sampleCommit(
          { startedMs: noon + minutes * 60_000, ...rest },
          { detail: { ...detail, endpoints: cells(ms), software } },
        ),
      );
    }
    const query = { installation: 'alpha', sinceMs: noon - hourMs };
    expect(await history.endpointTimes({ ...query, endpoint })).toEqual([
      { atMs: noon, outcome: 'pass', ms: 2 },
      { atMs: noon + 180_000, outcome: 'pass', ms: 5 },
    ]);
    expect(await history.endpointTimes({ ...query, endpoint: 'GET /api/v3/users' })).toEqual([]);
    const runs = await history.observationRuns({ ...query, tiers: ['full'] });
    expect(runs.map(({ software }) => software)).toEqual([{ server: 'a/5' }]);
    expect((await history.run(runs[0]?.id ?? ''))?.detail.software).toEqual({ server: 'a/5' });
    await history.close();
  });

  test('response times are summed in steps of time: counts are added, and medians averaged', async () => {
    const history = await openHistory(await store.fresh());
    const slow = Array.from({ length: 10 }, () => 900);
    const fast = Array.from({ length: 90 }, () => 25);
    await history.commitRun(sampleCommit({ startedMs: noon }, { latencies: countLatencies(fast) }));
    await history.commitRun(
      sampleCommit({ startedMs: noon + hourMs, medianMs: 40 }, { latencies: countLatencies(slow) }),
    );
    await history.commitRun(sampleCommit({ startedMs: noon + 7 * hourMs }));
    const steps = await history.latencies({ installation: 'alpha', sinceMs: noon, stepMs: 6 * hourMs });
    expect(steps.map(({ atMs, counted, medianMs }) => [atMs, counted, medianMs])).toEqual([
      [noon, 2, 30.75],
      [noon + 6 * hourMs, 1, 21.5],
    ]);
    const [first] = steps;
    expect(first?.counts).toEqual(countLatencies([...fast, ...slow]));
    expect(steps[1]?.counts).toEqual(noLatencies);
    await history.close();
  });
});

const percentiles: readonly {
  readonly times: readonly number[];
  readonly share: number;
  readonly from: number;
  readonly to: number;
}[] = [
  { times: [25, 26, 27], share: 0.5, from: 20, to: 30 },
  { times: [1], share: 0.99, from: 1, to: 5 },
  {
    times: [...Array.from({ length: 95 }, () => 100), ...Array.from({ length: 5 }, () => 700)],
    share: 0.99,
    from: 500,
    to: 800,
  },
  { times: [90_000], share: 0.5, from: 30_000, to: 30_000 },
];

for (const { times, share, from, to } of percentiles) {
  test(`the estimated p${share * 100} of ${times.length} times from ${times[0]} ms lies within its bucket`, () => {
    const estimate = percentileOf(countLatencies(times), share) ?? Number.NaN;
    expect(estimate).toBeGreaterThanOrEqual(from);
    expect(estimate).toBeLessThanOrEqual(to);
  });
}

test('without times there is no percentile; adding counts keeps every time in its bucket', () => {
  expect(percentileOf(noLatencies, 0.5)).toBeUndefined();
  const sum = addLatencies([countLatencies([5, 5.1]), countLatencies([40_000]), noLatencies]);
  expect(latencyColumns.filter((column) => sum[column] > 0)).toEqual(['up_to_5_ms', 'up_to_8_ms', 'slower']);
});
