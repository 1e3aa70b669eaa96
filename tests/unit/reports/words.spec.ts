import { expect, test } from '@playwright/test';
import type { Outcome } from '../../../contract/judging/verdict.ts';
import type { ReasonCode } from '../../../contract/reasons.ts';
import {
  choicePhrases,
  coveragePercent,
  coveragePhrase,
  dataSize,
  duration,
  pluralize,
  resentPhrase,
  roughDuration,
  uptimePercent,
} from '../../../reports/words.ts';

const cases: readonly (readonly [what: string, text: string, expected: string])[] = [
  ['one of something', pluralize(1, 'run'), '1 run'],
  ['zero of something', pluralize(0, 'run'), '0 runs'],
  ['just below a thousand', pluralize(999, 'request'), '999 requests'],
  ['an irregular plural', pluralize(2, 'entry', 'entries'), '2 entries'],
  ['whole coverage', coveragePercent(1), '100 %'],
  ['nearly whole coverage', coveragePercent(0.9999), '99.9 %'],
  ['coverage that has no exact binary value', coveragePercent(0.29), '29 %'],
  ['nearly whole uptime', uptimePercent(0.99999), '99.99 %'],
  ['uptime that has no exact binary value', uptimePercent(0.57), '57 %'],
  ['uptime with a single decimal', uptimePercent(0.999), '99.90 %'],
  ['a duration of 3.2 milliseconds', duration(3.2), '3 ms'],
  ['a duration of one second after rounding', duration(999.6), '1 s'],
  ['a duration of seconds', duration(1260), '1.26 s'],
  ['a duration of nearly a minute', duration(59_900), '59.9 s'],
  ['a duration of one minute after rounding', duration(59_970), '1 min'],
  ['a duration of minutes and seconds', duration(125_000), '2 min 5 s'],
  ['a rough duration of 40 seconds', roughDuration(40_000), '40 s'],
  ['a rough duration of 94 minutes', roughDuration(94 * 60_000), '1.5 h'],
  ['a rough duration of nearly ten hours', roughDuration(590 * 60_000), '10 h'],
  ['a size of a few kilobytes', dataSize(4_096), '1 MB'],
  ['a size of nearly a gigabyte', dataSize(999.6e6), '1 GB'],
  ['a size of gigabytes', dataSize(1.93e9), '1.9 GB'],
  ['a rough duration of two days', roughDuration(48 * 3_600_000), '2 days'],
];

for (const [what, text, expected] of cases) {
  test(`${what} reads ${expected}`, () => {
    expect(text).toBe(expected);
  });
}

type Said = Parameters<typeof coveragePhrase>[0][number];
const said = (outcome: Outcome, code?: ReasonCode): Said => ({
  outcome,
  ...(code === undefined ? {} : { reason: { code, facts: {} } }),
});
const noImport = said('skip', 'imports-not-allowed');
const noSecond = said('skip', 'no-second-key');
const noRevoked = said('skip', 'no-revoked-key');

const coverages: readonly (readonly [verdicts: readonly Said[], phrase: string])[] = [
  [[said('pass'), said('fail')], '2 of 2 judged'],
  [[said('pass'), said('untestable', 'left-open')], '1 of 2 judged, 1 could not be judged'],
  [[said('pass'), noImport, noImport], '1 of 3 judged, 2 not asked for (imports)'],
  [
    [said('pass'), noRevoked, noSecond, noImport, said('untestable'), said('error')],
    '1 of 6 judged, 1 could not be judged, 3 not asked for (imports, second key, revoked key)',
  ],
  [[said('skip', 'left-open'), said('skip')], '0 of 2 judged, 2 not asked for'],
];

for (const [verdicts, phrase] of coverages) {
  test(`the coverage phrase counts verdicts: ${phrase}`, () => {
    expect(coveragePhrase(verdicts)).toBe(phrase);
  });
}

test('choices are reported with their source, and repeated requests with their cause', () => {
  const choice = { what: 'Citation', value: '12', from: 'GET /api/v3/citations, first entry, field id' };
  expect(choicePhrases({ choices: [choice] })).toEqual([
    'Citation 12, from GET /api/v3/citations, first entry, field id',
  ]);
  expect(choicePhrases({})).toEqual([]);
  const [slow, cut] = ['it was answered with status 503', 'the connection failed'];
  const resent = [slow, cut, slow].map((cause, index) => ({ exchange: `e${index}`, cause }));
  expect(resentPhrase({ resent })).toBe(`2 after ${slow}, 1 after ${cut}`);
  expect([resentPhrase({ resent: [] }), resentPhrase({})]).toEqual(['', '']);
});
