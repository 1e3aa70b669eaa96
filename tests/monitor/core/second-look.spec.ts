import { expect, test } from '@playwright/test';
import { endpointOf } from '../../../contract/document/endpoints.ts';
import { requestKey } from '../../../contract/judging/evidence.ts';
import type { SentRequest } from '../../../contract/judging/request.ts';
import { type Outcome, verdictKey } from '../../../contract/judging/verdict.ts';
import { scopeOf } from '../../../contract/scope.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { type Look, mergeRecheck, recheckScope } from '../../../monitor/running/second-look.ts';
import { projects, record, users, verdict } from '../../support/records.ts';

const check = 'availability.endpoint-answers';
const imports = 'POST /api/v3/fhir_imports';
const header: SentRequest = { key: 'header' };
const withoutAccept: SentRequest = { key: 'header', accept: 'missing' };

/** What a failing check at users rests on, unless a case says otherwise. */
const restsOn = new Map([
  [verdictKey({ check, endpoint: users }), [{ endpoint: endpointOf(users), request: header }]],
]);
const answered = new Set([requestKey({ id: users }, header)]);

function found(
  state: RunRecord['state'],
  atUsers: Outcome,
  atProjects: Outcome,
  look: Partial<Look> = {},
): Look {
  return {
    record: { ...record([verdict(check, users, atUsers), verdict(check, projects, atProjects)]), state },
    restsOn,
    answered,
    ...look,
  };
}

const cases: readonly {
  readonly what: string;
  readonly first: Look;
  readonly second: Look;
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
    what: 'what fails once, and then passes on the same requests, is none',
    first: found('violating', 'fail', 'pass'),
    second: found('conforming', 'pass', 'pass'),
    state: 'conforming',
    outcomes: ['pass', 'pass'],
  },
  {
    what: 'what cannot be judged the second time stays a failure',
    first: found('violating', 'fail', 'pass'),
    second: found('conforming', 'untestable', 'pass'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'what is not asked for the second time stays a failure',
    first: found('violating', 'fail', 'pass'),
    second: found('conforming', 'skip', 'pass'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'a pass without the request on which the failure rested withdraws nothing',
    first: found('violating', 'fail', 'pass', {
      restsOn: new Map([
        [verdictKey({ check, endpoint: users }), [{ endpoint: endpointOf(users), request: withoutAccept }]],
      ]),
    }),
    second: found('conforming', 'pass', 'pass'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'what was asked along with it, and fails only then, is none',
    first: found('violating', 'fail', 'pass'),
    second: found('violating', 'pass', 'fail'),
    state: 'conforming',
    outcomes: ['pass', 'pass'],
  },
  {
    what: 'a run that something obstructed is made again, and counts as it is then',
    first: found('unreachable', 'untestable', 'untestable'),
    second: found('violating', 'fail', 'pass'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'an outage at the second time is one, and withdraws nothing',
    first: found('violating', 'fail', 'pass'),
    second: found('unreachable', 'untestable', 'untestable'),
    state: 'unreachable',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'throttling at the second time withdraws nothing',
    first: found('violating', 'fail', 'pass'),
    second: found('throttled', 'untestable', 'untestable'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
];

for (const { what, first, second, state, outcomes } of cases) {
  test(`second look: ${what}`, () => {
    const merged = mergeRecheck(first, second).record;
    expect(merged.state).toBe(state);
    expect(merged.verdicts.map(({ outcome }) => outcome)).toEqual(outcomes);
  });
}

test('a second look asks the failing checks, and exactly the requests on which they rest', () => {
  const look = found('violating', 'fail', 'pass');
  const scope = recheckScope(look);
  expect(scope?.requests).toEqual([{ endpoint: endpointOf(users), request: header }]);
  expect(scope?.checkCases.some((one) => one.check.id === check && one.endpoint.id === users)).toBe(true);
});

test('imports are not sent again: their failures stand without a second look', () => {
  const failing = record([verdict('import.created', imports, 'fail')]);
  expect(recheckScope({ record: { ...failing, state: 'violating' } })).toBeUndefined();
});

test('a run that something obstructed as a whole is made again', () => {
  const scope = recheckScope(found('unreachable', 'untestable', 'untestable'));
  expect(scope?.checkCases).toEqual(scopeOf('full').checkCases);
});

test('a run that was cut short, or did not fail, is not looked at again', () => {
  const good = found('conforming', 'pass', 'pass');
  const cut = found('violating', 'fail', 'pass');
  expect(recheckScope(good)).toBeUndefined();
  expect(recheckScope({ ...cut, record: { ...cut.record, cutShort: true } })).toBeUndefined();
});
