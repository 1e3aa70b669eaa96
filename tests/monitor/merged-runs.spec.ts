import { expect, test } from '@playwright/test';
import type { RunRow } from '../../monitor/model.ts';
import { intermittentIn, mergedRuns } from '../../monitor/pages/installation/data.ts';
import { latencyChart } from '../../monitor/pages/installation/latency-chart.ts';
import { responseTimesView, runSteps } from '../../monitor/pages/installation/response-times.ts';
import { runTable } from '../../monitor/pages/installation/view.ts';
import { textOf } from './support/text-of.ts';

const startMs = Date.UTC(2026, 10, 21, 12);

/** A run that started this many minutes before noon; it took 1 s plus 100 ms for each of these minutes. */
function runOf(minutes: number, more: Partial<RunRow> = {}): RunRow {
  return {
    id: `r${minutes}`,
    tier: 'pulse',
    state: 'conforming',
    startedMs: startMs - minutes * 60_000,
    finishedMs: startMs - minutes * 60_000 + 1000 + 100 * minutes,
    ...more,
  } as RunRow;
}

function textsOf(runs: readonly RunRow[], most = 20): readonly string[] {
  return String(runTable(mergedRuns(runs, most)))
    .split('<tr role="row">')
    .slice(2)
    .map(textOf);
}

test('consecutive runs with the same state and location are merged into one line with their tiers and durations', () => {
  const runs = [
    runOf(1, { state: 'violating' }),
    runOf(2),
    runOf(3, { tier: 'standard' }),
    runOf(4),
    runOf(5, { location: 'oslo' }),
    runOf(6, { state: 'violating' }),
  ];
  expect(textsOf(runs)).toEqual([
    '21 Nov 2026 11:59:00 UTC pulse Violating 1.1 s',
    '21 Nov 2026 11:58:00 UTC back to 21 Nov 2026 11:56:00 UTC 2 pulse, 1 standard Conforming 1.2 s to 1.4 s',
    '21 Nov 2026 11:55:00 UTC pulse from oslo Conforming 1.5 s',
    '21 Nov 2026 11:54:00 UTC pulse Violating 1.6 s',
  ]);
  expect(textsOf(runs, 2)).toHaveLength(2);
  expect(mergedRuns([], 2)).toEqual([]);
});

test('runs with failures that the re-check did not confirm count as intermittent, except during maintenance', () => {
  const gone = { asked: 2, stillFailing: 1 };
  const runs = [
    runOf(1),
    runOf(2, { recheck: { asked: 1, stillFailing: 1 } }),
    runOf(3, { recheck: { asked: 0, stillFailing: 0 } }),
    runOf(4, { recheck: gone, state: 'violating' }),
    runOf(5, { recheck: gone, inMaintenance: true }),
    runOf(6, { recheck: { asked: 0, stillFailing: 0 }, state: 'unreachable' }),
  ];
  expect(intermittentIn(runs)).toMatchObject({ met: 2, of: 6, latest: { id: 'r3' } });
  expect(intermittentIn(runs.slice(0, 2))).toBeUndefined();
});

test('a chart of hours has one point for each run, oldest first, with a link to the run', () => {
  const steps = runSteps([
    runOf(1, { medianMs: 120, p95Ms: 300 }),
    runOf(2, { state: 'unreachable' }),
    runOf(3, { state: 'violating', medianMs: 90, p95Ms: 200 }),
  ]);
  expect(steps).toEqual([
    { at: '2026-11-21T11:57:00.000Z', runUrl: '/runs/r3', runs: 1, down: 0, bad: 1, p50: 90, p95: 200 },
    { at: '2026-11-21T11:58:00.000Z', runUrl: '/runs/r2', runs: 1, down: 1, bad: 1 },
    { at: '2026-11-21T11:59:00.000Z', runUrl: '/runs/r1', runs: 1, down: 0, bad: 0, p50: 120, p95: 300 },
  ]);
});

test('the chart of the last hour has medians and p95, and reads only the runs of that hour', async () => {
  const asked: unknown[] = [];
  const history = {
    runs: async (query: unknown) => {
      asked.push(query);
      return [runOf(1, { medianMs: 120, p95Ms: 300 })];
    },
    observationRuns: async () => [],
  } as unknown as Parameters<typeof responseTimesView>[1];
  const view = await responseTimesView('a', history, [], [], { span: '1h', nowMs: startMs });
  expect(asked).toEqual([{ installation: 'a', sinceMs: startMs - 3_600_000, limit: 1440 }]);
  expect(view.lines.map(({ name }) => name)).toEqual(['p50', 'p95']);
  const chart = String(latencyChart(view));
  expect(chart).toContain('Response times by run.');
  expect(chart).toContain('<a href="/runs/r1"><time datetime="2026-11-21T11:59:00.000Z"');
});
