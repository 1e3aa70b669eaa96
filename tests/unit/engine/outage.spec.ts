import { expect, test } from '@playwright/test';
import { type EndpointId, endpoints } from '../../../contract/document/endpoints.ts';
import type { FailureCode } from '../../../contract/reasons.ts';
import { findingsOf, outageOf } from '../../../engine/record/findings.ts';
import type { RecordedExchange, RunRecord } from '../../../engine/record/run-record.ts';
import { exchange, record, verdict } from '../../support/records.ts';

const ids: readonly EndpointId[] = endpoints.map(({ id }) => id);

/** What happened to one request. */
type Met = 'ok' | 'refused' | 'cut' | 'late' | '503' | '500' | 'protocol';

const failures = {
  refused: { kind: 'refused', reason: 'the connection was refused' },
  cut: { kind: 'reset', reason: 'the connection was cut' },
  late: { kind: 'timeout', reason: 'no complete answer came within 15 s' },
  protocol: { kind: 'protocol', reason: 'the answer is not HTTP' },
} as const;

/** One request a second, to the endpoints in turn. */
function exchangesOf(met: readonly Met[], places = 4): readonly RecordedExchange[] {
  return met.map((what, index) => {
    const startedAt = new Date(Date.parse('2026-01-02T03:04:05.000Z') + index * 1_000).toISOString();
    const endpoint = ids[index % places] ?? 'GET /api/v3/users';
    const id = `e${index}`;
    if (what === 'ok') return exchange(id, endpoint, { startedAt });
    if (what === '503' || what === '500') return exchange(id, endpoint, { startedAt, status: Number(what) });
    const { status: _, ...rest } = exchange(id, endpoint, { startedAt, failure: failures[what] });
    return rest;
  });
}

/** The indexes of the exchanges that belong to the outage. */
function taken(exchanges: readonly RecordedExchange[]): readonly number[] | undefined {
  const outage = outageOf(record([], { exchanges }));
  return outage === undefined ? undefined : [...outage.exchanges].map((id) => Number(id.slice(1)));
}

const good: readonly Met[] = ['ok', 'ok', 'ok', 'ok'];
const cases: readonly (readonly [string, readonly Met[], readonly number[] | undefined])[] = [
  ['two failures at the end of a run', [...good, 'cut', 'cut'], undefined],
  ['failures before a last success', [...good, 'cut', 'cut', 'cut', 'ok'], undefined],
  [
    'failures until the end of a run, after one recovery,',
    [...good, 'cut', 'ok', 'cut', '503', 'late'],
    [6, 7, 8],
  ],
  ['500s at the end of a run', [...good, '500', '500', '500', '500'], undefined],
  ['answers that are not HTTP', [...good, 'protocol', 'protocol', 'protocol'], undefined],
];
for (const [name, met, expected] of cases) {
  test(`${name} ${expected === undefined ? 'are not' : 'are'} an outage`, () => {
    expect(taken(exchangesOf(met))).toEqual(expected);
  });
}

test('failures only without a valid key are not an outage: a firewall may cut such requests off', () => {
  const all = exchangesOf([...good, 'cut', 'cut', 'cut', 'late']);
  const keyless = all.map((one, index) => (index < 4 ? one : { ...one, key: 'none' as const }));
  expect(taken(keyless)).toBeUndefined();
  const [last] = all.slice(-1);
  expect(taken([...keyless, ...(last === undefined ? [] : [{ ...last, id: 'e8' }])])).toEqual([
    4, 5, 6, 7, 8,
  ]);
});

test('failures at one endpoint, or at endpoints that never answered, are not an outage', () => {
  const first = exchangesOf(good, 1);
  const rest = exchangesOf([...good, 'cut', 'cut', 'cut', 'cut'], 4).slice(4);
  expect(taken([...first, ...exchangesOf([...good, 'cut', 'cut', 'cut'], 1).slice(4)])).toBeUndefined();
  expect(taken([...first, ...rest])).toEqual([4, 5, 6, 7]);
  expect(taken([...first, ...rest.slice(1)])).toBeUndefined();
});

test('a request under way when the installation went away belongs to the outage, in any order of exchanges', () => {
  const exchanges = exchangesOf([...good, 'late', 'ok', 'refused', 'refused', 'refused']).map((one) =>
    one.id === 'e4' ? { ...one, phasesMs: { total: 15_000 } } : one,
  );
  expect(taken(exchanges.toReversed())).toEqual([4, 6, 7, 8]);
});

function codeOf(status: number | undefined): FailureCode {
  if (status === undefined) return 'no-answer';
  return status === 500 ? 'server-error' : 'gateway-error';
}

/** Every request without status 200 fails a check. */
function runOf(met: readonly Met[], rest: Partial<RunRecord> = {}): RunRecord {
  const exchanges = exchangesOf(met);
  const verdicts = exchanges.map(({ id, endpoint, status }, index) =>
    verdict('availability.endpoint-answers', endpoint, status === 200 ? 'pass' : 'fail', {
      message: `${endpoint} got no answer ${index}.`,
      exchange: id,
      ...(status === 200 ? {} : { reason: { code: codeOf(status), facts: {} } }),
    }),
  );
  return record(verdicts, { exchanges, ...rest });
}

test('an outage is one finding with its start and its endpoints; an earlier failure is another', () => {
  const run = runOf([...good, '500', 'ok', 'refused', '503', 'late', 'late']);
  expect(
    findingsOf(run).map(({ sentence, severity, since, failures: own }) => [
      severity,
      own.length,
      since,
      sentence,
    ]),
  ).toEqual([
    [
      'outage',
      4,
      '2026-01-02T03:04:11.000Z',
      'The installation went away in the middle of the run: from 2026-01-02 03:04:11 UTC on no request was answered as documented (the connection was refused, or the like), at all 4 endpoints.',
    ],
    ['outage', 1, undefined, 'GET /api/v3/projects got no answer 4.'],
  ]);
});

test('a run that ended with an outage has one finding, even if no verdict failed', () => {
  const clause = 'the installation stopped answering: the connection was refused';
  const [first, second, third, fourth] = ids as readonly [EndpointId, EndpointId, EndpointId, EndpointId];
  const run = record(
    [
      verdict('availability.endpoint-answers', first, 'pass'),
      ...[second, third].map((endpoint) =>
        verdict('availability.endpoint-answers', endpoint, 'untestable', {
          message: `The request was not sent: ${clause}.`,
          reason: { code: 'not-asked', facts: { why: 'unreachable' } },
        }),
      ),
      verdict('availability.endpoint-answers', fourth, 'untestable', {
        message: `Something else, though ${clause}.`,
        reason: { code: 'not-asked', facts: { why: 'list-empty' } },
      }),
    ],
    {
      state: 'unreachable',
      abortReason: 'unreachable',
      cause: `The run ended early: ${clause}.`,
      exchanges: exchangesOf(['ok', 'refused', 'refused']),
    },
  );
  expect(findingsOf(run).map(({ sentence, places }) => [sentence, places.endpoints])).toEqual([
    [
      'The installation went away in the middle of the run: from 2026-01-02 03:04:06 UTC on no request was answered as documented (the connection was refused), at 2 of 4 endpoints.',
      [second, third],
    ],
  ]);
});
