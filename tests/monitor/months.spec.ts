import { expect, test } from '@playwright/test';
import type { Incident } from '../../monitor/history/incidents.ts';
import { countLatencies, noLatencies } from '../../monitor/latency-buckets.ts';
import { availability, monthTable } from '../../monitor/pages/installation/availability.ts';
import { monthViews, readMonths } from '../../monitor/pages/installation/data.ts';
import { stepViews } from '../../monitor/pages/installation/response-times.ts';
import { renderInstallation } from '../../monitor/pages/installation/view.ts';
import { installationView } from './pages/sample-views.ts';
import { textOf } from './support/text-of.ts';

const nowMs = Date.UTC(2026, 10, 21, 13);
const hourMs = 3_600_000;

function day(text: string, counted: number, up: number, conforming: number) {
  return { dayMs: Date.parse(text), counted, up, conforming };
}

function incident(startedAt: string, endedAt?: string): Incident {
  const ended = endedAt === undefined ? {} : { endedAt: `${endedAt}:00.000Z` };
  return {
    id: startedAt,
    installation: 'one',
    state: 'unreachable',
    startedAt: `${startedAt}:00.000Z`,
    course: [],
    ...ended,
  };
}

const days = [
  day('2026-09-12', 0, 0, 0),
  day('2026-09-13', 10, 10, 10),
  day('2026-10-01', 10, 9, 8),
  day('2026-10-31', 30, 30, 28),
  day('2026-11-01', 10, 10, 10),
];
// One lasts beyond the end of October, one is still open.
const incidents = [
  incident('2026-11-21T11:00'),
  incident('2026-10-31T22:00', '2026-11-01T03:00'),
  incident('2026-10-05T10:00', '2026-10-05T11:00'),
];
const expected = [
  { month: '2026-11', isOver: false, uptime: 1, conformity: 1, incidents: 2, incidentMs: 5 * hourMs },
  { month: '2026-10', isOver: true, uptime: 0.975, conformity: 0.9, incidents: 2, incidentMs: 3 * hourMs },
  {
    month: '2026-09',
    since: '2026-09-13',
    isOver: true,
    uptime: 1,
    conformity: 1,
    incidents: 0,
    incidentMs: 0,
  },
];

test('a month has its uptime and conformity, the incidents that overlap it, and how long they lasted in it', () => {
  expect(monthViews(days, incidents, nowMs)).toEqual(expected);
  expect(monthViews([], incidents, nowMs)).toEqual([]);
});

test('the history is read for the current month and the twelve months before it', async () => {
  const asked: number[] = [];
  const months = await readMonths(
    'one',
    {
      days: async (sinceMs) => {
        asked.push(sinceMs);
        return new Map([['one', days]]);
      },
    },
    [],
    nowMs,
  );
  expect(months.map(({ month }) => month)).toEqual(['2026-11', '2026-10', '2026-09']);
  expect(asked).toEqual([Date.UTC(2025, 10, 1)]);
});

function rowsOf(markup: unknown): readonly string[] {
  return (String(markup).match(/<tr .*?<\/tr>/g) ?? []).map(textOf);
}

test('the table names each month, marks partial ones, and says whether the objective was met', () => {
  expect(rowsOf(monthTable(expected, 0.999, 'one'))).toEqual([
    'Month Uptime Objective 99.90 % Conforming Incidents Lasted',
    'Nov 2026 so far 100 % kept 100 % 2 5 h',
    'Oct 2026 97.50 % missed 90 % 2 3 h',
    'Sep 2026 since 13 Sep 100 % kept 100 % 0 –',
  ]);
  expect(rowsOf(monthTable(expected, undefined, 'one'))[1]).toBe('Nov 2026 so far 100 % 100 % 2 5 h');
  expect(String(monthTable([], 0.999, 'one'))).toBe('');
});

test('percentiles of a whole span cover all its requests; they are left out if a step has only a median', () => {
  const step = { atMs: nowMs, counted: 1, up: 1, conforming: 1 };
  const fast = { ...step, counts: countLatencies(Array.from({ length: 90 }, () => 10)), medianMs: 10 };
  const slow = { ...step, counts: countLatencies(Array.from({ length: 10 }, () => 4_000)), medianMs: 4_000 };
  const silent = { ...step, counts: noLatencies };
  const { whole } = stepViews([fast, slow, silent]);
  expect(whole?.p50).toBeLessThan(12);
  expect(whole?.p95).toBeGreaterThan(3_000);
  expect(stepViews([fast, { ...silent, medianMs: 300 }]).whole).toBeUndefined();
  expect(stepViews([silent]).whole).toBeUndefined();
});

test('the installation page shows the months and the percentiles of the whole span', async () => {
  const view = installationView();
  const whole = { p50: 229.4, p95: 3_500, p99: 4_650 };
  const responseTimes = { ...view.responseTimes, whole };
  const page = String(await renderInstallation({ ...view, responseTimes }));
  expect(page).toContain('All requests of this time: median 229 ms, p95 3.5 s, p99 4.65 s.');
  expect(page).toContain('Oct 2026');
  expect(String(await renderInstallation(view))).not.toContain('All requests of this time');
});

test('a month whose state changes were not all read says "at least" before its number of incidents', () => {
  const months = monthViews(days, incidents, nowMs, Date.UTC(2026, 9, 20));
  expect(months.map(({ month, hasMoreIncidents }) => [month, hasMoreIncidents])).toEqual([
    ['2026-11', undefined],
    ['2026-10', true],
    ['2026-09', true],
  ]);
  const table = String(monthTable(months, undefined, 'one'));
  expect(table).toMatch(/>at least 2<\/a>/);
  expect(table).toContain('at least 0');
});

test('an objective that does not allow a whole run yet says so', () => {
  const objective = { target: 0.999, days: 30, counted: 99, allowed: 0.099, failed: 0 };
  expect(textOf(availability({ ...installationView(), objective }))).toContain(
    '0 of 99 runs found it not available; the objective of 99.90 % allows less than one',
  );
});
