import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf } from '../../../contract/document/endpoints.ts';
import type { Facts } from '../../../contract/facts.ts';
import { requestKey } from '../../../contract/judging/evidence.ts';
import type { Exchange, NotAsked } from '../../../contract/judging/exchange.ts';
import { scopeOf } from '../../../contract/scope.ts';
import {
  type AbortReason,
  type CollectedEvidence,
  type Diagnosis,
  withEvidence,
} from '../../../engine/evidence/collected-evidence.ts';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { makeRecord, type RecordOptions } from '../../../engine/record/make-record.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { Secret } from '../../../engine/secret.ts';
import { exchangeWith } from './exchanges.ts';

const secret = 'sentinel-4f81c2a7';
const redaction = redactionOf([new Secret(secret)]);
const startedAt = new Date('2026-01-02T03:04:05.000Z');
const options: RecordOptions = {
  installation: { name: 'staging', baseUrl: 'https://reviews.example.org' },
  scope: scopeOf('pulse'),
  tier: 'pulse',
  suiteVersion: '1.2.3',
  startedAt,
  finishedAt: new Date('2026-01-02T03:04:09.500Z'),
  redaction,
};

/** The exchanges of the three requests of a pulse. */
const users = exchangeWith({ endpoint: 'GET /api/v3/users', body: '{"id":1}' });
const projects: Exchange = {
  ...exchangeWith({ endpoint: 'GET /api/v3/projects', body: '[{"id":1}]' }),
  id: 'e2',
};
const refused: Exchange = {
  ...exchangeWith({
    endpoint: 'GET /api/v3/projects',
    request: { key: 'none' },
    status: 401,
    body: '{"error":"Unauthorized"}',
    headers: { 'content-type': 'application/json' },
  }),
  id: 'e3',
};
const open: Exchange = {
  ...refused,
  answer: {
    status: 200,
    headers: { 'x-request-id': 'r-1', 'content-type': `text/${secret}` },
    bytes: 2,
    json: { ok: true, value: [] },
    excerpt: '[]',
    digest: 'd',
  },
};

interface Collected {
  readonly exchanges?: readonly Exchange[];
  readonly notAsked?: ReadonlyMap<string, NotAsked>;
  readonly diagnosis?: Diagnosis;
  readonly abortReason?: AbortReason;
  readonly counts?: Partial<CollectedEvidence['counts']>;
}

function recordOf(
  {
    exchanges = [users, projects, refused],
    notAsked = new Map(),
    diagnosis,
    abortReason,
    counts,
  }: Collected = {},
  changes: Partial<RecordOptions> = {},
): RunRecord {
  const allCounts = { requests: 3, retried: 0, throttled: 0, flaky: 0, ...counts };
  const collected = withEvidence({
    exchanges,
    notAsked,
    diagnosis,
    abortReason,
    counts: allCounts,
    needs: [],
  });
  return makeRecord(collected, { ...options, ...changes });
}

test('the record of a passing run has its state, times, counts, coverage and exchanges', () => {
  const {
    verdicts,
    exchanges,
    observations: _,
    ...rest
  } = recordOf({
    counts: { requests: 5, retried: 2, throttled: 1 },
  });
  expect(rest).toEqual({
    formatVersion: 1,
    suiteVersion: '1.2.3',
    installation: options.installation,
    tier: 'pulse',
    state: 'conforming',
    startedAt: '2026-01-02T03:04:05.000Z',
    finishedAt: '2026-01-02T03:04:09.500Z',
    durationMs: 4_500,
    cutShort: false,
    requests: 5,
    retried: 2,
    throttled: 1,
    coverage: expect.any(Number) as unknown as number,
    choices: [],
    resent: [],
  });
  expect(rest.coverage).toBeGreaterThan(0);
  expect(rest.coverage).toBe(Number(rest.coverage.toFixed(4)));
  expect(verdicts.map(({ outcome }) => outcome)).toContain('pass');
  expect(exchanges[0]).toEqual({
    id: 'e1',
    endpoint: 'GET /api/v3/users',
    key: 'header',
    method: 'GET',
    url: users.url,
    curl: '',
    status: 200,
    startedAt: users.startedAt,
    phasesMs: { total: 1 },
    bytes: 8,
  });
});

test('a clock that is set back during a run gives the duration 0', () => {
  expect(recordOf({}, { finishedAt: new Date(startedAt.getTime() - 60_000) }).durationMs).toBe(0);
});

test('only a failed exchange is recorded with its excerpt and headers, without secrets', () => {
  const record = recordOf({ exchanges: [users, projects, open] });
  expect(record.state).toBe('violating');
  expect(record).not.toHaveProperty('cause');
  const [first, , failed] = record.exchanges;
  expect(failed?.excerpt).toBe('[]');
  expect(failed?.headers).toMatchObject({ 'x-request-id': 'r-1' });
  expect(first).not.toHaveProperty('excerpt');
  expect(first).not.toHaveProperty('headers');
  expect(JSON.stringify(record)).not.toContain('sentinel');
});

test('an answer that led to a retry is recorded with its excerpt, even if nothing failed', () => {
  const again: Exchange = {
    ...users,
    id: 'e4',
    sentAgain: 'it was answered with status 502',
    answer: { ...(users.answer as NonNullable<Exchange['answer']>), status: 502, excerpt: 'Bad gateway' },
  };
  const record = recordOf({ exchanges: [users, projects, refused, again] });
  expect(record.exchanges[3]?.excerpt).toBe('Bad gateway');
  expect(record.resent).toEqual([{ exchange: 'e4', cause: 'it was answered with status 502' }]);
  expect(record.state).toBe('conforming');
});

test('a request without an answer is recorded with its failure', () => {
  const lost = exchangeWith({ endpoint: 'GET /api/v3/users', failure: 'reset' });
  const [kept] = recordOf({ exchanges: [lost, projects, refused] }).exchanges;
  expect(kept).toMatchObject({ failure: { kind: 'reset', reason: 'of reset' }, bytes: 0 });
  expect(kept).not.toHaveProperty('status');
});

test('secrets are redacted in names, addresses, causes and messages', () => {
  const record = recordOf(
    { diagnosis: { state: 'key-rejected', cause: `The key ${secret} is refused.` } },
    { installation: { name: `of-${secret}`, baseUrl: `https://x.example/${secret}` } },
  );
  expect(record.state).toBe('key-rejected');
  expect(record.cause).toMatch(/^The key .* is refused\.$/);
  expect(record.observations).toEqual([]);
  expect(new Set(record.verdicts.map(({ outcome }) => outcome))).not.toContain('pass');
  expect(JSON.stringify(record)).not.toContain('sentinel');
});

const spelt: readonly (readonly [fact: keyof Facts, exchange: Exchange])[] = [
  [
    'said',
    exchangeWith({
      endpoint: 'GET /api/v3/projects',
      request: { key: 'none' },
      status: 401,
      body: JSON.stringify({ error: `Not ${secret}` }),
    }),
  ],
  ['mediaType', open],
  ['received', { ...projects, answer: notJson(`it begins with "${secret}"`) }],
  [
    'detail',
    exchangeWith({
      endpoint: 'GET /api/v3/projects',
      body: JSON.stringify({ [secret]: { items: [{ id: 1 }] } }),
    }),
  ],
];

function notJson(reason: string): NonNullable<Exchange['answer']> {
  return { status: 200, headers: {}, bytes: 9, json: { ok: false, reason }, excerpt: '', digest: 'd' };
}

for (const [fact, exchange] of spelt) {
  test(`secrets are redacted in the fact "${fact}"`, () => {
    const others = [projects, refused].filter(({ request }) => request.key !== exchange.request.key);
    const record = recordOf({ exchanges: [users, ...others, exchange] }, { scope: scopeOf('full') });
    const facts = record.verdicts.map(({ reason }) => reason?.facts[fact]);
    expect(facts.filter((one) => one !== undefined)).not.toEqual([]);
    expect(JSON.stringify(record.verdicts)).not.toContain('sentinel');
  });
}

const at = (id: string, written: Parameters<typeof exchangeWith>[0]): Exchange => ({
  ...exchangeWith({ endpoint: 'GET /api/v3/users', ...written }),
  id,
});
const broken = at('e1', { status: 500, body: '{"error":"Oops"}' });
const byGateway = at('e1', { status: 502, body: '<html>' });
const lost = at('e1', { failure: 'timeout' });
const fine = at('e4', { request: { key: 'query' }, body: '{"id":1}' });
const brokenShares: readonly (readonly [code: string, here: readonly Exchange[], share: Partial<Facts>])[] = [
  ['server-error', [broken, fine, { ...byGateway, id: 'e5' }], { failed: 1, asked: 3 }],
  ['gateway-error', [byGateway, fine, { ...broken, id: 'e5' }], { failed: 1, asked: 3 }],
  ['no-answer', [lost, fine], { failed: 1, asked: 2 }],
  // The refusal of a wrong key says nothing about how often a valid one is served.
  ['server-error', [broken, at('e5', { request: { key: 'none' }, status: 401 })], { failed: 1, asked: 1 }],
];

for (const [code, here, share] of brokenShares) {
  test(`a failure counts the requests at its endpoint that failed alike: ${code}, ${share.failed} of ${share.asked}`, () => {
    const { verdicts } = recordOf({ exchanges: [...here, projects, refused] });
    const found = verdicts.filter(({ reason }) => reason?.code === code);
    expect(found.length).toBeGreaterThan(0);
    for (const { reason } of found) expect(reason?.facts).toMatchObject(share);
  });
}

const states: readonly (readonly [name: string, collected: Collected, state: string, cause?: RegExp])[] = [
  [
    'a deadline cut the run short',
    { abortReason: { kind: 'deadline', reason: 'the deadline of 120 s for a run passed' } },
    'unknown',
    /deadline of 120 s/,
  ],
  [
    'throttled answers slowed the run down until its deadline',
    {
      exchanges: [users],
      abortReason: { kind: 'deadline', reason: 'the deadline of 120 s for a run passed' },
      counts: { throttled: 8 },
    },
    'throttled',
    /^The run ended early: the deadline of 120 s for a run passed after 8 throttled answers had slowed it down; ask .*, or raise DEADLINE_S\.$/,
  ],
  [
    'this suite failed after a requirement was broken',
    { exchanges: [users, projects, open], abortReason: { kind: 'fault', reason: 'a fault' } },
    'unknown',
    /fault/,
  ],
  [
    'the installation went away',
    {
      exchanges: [users, projects, open],
      abortReason: { kind: 'unreachable', reason: 'it stopped answering' },
    },
    'unreachable',
    /stopped answering/,
  ],
  [
    'a requirement was broken before a deadline',
    { exchanges: [users, projects, open], abortReason: { kind: 'deadline', reason: 'time is up' } },
    'violating',
    /time is up/,
  ],
  [
    'the installation asked for a long wait',
    { abortReason: { kind: 'throttled', reason: 'the installation asks to wait 900 s' } },
    'throttled',
    /900 s/,
  ],
  [
    'an answer that a check needs stayed throttled',
    { exchanges: [{ ...users, throttled: true }, projects, refused] },
    'throttled',
  ],
  [
    'an answer that no check needs stayed throttled',
    {
      exchanges: [
        users,
        projects,
        refused,
        { ...users, id: 'e9', request: { key: 'bare-header' }, throttled: true },
      ],
    },
    'conforming',
  ],
  ['nothing was judged', { exchanges: [] }, 'unknown'],
  [
    'a retry resolved one gateway error',
    { counts: { requests: 30, flaky: 1 } },
    'conforming',
    /^1 answer to 30 requests had status 502, 503 or 504; the same requests were answered a moment later\.$/,
  ],
  [
    'retries resolved several gateway errors',
    { counts: { requests: 30, flaky: 2 } },
    'conforming',
    /^2 answers to 30 requests/,
  ],
  [
    'a retry resolved one gateway error and a requirement was broken',
    { exchanges: [users, projects, open], counts: { flaky: 1 } },
    'violating',
  ],
];

for (const [name, collected, state, cause] of states) {
  test(`if ${name}, the state is ${state}`, () => {
    const record = recordOf(collected);
    expect(record.state).toBe(state);
    if (cause === undefined) expect(record).not.toHaveProperty('cause');
    else expect(record.cause).toMatch(cause);
    const { abortReason, counts } = collected;
    expect(record.cutShort).toBe(abortReason !== undefined);
    expect(record.abortReason).toBe(abortReason?.kind);
    expect(record.flaky).toBe(counts?.flaky);
  });
}

const notFound = { status: 404, body: '{"error":"Not Found"}' };
const citations = exchangeWith({ endpoint: 'GET /api/v3/citations', ...notFound });
const ofStandard = { scope: scopeOf('standard'), tier: 'standard' } as const;

test('an endpoint that was not shown to work makes the run incomplete and is named in the cause', () => {
  const { state, cause, cutShort } = recordOf(
    { exchanges: [users, projects, refused, citations] },
    ofStandard,
  );
  expect([state, cutShort]).toEqual(['incomplete', false]);
  expect(cause).toBe(
    'Not shown: GET /api/v3/citations answered 404 to every request with a valid key; it may need a parameter that the document does not name: set PROJECT_PARAMETER and PROJECT_ID.',
  );
});

test('all endpoints that were not shown to work are named, including those without a request', () => {
  const unknown: NotAsked = { notAsked: 'no extraction is known: it showed no id', notShown: true };
  const record: EndpointId = 'GET /api/v3/extractions/:id';
  const notAsked = new Map([[requestKey(endpointOf(record), { key: 'header' }), unknown]]);
  const { state, cause } = recordOf(
    { exchanges: [users, projects, refused, citations], notAsked },
    ofStandard,
  );
  expect(state).toBe('incomplete');
  expect(cause).toMatch(
    /^Not shown: GET \/api\/v3\/citations answered 404 .* Not shown either: GET \/api\/v3\/extractions\/:id\.$/,
  );
  const alone = recordOf({ exchanges: [users, projects, refused], notAsked }, ofStandard);
  expect([alone.state, alone.cause]).toEqual([
    'incomplete',
    'The request was not sent: no extraction is known: it showed no id.',
  ]);
});

test('an empty list does not make a run incomplete', () => {
  const empty: NotAsked = { notAsked: 'no extraction is known: GET /api/v3/extractions is empty' };
  const notAsked = new Map([
    [requestKey(endpointOf('GET /api/v3/extractions/:id'), { key: 'header' }), empty],
  ]);
  expect(recordOf({ notAsked }, ofStandard).state).toBe('conforming');
});

test('the state "violating" takes precedence over "incomplete", and "incomplete" over "throttled"', () => {
  expect(recordOf({ exchanges: [users, projects, open, citations] }, ofStandard).state).toBe('violating');
  const throttled: Exchange = {
    ...exchangeWith({ endpoint: 'GET /api/v3/key_questions', status: 429, body: '{"error":"Slow down"}' }),
    throttled: true,
  };
  expect(recordOf({ exchanges: [users, projects, refused, citations, throttled] }, ofStandard).state).toBe(
    'incomplete',
  );
  expect(recordOf({ exchanges: [users, projects, refused, throttled] }, ofStandard).state).toBe('throttled');
});

test('a run that was cut short is unknown, not incomplete, if an endpoint was not shown to work', () => {
  const abortReason = { kind: 'deadline', reason: 'time is up' } as const;
  const { state, cause } = recordOf(
    { exchanges: [users, projects, refused, citations], abortReason },
    ofStandard,
  );
  expect(state).toBe('unknown');
  expect(cause).toMatch(/time is up/);
});

test('the choices of a run are recorded without secrets', () => {
  const list = exchangeWith({
    endpoint: 'GET /api/v3/citations',
    body: `{"results":[{"uuid":"c-1"},{"uuid":"c-2"}]}`,
  });
  const byQuery = { key: 'query' } as const;
  const exchanges: readonly Exchange[] = [
    users,
    projects,
    list,
    exchangeWith({ endpoint: 'GET /api/v3/citations/:id', body: '{}', recordId: 'c-2' }),
    { ...exchangeWith({ endpoint: 'GET /api/v3/extractions/:id', recordId: secret }), idIsPinned: true },
    exchangeWith({ endpoint: 'GET /api/v3/key_questions', ...notFound, status: 401 }),
    exchangeWith({ endpoint: 'GET /api/v3/key_questions', request: byQuery }),
    exchangeWith({ endpoint: 'GET /api/v3/artifact_assessments', ...notFound }),
    {
      ...exchangeWith({
        endpoint: 'GET /api/v3/artifact_assessments',
        request: { key: 'header', project: 'named' },
      }),
      url: 'https://reviews.example.org/api/v3/artifact_assessments?review=7',
    },
  ];
  const { choices } = recordOf({ exchanges });
  expect(choices?.map(({ what, value, from }) => `${what} ${value}, from ${from}`)).toEqual([
    'Entries of GET /api/v3/citations results, from the names of its body',
    'Citation c-2, from GET /api/v3/citations, entry 2, field uuid',
    'Way of the key at GET /api/v3/key_questions query, from the second try: the header does not work there',
    expect.stringMatching(/^Extraction .*, from EXTRACTION_ID$/),
    'Parameter of GET /api/v3/artifact_assessments: review=7, from PROJECT_PARAMETER or its default: the list is refused or empty without it',
  ]);
  expect(JSON.stringify(choices)).not.toContain('sentinel');
});

test('the record has the earliest certificate expiry and the first connection with a known HTTP version', () => {
  const exchanges: readonly Exchange[] = [
    { ...users, certificateExpiresAt: '2026-09-01T00:00:00.000Z', connection: { ipProtocol: 4 } },
    { ...projects, certificateExpiresAt: '2026-08-01T00:00:00.000Z', connection: { httpVersion: '1.1' } },
    { ...refused, connection: { httpVersion: '1.0' } },
  ];
  expect(recordOf({ exchanges })).toMatchObject({
    tls: { expiresAt: '2026-08-01T00:00:00.000Z' },
    connection: { httpVersion: '1.1' },
  });
  expect(recordOf()).not.toHaveProperty('tls');
  expect(recordOf()).not.toHaveProperty('connection');
});

test('observations are recorded without secrets in the names of fields', () => {
  const list = exchangeWith({
    endpoint: 'GET /api/v3/projects',
    body: `[{"id":1,"${secret}":"x","name":"A"}]`,
  });
  const record = recordOf({ exchanges: [list] }, { scope: scopeOf('full'), tier: 'full' });
  const shape = record.observations.find((one) => one.shape !== undefined)?.shape;
  expect(shape?.records).toBe(1);
  expect(shape?.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['id', 'name']));
  expect(JSON.stringify(record)).not.toContain('sentinel');
});
