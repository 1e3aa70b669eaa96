import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf } from '../../../contract/document/endpoints.ts';
import { gaps } from '../../../contract/gaps/gaps.ts';
import { type GapCase, type Observation, observeAll } from '../../../contract/gaps/observe.ts';
import { scopeOf } from '../../../contract/scope.ts';
import { badRequest, lost, unauthorized as refused } from './answers-seen.ts';
import { citation, citations, imports, project, projects, users, v4Projects } from './endpoint-ids.ts';
import { evidenceOf, type Seen } from './evidence.ts';

const broken: Seen = { status: 500, body: '{}' };

/** The observations at a gap for these answers, by the names of its requests in its entry. */
function observationsOf(
  id: string,
  at: EndpointId,
  seen: Readonly<Record<string, Seen>>,
): readonly Observation[] {
  const gap = gaps.find((one) => one.id === id);
  if (gap === undefined) throw new Error(`No gap is named ${id}.`);
  const endpoint = endpointOf(at);
  const observations = observeAll([{ gap, endpoint }], evidenceOf(endpoint, gap.requests(endpoint), seen));
  expect(observations.every((one) => one.gap === id && one.endpoint === at)).toBe(true);
  return observations;
}

/** The observed answer; a valid key succeeds at the endpoint unless the answers say otherwise. */
function observed(id: string, at: EndpointId, seen: Readonly<Record<string, Seen>>): string | undefined {
  const usual: Readonly<Record<string, Seen>> = at === imports ? { valid: { status: 201 } } : { header: {} };
  const isGiven = ['valid', 'plain', 'header'].some((name) => name in seen);
  return observationsOf(id, at, isGiven ? seen : { ...usual, ...seen })[0]?.answer;
}

type Row = readonly [
  gap: string,
  at: EndpointId,
  seen: Readonly<Record<string, Seen>>,
  answer: string | undefined,
];

const rows: readonly Row[] = [
  ['GAP-ID-FORMAT', projects, { valid: { body: '[{"id":7}]' } }, 'whole number'],
  ['GAP-ID-FORMAT', projects, { valid: { body: '[{"id":"7a"},{"id":7}]' } }, 'other text, whole number'],
  ['GAP-ID-FORMAT', projects, { valid: { body: '[{"id":"6F1D2C4E-8a3b-4c5d-9e7f-0a1b2c3d4e5f"}]' } }, 'UUID'],
  ['GAP-ID-FORMAT', projects, { valid: {} }, undefined],
  ['GAP-ID-FORMAT', projects, { valid: refused, query: { body: '[{"id":7}]' } }, 'whole number'],
  ['GAP-ID-FORMAT', projects, { valid: { body: 'none' } }, undefined],

  ['GAP-LIST-SHAPE', projects, { valid: {} }, 'array'],
  ['GAP-LIST-SHAPE', projects, { valid: { body: '{"page":1,"data":[]}' } }, 'object, data, page'],
  ['GAP-LIST-SHAPE', projects, { valid: { body: '{"resourceType":"Bundle"}' } }, 'Bundle'],
  ['GAP-LIST-SHAPE', projects, { valid: { body: '7' } }, undefined],
  ['GAP-LIST-SHAPE', projects, { valid: broken }, undefined],

  ['GAP-LIST-FIELDS', projects, { valid: { body: '[{"title":"x"},{"id":1,"title":"y"},3]' } }, 'id, title'],
  ['GAP-LIST-FIELDS', projects, { valid: { body: '[1,2]' } }, 'no fields'],

  ['GAP-RECORD-FIELDS', citation, { valid: { body: '{"title":"x","id":1}' } }, 'id, title'],
  ['GAP-RECORD-FIELDS', citation, { valid: { body: '[{"title":"x","id":1}]' } }, '[].id, [].title'],
  ['GAP-RECORD-FIELDS', citation, { valid: refused }, undefined],
  [
    'GAP-RECORD-FIELDS',
    citation,
    { valid: { status: 404, body: '{"error":"x"}' }, created: { recordId: '5', body: '{"id":5}' } },
    undefined,
  ],

  [
    'GAP-FHIR-RELEASE',
    project,
    { valid: { releases: { Evidence: ['4.3.0', '5.0.0'], Bundle: ['4.0.1'] } } },
    'Bundle 4.0.1, Evidence 4.3.0/5.0.0',
  ],
  ['GAP-FHIR-RELEASE', project, { valid: {} }, undefined],

  ['GAP-FHIR-ID', project, { valid: { body: '{"id":"a b"}', recordId: 'a b' } }, 'same'],
  ['GAP-FHIR-ID', project, { valid: { body: '{"id":"7"}', recordId: '17' } }, 'other'],
  ['GAP-FHIR-ID', project, { valid: { body: '{"id":7}' } }, 'no id'],
  ['GAP-FHIR-ID', project, { valid: { body: '[]' } }, 'no id'],

  ['GAP-BUNDLE-TYPE', project, { valid: { body: '{"type":"collection"}' } }, 'collection'],
  ['GAP-BUNDLE-TYPE', project, { valid: { body: '{"type":7}' } }, undefined],

  ['GAP-READ-STATUS', projects, { valid: { status: 201 } }, '201'],
  ['GAP-READ-STATUS', projects, { valid: refused, query: { status: 200 } }, '200'],
  ['GAP-READ-STATUS', projects, { valid: refused }, undefined],

  ['GAP-CITATIONS-PROJECT', citations, { valid: {} }, 'none needed'],
  [
    'GAP-CITATIONS-PROJECT',
    citations,
    { valid: badRequest, query: { url: 'https://x.example/c?api_key=[key]&review=7' } },
    'review',
  ],
  ['GAP-CITATIONS-PROJECT', citations, { valid: badRequest }, undefined],

  ['GAP-LIST-PARAMETERS', projects, { plain: {}, paged: {} }, '200, same answer'],
  ['GAP-LIST-PARAMETERS', projects, { plain: {}, paged: { body: '[1]' } }, '200, other answer'],
  ['GAP-LIST-PARAMETERS', projects, { plain: {}, paged: { status: 201 } }, '201, other answer'],
  ['GAP-LIST-PARAMETERS', projects, { plain: lost, paged: {} }, undefined],
  ['GAP-LIST-PARAMETERS', projects, { plain: {}, paged: lost }, undefined],

  ['GAP-UNKNOWN-PARAMETER', projects, { odd: badRequest }, '400'],
  ['GAP-UNKNOWN-PARAMETER', projects, { odd: lost }, undefined],
  ['GAP-UNKNOWN-ID', citation, { unknown: { status: 404 } }, '404'],
  ['GAP-UNKNOWN-PATH', projects, { odd: { status: 404 } }, '404'],
  ['GAP-TRAILING-SLASH', projects, { odd: { status: 301 } }, '301'],
  ['GAP-HEAD', projects, { head: { status: 200 } }, '200'],

  ['GAP-OPTIONS', projects, { preflight: { status: 404 } }, '404, other origins not allowed'],
  [
    'GAP-OPTIONS',
    projects,
    { preflight: { status: 204, headers: { 'access-control-allow-origin': '*' } } },
    '204, other origins allowed',
  ],
  ['GAP-OPTIONS', projects, { preflight: lost }, undefined],

  [
    'GAP-ACCEPT',
    projects,
    { fhir: { headers: { 'content-type': 'Application/FHIR+json; charset=utf-8' } }, xml: { status: 406 } },
    'fhir+json: 200 application/fhir+json, xml: 406 no content type',
  ],
  ['GAP-ACCEPT', projects, { fhir: {}, xml: lost }, undefined],

  [
    'GAP-CONTENT-TYPE',
    projects,
    { valid: { headers: { 'content-type': ' Application/JSON ;charset=utf-8' } } },
    'application/json',
  ],
  ['GAP-CONTENT-TYPE', projects, { valid: {} }, 'no content type'],
  ['GAP-CONTENT-TYPE', projects, { valid: refused }, undefined],

  [
    'GAP-CONDITIONAL',
    projects,
    { plain: { headers: { etag: '"1"', 'last-modified': 'x' } }, conditional: { status: 304 } },
    'etag, last-modified, If-None-Match: 304',
  ],
  [
    'GAP-CONDITIONAL',
    projects,
    { plain: {}, conditional: { status: 200 } },
    'no validator, If-None-Match: 200',
  ],

  ['GAP-CACHING', projects, { valid: { headers: { 'cache-control': 'no-store' } } }, 'no-store'],
  ['GAP-CACHING', projects, { valid: {} }, 'not said'],
  ['GAP-COMPRESSION', projects, { valid: { headers: { 'content-encoding': 'gzip' } } }, 'gzip'],
  ['GAP-COMPRESSION', projects, { valid: {} }, 'none'],
  ['GAP-COOKIES', projects, { valid: { headers: { 'set-cookie': 'a=b' } } }, 'yes'],
  ['GAP-COOKIES', projects, { valid: {} }, 'no'],
  ['GAP-COOKIES', projects, { valid: broken, query: {} }, undefined],
  ['GAP-UNKNOWN-ID', citation, { unknown: broken }, undefined],

  ['GAP-V4-ANSWER', v4Projects, { valid: {} }, 'array'],
  ['GAP-V4-ANSWER', v4Projects, { valid: { body: '{}' } }, 'object'],
  ['GAP-V4-ANSWER', v4Projects, { valid: { body: 'x' } }, undefined],

  [
    'GAP-BOTH-KEYS',
    users,
    { 'both valid': refused, 'query wrong': { status: 302 }, 'header wrong': {} },
    'both valid: refused, query wrong: answered with status 302, header wrong: accepted',
  ],
  ['GAP-BOTH-KEYS', users, { 'both valid': lost, 'query wrong': {}, 'header wrong': {} }, undefined],
  ['GAP-BOTH-KEYS', users, { 'both valid': {}, 'query wrong': broken, 'header wrong': {} }, undefined],
  ['GAP-KEY-CASE', users, { 'other case': {} }, 'other case: accepted'],
  ['GAP-KEY-CASE', users, { 'other case': refused }, 'other case: refused'],
  // If a way accepts no key, another form of the key shows nothing there.
  ['GAP-KEY-CASE', users, { header: refused, query: {}, 'other case': refused }, undefined],
  ['GAP-KEY-BLANKS', users, { query: {}, 'in the query': {} }, 'in the query: accepted'],
  ['GAP-KEY-BLANKS', users, { query: {}, 'in the query': refused }, 'in the query: refused'],
  ['GAP-KEY-BLANKS', users, { query: refused, 'in the query': refused }, undefined],
  ['GAP-KEY-BLANKS', users, { query: {}, 'in the query': broken }, undefined],
  [
    'GAP-KEY-SCHEME',
    users,
    { bearer: {}, Token: refused, 'no scheme': {} },
    'bearer: accepted, Token: refused, no scheme: accepted',
  ],
  [
    'GAP-KEY-SCHEME',
    users,
    { header: refused, query: {}, bearer: {}, Token: {}, 'no scheme': {} },
    undefined,
  ],
  ['GAP-KEY-PARAMETER-CASE', users, { query: {}, upper: refused }, 'refused'],
  ['GAP-KEY-PARAMETER-CASE', users, { query: refused, upper: refused }, undefined],

  ['GAP-ERROR-STATUS', users, { none: refused, wrong: { status: 403 } }, 'no key: 401, wrong key: 403'],
  ['GAP-ERROR-STATUS', users, { none: {}, wrong: refused }, undefined],
  ['GAP-ERROR-STATUS', users, { none: refused, wrong: broken }, undefined],

  [
    'GAP-ERROR-MESSAGES',
    citation,
    { unknown: { status: 404, body: '{"error":"No citation 999999999 in 12"}' } },
    '404 No citation N in 12',
  ],
  ['GAP-ERROR-MESSAGES', citation, { unknown: { status: 404, body: '{}' } }, '404 without a message'],
  ['GAP-ERROR-MESSAGES', citation, { unknown: {} }, undefined],
  ['GAP-ERROR-MESSAGES', citation, { unknown: lost }, undefined],

  ['GAP-ERROR-FIELDS', users, { none: { status: 401, body: '{"error":"x","code":1}' } }, 'code, error'],
  ['GAP-ERROR-FIELDS', users, { none: { body: '{"error":"x"}' } }, undefined],
  ['GAP-ERROR-FIELDS', users, { none: { status: 401, body: '[1]' } }, undefined],
  ['GAP-ERROR-FIELDS', users, { none: { status: 401, body: 'x' } }, undefined],

  [
    'GAP-IMPORT-ANSWER',
    imports,
    { valid: { status: 201, body: '{"ids":[1],"count":1}' } },
    'object, count, ids',
  ],
  ['GAP-IMPORT-ANSWER', imports, { valid: { status: 201, body: '[{"id":1}]' } }, 'array'],
  ['GAP-IMPORT-ANSWER', imports, { valid: { status: 201, body: '[1]' } }, 'array'],
  ['GAP-IMPORT-ANSWER', imports, { valid: { status: 201, body: '[]' } }, 'array, no identifiers'],
  ['GAP-IMPORT-ANSWER', imports, { valid: { status: 201, body: '{}' } }, 'object, no identifiers'],
  ['GAP-IMPORT-ANSWER', imports, { valid: { status: 201, body: 'x' } }, undefined],
  ['GAP-IMPORT-ANSWER', imports, { valid: { status: 422, body: '{}' } }, undefined],

  [
    'GAP-IMPORT-INVALID',
    imports,
    { 'no Bundle': badRequest, 'other type': {}, 'no entry': { status: 202 }, 'no resource': badRequest },
    'no Bundle: refused, other type: accepted, no entry: answered with status 202, no resource: refused',
  ],
  ['GAP-IMPORT-READ', imports, {}, undefined],
  ['GAP-IMPORT-READ', imports, { citation: {} }, 'at GET /api/v3/citations/:id'],
  ['GAP-IMPORT-READ', imports, { citation: { status: 404 } }, 'not found by them'],

  ['GAP-THROTTLE-ANSWER', users, {}, undefined],
  [
    'GAP-THROTTLE-ANSWER',
    users,
    {
      header: { status: 429, body: '{}', headers: { 'retry-after': '2' }, throttled: true, sentAgain: 'x' },
      query: { status: 503, body: 'later', throttled: true },
      none: { failure: 'reset', sentAgain: 'the connection failed' },
    },
    '429 as no content type (JSON) with Retry-After, 503 as no content type (not JSON) without Retry-After',
  ],
  // A gateway error of an outage is sent again as well.
  ['GAP-THROTTLE-ANSWER', users, { header: { status: 503, body: 'later', sentAgain: 'x' } }, undefined],

  ['GAP-IMPORT-UNKEYED-ORDER', imports, { none: refused }, 'the key'],
  ['GAP-IMPORT-UNKEYED-ORDER', imports, { none: { status: 422, body: '{}' } }, 'the content'],
];

rows.forEach(([gap, at, seen, answer], index) => {
  test(`${index + 1}: ${gap} observes ${answer ?? 'nothing'}`, () => {
    expect(observed(gap, at, seen)).toBe(answer);
  });
});

test('an observation lists at most 30 fields of a list or error body, and at most 100 fields of records', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `f${1000 + index}`);
  const objectOf = (count: number) =>
    JSON.stringify(Object.fromEntries(names(count).map((name) => [name, 1])));
  const fields = (gap: string, at: EndpointId, seen: Readonly<Record<string, Seen>>) =>
    observed(gap, at, seen)?.split(', ').length;
  expect(fields('GAP-LIST-SHAPE', projects, { valid: { body: objectOf(40) } })).toBe(31);
  expect(fields('GAP-ERROR-FIELDS', users, { none: { status: 401, body: objectOf(40) } })).toBe(30);
  expect(fields('GAP-RECORD-FIELDS', users, { valid: { body: objectOf(140) } })).toBe(100);
  const records = names(140).map((name) => ({ [name]: 1 }));
  expect(fields('GAP-LIST-FIELDS', projects, { valid: { body: JSON.stringify(records) } })).toBe(100);
});

test('an unsent or throttled request gives no observation', () => {
  expect(observed('GAP-UNKNOWN-ID', citation, {})).toBeUndefined();
  expect(observed('GAP-UNKNOWN-ID', citation, { unknown: { status: 429, throttled: true } })).toBeUndefined();
  expect(observed('GAP-READ-STATUS', projects, { valid: { throttled: true, status: 429 } })).toBeUndefined();
});

test('without a success with a valid key, an endpoint gives no observation except of its throttling', () => {
  const unknown: Seen = { status: 404, body: '{"error":"Not Found"}' };
  for (const header of [unknown, refused, broken, lost])
    expect(observationsOf('GAP-UNKNOWN-ID', citation, { header, unknown })).toEqual([]);
  const byQuery: Seen = { ...unknown, request: { key: 'query', id: 'unknown' } };
  const queryWorks = { header: refused, query: {}, unknown: byQuery };
  expect(observationsOf('GAP-UNKNOWN-ID', citation, queryWorks)).toHaveLength(1);
  expect(observationsOf('GAP-KEY-CASE', users, { header: unknown, 'other case': unknown })).toEqual([]);
  expect(observationsOf('GAP-IMPORT-UNKEYED-ORDER', imports, { valid: unknown, none: unknown })).toEqual([]);
  expect(observationsOf('GAP-V4-ANSWER', v4Projects, { valid: unknown })).toEqual([]);
  const throttled = { header: { ...unknown, status: 429, throttled: true } };
  expect(observationsOf('GAP-THROTTLE-ANSWER', users, throttled)).toHaveLength(1);
});

test('a sampled gap is observed only if keys are sampled at the endpoint', () => {
  const answers = { header: {}, 'other case': refused };
  expect(observationsOf('GAP-KEY-CASE', citations, answers)).toHaveLength(1);
  const elsewhere: Readonly<Record<string, Seen>> = { ...answers, query: { endpoint: projects } };
  expect(observationsOf('GAP-KEY-CASE', citations, elsewhere)).toEqual([]);
});

test('a blank header gives no observation', () => {
  expect(observed('GAP-CACHING', projects, { valid: { headers: { 'cache-control': ' ' } } })).toBeUndefined();
});

/** An endpoint of each kind, by short names. */
const samples = {
  list: projects,
  scoped: citations,
  plain: citation,
  fhir: project,
  users,
  import: imports,
  v4: v4Projects,
};

const [reads, records, lists] = ['list scoped plain fhir users v4', 'plain fhir', 'list scoped v4'];
const ofVersionThree = 'list scoped plain fhir users';

/** Where gaps are observed, and whether only the survey asks there. */
const places: readonly (readonly [gap: string, places: string])[] = [
  ['GAP-ACCEPT', 'survey: list fhir'],
  ['GAP-BOTH-KEYS', `survey: ${ofVersionThree}`],
  ['GAP-BUNDLE-TYPE', 'fhir'],
  ['GAP-CACHING', 'list scoped users'],
  ['GAP-CITATIONS-PROJECT', 'scoped'],
  ['GAP-CONDITIONAL', 'survey: list scoped users'],
  ['GAP-CONTENT-TYPE', reads],
  ['GAP-ERROR-FIELDS', reads],
  ['GAP-ERROR-MESSAGES', records],
  ['GAP-ERROR-STATUS', reads],
  ['GAP-FHIR-RELEASE', 'fhir'],
  ['GAP-ID-FORMAT', lists],
  ['GAP-IMPORT-ANSWER', 'import'],
  ['GAP-IMPORT-UNKEYED-ORDER', 'survey: import'],
  ['GAP-KEY-BLANKS', ofVersionThree],
  ['GAP-KEY-CASE', ofVersionThree],
  ['GAP-KEY-SCHEME', `survey: ${ofVersionThree}`],
  ['GAP-LIST-SHAPE', lists],
  ['GAP-OPTIONS', 'survey: list'],
  ['GAP-READ-STATUS', reads],
  ['GAP-RECORD-FIELDS', 'plain users'],
  ['GAP-THROTTLE-ANSWER', 'list scoped plain fhir users import v4'],
  ['GAP-UNKNOWN-ID', records],
  ['GAP-V4-ANSWER', 'v4'],
  ['GAP-EVENTS', 'survey: '],
];

for (const [id, expected] of places) {
  test(`${id} is observed at exactly these kinds of endpoints: ${expected}`, () => {
    const at = (all: readonly GapCase[]) =>
      Object.entries(samples)
        .filter(([, sample]) => all.some(({ gap, endpoint }) => gap.id === id && endpoint.id === sample))
        .map(([name]) => name)
        .join(' ');
    const [always, surveyed] = [at(scopeOf('full').gapCases), at(scopeOf('survey').gapCases)];
    expect(always === '' ? `survey: ${surveyed}` : always).toBe(expected);
    if (always !== '') expect(surveyed).toBe(always);
  });
}

test('exactly eight gaps are marked as relied on by clients', () => {
  const relied = gaps.filter(({ clientsRely }) => clientsRely === true).map(({ id }) => id);
  expect(relied.toSorted()).toEqual([
    'GAP-BUNDLE-TYPE',
    'GAP-ERROR-STATUS',
    'GAP-ID-FORMAT',
    'GAP-IMPORT-ANSWER',
    'GAP-LIST-FIELDS',
    'GAP-LIST-SHAPE',
    'GAP-RECORD-FIELDS',
    'GAP-UNKNOWN-ID',
  ]);
});

test('an observation of records has their fields, and an id only if the path names one record', () => {
  const shapeAt = (id: string, at: EndpointId, seen: Readonly<Record<string, Seen>>) =>
    observationsOf(id, at, seen)[0]?.shape;
  expect(
    shapeAt('GAP-RECORD-FIELDS', citation, { valid: { recordId: '12', body: '{"id":12}' } }),
  ).toMatchObject({
    records: 1,
    id: '12',
    fields: [{ name: 'id', seen: 1, types: ['number'] }],
  });
  const list = shapeAt('GAP-LIST-FIELDS', citations, {
    valid: { body: '{"data":[{"id":1},{"id":"2"}]}' },
  });
  expect(list).toMatchObject({ records: 2, fields: [{ name: 'id', seen: 2, types: ['number', 'string'] }] });
  expect(list).not.toHaveProperty('id');
  const ownRecord = { valid: { body: '{"id":7}' } };
  expect(shapeAt('GAP-RECORD-FIELDS', users, ownRecord)).not.toHaveProperty('id');
});
