import { expect, test } from '@playwright/test';
import type { LatencyPoint } from '../../monitor/model.ts';
import { latencyChart } from '../../monitor/views/charts/latency-chart.ts';
import { sparkline } from '../../monitor/views/charts/sparkline.ts';

/** Points at equal distances from noon on; a run without an answer has no time. */
function pointsOf(everyMs: number, times: readonly (number | undefined)[]): readonly LatencyPoint[] {
  return times.map((ms, index) => ({
    at: new Date(Date.UTC(2026, 10, 21, 12) + index * everyMs).toISOString(),
    ...(ms === undefined ? {} : { ms }),
    isFailure: ms === undefined,
    runUrl: `/runs/r${index}`,
  }));
}

function textsIn(markup: unknown, anchor: 'end' | 'middle'): readonly string[] {
  return [...String(markup).matchAll(new RegExp(`text-anchor="${anchor}">([^<]+)<`, 'g'))].map(
    ([, text = '']) => text,
  );
}

function pathIn(markup: unknown, name: 'line' | 'failures'): string {
  return new RegExp(`class="${name}" d="([^"]*)"`).exec(String(markup))?.[1] ?? '';
}

const minuteMs = 60_000;
const axes: readonly {
  readonly what: string;
  readonly everyMs: number;
  readonly times: readonly number[];
  readonly values: readonly string[];
  readonly clock: readonly string[];
}[] = [
  {
    what: 'a day',
    everyMs: 12 * 60 * minuteMs,
    times: [120, 240, 180],
    values: ['0 ms', '50 ms', '100 ms', '150 ms', '200 ms', '250 ms'],
    clock: ['12:00', '15:00', '18:00', '21:00', '00:00', '03:00', '06:00', '09:00', '12:00'],
  },
  {
    what: 'slow answers',
    everyMs: 30 * minuteMs,
    times: [800, 3900],
    values: ['0 ms', '1 s', '2 s', '3 s', '4 s'],
    clock: ['12:00', '12:05', '12:10', '12:15', '12:20', '12:25', '12:30'],
  },
  {
    what: 'a few seconds, which the labels do not show',
    everyMs: 5_000,
    times: [10, 20],
    values: ['0 ms', '5 ms', '10 ms', '15 ms', '20 ms'],
    clock: ['12:00', '12:01'],
  },
  {
    what: 'answers faster than a millisecond',
    everyMs: minuteMs,
    times: [0.2, 0.4],
    values: ['0 ms', '0.2 ms', '0.4 ms', '0.6 ms', '0.8 ms', '1 ms'],
    clock: ['12:00', '12:01'],
  },
];

for (const { what, everyMs, times, values, clock } of axes) {
  test(`the chart has round values and times: ${what}`, () => {
    const chart = latencyChart(pointsOf(everyMs, times));
    expect(textsIn(chart, 'end')).toEqual(values);
    expect(textsIn(chart, 'middle')).toEqual(clock);
  });
}

test('the line of the chart is interrupted where no answer came, and a cross marks the run', () => {
  const chart = latencyChart(pointsOf(minuteMs, [100, undefined, 100, 50]));
  expect(pathIn(chart, 'line')).toBe('M64,14ZM650.7,14L944,122');
  expect(pathIn(chart, 'failures')).toBe('M353.3 226l8 8M361.3 226l-8 8');
});

test('the sparkline ends in a dot at the last answer, and marks runs without one at its foot', () => {
  const small = sparkline(pointsOf(minuteMs, [10, 20, undefined]));
  expect(pathIn(small, 'line')).toBe('M3,16L64,3');
  expect(pathIn(small, 'failures')).toBe('M123 27l4 4M127 27l-4 4');
  expect(String(small)).toContain('<circle cx="64" cy="3" r="2"/>');
  expect(String(sparkline(pointsOf(minuteMs, [undefined])))).toBe('<span class="soft">no answer yet</span>');
});

test('the table beside the chart has a row for each hour', () => {
  const chart = String(latencyChart(pointsOf(20 * minuteMs, [100, 200, undefined, undefined])));
  const rows = [...chart.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  expect(rows).toEqual([
    '21 Nov 2026 12:00 UTC 3 1 150 ms 200 ms',
    '21 Nov 2026 13:00 UTC 1 1 no answer no answer',
  ]);
});
