import { expect, test } from '@playwright/test';
import type { EndpointId } from '../../../contract/document/endpoints.ts';
import type { RecordedExchange, RunRecord } from '../../../engine/record/run-record.ts';
import { probeText } from '../../../monitor/metrics/probe-text.ts';
import { evidenceAfter } from '../../../monitor/state/next-snapshot.ts';
import { type RunContext, runDetailFrom, runRowFrom } from '../../../monitor/state/run-facts.ts';
import { exchange, projects, record, users, verdict } from '../../support/records.ts';

function answered(phasesMs: RecordedExchange['phasesMs'], rest: Partial<RecordedExchange> = {}) {
  return exchange('e1', projects, { phasesMs, ...rest });
}

const usual: RunContext = { id: 'run-1', tier: 'standard', trigger: 'schedule', inMaintenance: false };

const medians: readonly (readonly [totalsMs: readonly number[], medianMs?: number, p95Ms?: number])[] = [
  [[]],
  [[30, 10], 20, 30],
  [[30, 10, 200], 30, 200],
  [[100, 9, 20, 1], 14.5, 100],
  [Array.from({ length: 20 }, (_, index) => index + 1), 10.5, 19],
];

for (const [totalsMs, medianMs, p95Ms] of medians) {
  test(`of ${totalsMs.length} requests (${totalsMs.join(', ')}) the median is ${medianMs}, and p95 ${p95Ms}`, async () => {
    const exchanges = totalsMs.map((total) => answered({ total, firstByte: total }));
    const run = record([], { exchanges });
    const row = runRowFrom(run, usual);
    expect([row.medianMs, row.p95Ms]).toEqual([medianMs, p95Ms]);
    const phases = medianMs === undefined ? [] : [{ phase: 'first_byte', ms: medianMs }];
    expect(runDetailFrom(run).phases).toEqual(phases);
    expect(await probeText(run)).toContain(
      `probe_http_duration_seconds{phase="processing"} ${(medianMs ?? 0) / 1000}\n`,
    );
  });
}

test('requests without an answer do not count in the median, but the phases that they reached do', () => {
  const { status: _, ...unanswered } = answered({ total: 1, dns: 7 });
  const run = record([], { exchanges: [unanswered, answered({ total: 50 }), answered({ total: 60 })] });
  expect(runRowFrom(run, usual).medianMs).toBe(55);
  expect(runDetailFrom(run).phases).toEqual([{ phase: 'dns', ms: 7 }]);
});

const counts: readonly (readonly [
  name: string,
  record: Partial<RunRecord>,
  context: Partial<RunContext>,
  countsAs: string,
])[] = [
  ['conforming', { state: 'conforming' }, {}, 'up'],
  ['violating', { state: 'violating' }, {}, 'up'],
  ['unreachable', { state: 'unreachable' }, {}, 'down'],
  ['key-rejected', { state: 'key-rejected' }, {}, 'down'],
  ['not-this-api', { state: 'not-this-api' }, {}, 'down'],
  ['throttled', { state: 'throttled' }, {}, 'excluded'],
  ['maintenance', { state: 'maintenance' }, {}, 'excluded'],
  ['unknown', { state: 'unknown' }, {}, 'excluded'],
  ['violating and cut short', { state: 'violating', cutShort: true }, {}, 'excluded'],
  ['unreachable and cut short', { state: 'unreachable', cutShort: true }, {}, 'down'],
  ['unreachable in maintenance', { state: 'unreachable' }, { inMaintenance: true }, 'excluded'],
  ['conforming and started by hand', { state: 'conforming' }, { trigger: 'operator' }, 'excluded'],
];

for (const [name, found, context, countsAs] of counts) {
  test(`a run counts as ${countsAs}: ${name}`, () => {
    expect(runRowFrom(record([], found), { ...usual, ...context }).countsAs).toBe(countsAs);
  });
}

test('the cell of an endpoint shows its most severe outcome and its slowest answer to a valid key', () => {
  const outcomes = { [projects]: ['pass', 'fail', 'untestable'], [users]: ['skip', 'untestable'] } as const;
  const verdicts = Object.entries(outcomes).flatMap(([endpoint, all]) =>
    all.map((outcome) => ({
      check: `a.${outcome}`,
      endpoint: endpoint as EndpointId,
      requirements: [],
      outcome,
      message: 'So it was.',
    })),
  );
  const exchanges = [
    answered({ total: 20 }),
    answered({ total: 30 }, { key: 'query' }),
    answered({ total: 90 }, { key: 'none' }),
    answered({ total: 80 }, { endpoint: 'GET /api/v3/citations' }),
  ];
  const run = record([], { verdicts, exchanges });
  expect(runDetailFrom(run).endpoints).toEqual({
    [projects]: { outcome: 'fail', ms: 30 },
    [users]: { outcome: 'untestable' },
  });
  expect(runRowFrom(run, usual).totals).toEqual({ pass: 1, fail: 1, untestable: 2, skip: 1, error: 0 });
});

test('the cell of an endpoint at which no valid key succeeded is untestable, although refusals passed', () => {
  const verdicts = [
    verdict('auth.no-key-rejected', projects, 'pass'),
    verdict('availability.endpoint-answers', projects, 'untestable', {
      reason: { code: 'not-shown', facts: {} },
    }),
    verdict('auth.no-key-rejected', users, 'pass'),
    verdict('success.second-record', users, 'untestable', { reason: { code: 'left-open', facts: {} } }),
  ];
  expect(runDetailFrom(record(verdicts)).endpoints).toEqual({
    [projects]: { outcome: 'untestable' },
    [users]: { outcome: 'pass' },
  });
});

test('the evidence of an outage is a request that failed, also if others were answered', () => {
  const exchanges = [answered({ total: 1 }), exchange('e2', users, { status: 500, curl: 'curl users' })];
  expect(evidenceAfter({ state: 'unreachable', exchanges }, 'unreachable', undefined)?.curl).toBe(
    'curl users',
  );
});

test('observations are stored without the shape of the records, which depends on current data', () => {
  const seen = { gap: 'GAP-LIST-FIELDS', endpoint: projects, answer: 'id' };
  const shape = { records: 2, fields: [{ name: 'id', seen: 2, types: ['number' as const] }] };
  const run = record([], { observations: [{ ...seen, shape }] });
  expect(runDetailFrom(run).observations).toEqual([seen]);
});
