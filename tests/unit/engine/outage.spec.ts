import { expect, test } from '@playwright/test';
import { type EndpointId, endpoints } from '../../../contract/document/endpoints.ts';
import type { FailureCode } from '../../../contract/reasons.ts';
import { findingsOf, outageOf } from '../../../engine/record/findings.ts';
import type { RecordedExchange, RunRecord } from '../../../engine/record/run-record.ts';
import { exchange, record, verdict } from '../../support/records.ts';

const ids: readonly EndpointId[] = endpoints.map(({ id }) => id);

/** What one request met, as a letter. */
type Met = 'ok' | 'refused' | 'cut' | 'late' | '503' | '500' | 'protocol';

const failures = {
  refused: { kind: 'refused', reason: 'the connection was refused' },
  cut: { kind: 'reset', reason: 'the connection was cut' },
  late: { kind: 'timeout', reason: 'no complete answer came within 15 s' },
  protocol: { kind: 'protocol', reason: 'the answer is not HTTP' },
} as const;

/** A request a second, to one endpoint after the other. */
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

/** The places of the exchanges that the outage took. */
function taken(exchanges: readonly RecordedExchange[]): readonly number[] | undefined {
  const outage = outageOf(record([], { exchanges }));
  return outage === undefined ? undefined : [...outage.exchanges].map((id) => Number(id.slice(1)));
}

const good: readonly Met[] = ['ok', 'ok', 'ok', 'ok'];
const cases: readonly (readonly [string, readonly Met[], readonly number[] | undefined])[] = [
  ['twice only', [...good, 'cut', 'cut'], undefined],
  ['answered again afterwards', [...good, 'cut', 'cut', 'cut', 'ok'], undefined],
  ['again and then for good', [...good, 'cut', 'ok', 'cut', '503', 'late'], [6, 7, 8]],
  ['a service that fails by itself is there', [...good, '500', '500', '500', '500'], undefined],
  ['an answer that is not HTTP is one', [...good, 'protocol', 'protocol', 'protocol'], undefined],
];
for (const [name, met, expected] of cases) {
  test(`an outage, where requests are ${name}`, () => {
    expect(taken(exchangesOf(met))).toEqual(expected);
  });
}

test('requests without a valid key alone are no outage: a firewall may cut them off', () => {
  const all = exchangesOf([...good, 'cut', 'cut', 'cut', 'late']);
  const keyless = all.map((one, index) => (index < 4 ? one : { ...one, key: 'none' as const }));
  expect(taken(keyless)).toBeUndefined();
  const [last] = all.slice(-1);
  expect(taken([...keyless, ...(last === undefined ? [] : [{ ...last, id: 'e8' }])])).toEqual([
    4, 5, 6, 7, 8,
  ]);
});

test('one endpoint alone is no outage, nor are endpoints that never answered', () => {
  const first = exchangesOf(good, 1);
  const rest = exchangesOf([...good, 'cut', 'cut', 'cut', 'cut'], 4).slice(4);
  expect(taken([...first, ...exchangesOf([...good, 'cut', 'cut', 'cut'], 1).slice(4)])).toBeUndefined();
  expect(taken([...first, ...rest])).toEqual([4, 5, 6, 7]);
  expect(taken([...first, ...rest.slice(1)])).toBeUndefined();
});

test('a request that was under way when the installation went away is taken, in any order of ends', () => {
  const exchanges = exchangesOf([...good, 'late', 'ok', 'refused', 'refused', 'refused']).map((one) =>
    one.id === 'e4' ? { ...one, phasesMs: { total: 15_000 } } : one,
  );
  expect(taken(exchanges.toReversed())).toEqual([4, 6, 7, 8]);
});

function codeOf(status: number | undefined): FailureCode {
  if (status === undefined) return 'no-answer';
  return status === 500 ? 'server-error' : 'gateway-error';
}

/** Each lost request fails a check of its own, and so does one before. */
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

test('it is one finding, with its moment and the endpoints that it took; what failed before is another', () => {
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

test('a run that ended with it is one finding too, though no verdict failed', () => {
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
