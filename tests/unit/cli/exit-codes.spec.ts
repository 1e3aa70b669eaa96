import { expect, test } from '@playwright/test';
import { type ExitCriteria, exitCodeOf, exitCodes, worst } from '../../../cli/exit-codes.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { projects, record, users, verdict } from '../../support/records.ts';

const check = 'availability.endpoint-answers';
const open = (known?: string) => ({
  ...verdict(check, users, 'untestable'),
  message: 'Not shown.',
  exchange: 'e1',
  reason: { code: 'not-shown' as const, facts: {} },
  ...(known === undefined ? {} : { known }),
});
const passing = verdict(check, projects, 'pass');
const failing = verdict('auth.no-key-rejected', users, 'fail');
const skipped = verdict('auth.second-key-accepted', users, 'skip');

const nothing: ExitCriteria = {
  minimumCoverage: 0,
  minimumAsked: 0,
  breakingDrift: false,
  outdatedKnown: false,
};

type Name = keyof typeof exitCodes;

const cases: readonly (readonly [
  name: string,
  run: RunRecord,
  code: Name,
  demands?: Partial<ExitCriteria>,
])[] = [
  ['every requirement holds', record([passing]), 'conforming'],
  ['a requirement is broken', record([passing, failing]), 'violated'],
  ['every broken requirement is known', record([passing, { ...failing, known: 'Ticket 7.' }]), 'conforming'],
  ['a known failure is outdated', record([passing]), 'violated', { outdatedKnown: true }],
  ['an endpoint was not shown to work', record([passing, open()], { state: 'incomplete' }), 'lowCoverage'],
  [
    'an endpoint was not shown to work, which is a known failure',
    record([passing, open('Ticket 7.')], { state: 'incomplete' }),
    'conforming',
  ],
  [
    'two endpoints were not shown to work, one of which is a known failure',
    record([passing, open('Ticket 7.'), { ...open(), endpoint: projects }], { state: 'incomplete' }),
    'lowCoverage',
  ],
  ['a requirement is broken and an endpoint was not shown to work', record([failing, open()]), 'violated'],
  [
    'a check was untestable',
    record([passing, verdict(check, users, 'untestable')], { coverage: 0.5 }),
    'conforming',
  ],
  ['nothing was judged', record([skipped], { coverage: 0 }), 'lowCoverage'],
  [
    'coverage is below MIN_COVERAGE',
    record([passing], { coverage: 0.9 }),
    'lowCoverage',
    { minimumCoverage: 0.95 },
  ],
  [
    'the share of checks asked for is below MIN_ASKED',
    record([passing, skipped]),
    'lowCoverage',
    { minimumAsked: 0.95 },
  ],
  ['the installation is unreachable', record([open()], { state: 'unreachable', coverage: 0 }), 'unreachable'],
  ['the run was throttled', record([passing], { state: 'throttled' }), 'throttled'],
  [
    'the run was throttled and an endpoint was not shown to work',
    record([passing, open()], { state: 'incomplete', abortReason: 'throttled', cutShort: true }),
    'throttled',
  ],
  ['the suite itself broke', record([passing], { abortReason: 'fault', cutShort: true }), 'suiteFault'],
  ['there is breaking drift', record([passing]), 'drift', { breakingDrift: true }],
];

for (const [name, run, code, demands] of cases) {
  test(`if ${name}, check ends with ${code} (${exitCodes[code]})`, () => {
    expect(exitCodeOf(run, { ...nothing, ...demands })).toBe(exitCodes[code]);
  });
}

test('exit codes have fixed numbers, and the worst of several is chosen', () => {
  expect(exitCodes).toEqual({
    conforming: 0,
    violated: 1,
    usage: 2,
    unreachable: 3,
    throttled: 4,
    lowCoverage: 5,
    drift: 6,
    suiteFault: 7,
    interrupted: 130,
  });
  expect(worst([])).toBe(0);
  expect(worst([exitCodes.lowCoverage, exitCodes.violated, exitCodes.drift])).toBe(exitCodes.violated);
});
