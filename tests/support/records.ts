import type { EndpointId } from '../../contract/document/endpoints.ts';
import type { Facts } from '../../contract/facts.ts';
import type { Outcome } from '../../contract/judging/verdict.ts';
import { type FailureCode, failureSentence } from '../../contract/reasons.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import type { Comparison } from '../../reports/comparison/compare.ts';
import type { ComparedSet } from '../../reports/comparison/view.ts';

/** Everything that could act where it is shown, in one text. The escapes stand for what a hostile answer holds. */
export const hostile =
  '</pre><script>alert(1)</script> \u001b[31mred\u001b[0m \u009b31m \u202egnp.exe\u202c | `code` **bold** [x](http://evil.example) ![i](y) ]]> \ud800 \u0000 \uFFFE "q" \'s\' & <!-- \u2028@admin';

/** What must stand in no report of any kind, for any answer of an installation. */
export const forbidden = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u;

export const users: EndpointId = 'GET /api/v3/users';
export const projects: EndpointId = 'GET /api/v3/projects';

export function verdict(
  check: string,
  endpoint: EndpointId,
  outcome: Outcome,
  rest: Partial<RecordedVerdict> = {},
): RecordedVerdict {
  const code = outcome === 'fail' ? usualCodes[check] : undefined;
  return {
    check,
    endpoint,
    outcome,
    requirements: ['AUTH-1'],
    message: `${endpoint} said so.`,
    ...(code === undefined ? {} : { reason: { code, facts: {} } }),
    ...rest,
  };
}

/** The usual code of a failure of some checks. */
const usualCodes: Readonly<Record<string, FailureCode>> = {
  'availability.endpoint-answers': 'missing',
  'availability.documented-status': 'server-error',
  'auth.header-key-accepted': 'valid-key-refused',
  'auth.no-key-rejected': 'accepts-missing-key',
  'auth.wrong-header-key-rejected': 'accepts-wrong-key',
  'auth.wrong-query-key-rejected': 'accepts-wrong-key',
  'success.json-body': 'not-json',
  'success.list-kind': 'no-list',
  'errors.json-body': 'error-not-json',
  'errors.shape': 'error-shape',
  'errors.refusal-message': 'refusal-message',
  'fhir.valid': 'fhir-invalid',
  'users.same-user-either-way': 'other-user-by-way',
};

/** A failure as a check makes it: its message is made from its code and facts. */
export function failed(
  check: string,
  endpoint: EndpointId,
  code: FailureCode,
  facts: Facts = {},
  rest: Partial<RecordedVerdict> = {},
): RecordedVerdict {
  const message = failureSentence(endpoint, code, facts);
  return verdict(check, endpoint, 'fail', { message, reason: { code, facts }, ...rest });
}

export function exchange(
  id: string,
  endpoint: EndpointId,
  rest: Partial<RecordedExchange> = {},
): RecordedExchange {
  return {
    id,
    endpoint,
    key: 'header',
    method: 'GET',
    url: 'http://here.example/api',
    curl: `curl -sS -i 'http://here.example/${id}'`,
    status: 200,
    startedAt: '2026-01-02T03:04:05.000Z',
    phasesMs: { total: 20 },
    bytes: 2,
    ...rest,
  };
}

export function record(verdicts: readonly RecordedVerdict[], rest: Partial<RunRecord> = {}): RunRecord {
  return {
    formatVersion: 1,
    suiteVersion: '1.2.3',
    installation: { name: 'staging', baseUrl: 'http://here.example' },
    tier: 'full',
    state: verdicts.some(({ outcome }) => outcome === 'fail') ? 'violating' : 'conforming',
    startedAt: '2026-01-02T03:04:05.000Z',
    finishedAt: '2026-01-02T03:04:07.500Z',
    durationMs: 2500,
    cutShort: false,
    requests: 12,
    retried: 0,
    throttled: 0,
    coverage: 1,
    verdicts,
    exchanges: [],
    observations: [],
    ...rest,
  };
}

/** The facts of an answer that let a request in. */
const letIn = (key: NonNullable<Facts['key']>, bytes: number): Facts => ({
  key,
  status: 200,
  mediaType: 'application/json',
  bytes,
});

/** A run with one of everything. */
export const mixed: RunRecord = record(
  [
    verdict('availability.endpoint-answers', users, 'pass'),
    failed('auth.no-key-rejected', users, 'accepts-missing-key', letIn('none', 8), {
      requirements: ['AUTH-1', 'AUTH-9'],
      exchange: 'e1',
    }),
    failed('auth.no-key-rejected', projects, 'accepts-missing-key', letIn('none', 8), { exchange: 'e2' }),
    failed('auth.wrong-header-key-rejected', users, 'accepts-wrong-key', letIn('wrong-header', 8), {
      known: 'Ticket 7.',
    }),
    verdict('users.same-user-either-way', users, 'untestable', {
      message: 'No user came.',
      reason: { code: 'left-open', facts: {} },
    }),
    verdict('auth.revoked-query-key-rejected', users, 'skip', {
      message: 'No revoked key is configured.',
      reason: { code: 'no-revoked-key', facts: {} },
    }),
    verdict('success.json-body', projects, 'error', {
      message: 'The check itself broke: oh.',
      reason: { code: 'suite-fault', facts: {} },
    }),
  ],
  {
    coverage: 0.8,
    retried: 1,
    throttled: 2,
    exchanges: [
      exchange('e1', users, { excerpt: '{"id":1}', headers: { 'x-request-id': 'r-17', server: 'nginx' } }),
      exchange('e2', projects, { excerpt: '{"id":1}' }),
    ],
    observations: [{ gap: 'GAP-COOKIES', endpoint: users, answer: 'no' }],
  },
);

const citations: EndpointId = 'GET /api/v3/citations';

/** A run with two causes: a door that is open at two of three endpoints, also with a wrong key, and a misspelt message. */
export const grouped: RunRecord = record(
  [
    failed(
      'errors.refusal-message',
      citations,
      'refusal-message',
      { key: 'none', status: 401, said: 'No' },
      { requirements: ['ERROR-4'], exchange: 'e3' },
    ),
    failed('auth.no-key-rejected', users, 'accepts-missing-key', letIn('none', 9), { exchange: 'e1' }),
    failed('auth.wrong-header-key-rejected', users, 'accepts-wrong-key', letIn('wrong-header', 9), {
      exchange: 'e1',
    }),
    failed('auth.no-key-rejected', projects, 'accepts-missing-key', letIn('none', 10), { exchange: 'e2' }),
    verdict('auth.no-key-rejected', citations, 'pass'),
  ],
  {
    exchanges: [
      exchange('e1', users, { key: 'none', excerpt: '{"id":1}' }),
      exchange('e2', projects, { key: 'none', excerpt: '[{"id":2}]' }),
      exchange('e3', citations, { key: 'none', status: 401, excerpt: '{"error":"No"}' }),
    ],
  },
);

const hostileFacts: Facts = { key: 'none', status: 200, said: hostile, mediaType: hostile, path: hostile };

/** A run in which all that an installation can say is hostile. */
export const hostileRecord: RunRecord = record(
  [
    verdict('auth.no-key-rejected', users, 'fail', {
      message: hostile,
      reason: { code: 'accepts-missing-key', facts: hostileFacts },
      exchange: 'e1',
    }),
    verdict('auth.wrong-header-key-rejected', users, 'fail', {
      message: hostile,
      reason: { code: 'accepts-wrong-key', facts: hostileFacts },
      known: hostile,
    }),
    verdict('users.same-user-either-way', users, 'untestable', { message: hostile }),
    verdict('success.json-body', users, 'error', { message: hostile }),
    verdict('success.record-kind', users, 'skip', { message: hostile }),
  ],
  {
    installation: { name: hostile, baseUrl: hostile },
    suiteVersion: hostile,
    cause: hostile,
    tls: { expiresAt: hostile },
    exchanges: [
      exchange('e1', users, {
        excerpt: hostile,
        headers: { 'x-request-id': hostile, [hostile]: hostile },
        curl: hostile,
        url: hostile,
      }),
    ],
    observations: [{ gap: 'GAP-COOKIES', endpoint: users, answer: hostile }],
  },
);

/** Deviations of a hostile run. */
export const hostileDeviations = {
  drift: [
    {
      gap: 'GAP-LIST-FIELDS',
      endpoint: users,
      before: hostile,
      after: 'id',
      breaking: true,
      effect: 'breaking' as const,
    },
    {
      gap: 'GAP-COOKIES',
      endpoint: users,
      before: 'no',
      after: hostile,
      breaking: false,
      effect: 'unclear' as const,
    },
  ],
  outdated: [{ entry: { check: 'a.b', endpoint: users, reason: hostile }, sentence: hostile }],
} as const;

/** Drift from a baseline that breaks clients. */
export const breakingDrift = {
  gap: 'GAP-LIST-FIELDS',
  endpoint: users,
  before: 'id, name',
  after: 'id',
  breaking: true,
  effect: 'breaking',
} as const;

/** A comparison of one installation, as a report of several takes it. */
export const setOf = (comparison: Comparison): ComparedSet => ({
  comparisons: [comparison],
  onlyBefore: [],
  onlyAfter: [],
});
