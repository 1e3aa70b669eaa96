import { expect, test } from '@playwright/test';
import type { Outcome } from '../../../contract/verdict.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { mergeRecheck } from '../../../monitor/runs/recheck.ts';
import { projects, record, users, verdict } from '../../support/records.ts';

const check = 'availability.endpoint-answers';

function found(state: RunRecord['state'], atUsers: Outcome, atProjects: Outcome): RunRecord {
  return { ...record([verdict(check, users, atUsers), verdict(check, projects, atProjects)]), state };
}

const cases: readonly {
  readonly what: string;
  readonly first: RunRecord;
  readonly second: RunRecord;
  readonly state: RunRecord['state'];
  readonly outcomes: readonly Outcome[];
}[] = [
  {
    what: 'what fails twice is a failure',
    first: found('violating', 'fail', 'pass'),
    second: found('violating', 'fail', 'pass'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'what fails once is none',
    first: found('violating', 'fail', 'pass'),
    second: found('conforming', 'pass', 'pass'),
    state: 'conforming',
    outcomes: ['pass', 'pass'],
  },
  {
    what: 'what was asked along with it, and fails only then, is none',
    first: found('violating', 'fail', 'pass'),
    second: found('violating', 'pass', 'fail'),
    state: 'conforming',
    outcomes: ['pass', 'pass'],
  },
  {
    what: 'a failure after an outage failed once',
    first: found('unreachable', 'untestable', 'untestable'),
    second: found('violating', 'fail', 'pass'),
    state: 'conforming',
    outcomes: ['untestable', 'pass'],
  },
  {
    what: 'an outage at the second time is one',
    first: found('violating', 'fail', 'pass'),
    second: found('unreachable', 'untestable', 'untestable'),
    state: 'unreachable',
    outcomes: ['untestable', 'untestable'],
  },
];

for (const { what, first, second, state, outcomes } of cases) {
  test(`re-check: ${what}`, () => {
    const merged = mergeRecheck(first, second).record;
    expect(merged.state).toBe(state);
    expect(merged.verdicts.map(({ outcome }) => outcome)).toEqual(outcomes);
  });
}
