import { expect, test } from '@playwright/test';
import { latencyChart } from '../../monitor/pages/installation/latency-chart.ts';
import type { LatencyStepView, ResponseTimesView } from '../../monitor/pages/installation/model.ts';
import { withGaps } from '../../monitor/pages/installation/response-times.ts';
import { dailyBars, lastDays, sparkline } from '../../monitor/pages/shared/charts.ts';
import type { LatencyPoint } from '../../monitor/pages/shared/model.ts';
import { textOf } from './support/text-of.ts';

/** Points at equal distances from noon on; a run without an answer has no time. */
function pointsOf(everyMs: number, times: readonly (number | undefined)[]): readonly LatencyPoint[] {
  return times.map((ms, index) => ({
    at: new Date(Date.UTC(2026, 10, 21, 12) + index * everyMs).toISOString(),
    ...(ms === undefined ? {} : { ms }),
    isFailure: ms === undefined,
    runUrl: `/runs/r${index}`,
  }));
}

/** A chart with steps from noon on; a step without a time has one run that found the installation down. */
function stepsOf(stepMs: number, times: readonly (number | undefined)[]): ResponseTimesView {
  const at = (index: number): string => new Date(Date.UTC(2026, 10, 21, 12) + index * stepMs).toISOString();
  return {
    span: '24h',
    from: at(0),
    to: at(times.length),
    stepMs,
    steps: times.map((p50, index) => ({
      at: at(index),
      runs: 60,
      down: p50 === undefined ? 1 : 0,
      bad: p50 === undefined ? 1 : 0,
      ...(p50 === undefined ? {} : { p50 }),
    })),
    incidents: [],
    upgrades: [],
    deployments: [],
    lines: [
      { name: 'p50', title: 'Median' },
      { name: 'p95', title: 'p95' },
      { name: 'p99', title: 'p99' },
    ],
  };
}

function textsIn(markup: unknown, anchor: 'end' | 'middle'): readonly string[] {
  return [...String(markup).matchAll(new RegExp(`text-anchor="${anchor}">([^<]+)<`, 'g'))].map(
    ([, text = '']) => text,
  );
}

function pathIn(markup: unknown, name: 'line' | 'failures' | 'band' | 'p95' | 'p99'): string {
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
    everyMs: 8 * 60 * minuteMs,
    times: [120, 240, 180],
    values: ['0 ms', '50 ms', '100 ms', '150 ms', '200 ms', '250 ms'],
    clock: ['12:00', '15:00', '18:00', '21:00', '00:00', '03:00', '06:00', '09:00', '12:00'],
  },
  {
    what: 'a week of slow answers',
    everyMs: 84 * 60 * minuteMs,
    times: [800, 3900],
    values: ['0 ms', '1 s', '2 s', '3 s', '4 s'],
    clock: ['22 Nov', '23 Nov', '24 Nov', '25 Nov', '26 Nov', '27 Nov', '28 Nov'],
  },
  {
    what: 'answers faster than a millisecond',
    everyMs: 60 * minuteMs,
    times: [0.2, 0.4],
    values: ['0 ms', '0.2 ms', '0.4 ms', '0.6 ms', '0.8 ms', '1 ms'],
    clock: ['12:00', '12:15', '12:30', '12:45', '13:00', '13:15', '13:30', '13:45', '14:00'],
  },
];

for (const { what, everyMs, times, values, clock } of axes) {
  test(`the axes of the chart have round values and times: ${what}`, () => {
    const chart = latencyChart(stepsOf(everyMs, times));
    expect(textsIn(chart, 'end')).toEqual(values);
    expect(textsIn(chart, 'middle')).toEqual(clock);
  });
}

test('the chart interrupts its lines at steps without an answer, and draws incidents as bands', () => {
  const view = stepsOf(60 * minuteMs, [100, undefined, 100, 50]);
  const [first] = view.steps;
  const chart = latencyChart({
    ...view,
    steps: [
      { ...first, at: first?.at ?? '', runs: 60, down: 0, bad: 0, p95: 200, p99: 900 },
      ...view.steps.slice(1),
    ],
    incidents: [{ state: 'unreachable', from: '2026-11-21T13:00:00.000Z', to: '2026-11-21T14:00:00.000Z' }],
  });
  expect(pathIn(chart, 'line')).toBe('M199,191ZM739,191L1009,220.5');
  expect(pathIn(chart, 'p95')).toBe('M199,132Z');
  // Beyond twice the highest p95 the 99th percentile is cut off.
  expect(pathIn(chart, 'p99')).toBe('M199,14Z');
  expect(String(chart)).toContain(
    '<rect class="incident bad" x="334" width="270" y="14" height="236" data-from="2026-11-21T13:00:00.000Z" data-to="2026-11-21T14:00:00.000Z"><title>Unreachable, 21 Nov 2026 13:00 UTC to 21 Nov 2026 14:00 UTC</title></rect>',
  );
  expect(String(chart)).toContain(
    'medians from 50 ms to 100 ms, last 50 ms; 1 run not conforming; 1 incident.',
  );
});

test('the legend lists incidents if there are any, and a note says if the kept runs begin later than the chart', () => {
  const whole = stepsOf(60 * minuteMs, [100, 120]);
  expect(String(latencyChart(whole))).not.toMatch(/incident-key|is kept/);
  const later = { ...whole, from: '2026-11-20T13:00:00.000Z' };
  const incident = { state: 'violating', from: whole.from, to: whole.to } as const;
  const page = String(latencyChart({ ...later, incidents: [incident] }));
  expect(page).toContain('incident-key');
  expect(page.replaceAll(/<[^>]+>/g, '')).toContain('No run from before 21 Nov 2026 12:00 UTC is kept.');
});

test('the sparkline is interrupted at runs without an answer, ends in a dot at the last answer, and has a summary', () => {
  const small = sparkline(pointsOf(minuteMs, [10, 20, undefined, 30, undefined]));
  expect(pathIn(small, 'line')).toBe('M3,20.3L33.5,11.7M94.5,3Z');
  expect(pathIn(small, 'failures')).toBe('M64 32v-4M125 32v-4');
  expect(String(small)).toContain('<circle cx="94.5" cy="3" r="2"/>');
  expect(String(small)).toContain(
    'Median response time of the last 5 runs: from 10 ms to 30 ms, last 30 ms. 2 runs not conforming.',
  );
  expect(String(sparkline(pointsOf(minuteMs, [undefined])))).toBe(
    '<span class="soft">no recent answer</span>',
  );
});

test('the table next to the chart has a row for each step', () => {
  const chart = String(latencyChart(stepsOf(60 * minuteMs, [150, undefined])));
  const rows = [...chart.matchAll(/<tr data-at="[^"]+"><th scope="row">(.*?)<\/tr>/g)].map(([, row]) =>
    textOf(row),
  );
  expect(rows).toEqual([
    '21 Nov 2026 12:00 UTC 60 0 0 150 ms – not known – not known',
    '21 Nov 2026 13:00 UTC 60 1 0 – not known – not known – not known',
  ]);
  expect(chart).toContain('Response times by the hour.');
});

test('the band of the sparkline goes from the medians up to the 95th percentiles', () => {
  const points = pointsOf(minuteMs, [10, 20]).map((point) => ({ ...point, p95Ms: 40 }));
  expect(pathIn(sparkline(points), 'band')).toBe('M3,3L125,3L125,16L3,22.5Z');
  expect(String(sparkline(points))).toContain('from 10 ms to 20 ms, last 20 ms, p95 40 ms.');
});

test('daily bars share one path per colour and one label per stretch of equal days; bad days have higher bars', () => {
  const day = (date: string, down: number, broken: number, counted = 100) => ({
    day: `2026-11-${date}`,
    counted,
    down,
    broken,
  });
  const days = [
    day('17', 0, 0),
    day('18', 0, 0),
    day('19', 0.5, 0.25),
    day('20', 0, 0, 0),
    day('21', 0, 0.001),
  ];
  const drawn = String(dailyBars(days, lastDays('2026-11-21T13:05:00.000Z', 6)));
  expect(drawn).toContain(
    '<title>Of the last 6 days, 4 count: 1 day with an outage and 1 day not conforming, the last one on 21 Nov.</title>',
  );
  expect(String(dailyBars([day('21', 0, 0)], lastDays('2026-11-21T13:05:00.000Z', 6)))).toContain(
    '<title>Of the last 6 days, 1 counts',
  );
  expect(/data-days="([^"]+)"/.exec(drawn)?.[1]?.split('\n')).toEqual([
    '0 16 Nov: no run',
    '4 17 Nov to 18 Nov: every run conforming',
    '12 19 Nov: not available in 50 % of runs, not conforming in 25 % of runs',
    '16 20 Nov: no run that counts',
    '20 21 Nov: not conforming in 0.10 % of runs',
  ]);
  const paths = [...drawn.matchAll(/<path class="([\w-]+)" d="([^"]+)"/g)].map(([, kind, path]) => [
    kind,
    path,
  ]);
  expect(paths).toEqual([
    ['alike-good', 'M4 14h7'],
    ['good', 'M12 0h3v7h-3zM20 0h3v22h-3z'],
    ['broken', 'M12 7h3v7h-3zM20 22h3v6h-3z'],
    ['down', 'M12 14h3v14h-3z'],
    ['alike-idle', 'M16 14h3'],
  ]);
});

const stepAt = (hour: number): LatencyStepView => ({
  at: new Date(Date.UTC(2026, 10, 21, hour)).toISOString(),
  runs: 4,
  down: 0,
  bad: 0,
  p50: 100,
});
const gaps = [
  ['one missing hour is not a gap', [1, 2, 4, 5], [4, 4, 4, 4]],
  ['a missing night is a gap', [1, 2, 3, 11, 12], [4, 4, 4, 0, 4, 4]],
  ['a run every six hours is not a gap', [0, 6, 12, 18], [4, 4, 4, 4]],
  ['two steps are too few to know the usual interval', [1, 20], [4, 4]],
] as const;

for (const [name, hours, runs] of gaps) {
  test(`the line of the chart breaks only at a gap: ${name}`, () => {
    const steps = withGaps(hours.map(stepAt), 3_600_000);
    expect(steps.map((step) => step.runs)).toEqual(runs);
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted());
  });
}

test('daily bars begin with the first day that has runs; earlier days stay empty', () => {
  const drawn = String(
    dailyBars(
      [{ day: '2026-11-21', counted: 9, down: 0, broken: 0 }],
      lastDays('2026-11-21T13:05:00.000Z', 90),
    ),
  );
  expect(drawn.match(/<path/g)).toHaveLength(1);
  expect(drawn).toContain('<path class="alike-good" d="M356 14h3"/>');
});
