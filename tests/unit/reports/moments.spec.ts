import { expect, test } from '@playwright/test';
import { momentText } from '../../../reports/words.ts';

const rows: readonly (readonly [moment: string, offsetMinutes: number, text: string])[] = [
  ['2026-11-22T12:46:43.120Z', 0, '2026-11-22 12:46:43 UTC'],
  ['2026-11-22T12:46:43Z', 60, '2026-11-22 12:46:43 UTC (13:46:43 UTC+1)'],
  ['2026-11-22T23:30:00Z', 345, '2026-11-22 23:30:00 UTC (2026-11-23 05:15:00 UTC+5:45)'],
  ['2026-01-01T00:10:00Z', -210, '2026-01-01 00:10:00 UTC (2025-12-31 20:40:00 UTC-3:30)'],
  ['whenever', 60, 'whenever'],
];

for (const [moment, offsetMinutes, text] of rows) {
  test(`${moment}, ${offsetMinutes} minutes ahead of UTC, reads ${text}`, () => {
    expect(momentText(moment, offsetMinutes)).toBe(text);
  });
}
