import { expect, test } from '@playwright/test';
import { waitOf } from '../../../engine/http/retry-after.ts';

const now = Date.parse('2025-03-04T05:06:07Z');

const cases: readonly (readonly [string | undefined, number, number])[] = [
  [undefined, 0, 1000],
  [undefined, 2, 4000],
  // There are no more than three retries.
  [undefined, 3, 4000],
  ['0', 0, 0],
  // Rate limiters that count whole seconds write 0 for less than one: after a first 0, our own wait applies.
  ['0', 1, 2000],
  ['3', 1, 3000],
  ['86400', 0, 86_400_000],
  ['-5', 0, 1000],
  ['+5', 0, 1000],
  ['0x10', 0, 1000],
  ['NaN', 0, 1000],
  ['Infinity', 0, 1000],
  ['soon', 2, 4000],
  ['', 0, 1000],
  ['7, 9', 0, 1000],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0, 0],
  ['Tue, 04 Mar 2025 05:06:10 GMT', 0, 3000],
];
for (const [value, attempt, expected] of cases) {
  test(`Retry-After ${JSON.stringify(value)} at repetition ${attempt} is a wait of ${expected} ms`, () => {
    expect(waitOf(value, attempt, now)).toBe(expected);
  });
}

test('without the time of the server, a date is measured by the local clock', () => {
  expect(waitOf(new Date(Date.now() + 60_000).toUTCString(), 0, Number.NaN)).toBeGreaterThan(50_000);
  expect(waitOf(new Date(Date.now() - 60_000).toUTCString(), 0, Number.NaN)).toBe(0);
});

test('a wait is never negative or NaN', () => {
  for (const value of ['99999999999999999999999', 'Jan', 'Mon 99', '1 2 3 Jan', '٣', '½', '\u0000'])
    expect(waitOf(value, 0, now)).toBeGreaterThanOrEqual(0);
});
