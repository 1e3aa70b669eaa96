import { expect, test } from '@playwright/test';
import type { EndpointId } from '../../../contract/document/endpoints.ts';
import type { RecordedExchange, RunRecord } from '../../../engine/record/run-record.ts';
import { probeText } from '../../../monitor/metrics/probe-text.ts';
import { type RunContext, runDetailFrom, runRowFrom } from '../../../monitor/state/run-facts.ts';

const projects: EndpointId = 'GET /api/v3/projects';
const users: EndpointId = 'GET /api/v3/users';

function answered(phasesMs: RecordedExchange['phasesMs'], rest: Partial<RecordedExchange> = {}) {
  return {
    id: 'e1',
    endpoint: projects,
    key: 'header',
    method: 'GET',
    url: '',
    curl: '',
    status: 200,
    startedAt: '2026-01-02T03:04:05.000Z',
    phasesMs,
    bytes: 2,
    ...rest,
  } as const satisfies RecordedExchange;
}

function recordWith(rest: Partial<RunRecord>): RunRecord {
  return {
    formatVersion: 1,
    suiteVersion: '1.2.3',
    installation: { name: 'alpha', baseUrl: 'https://alpha.example' },
    tier: 'standard',
    state: 'conforming',
    startedAt: '2026-01-02T03:04:05.000Z',
    finishedAt: '2026-01-02T03:04:07.500Z',
    durationMs: 2500,
    cutShort: false,
    requests: 12,
    retried: 0,
    throttled: 0,
    coverage: 1,
    verdicts: [],
    exchanges: [],
    observations: [],
    ...rest,
  };
}

const usual: RunContext = { id: 'run-1', tier: 'standard', trigger: 'schedule', inMaintenance: false };

const medians: readonly (readonly [totalsMs: readonly number[], medianMs: number | undefined])[] = [
  [[], undefined],
  [[30], 30],
  [[30, 10], 20],
  [[30, 10, 200], 30],
  [[100, 9, 20, 1], 14.5],
  [[1, 2, 100, 3, 4], 3],
];

for (const [totalsMs, medianMs] of medians) {
  test(`the median of ${totalsMs.length} requests (${totalsMs.join(', ')}) is ${medianMs}`, async () => {
    const exchanges = totalsMs.map((total) => answered({ total, firstByte: total }));
    const record = recordWith({ exchanges });
    expect(runRowFrom(record, usual).medianMs).toBe(medianMs);
    const phases = medianMs === undefined ? [] : [{ phase: 'first_byte', ms: medianMs }];
    expect(runDetailFrom(record).phases).toEqual(phases);
    expect(await probeText(record)).toContain(
      `probe_http_duration_seconds{phase="processing"} ${(medianMs ?? 0) / 1000}\n`,
    );
  });
}

test('requests without an answer do not count in the median, and phases count where they happened', () => {
  const { status: _, ...unanswered } = answered({ total: 1, dns: 7 });
  const record = recordWith({ exchanges: [unanswered, answered({ total: 50 }), answered({ total: 60 })] });
  expect(runRowFrom(record, usual).medianMs).toBe(55);
  expect(runDetailFrom(record).phases).toEqual([{ phase: 'dns', ms: 7 }]);
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

for (const [name, record, context, countsAs] of counts) {
  test(`a run that is ${name} counts as ${countsAs}`, () => {
    expect(runRowFrom(recordWith(record), { ...usual, ...context }).countsAs).toBe(countsAs);
  });
}

test('the cell of an endpoint has its most severe outcome and its slowest answer to a valid key', () => {
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
  const record = recordWith({ verdicts, exchanges });
  expect(runDetailFrom(record).endpoints).toEqual({
    [projects]: { outcome: 'fail', ms: 30 },
    [users]: { outcome: 'untestable' },
  });
  expect(runRowFrom(record, usual).totals).toEqual({ pass: 1, fail: 1, untestable: 2, skip: 1, error: 0 });
});

test('observations are kept without what depends on the data of the moment', () => {
  const seen = { gap: 'GAP-LIST-FIELDS', endpoint: projects, answer: 'id' };
  const shape = { records: 2, fields: [{ name: 'id', seen: 2, types: ['number' as const] }] };
  const record = recordWith({ observations: [{ ...seen, shape }] });
  expect(runDetailFrom(record).observations).toEqual([seen]);
});
