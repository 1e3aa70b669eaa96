import { expect, test } from '@playwright/test';
import { catalogue } from '../../../contract/checks/catalogue.ts';
import type { CheckRequests } from '../../../contract/checks/check.ts';
import { type Endpoint, endpointOf } from '../../../contract/document/endpoints.ts';
import { gaps } from '../../../contract/gaps/gaps.ts';
import { observeAll } from '../../../contract/gaps/observe.ts';
import { type Evidence, makeEvidence } from '../../../contract/judging/evidence.ts';
import type { Answer, Exchange } from '../../../contract/judging/exchange.ts';
import { judgeAll } from '../../../contract/judging/judge.ts';
import { presentedBy, requestSpecId, type SentRequest } from '../../../contract/judging/request.ts';
import { exchangeWith } from '../engine/exchanges.ts';

const users = endpointOf('GET /api/v3/users');
const unread = 'it is larger than 100 MB; raise MAX_BODY_MB to read it';

/** An answer whose body was not read. */
function unreadAnswer(status: number): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    bytes: 100_000_001,
    json: { ok: false, reason: 'it was not read' },
    excerpt: '',
    digest: '',
    unread,
  };
}

/** Every request that checks and gaps send, with the key in the header if they do not say how. */
function requestsOf(endpoint: Endpoint): readonly SentRequest[] {
  const requests: readonly CheckRequests[] = [
    ...catalogue.filter((check) => check.at(endpoint)).map((check) => check.requests(endpoint)),
    ...gaps.filter((gap) => gap.at(endpoint)).map((gap) => gap.requests(endpoint)),
  ];
  const all = requests.flatMap((named) =>
    Object.values(named)
      .filter(({ at }) => at === undefined)
      .map(({ optional: _, more: __, sampled: ___, at: ____, ...request }) => presentedBy(request, 'header')),
  );
  return [...new Map(all.map((request) => [requestSpecId(request), request])).values()];
}

/** Evidence in which every request at an endpoint has this exchange. */
function always(endpoint: Endpoint, rest: Partial<Exchange>): Evidence {
  const exchanges = requestsOf(endpoint).map((request) => {
    const { answer, ...one } = exchangeWith({ endpoint: endpoint.id, request });
    const answered = answer === undefined || 'failure' in rest ? {} : { answer };
    return { ...one, ...answered, ...rest };
  });
  return makeEvidence({ exchanges, notAsked: new Map(), has: () => true });
}

function verdictsOf(rest: Partial<Exchange>): ReadonlyMap<string, string> {
  const here = catalogue.filter((check) => check.at(users)).map((check) => ({ check, endpoint: users }));
  const verdicts = judgeAll(here, always(users, rest), catalogue);
  return new Map(verdicts.map(({ check, outcome, message }) => [check, `${outcome}: ${message}`]));
}

test('if no body was read, only auth checks fail, and only because of the status 200', () => {
  const verdicts = [...verdictsOf({ answer: unreadAnswer(200) })];
  const failures = verdicts.filter(([, text]) => text.startsWith('fail'));
  // A 200 to a request without a valid key is an open door, with any body.
  expect(failures.length).toBeGreaterThan(0);
  for (const [id] of failures) expect(id).toMatch(/^auth\./);
  for (const [, text] of failures) expect(text).toContain('was answered with status 200');
});

test('a check that needs an unread body is untestable and names the setting to raise', () => {
  const verdicts = verdictsOf({ answer: unreadAnswer(200) });
  expect(verdicts.get('success.json-body')).toBe(
    `untestable: GET /api/v3/users was answered beyond what this suite reads: ${unread}.`,
  );
});

test('successes with unread bodies do not show that the endpoint works; a single read body does', () => {
  const here = catalogue
    .filter(({ id, at }) => id === 'availability.endpoint-answers' && at(users))
    .map((check) => ({ check, endpoint: users }));
  const evidence = always(users, { answer: unreadAnswer(200) });
  expect(judgeAll(here, evidence, catalogue)).toMatchObject([
    {
      outcome: 'untestable',
      reason: { code: 'not-shown', facts: { status: 200 } },
      message: `GET /api/v3/users was answered beyond what this suite reads: ${unread}.`,
    },
  ]);
  const read = exchangeWith({ endpoint: users.id, request: { key: 'query' } });
  const exchanges = [...evidence.at(users).filter(({ request }) => request.key !== 'query'), read];
  const oneRead = makeEvidence({ exchanges, notAsked: new Map(), has: () => true });
  expect(judgeAll(here, oneRead, catalogue)).toMatchObject([{ outcome: 'pass' }]);
});

test('an import whose answer was not read does not show that the endpoint works', () => {
  const imports = endpointOf('POST /api/v3/fhir_imports');
  const here = catalogue
    .filter(({ id }) => id === 'availability.import-answers')
    .map((check) => ({ check, endpoint: imports }));
  const refused = exchangeWith({
    endpoint: imports.id,
    request: { key: 'none', body: 'refusable' },
    status: 401,
    body: '{"error":"Unauthorized"}',
  });
  const request = { key: 'header', body: 'valid' } as const;
  const imported = { ...exchangeWith({ endpoint: imports.id, request }), answer: unreadAnswer(201) };
  const outcomesOf = (...exchanges: readonly Exchange[]) =>
    judgeAll(here, makeEvidence({ exchanges, notAsked: new Map(), has: () => true }), catalogue);
  expect(outcomesOf(refused, imported)).toMatchObject([{ reason: { code: 'not-shown' } }]);
  expect(outcomesOf(refused, exchangeWith({ endpoint: imports.id, request, status: 201 }))).toMatchObject([
    { outcome: 'pass' },
  ]);
});

test('an answer with too large headers fails no check and does not show that the endpoint works', () => {
  const failure = { kind: 'too-large', reason: 'the headers of the answer are larger than 64 kB' } as const;
  const here = catalogue.filter((check) => check.at(users)).map((check) => ({ check, endpoint: users }));
  for (const { outcome, message } of judgeAll(here, always(users, { failure }), catalogue)) {
    expect(outcome).toBe('untestable');
    expect(message).toMatch(/beyond what this suite reads: the headers|failed here/);
  }
  // Nor does it show that the endpoint works.
  const [existence] = here.filter(({ check }) => check.id === 'availability.endpoint-answers');
  expect(
    judgeAll(existence === undefined ? [] : [existence], always(users, { failure }), catalogue),
  ).toMatchObject([{ outcome: 'untestable', reason: { code: 'not-shown' } }]);
});

test('if the validator cannot read a FHIR body, fhir.valid is untestable; its JSON and type are judged', () => {
  const project = endpointOf('GET /api/v3/projects/:id');
  const reason = 'it is nested deeper than 400 levels';
  const answer: Answer = {
    ...unreadAnswer(200),
    json: { ok: true, value: { resourceType: 'Bundle' } },
    fhir: { valid: false, releasesByType: {}, issues: [], omittedIssues: 0, unread: reason },
  };
  const { unread: _, ...read } = answer;
  const here = catalogue.filter((check) => check.at(project)).map((check) => ({ check, endpoint: project }));
  const verdicts = judgeAll(here, always(project, { answer: read }), catalogue);
  const of = (id: string): string | undefined => verdicts.find(({ check }) => check === id)?.outcome;
  expect([of('success.json-body'), of('fhir.resource-type'), of('fhir.valid')]).toEqual([
    'pass',
    'pass',
    'untestable',
  ]);
});

test('unread bodies give fewer observations than read ones', () => {
  const gapCases = gaps.filter((gap) => gap.at(users)).map((gap) => ({ gap, endpoint: users }));
  const read = observeAll(gapCases, always(users, {}));
  const notRead = observeAll(gapCases, always(users, { answer: unreadAnswer(200) }));
  expect(notRead.length).toBeLessThan(read.length);
});
