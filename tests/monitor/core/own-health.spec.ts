import { expect, test } from '@playwright/test';
import { ConfigurationError } from '../../../engine/configuration/problems.ts';
import type { History, Reach } from '../../../monitor/history/history.ts';
import { makeHistoryUpkeep } from '../../../monitor/history-upkeep.ts';
import type { Log } from '../../../monitor/log.ts';
import { makeMetrics } from '../../../monitor/metrics/metrics.ts';
import type { HistoryHealthView } from '../../../monitor/pages/monitor/model.ts';
import { healthStrip } from '../../../monitor/pages/monitor/view.ts';
import { wellHealth } from '../pages/sample-views.ts';
import { makeFakeClock } from '../support/fake-clock.ts';
import { seriesValue, withMonitoring } from '../support/monitoring.ts';
import { sampleRetention } from '../support/sample-runs.ts';
import { textOf } from '../support/text-of.ts';

/** The monitor's own health: on the overview, on its own page, as JSON and as metrics. */

const minuteMs = 60_000;

/** The text of an element without its markup. */
function partOf(page: string, id: string): string {
  const [, part = ''] =
    new RegExp(`<(?:p|div|section)[^>]* id="${id}"[^>]*>([\\s\\S]*?)</(?:p|div|section)>\\n`).exec(page) ??
    [];
  return textOf(part).replaceAll(/ ([.,:;])/g, '$1');
}

test('a healthy monitor shows one short line on the overview, and each part on its page, as JSON and as metrics', async () => {
  await withMonitoring({}, async ({ nextRun, clock, settle, get }) => {
    await nextRun();
    await clock.moveTo(clock.nowMs() + minuteMs);
    await settle();
    await expect
      .poll(async () => partOf((await get('/')).text, 'health'))
      .toMatch(/^The monitor is well; history since \d+ \w+\.$/);
    const { text } = await get('/monitor');
    expect(text).toContain('<h1>The monitor is well</h1>');
    const page = partOf(text, 'parts');
    expect(page).toContain('The runs of 1 installation are on time.');
    expect(page).toMatch(/Reaches back to \d+ \w+ \d{4}/);
    expect(page).toContain('Runs that found nothing wrong are to be kept for 30 days (monitor.retention).');
    expect(page).toContain('1 MB of 2 GB.');
    expect(page).toContain('None waits.');
    expect(page).toContain('The one that was loaded last is in use.');
    expect(JSON.parse((await get('/api/v1/monitor')).text)).toMatchObject({
      isWell: true,
      schedule: { isWell: true, installations: 1, overdue: 0 },
      history: { isWell: true, isWritable: true, maximumBytes: 2e9, promisedMs: 30 * 86_400_000 },
      notifications: { isWell: true, waiting: 0 },
      configuration: { isWell: true },
    });
    const metrics = (await get('/metrics')).text;
    expect(seriesValue(metrics, 'evidence_contract_history_bytes', {})).toBeGreaterThan(1_000);
    expect(seriesValue(metrics, 'evidence_contract_history_maximum_bytes', {})).toBe(2e9);
    expect(seriesValue(metrics, 'evidence_contract_history_kept_seconds', {})).toBe(30 * 86_400);
    expect(seriesValue(metrics, 'evidence_contract_history_promised_seconds', {})).toBe(30 * 86_400);
    expect(
      seriesValue(metrics, 'evidence_contract_history_oldest_run_timestamp_seconds', {}),
    ).toBeGreaterThan(1.7e9);
  });
});

test('a refused configuration is reported until one is loaded', async () => {
  await withMonitoring({}, async ({ monitor, get, reload }) => {
    await reload(new ConfigurationError([{ place: 'installations[0]', message: 'is wrong.' }]));
    const refused =
      /^The monitor itself needs attention A new configuration was refused at .+: 1 mistake, which the log lists\. The old one is in use\.$/;
    expect(partOf((await get('/')).text, 'health')).toMatch(refused);
    expect(partOf((await get('/?view=wall')).text, 'health')).toMatch(refused);
    expect(JSON.parse((await get('/api/v1/monitor')).text)).toMatchObject({
      isWell: false,
      configuration: { isWell: false, mistakes: 1 },
    });
    await reload(monitor.fleet.configuration());
    expect(partOf((await get('/')).text, 'health')).toMatch(/^The monitor is well/);
    expect((await get('/?view=wall')).text).not.toContain('id="health"');
  });
});

test('an overdue run and a waiting notification are reported with their delays', async () => {
  let isAway = true;
  const notify = [{ name: 'operators', type: 'slack', url: 'https://hooks.example.org/x' }];
  const block = { schedule: { pulse: 'off', standard: '10m', full: 'off' }, notify };
  const send = () =>
    Promise.resolve(isAway ? ({ ok: false, reason: 'It is away.' } as const) : ({ ok: true } as const));
  await withMonitoring(
    { block, options: { send } },
    async ({ monitor, clock, nextRun, get, breakEndpoint }) => {
      breakEndpoint('GET /api/v3/citations');
      await nextRun();
      await expect
        .poll(async () => JSON.parse((await get('/api/v1/monitor')).text))
        .toMatchObject({ isWell: true, notifications: { isWell: true, waiting: 1 } });
      const alpha = monitor.fleet.get('alpha');
      // As if the queue were full of other runs: the run is due, but does not begin.
      await alpha?.scheduler.exclusively('pulse', async () => {
        await clock.moveTo(clock.nowMs() + 25 * minuteMs);
        const late = partOf((await get('/')).text, 'health');
        expect(late).toMatch(/Behind by \d+ min: a run is overdue, the oldest that of alpha, due /);
        expect(late).toMatch(/1 notification waits for a receiver, the oldest for \d+ min\.$/);
        expect(JSON.parse((await get('/api/v1/monitor')).text)).toMatchObject({
          isWell: false,
          schedule: {
            isWell: false,
            overdue: 1,
            oldest: { installation: 'alpha', url: '/installations/alpha' },
          },
          notifications: { isWell: false, waiting: 1 },
        });
        isAway = false;
      });
      // One run stands for all the times that have passed meanwhile.
      const metrics = (await get('/metrics')).text;
      expect(seriesValue(metrics, 'evidence_contract_skipped_ticks_total', {})).toBeGreaterThan(0);
    },
  );
});

const dayMs = 1440 * minuteMs;
const now = '2026-11-21T13:05:00.000Z';

for (const [name, history, reported] of [
  [
    'a history that is cut short by its size limit',
    { keptMs: 12 * dayMs },
    'The history is full and keeps 12 days of the 30 days promised: raise maximumMegabytes or lower passing in monitor.retention.',
  ],
  [
    'a history that will soon be full',
    { outlook: { fullInMs: 6.2 * dayMs, keptMs: 10 * dayMs } },
    'The history is full in about 6 days and then keeps about 10 days of the 30 days promised: raise maximumMegabytes or lower passing in monitor.retention.',
  ],
  [
    'a history that cannot be written',
    { isWritable: false },
    'The history cannot be written; the log has the reason.',
  ],
  [
    'a database that does not answer',
    { isWritable: false, lostSince: '2026-11-21T13:02:00.000Z' },
    'The database has not answered for 3 min: no run begins.',
  ],
] as const satisfies readonly (readonly [string, Partial<HistoryHealthView>, string])[]) {
  test(`the health strip reports ${name}`, async () => {
    const health = {
      ...wellHealth,
      isWell: false,
      history: { ...wellHealth.history, isWell: false, ...history },
    };
    const text = partOf(`${await healthStrip(health, now)}\n`, 'health');
    expect(text).toBe(`The monitor itself needs attention ${reported}`);
  });
}

test('the log warns of a shortened history once, and again if it keeps less or is shortened anew; metrics show it', async () => {
  const clock = makeFakeClock(Date.parse(now));
  let kept = 12;
  const reach = async (nowMs: number): Promise<Reach> => ({
    bytes: 1.99e9,
    passingMs: nowMs - kept * dayMs,
    oldestMs: nowMs - 40 * dayMs,
    isCut: kept < 30,
  });
  const history = {
    kind: 'sqlite',
    reach,
    prune: async () => ({ runsRemoved: 0, bytes: 1.99e9 }),
  } as Pick<History, 'kind' | 'reach' | 'prune'> as History;
  const warnings: unknown[] = [];
  const log = { warn: (fields: unknown) => warnings.push(fields) } as unknown as Log;
  const metrics = makeMetrics({ suiteVersion: '1', nodeVersion: '20' });
  const upkeep = makeHistoryUpkeep({ history, clock, metrics, log, retention: () => sampleRetention });
  upkeep.start();
  const pass = async (days: number): Promise<number | undefined> => {
    kept = days;
    await clock.moveTo(clock.nowMs() + 60 * minuteMs);
    return seriesValue(await metrics.text('prometheus'), 'evidence_contract_history_kept_seconds', {});
  };
  expect(await pass(12)).toBe(12 * 86_400);
  expect(await pass(12)).toBe(12 * 86_400);
  expect(warnings).toEqual([{ kept: '12 days', promised: '30 days', bytes: 1.99e9 }]);
  expect(await pass(9)).toBe(9 * 86_400);
  expect(warnings).toHaveLength(2);
  expect(await pass(31)).toBe(30 * 86_400);
  expect(await pass(9)).toBe(9 * 86_400);
  expect(warnings).toHaveLength(3);
  await upkeep.stop();
});
