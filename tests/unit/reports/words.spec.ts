import { expect, test } from '@playwright/test';
import {
  coveragePercent,
  duration,
  pluralize,
  roughDuration,
  uptimePercent,
} from '../../../reports/words.ts';

const cases: readonly (readonly [what: string, text: string, expected: string])[] = [
  ['one of something', pluralize(1, 'run'), '1 run'],
  ['none of something', pluralize(0, 'run'), '0 runs'],
  ['many of something', pluralize(1204, 'request'), '1,204 requests'],
  ['a thousand thousands', pluralize(1_000_000, 'request'), '1,000,000 requests'],
  ['just below a thousand', pluralize(999, 'request'), '999 requests'],
  ['something with a plural of its own', pluralize(2, 'entry', 'entries'), '2 entries'],
  ['whole coverage', coveragePercent(1), '100 %'],
  ['nearly whole coverage', coveragePercent(0.9999), '99.9 %'],
  ['coverage that binary numbers hold inexactly', coveragePercent(0.29), '29 %'],
  ['coverage with a part', coveragePercent(0.8055), '80.5 %'],
  ['no coverage', coveragePercent(0), '0 %'],
  ['whole uptime', uptimePercent(1), '100 %'],
  ['nearly whole uptime', uptimePercent(0.99999), '99.99 %'],
  ['uptime that binary numbers hold inexactly', uptimePercent(0.57), '57 %'],
  ['uptime with a part', uptimePercent(0.9958), '99.58 %'],
  ['uptime with a part of one decimal', uptimePercent(0.999), '99.90 %'],
  ['a part of a millisecond', duration(3.2), '3 ms'],
  ['nearly a second', duration(999.4), '999 ms'],
  ['a second, after rounding', duration(999.6), '1 s'],
  ['seconds', duration(1260), '1.26 s'],
  ['tens of seconds', duration(25_430), '25.4 s'],
  ['nearly a minute', duration(59_900), '59.9 s'],
  ['a minute, after rounding', duration(59_970), '1 min'],
  ['minutes and seconds', duration(125_000), '2 min 5 s'],
  ['minutes, after rounding', duration(179_600), '3 min'],
  ['40 seconds ago', roughDuration(40_000), '40 s'],
  ['89 minutes ago', roughDuration(89 * 60_000), '89 min'],
  ['94 minutes ago', roughDuration(94 * 60_000), '1.5 h'],
  ['nearly ten hours ago', roughDuration(590 * 60_000), '10 h'],
  ['47 hours ago', roughDuration(47 * 3_600_000), '47 h'],
  ['two days ago', roughDuration(48 * 3_600_000), '2 days'],
];

for (const [what, text, expected] of cases) {
  test(`${what} reads ${expected}`, () => {
    expect(text).toBe(expected);
  });
}
