import { expect, test } from '@playwright/test';
import { parseAskedTime } from '../../monitor/pages/compare/kept-record.ts';

const nowMs = Date.UTC(2026, 10, 21, 13, 5, 20, 7);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The typed text, the first moment that it means, and its length. */
const accepted = [
  ['today', '2026-11-21', day],
  [' Yesterday ', '2026-11-20', day],
  ['7d', '2026-11-14T13:05:20.007Z', 1],
  ['7 days ago', '2026-11-14T13:05:20.007Z', 1],
  ['12h', '2026-11-21T01:05:20.007Z', 1],
  ['1 hour ago', '2026-11-21T12:05:20.007Z', 1],
  ['2026-03-01', '2026-03-01', day],
  ['2028-02-29', '2028-02-29', day],
  ['2026-03-01 20:00', '2026-03-01T20:00Z', minute],
  ['2026-03-01 20:00 UTC', '2026-03-01T20:00Z', minute],
  ['2026-03-01T20:00:30Z', '2026-03-01T20:00:30Z', second],
  ['2026-03-01t20:00:30.250z', '2026-03-01T20:00:30.250Z', 1],
  ['2026-03-01T20:00:00+01:00', '2026-03-01T19:00:00Z', second],
  ['2026-03-01 20:00-0330', '2026-03-01T23:30:00Z', minute],
] as const;

for (const [typed, from, lengthMs] of accepted) {
  test(`"${typed}" is read as ${from}`, () => {
    const fromMs = Date.parse(from);
    expect(parseAskedTime(typed, nowMs)).toEqual({ fromMs, toMs: fromMs + lengthMs });
  });
}

const refused = [
  '',
  'last week',
  '0d',
  '-7d',
  '7dh',
  '99999d',
  '2026-03',
  '2026-3-1',
  '2026-02-29',
  '2026-02-31 20:00',
  '2026-03-01 25:00',
  '2026-03-01 20',
  '2026-03-01 20:00 CET',
  '2026-03-01 20:00+99:00',
];

for (const typed of refused) {
  test(`"${typed}" is refused`, () => {
    expect(parseAskedTime(typed, nowMs)).toBeUndefined();
  });
}
