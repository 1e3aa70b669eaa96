import { expect, test } from '@playwright/test';
import type { Outcome } from '../../../contract/judging/verdict.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { type LeastJudged, shortfallOf } from '../../../reports/shortfall.ts';
import { users, verdict } from '../../support/records.ts';

interface Case {
  readonly name: string;
  readonly coverage: number;
  readonly outcomes?: readonly Outcome[];
  readonly cutShort?: NonNullable<RunRecord['abortReason']>;
  readonly least?: Partial<LeastJudged>;
  readonly sentence?: string;
}

const allPass: readonly Outcome[] = ['pass'];

const cases: readonly Case[] = [
  { name: 'everything was judged', coverage: 1 },
  { name: 'nothing was judged', coverage: 0, sentence: 'Nothing could be judged.' },
  {
    name: 'less was judged than is demanded',
    coverage: 0.949,
    least: { minimumCoverage: 0.95 },
    sentence: 'Only 94.9 % of the checks could be judged; MIN_COVERAGE demands 95 %.',
  },
  { name: 'as much was judged as is demanded', coverage: 0.95, least: { minimumCoverage: 0.95 } },
  {
    name: 'less was asked for than is demanded',
    coverage: 1,
    outcomes: ['pass', 'skip', 'skip', 'skip'],
    least: { minimumAsked: 0.5 },
    sentence: 'Only 25 % of the checks were asked for; MIN_ASKED demands 50 %.',
  },
  {
    name: 'as much was asked for as is demanded',
    coverage: 0.5,
    outcomes: ['pass', 'untestable', 'skip', 'skip'],
    least: { minimumAsked: 0.5 },
  },
  {
    name: 'the deadline passed before all was judged',
    coverage: 0.99,
    cutShort: 'deadline',
    sentence: 'The run was cut short when 99 % of the checks had been judged. Raise DEADLINE_S.',
  },
  ...(['interrupted'] as const).map((cutShort) => ({
    name: `a run was cut short for another reason (${cutShort}) before all was judged`,
    coverage: 0.49,
    cutShort,
    sentence: 'The run was cut short when 49 % of the checks had been judged.',
  })),
  { name: 'the deadline passed when all was judged', coverage: 1, cutShort: 'deadline' },
];

for (const { name, coverage, outcomes = allPass, cutShort, least, sentence } of cases) {
  test(`if ${name}, the shortfall is: ${sentence ?? 'none'}`, () => {
    const verdicts = outcomes.map((outcome) => verdict('auth.no-key-rejected', users, outcome));
    const demands = { minimumCoverage: 0, minimumAsked: 0, ...least };
    const ended = cutShort === undefined ? {} : { abortReason: cutShort };
    expect(shortfallOf({ coverage, cutShort: cutShort !== undefined, verdicts, ...ended }, demands)).toBe(
      sentence,
    );
  });
}
