import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf } from '../../../contract/document/endpoints.ts';
import { requestKey } from '../../../contract/judging/evidence.ts';
import type { SentRequest } from '../../../contract/judging/request.ts';
import { type Outcome, verdictKey } from '../../../contract/judging/verdict.ts';
import { scopeOf } from '../../../contract/scope.ts';
import type { RecordedVerdict, RunRecord } from '../../../engine/record/run-record.ts';
import type { RunExecutor } from '../../../monitor/running/run-context.ts';
import {
  type Look,
  mergeLooks,
  mergeRecheck,
  recheckScope,
  thirdScope,
} from '../../../monitor/running/second-look.ts';
import { often } from '../../support/often.ts';
import { exchange, projects, record, users, verdict } from '../../support/records.ts';
import { withMonitoring } from '../support/monitoring.ts';

const check = 'availability.endpoint-answers';
const imports = 'POST /api/v3/fhir_imports';
const header: SentRequest = { key: 'header' };
const withoutAccept: SentRequest = { key: 'header', accept: 'missing' };

/** The requests that a failing check at users rests on by default. */
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

const project = 'GET /api/v3/projects/:id';
const byQuery = 'auth.query-key-accepted';
const noRecord = { reason: { code: 'not-asked', facts: {} } } as const;
const notShown = { reason: { code: 'not-shown', facts: {} } } as const;

/** A run whose failures do not rest on any request. */
function look(
  state: RunRecord['state'],
  verdicts: readonly RecordedVerdict[],
  rest: Partial<RunRecord> = {},
): Look {
  return { record: { ...record(verdicts, rest), state } };
}

const cases: readonly {
  readonly what: string;
  /** By default it finds a failure at users and none at projects. */
  readonly first?: Look;
  readonly second: Look;
  readonly state: RunRecord['state'];
  readonly outcomes: readonly Outcome[];
}[] = [
  {
    what: 'a check that fails twice is a failure',
    second: found('violating', 'fail', 'pass'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'a check that fails once and then passes on the same requests is not a failure',
    second: found('conforming', 'pass', 'pass'),
    state: 'conforming',
    outcomes: ['pass', 'pass'],
  },
  {
    what: 'a failing check that cannot be judged the second time stays a failure',
    second: found('conforming', 'untestable', 'pass'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'a failing check that is not asked for the second time stays a failure',
    second: found('conforming', 'skip', 'pass'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'a pass without the request that the failure rests on does not withdraw it',
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
    what: 'a check that passed in the first look does not fail by the second look alone',
    second: found('violating', 'pass', 'fail'),
    state: 'conforming',
    outcomes: ['pass', 'pass'],
  },
  {
    what: 'the repetition of an unreachable run replaces it',
    first: found('unreachable', 'untestable', 'untestable'),
    second: found('violating', 'fail', 'pass'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'an outage in the second look counts, and does not withdraw the failure',
    second: found('unreachable', 'untestable', 'untestable'),
    state: 'unreachable',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'throttling in the second look does not withdraw the failure',
    second: found('throttled', 'untestable', 'untestable'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'a failure that another failing check explains in the second look gives way to it',
    first: look('violating', [verdict(byQuery, users, 'fail'), verdict(check, users, 'pass')]),
    second: look('violating', [
      verdict(byQuery, users, 'untestable', { reason: { code: 'explained', facts: { check } } }),
      verdict(check, users, 'fail'),
    ]),
    state: 'violating',
    outcomes: ['untestable', 'fail'],
  },
  {
    what: 'an endpoint not shown to work along with a withdrawn failure is shown by a pass in the second look',
    first: look('violating', [
      verdict(check, projects, 'fail'),
      verdict(check, project, 'untestable', notShown),
    ]),
    second: look('conforming', [verdict(check, projects, 'pass'), verdict(check, project, 'pass')]),
    state: 'conforming',
    outcomes: ['pass', 'pass'],
  },
  {
    what: 'an endpoint not shown to work in both looks makes the run incomplete',
    first: look('violating', [
      verdict(check, projects, 'fail'),
      verdict(check, project, 'untestable', notShown),
    ]),
    second: look('incomplete', [
      verdict(check, projects, 'pass'),
      verdict(check, project, 'untestable', notShown),
    ]),
    state: 'incomplete',
    outcomes: ['pass', 'untestable'],
  },
  {
    what: 'an import without a key that is refused the second time, when imports are not allowed, does not fail',
    first: look('violating', [verdict('auth.no-key-rejected', imports, 'fail')]),
    second: look('conforming', [
      verdict('auth.no-key-rejected', imports, 'skip', {
        reason: { code: 'imports-not-allowed', facts: {} },
      }),
    ]),
    state: 'conforming',
    outcomes: ['skip'],
  },
  {
    what: 'a failure that was already open is not withdrawn by a pass in the second look',
    first: {
      ...found('violating', 'fail', 'pass'),
      believed: new Set([verdictKey({ check, endpoint: users })]),
    },
    second: found('conforming', 'pass', 'pass'),
    state: 'violating',
    outcomes: ['fail', 'pass'],
  },
  {
    what: 'a check that a withdrawn failure kept from being judged is judged by the second look',
    first: look('violating', [
      verdict(check, projects, 'fail'),
      verdict(byQuery, projects, 'untestable', { reason: { code: 'explained', facts: { check } } }),
      verdict(check, project, 'untestable', noRecord),
    ]),
    second: look('conforming', [
      verdict(check, projects, 'pass'),
      verdict(byQuery, projects, 'untestable', { reason: { code: 'left-open', facts: {} } }),
      verdict(check, project, 'pass'),
    ]),
    state: 'conforming',
    outcomes: ['pass', 'untestable', 'pass'],
  },
  {
    what: 'a check that a withdrawn failure kept from being judged can fail in the second look',
    first: look('violating', [
      verdict(check, projects, 'fail'),
      verdict(check, project, 'untestable', noRecord),
    ]),
    second: look('violating', [verdict(check, projects, 'pass'), verdict(check, project, 'fail')]),
    state: 'violating',
    outcomes: ['pass', 'fail'],
  },
  {
    what: 'a run that its deadline ended is unknown once its failure is withdrawn',
    first: look('violating', [verdict(check, projects, 'fail'), verdict(check, users, 'pass')], {
      cutShort: true,
      abortReason: 'deadline',
    }),
    second: look('conforming', [verdict(check, projects, 'pass')]),
    state: 'unknown',
    outcomes: ['pass', 'pass'],
  },
];

for (const { what, first = found('violating', 'fail', 'pass'), second, state, outcomes } of cases) {
  test(`second look: ${what}`, () => {
    const merged = mergeRecheck(first, second).record;
    expect(merged.state).toBe(state);
    expect(merged.verdicts.map(({ outcome }) => outcome)).toEqual(outcomes);
  });
}

test('a second look asks the failing checks with exactly the requests that they rest on, and the pulse again', () => {
  const scope = recheckScope(found('violating', 'fail', 'pass'), false);
  expect(scope?.requests).toEqual([{ endpoint: endpointOf(users), request: header }]);
  expect(scope?.checkCases.some((one) => one.check.id === check && one.endpoint.id === users)).toBe(true);
  // By itself an endpoint that needs only a key would decide the state of the whole installation.
  expect(scope?.checkCases.some((one) => one.endpoint.id === projects)).toBe(true);
});

test('a second look sends no requests for failures that were already open', () => {
  const believed = new Set([verdictKey({ check, endpoint: users })]);
  expect(recheckScope({ ...found('violating', 'fail', 'pass'), believed }, false)).toBeUndefined();
  const scope = recheckScope({ ...found('violating', 'fail', 'fail'), believed }, false);
  expect(scope?.requests).toEqual([]);
  expect(
    mergeRecheck({ ...found('violating', 'fail', 'fail'), believed }, found('conforming', 'pass', 'pass')),
  ).toMatchObject({
    record: { state: 'violating' },
    recheck: { asked: 1, stillFailing: 0 },
  });
});

test('a second look also asks checks that a failure kept from being judged; if they fail, a third look repeats them', () => {
  const first = look('violating', [
    verdict(check, projects, 'fail'),
    verdict(check, project, 'untestable', noRecord),
    verdict(check, users, 'pass'),
  ]);
  const asked = recheckScope(first, false)?.checkCases.map(({ endpoint }) => endpoint.id);
  expect(asked).toContain(project);
  const failing = (...places: readonly EndpointId[]): Look =>
    look(
      'violating',
      places.map((place) => verdict(check, place, 'fail')),
    );
  const askedThird = (before: Look, second: Look): readonly string[] | undefined =>
    thirdScope(before, second)?.checkCases.map(({ endpoint }) => endpoint.id);
  // A check that was judged in the first look has had its two looks.
  expect(askedThird(first, failing(projects, users))).toBeUndefined();
  expect(askedThird(first, failing(projects, project))).toEqual([project]);
  const obstructed = found('unreachable', 'untestable', 'untestable');
  expect(askedThird(obstructed, failing(users))).toContain(users);
  // A failure that was already open is not repeated after a repeated run either.
  const believed = new Set([verdictKey({ check, endpoint: users })]);
  expect(askedThird(obstructed, { ...failing(users), believed })).toBeUndefined();
});

test('an endpoint that only the second look could not show to work gets a third look', () => {
  const status = 'availability.documented-status';
  const explained = { reason: { code: 'explained', facts: { check: status } } } as const;
  const first = look('violating', [
    verdict(status, project, 'fail'),
    verdict(check, project, 'untestable', explained),
  ]);
  // No record to ask for, for instance because a list failed in this look.
  const second = look('incomplete', [
    verdict(status, project, 'pass'),
    verdict(check, project, 'untestable', notShown),
  ]);
  expect(thirdScope(first, second)?.checkCases.map(({ endpoint }) => endpoint.id)).toEqual([project]);
  const third = look('conforming', [verdict(check, project, 'pass')]);
  expect(mergeLooks(first, second, third)).toMatchObject({
    record: { state: 'conforming', verdicts: [{ outcome: 'pass' }, { outcome: 'pass' }] },
    withdrawn: [`${status} ${project}`],
  });
  expect(mergeLooks(first, second, second).record.state).toBe('incomplete');
  // The check that kept it from being judged still fails.
  const still = look('violating', [
    verdict(status, project, 'fail'),
    verdict(check, project, 'untestable', notShown),
  ]);
  expect(thirdScope(first, still)).toBeUndefined();
  // It was not shown to work in the first look either.
  expect(thirdScope(second, second)).toBeUndefined();
});

test('failures that are gone in the second or the third look are listed as withdrawn', () => {
  const looks = (atList: Outcome, atRecord: RecordedVerdict): Look =>
    look(atList === 'fail' || atRecord.outcome === 'fail' ? 'violating' : 'conforming', [
      verdict(check, projects, atList),
      atRecord,
    ]);
  const first = looks('fail', verdict(check, project, 'untestable', noRecord));
  const second = looks('pass', verdict(check, project, 'fail'));
  const third = look('conforming', [verdict(check, project, 'pass')]);
  const { record: merged, withdrawn } = mergeLooks(first, second, third);
  expect(merged.state).toBe('conforming');
  expect(withdrawn).toEqual([`${check} ${projects}`, `${check} ${project}`]);
  expect(mergeLooks(first, second)).toEqual(mergeRecheck(first, second));
});

test('a run that got past gateway errors says so after its second look too', () => {
  const first = look('violating', [verdict(check, users, 'fail')], { flaky: 2, requests: 20 });
  const second = look('conforming', [verdict(check, users, 'pass')], { flaky: 1, requests: 3 });
  expect(mergeRecheck(first, second).record).toMatchObject({
    state: 'conforming',
    flaky: 3,
    cause: expect.stringMatching(/^3 answers to 23 requests had status 502, 503 or 504/),
  });
});

test('requests that were sent again are listed for both looks', () => {
  const cause = 'status 502';
  const [first, second] = ['e1', 'e2'].map((exchange) =>
    look('violating', [verdict(check, users, 'fail')], { resent: [{ exchange, cause }] }),
  );
  const { resent = [] } = mergeLooks(first as Look, second as Look).record;
  expect(resent.map(({ exchange }) => exchange)).toEqual(['e1', 'again-0-e2']);
});

test('a failure at the import is asked again only if the run imported nothing', () => {
  const failing = look('violating', [verdict('auth.no-key-rejected', imports, 'fail')]);
  expect(recheckScope(failing, true)).toBeUndefined();
  const again = recheckScope(failing, false)?.checkCases.map(({ endpoint }) => endpoint.id);
  expect(again).toEqual([imports]);
});

test('after an outage in mid-run the second look also asks users, which needs only a key', () => {
  const lists: readonly EndpointId[] = ['GET /api/v3/citations', 'GET /api/v3/extractions'];
  const exchanges = [0, 1, 2, 3].map((second) => {
    const answered = exchange(`e${second}`, lists[second % 2] ?? users, {
      startedAt: `2026-01-02T03:04:0${second}.000Z`,
    });
    const failure = { kind: 'refused', reason: 'the connection was refused' } as const;
    const { status: _, ...sent } = answered;
    return second === 0 ? answered : { ...sent, failure };
  });
  const lost = lists.map((endpoint) => verdict('success.list-kind', endpoint, 'fail'));
  const asked = (rest: Partial<RunRecord>): boolean =>
    recheckScope(look('violating', lost, rest), false)?.checkCases.some(
      ({ endpoint }) => endpoint.id === users,
    ) === true;
  expect([asked({}), asked({ exchanges })]).toEqual([false, true]);
});

test('an unreachable or key-rejected run is repeated in full, unless its state was already known', () => {
  const obstructed = found('unreachable', 'untestable', 'untestable');
  expect(recheckScope(obstructed, false)?.checkCases).toEqual(scopeOf('full').checkCases);
  const { withdrawn = [] } = mergeRecheck(obstructed, found('conforming', 'pass', 'pass'));
  expect(withdrawn).toEqual(['unreachable']);
  expect(mergeRecheck(obstructed, obstructed).withdrawn).toBeUndefined();
  const believed = new Set(withdrawn);
  expect(recheckScope({ ...obstructed, believed }, false)).toBeUndefined();
  const rejected = { ...found('key-rejected', 'untestable', 'untestable'), believed };
  expect(recheckScope(rejected, false)?.checkCases).toEqual(scopeOf('full').checkCases);
});

test('a failing run that its deadline ended gets a second look; one that broke or passed does not', () => {
  const bad = found('violating', 'fail', 'pass').record;
  const cut = (abortReason: RunRecord['abortReason']): Look => ({
    record: { ...bad, cutShort: true, ...(abortReason === undefined ? {} : { abortReason }) },
  });
  expect(recheckScope(found('conforming', 'pass', 'pass'), false)).toBeUndefined();
  expect(recheckScope(cut('fault'), false)).toBeUndefined();
  expect(recheckScope(cut('deadline'), false)).toBeDefined();
});

test('a failure whose second look is interrupted by the stop of the monitor does not count', async () => {
  let looks = 0;
  const execute: RunExecutor = async (_installation, { tier, signal }) => {
    looks += 1;
    const { record: failing } = look('violating', [verdict(check, users, 'fail')], { tier });
    if (looks === 1) return { record: failing };
    await once(signal, 'abort');
    return {
      record: { ...failing, state: 'unknown', verdicts: [], cutShort: true, abortReason: 'interrupted' },
    };
  };
  await withMonitoring({ options: { execute, stopGraceMs: 1 } }, async ({ monitor, clock }) => {
    const target = monitor.fleet.get('alpha');
    await clock.moveTo(target?.scheduler.next()[0]?.atMs ?? 0);
    await expect.poll(() => looks, often).toBe(2);
    await monitor.close();
    expect(target?.snapshot).toMatchObject({ state: 'unknown', tracked: { openFailures: [] } });
    expect(target?.recent).toMatchObject([{ state: 'violating', cutShort: true, countsAs: 'excluded' }]);
  });
});
