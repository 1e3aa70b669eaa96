import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf, endpoints } from '../../../contract/document/endpoints.ts';
import { verdictKey } from '../../../contract/judging/verdict.ts';
import { countedFindings } from '../../../engine/record/findings.ts';
import type { RestsOn } from '../../../engine/record/make-record.ts';
import type { RecordedVerdict, RunRecord } from '../../../engine/record/run-record.ts';
import type { RunRow } from '../../../monitor/model.ts';
import { runFindingViews } from '../../../monitor/pages/shared/finding-views.ts';
import { nextSnapshot } from '../../../monitor/state/next-snapshot.ts';
import { currentFindings, findingsHeadline, openFindingsOf } from '../../../monitor/state/open-findings.ts';
import { runDetailFrom, runRowFrom } from '../../../monitor/state/run-facts.ts';
import {
  emptySnapshot,
  formatSnapshot,
  parseSnapshot,
  type Snapshot,
} from '../../../monitor/state/snapshot.ts';
import { exchange, failed, record, verdict } from '../../support/records.ts';

const ids: readonly EndpointId[] = endpoints.map(({ id }) => id);
const [projects = 'GET /api/v3/projects'] = ids;

const open = (endpoint: EndpointId): RecordedVerdict =>
  failed(
    'auth.no-key-rejected',
    endpoint,
    'accepts-missing-key',
    { key: 'none', status: 200, mediaType: 'application/json' },
    { exchange: `open ${endpoint}` },
  );
const crash = (endpoint: EndpointId): RecordedVerdict =>
  failed(
    'availability.documented-status',
    endpoint,
    'server-error',
    { key: 'header', status: 500 },
    { exchange: `crash ${endpoint}` },
  );

function runOf(verdicts: readonly RecordedVerdict[], rest: Partial<RunRecord> = {}): RunRecord {
  const exchanges = verdicts.map(({ endpoint, exchange: id = '' }) =>
    exchange(id, endpoint, id.startsWith('open') ? { key: 'none' } : { status: 500 }),
  );
  return record(verdicts, { exchanges, ...rest });
}

function rowOf(run: RunRecord, tier: RunRow['tier']): RunRow {
  return runRowFrom(run, { id: `run-${tier}`, tier, trigger: 'schedule', inMaintenance: false });
}

/** The snapshot after these runs. */
function after(...runs: readonly (readonly [RunRow['tier'], RunRecord])[]): Snapshot {
  return runs.reduce(
    (before, [tier, run]) =>
      parseSnapshot(
        formatSnapshot(
          nextSnapshot(before, run, rowOf(run, tier), {
            failAfter: 1,
            recoverAfter: 1,
            wasInterrupted: false,
          }).snapshot,
        ),
      ),
    emptySnapshot,
  );
}

const everywhereOpen = runOf(ids.map(open));

test('the cause of a violation counts all open findings and names the most severe, in any order of the runs', () => {
  const oneCrash = runOf([crash(projects)]);
  expect(after(['full', everywhereOpen]).cause).toBe(
    'A request without a key is let in: status 200 at all 14 endpoints.',
  );
  expect(after(['standard', oneCrash], ['full', everywhereOpen]).cause).toBe(
    '2 findings (15 failed checks). The most severe: A request without a key is let in: status 200 at all 14 endpoints.',
  );
  expect(after(['full', everywhereOpen], ['pulse', oneCrash]).cause).toBe(
    after(['standard', oneCrash], ['full', everywhereOpen]).cause,
  );
});

test('the cause names the endpoints still open after a partial repair, and an unrelated run does not change it', () => {
  const [first, second, ...others] = ids as readonly [EndpointId, EndpointId, ...EndpointId[]];
  const fixed = record([verdict('auth.no-key-rejected', first, 'pass')]);
  expect(after(['full', everywhereOpen], ['pulse', fixed]).cause).toMatch(
    /^A request without a key is let in: status 200 at 13 of 14 endpoints\.$/,
  );
  const onlyLast = record(
    [second, ...others].slice(0, -1).map((endpoint) => verdict('auth.no-key-rejected', endpoint, 'pass')),
  );
  expect(after(['full', everywhereOpen], ['pulse', fixed], ['standard', onlyLast]).cause).toBe(
    `A request without a key is let in: status 200 at ${ids.at(-1)}.`,
  );
  const unrelated = record([verdict('users.same-user-either-way', 'GET /api/v3/users', 'pass')]);
  expect(after(['full', everywhereOpen], ['pulse', unrelated]).cause).toBe(
    after(['full', everywhereOpen]).cause,
  );
  const good = record(ids.map((endpoint) => verdict('auth.no-key-rejected', endpoint, 'pass')));
  const snapshot = after(['full', everywhereOpen], ['full', good]);
  expect([snapshot.state, snapshot.cause, snapshot.openFindings]).toEqual([
    'conforming',
    undefined,
    undefined,
  ]);
});

test('an endpoint not shown or throttled in a failing run decides the state after the repair, except at a deadline', () => {
  const notShown = verdict('availability.endpoint-answers', 'GET /api/v3/citations/:id', 'untestable', {
    reason: { code: 'not-shown', facts: {} },
    message: 'Not shown: it is new.',
  });
  const throttled = { ...notShown, reason: { code: 'throttled', facts: {} } } as const;
  const repaired = record([verdict('availability.documented-status', projects, 'pass')]);
  const left = (lacking: RecordedVerdict, rest: Partial<RunRecord> = {}): Snapshot =>
    after(['full', runOf([crash(projects), lacking], { state: 'violating', ...rest })], ['pulse', repaired]);
  const incomplete = { state: 'incomplete', cause: notShown.message } as const;
  expect(left(notShown)).toMatchObject(incomplete);
  expect(left(throttled).state).toBe('throttled');
  expect(left(notShown, { cutShort: true, abortReason: 'deadline' }).state).toBe('conforming');
  // A cause that was known before the failure is shown again.
  const broken = runOf([crash(projects)]);
  expect(
    after(['full', record([notShown], incomplete)], ['pulse', broken], ['pulse', repaired]),
  ).toMatchObject(incomplete);
});

test('after a pulse finds a part of a finding again, its sentence states only facts true of all its endpoints', () => {
  const sized = (endpoint: EndpointId, bytes: number): RecordedVerdict => ({
    ...open(endpoint),
    reason: { code: 'accepts-missing-key', facts: { key: 'none', status: 200, bytes } },
  });
  const full = runOf(ids.map((endpoint, index) => sized(endpoint, 100 + index)));
  const wordsOf = (...runs: readonly (readonly [RunRow['tier'], RunRecord])[]): readonly string[] =>
    currentFindings(after(...runs)).map(({ headline, sentence }) => `${headline}: ${sentence}`);
  const before = wordsOf(['full', full]);
  expect(before).toEqual([expect.stringContaining('At all 14 endpoints a request without a key')]);
  expect(before).toEqual([expect.not.stringContaining('bytes')]);
  expect(wordsOf(['full', full], ['pulse', runOf([sized(projects, 100)])])).toEqual(before);
  const [changed = ''] = wordsOf(
    ['full', full],
    [
      'pulse',
      runOf([
        {
          ...sized(projects, 9),
          reason: { code: 'accepts-missing-key', facts: { key: 'none', status: 201 } },
        },
      ]),
    ],
  );
  expect(changed).not.toMatch(/status 20[01]/);
  expect(changed).toContain('at all 14 endpoints');
});

test('a pulse that judges only one of two failures with one cause does not split their finding', () => {
  const page = { key: 'none', status: 200, mediaType: 'text/html' } as const;
  const notRefused = failed('auth.no-key-rejected', projects, 'not-refused', page, { exchange: 'open a' });
  const notJson = failed('success.json-body', projects, 'not-json', page, { exchange: 'open a' });
  const findingsAfter = (...runs: readonly (readonly [RunRow['tier'], RunRecord])[]): readonly string[] =>
    currentFindings(after(...runs)).map(({ headline }) => headline);
  const [first, ...others] = findingsAfter(['full', runOf([notRefused, notJson])]);
  expect(others).toEqual([]);
  expect(findingsAfter(['full', runOf([notRefused, notJson])], ['pulse', runOf([notJson])])).toEqual([first]);
  // A run that judges both shows that only one is left.
  const closed = verdict('auth.no-key-rejected', projects, 'pass');
  const [left] = findingsAfter(['full', runOf([notRefused, notJson])], ['full', runOf([closed, notJson])]);
  expect(left).toContain('A success is not JSON');
});

test('passing pulses make an installation conforming only after a complete run of all endpoints, if one is scheduled', () => {
  const options = { failAfter: 1, recoverAfter: 1, wasInterrupted: false } as const;
  const statesAfter = (
    asksEveryEndpoint: boolean,
    ...runs: readonly (readonly [RunRow['tier'], RunRecord])[]
  ): readonly (string | undefined)[] => {
    let before = emptySnapshot;
    return runs.map(([tier, run]) => {
      before = nextSnapshot(before, run, rowOf(run, tier), { ...options, asksEveryEndpoint }).snapshot;
      return before.cause === undefined ? before.state : `${before.state}: ${before.cause}`;
    });
  };
  const good = record([verdict('auth.no-key-rejected', projects, 'pass')]);
  const cut = record([verdict('auth.no-key-rejected', projects, 'pass')], {
    state: 'unknown',
    cutShort: true,
    abortReason: 'deadline',
  });
  const unseen =
    'unknown: Pulses pass, but no standard or full run has been complete yet, so not every endpoint was shown to work.';
  expect(
    statesAfter(
      true,
      ['pulse', good],
      ['standard', cut],
      ['pulse', good],
      ['standard', good],
      ['pulse', good],
    ),
  ).toEqual([unseen, unseen, unseen, 'conforming', 'conforming']);
  const brokenAndCut = record([verdict('auth.no-key-rejected', projects, 'fail')], {
    state: 'violating',
    cutShort: true,
    abortReason: 'deadline',
  });
  expect(statesAfter(true, ['standard', brokenAndCut], ['pulse', good])[1]).toBe(unseen);
  const down = record([], { state: 'unreachable', cause: 'It cannot be reached.' });
  const afterOutage = statesAfter(
    true,
    ['standard', down],
    ['pulse', good],
    ['standard', good],
    ['standard', down],
    ['pulse', good],
  );
  expect(afterOutage).toEqual([
    'unreachable: It cannot be reached.',
    unseen,
    'conforming',
    'unreachable: It cannot be reached.',
    'conforming',
  ]);
  expect(statesAfter(true, ['pulse', runOf([crash(projects)])])[0]).toMatch(/^violating: /);
  expect(statesAfter(false, ['pulse', good])).toEqual(['conforming']);
  const elsewhere = { ...good, installation: { ...good.installation, baseUrl: 'https://new.example' } };
  expect(
    statesAfter(
      true,
      ['standard', good],
      ['pulse', elsewhere],
      ['standard', elsewhere],
      ['pulse', elsewhere],
    ),
  ).toEqual(['conforming', unseen, 'conforming', 'conforming']);
  const bad = runOf([crash(projects)]);
  expect(statesAfter(true, ['standard', bad], ['pulse', elsewhere])[1]).toMatch(/^violating: /);
});

test('a check that fails on a different request is a separate finding, also in a pulse', () => {
  const page = { status: 200, mediaType: 'text/html' } as const;
  const notRefused = failed('auth.no-key-rejected', projects, 'not-refused', { ...page, key: 'none' });
  const notJson = (key: 'none' | 'header'): RecordedVerdict =>
    failed('success.json-body', projects, 'not-json', { ...page, key }, { exchange: 'e' });
  const options = { failAfter: 1, recoverAfter: 1, wasInterrupted: false } as const;
  const restsOn = (key: 'none' | 'header'): RestsOn =>
    new Map([[verdictKey(notJson(key)), [{ endpoint: endpointOf(projects), request: { key } }]]]);
  const full = record([notRefused, notJson('none')]);
  const known = nextSnapshot(emptySnapshot, full, rowOf(full, 'full'), {
    ...options,
    restsOn: restsOn('none'),
  });
  const countAfter = (key: 'none' | 'header'): number => {
    const pulse = record([notJson(key)]);
    const next = nextSnapshot(known.snapshot, pulse, rowOf(pulse, 'pulse'), {
      ...options,
      restsOn: restsOn(key),
    });
    return currentFindings(next.snapshot).length;
  };
  expect([countAfter('none'), countAfter('header')]).toEqual([1, 2]);
});

test('there is one current finding while the installation is unreachable, and none in maintenance', () => {
  const gone = record([verdict('auth.no-key-rejected', projects, 'untestable')], {
    state: 'unreachable',
    cause: 'It cannot be reached.',
  });
  const snapshot = after(['full', everywhereOpen], ['pulse', gone]);
  expect(
    currentFindings(snapshot).map(({ severity, headline, sentence }) => [severity, headline, sentence]),
  ).toEqual([['outage', 'Unreachable', 'It cannot be reached.']]);
  expect(openFindingsOf(snapshot).map(({ severity }) => severity)).toEqual(['open-door']);
  expect(currentFindings({ ...snapshot, state: 'maintenance' })).toEqual([]);
  expect(currentFindings(emptySnapshot)).toEqual([]);
  expect(findingsHeadline([])).toBeUndefined();
});

test('a snapshot keeps the wording of 20 findings; further failures are grouped by check', () => {
  const different = ids.flatMap((endpoint, index) =>
    ['one', 'other'].map((name) =>
      failed(`fhir.${name}`, endpoint, 'wrong-fhir-type', {
        form: `${name} ${index}`,
        expected: 'a FHIR',
      }),
    ),
  );
  const snapshot = after(['full', runOf([...different, open(projects)])]);
  expect(snapshot.openFindings).toHaveLength(20);
  expect(snapshot.openFindings?.[0]?.severity).toBe('open-door');
  const current = currentFindings(snapshot);
  expect(current.flatMap(({ failures }) => failures)).toHaveLength(2 * ids.length + 1);
  expect(current.some(({ sentence }) => /^The check fhir\.\w+ fails, at /.test(sentence))).toBe(true);
});

test('open failures stored by an earlier version are grouped by check', () => {
  const openFailures = ids
    .slice(0, 2)
    .map((endpoint) => ({ check: 'auth.no-key-rejected', endpoint, sinceMs: 1, runs: 1, runId: 'r' }));
  const snapshot: Snapshot = {
    ...emptySnapshot,
    state: 'violating',
    tracked: { ...emptySnapshot.tracked, state: 'violating', openFailures },
  };
  expect(currentFindings(snapshot)).toEqual([
    expect.objectContaining({
      severity: 'wrong-status',
      headline: 'The check auth.no-key-rejected fails, at 2 of 14 endpoints',
      sentence: 'The check auth.no-key-rejected fails, at 2 of 14 endpoints.',
      failures: openFailures,
    }),
  ]);
});

test('the page of a run groups failures as the record does; without verdicts it counts all 14 endpoints', () => {
  const run = runOf([...ids.slice(0, 3).map(open), crash(projects)], {});
  const judged = record([...run.verdicts, verdict('auth.no-key-rejected', 'GET /api/v3/users', 'pass')], {
    exchanges: run.exchanges,
  });
  const detail = runDetailFrom(judged);
  const views = runFindingViews(detail.failures, detail.verdicts);
  expect(views.map(({ id, severity, sentence }) => [id, severity, sentence])).toEqual(
    countedFindings(judged).map(({ id, severity, sentence }) => [id, severity, sentence]),
  );
  expect(views[0]?.sentence).toMatch(/^At 3 of 4 endpoints/);
  expect(runFindingViews(detail.failures, undefined)[0]?.sentence).toMatch(/^At 3 of 14 endpoints/);
});

test('an outage in the middle of a run has the same findings on its page as in the record', () => {
  const lost = { failure: { kind: 'reset', reason: 'the connection was cut' } } as const;
  const at = (seconds: number): string => `2026-01-02T03:04:0${seconds}.000Z`;
  const exchanges = [0, 1, 2, 3, 4, 5].map((index) => {
    const { status, ...rest } = exchange(`e${index}`, ids[index % 3] ?? projects, { startedAt: at(index) });
    return index < 3 ? { ...rest, ...(status === undefined ? {} : { status }) } : { ...rest, ...lost };
  });
  const run = record(
    exchanges.map(({ id, endpoint }, index) =>
      verdict(
        index < 3 ? 'success.json-body' : 'availability.endpoint-answers',
        endpoint,
        index < 3 ? 'pass' : 'fail',
        {
          message: `${endpoint} got no answer.`,
          exchange: id,
          ...(index < 3
            ? {}
            : { reason: { code: 'no-answer', facts: { failure: 'the connection was cut' } } as const }),
        },
      ),
    ),
    { exchanges },
  );
  const detail = runDetailFrom(run);
  expect(detail.failures.map(({ outageSince }) => outageSince)).toEqual([at(3), at(3), at(3)]);
  expect(runFindingViews(detail.failures, detail.verdicts).map(({ sentence }) => sentence)).toEqual(
    countedFindings(run).map(({ sentence }) => sentence),
  );
});

test('the evidence of an outage is a failed request, even if it had no key and one with a valid key succeeded', () => {
  const shownBy = (key: 'none' | 'header'): Snapshot['evidence'] => {
    const lost = { status: 503 };
    const exchanges = [
      exchange('1', projects, { key: 'header', ...(key === 'header' ? lost : {}) }),
      exchange('2', projects, { key: 'none', ...lost }),
    ];
    return after(['pulse', record([], { state: 'unreachable', cause: 'x', exchanges })]).evidence;
  };
  expect(shownBy('none')).toMatchObject({ key: 'none', status: 503 });
  expect(shownBy('header')).toMatchObject({ key: 'header', status: 503 });
});
