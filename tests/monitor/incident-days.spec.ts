import { expect, test } from '@playwright/test';
import type { Incident } from '../../monitor/history/incidents.ts';
import { incidentDays, lastedDuring } from '../../monitor/pages/incidents/data.ts';
import {
  type Calendar,
  monthTable,
  troubleList,
  uptimeCalendar,
} from '../../monitor/pages/installation/availability.ts';
import { incidentsOfDaysUrl } from '../../monitor/pages/shared/urls.ts';
import { wordsOf } from './support/text-of.ts';

const nowMs = Date.UTC(2026, 10, 21, 13, 5);

function incident(startedAt: string, endedAt?: string): Incident {
  return {
    id: startedAt,
    installation: 'one',
    state: 'unreachable',
    startedAt: `${startedAt}.000Z`,
    ...(endedAt === undefined ? {} : { endedAt: `${endedAt}.000Z` }),
    course: [],
  };
}

const day = { fromMs: Date.UTC(2026, 10, 20), toMs: Date.UTC(2026, 10, 21) };
const spans = [
  ['counts if it began before the day and ends on it', '2026-11-19T03:00:00', '2026-11-20T00:00:01', true],
  ['counts if it is still open', '2026-11-20T23:59:59', undefined, true],
  ['counts if it begins and ends at the same moment', '2026-11-20T00:00:00', '2026-11-20T00:00:00', true],
  ['does not count if it ends as the day begins', '2026-11-19T03:00:00', '2026-11-20T00:00:00', false],
  ['does not count if it begins as the day ends', '2026-11-21T00:00:00', undefined, false],
] as const;

for (const [name, startedAt, endedAt, expected] of spans) {
  test(`an incident for a day: ${name}`, () => {
    expect(lastedDuring(incident(startedAt, endedAt), day, nowMs)).toBe(expected);
  });
}

test('the last days with incidents are listed, each with its number of incidents', () => {
  const incidents = [
    incident('2026-11-21T13:05:00'),
    incident('2026-11-18T23:00:00', '2026-11-19T01:00:00'),
    incident('2026-11-19T05:00:00', '2026-11-19T06:00:00'),
    incident('2026-11-01T05:00:00', '2026-11-15T00:00:00'),
  ];
  expect(incidentDays(incidents, nowMs, 7)).toEqual([
    { day: '2026-11-18', incidents: 1 },
    { day: '2026-11-19', incidents: 2 },
    { day: '2026-11-21', incidents: 1 },
  ]);
  expect(incidentDays([], nowMs, 90)).toEqual([]);
});

const calendar: Calendar = {
  days: [
    { day: '2026-11-18', counted: 100, down: 0.5, broken: 0 },
    { day: '2026-11-19', counted: 100, down: 0, broken: 0.25 },
    { day: '2026-11-20', counted: 0, down: 0, broken: 0 },
    { day: '2026-11-21', counted: 100, down: 0, broken: 0 },
    { day: '2026-11-22', counted: 100, down: 0, broken: 0.5 },
  ],
  shown: ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
  incidents: new Map([
    ['2026-11-18', 2],
    ['2026-11-19', 1],
    ['2026-11-20', 1],
  ]),
  urlOf: (date) => incidentsOfDaysUrl('a/b', date),
};

function linksIn(markup: unknown): readonly string[] {
  return [...String(markup).matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, url = '']) => url);
}

const expectedLinks = ['18', '19', '20'].map(
  (date) => `/installations/a%2Fb/incidents?from=2026-11-${date}&amp;to=2026-11-${date}`,
);

test('a calendar day with an incident is a labelled link; a day without one is not a link', () => {
  const drawn = String(uptimeCalendar(calendar));
  expect(linksIn(drawn)).toEqual(expectedLinks);
  const names = [...drawn.matchAll(/<a [^>]*aria-label="([^"]+)"/g)].map(([, name]) => name);
  expect(names).toEqual([
    '18 Nov: not available in 50 % of runs; 2 incidents',
    '19 Nov: not conforming in 25 % of runs; 1 incident',
    '20 Nov: no run that counts; 1 incident',
  ]);
  // Days without a link are described by the summary only.
  const [, hidden = ''] = /<g aria-hidden="true">(.*)<\/g><a class="day-link"/s.exec(drawn) ?? [];
  expect(hidden).toContain('<title>22 Nov: not conforming in 50 % of runs</title>');
  expect(hidden).toContain('<title>21 Nov: every run conforming</title>');
});

test('the list of bad days links each day with an incident, even if no run of the day counted', () => {
  const list = String(troubleList(calendar));
  expect(linksIn(list)).toEqual(expectedLinks.toReversed());
  const items = [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, item]) => wordsOf(item));
  expect(items).toEqual([
    '22 Nov not conforming in 50 % of runs',
    '20 Nov no run that counts; 1 incident',
    '19 Nov not conforming in 25 % of runs',
    '18 Nov not available in 50 % of runs; 2 incidents',
  ]);
});

test('a month with incidents links to the incidents from its first to its last day', () => {
  const month = (name: string, incidents: number) => ({
    month: name,
    isOver: true,
    uptime: 1,
    conformity: 1,
    incidents,
    incidentMs: 0,
  });
  expect(
    linksIn(monthTable([month('2028-02', 1), month('2026-12', 3), month('2026-10', 0)], 0.9, 'one')),
  ).toEqual([
    '/installations/one/incidents?from=2028-02-01&amp;to=2028-02-29',
    '/installations/one/incidents?from=2026-12-01&amp;to=2026-12-31',
  ]);
});
