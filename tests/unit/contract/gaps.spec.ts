import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf } from '../../../contract/endpoints.ts';
import { gaps } from '../../../contract/gaps.ts';
import { type GapCase, observeAll } from '../../../contract/observe.ts';
import { scopeOf } from '../../../contract/scope.ts';
import { badRequest, lost, unauthorized as refused } from './answers-seen.ts';
import { citation, citations, imports, project, projects, users, v4Projects } from './endpoint-ids.ts';
import { evidenceOf, type Seen } from './evidence.ts';

const broken: Seen = { status: 500, body: '{}' };

/** What is observed at a gap where its requests, by their names in its entry, were answered like this. */
function observed(id: string, at: EndpointId, seen: Readonly<Record<string, Seen>>): string | undefined {
  const gap = gaps.find((one) => one.id === id);
  if (gap === undefined) throw new Error(`No gap is named ${id}.`);
  const endpoint = endpointOf(at);
  const evidence = evidenceOf(endpoint, gap.asks(endpoint), seen);
  const observations = observeAll([{ gap, endpoint }], evidence);
  expect(observations.every((one) => one.gap === id && one.endpoint === at)).toBe(true);
  return observations[0]?.answer;
}

type Row = readonly [
  gap: string,
  at: EndpointId,
  seen: Readonly<Record<string, Seen>>,
  answer: string | undefined,
];

const rows: readonly Row[] = [
  ['GAP-ID-FORMAT', projects, { byHeader: { body: '[{"id":7}]' } }, 'whole number'],
  ['GAP-ID-FORMAT', projects, { byHeader: { body: '[{"id":"7a"},{"id":7}]' } }, 'other text, whole number'],
  [
    'GAP-ID-FORMAT',
    projects,
    { byHeader: { body: '[{"id":"6F1D2C4E-8a3b-4c5d-9e7f-0a1b2c3d4e5f"}]' } },
    'UUID',
  ],
  [
    'GAP-ID-FORMAT',
    projects,
    { byHeader: { body: '[{"id":"x6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f"}]' } },
    'other text',
  ],
  [
    'GAP-ID-FORMAT',
    projects,
    { byHeader: { body: '[{"id":"6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f0"}]' } },
    'other text',
  ],
  ['GAP-ID-FORMAT', projects, { byHeader: { body: '[{"id":1234}]' } }, 'whole number'],
  ['GAP-ID-FORMAT', projects, { byHeader: {} }, undefined],
  ['GAP-ID-FORMAT', projects, { byHeader: refused, byQuery: { body: '[{"id":7}]' } }, 'whole number'],
  ['GAP-ID-FORMAT', projects, { byHeader: { body: 'none' } }, undefined],

  ['GAP-LIST-SHAPE', projects, { byHeader: {} }, 'array'],
  ['GAP-LIST-SHAPE', projects, { byHeader: { body: '{"page":1,"data":[]}' } }, 'object, data, page'],
  ['GAP-LIST-SHAPE', projects, { byHeader: { body: '{"resourceType":"Bundle"}' } }, 'Bundle'],
  ['GAP-LIST-SHAPE', projects, { byHeader: { body: '7' } }, undefined],
  ['GAP-LIST-SHAPE', projects, { byHeader: broken }, undefined],

  [
    'GAP-LIST-FIELDS',
    projects,
    { byHeader: { body: '[{"title":"x"},{"id":1,"title":"y"},3]' } },
    'id, title',
  ],
  ['GAP-LIST-FIELDS', projects, { byHeader: { body: '[1,2]' } }, undefined],

  ['GAP-RECORD-FIELDS', citation, { byHeader: { body: '{"title":"x","id":1}' } }, 'id, title'],
  ['GAP-RECORD-FIELDS', citation, { byHeader: { body: '[{"title":"x","id":1}]' } }, 'id, title'],
  ['GAP-RECORD-FIELDS', citation, { byHeader: refused }, undefined],

  [
    'GAP-FHIR-RELEASE',
    project,
    { byHeader: { releases: { Evidence: ['4.3.0', '5.0.0'], Bundle: ['4.0.1'] } } },
    'Bundle 4.0.1, Evidence 4.3.0/5.0.0',
  ],
  ['GAP-FHIR-RELEASE', project, { byHeader: {} }, undefined],

  [
    'GAP-FHIR-ID',
    project,
    { byHeader: { body: '{"id":"a b"}', url: 'https://x.example/p/a%20b?api_key=x' } },
    'same',
  ],
  [
    'GAP-FHIR-ID',
    project,
    { byHeader: { body: '{"id":"7"}', url: 'https://x.example/p/17?to=/7' } },
    'other',
  ],
  ['GAP-FHIR-ID', project, { byHeader: { body: '{"id":7}' } }, 'no id'],
  ['GAP-FHIR-ID', project, { byHeader: { body: '[]' } }, 'no id'],

  ['GAP-BUNDLE-TYPE', project, { byHeader: { body: '{"type":"collection"}' } }, 'collection'],
  ['GAP-BUNDLE-TYPE', project, { byHeader: { body: '{"type":7}' } }, undefined],

  ['GAP-READ-STATUS', projects, { byHeader: { status: 201 } }, '201'],
  ['GAP-READ-STATUS', projects, { byHeader: refused, byQuery: { status: 200 } }, '200'],
  ['GAP-READ-STATUS', projects, { byHeader: refused }, undefined],

  ['GAP-CITATIONS-PROJECT', citations, { byHeader: {} }, 'none needed'],
  [
    'GAP-CITATIONS-PROJECT',
    citations,
    { byHeader: badRequest, byQuery: { url: 'https://x.example/c?api_key=[key]&review=7' } },
    'review',
  ],
  ['GAP-CITATIONS-PROJECT', citations, { byHeader: badRequest }, undefined],

  ['GAP-LIST-PARAMETERS', projects, { plain: {}, paged: {} }, '200, same answer'],
  ['GAP-LIST-PARAMETERS', projects, { plain: {}, paged: { body: '[1]' } }, '200, other answer'],
  ['GAP-LIST-PARAMETERS', projects, { plain: {}, paged: { status: 201 } }, '201, other answer'],
  ['GAP-LIST-PARAMETERS', projects, { plain: lost, paged: {} }, '200, other answer'],
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
  ['GAP-OPTIONS', projects, { preflight: lost }, 'no answer, other origins not allowed'],

  [
    'GAP-ACCEPT',
    projects,
    { fhir: { headers: { 'content-type': 'Application/FHIR+json; charset=utf-8' } }, xml: { status: 406 } },
    'fhir+json: 200 application/fhir+json, xml: 406 no content type',
  ],
  ['GAP-ACCEPT', projects, { fhir: lost, xml: lost }, 'fhir+json: no answer, xml: no answer'],

  [
    'GAP-CONTENT-TYPE',
    projects,
    { byHeader: { headers: { 'content-type': ' Application/JSON ;charset=utf-8' } } },
    'application/json',
  ],
  ['GAP-CONTENT-TYPE', projects, { byHeader: {} }, 'no content type'],
  ['GAP-CONTENT-TYPE', projects, { byHeader: refused }, undefined],

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

  ['GAP-CACHING', projects, { byHeader: { headers: { 'cache-control': 'no-store' } } }, 'no-store'],
  ['GAP-CACHING', projects, { byHeader: {} }, 'not said'],
  ['GAP-COMPRESSION', projects, { byHeader: { headers: { 'content-encoding': 'gzip' } } }, 'gzip'],
  ['GAP-COMPRESSION', projects, { byHeader: {} }, 'none'],
  ['GAP-COOKIES', projects, { byHeader: { headers: { 'set-cookie': 'a=b' } } }, 'yes'],
  ['GAP-COOKIES', projects, { byHeader: {} }, 'no'],

  ['GAP-V4-ANSWER', v4Projects, { byHeader: {} }, 'array'],
  ['GAP-V4-ANSWER', v4Projects, { byHeader: { body: '{}' } }, 'object'],
  ['GAP-V4-ANSWER', v4Projects, { byHeader: { body: 'x' } }, undefined],

  [
    'GAP-BOTH-KEYS',
    users,
    { both: {}, wrongQuery: refused, wrongHeader: badRequest },
    'both valid: accepted, query wrong: refused, header wrong: refused',
  ],
  [
    'GAP-BOTH-KEYS',
    users,
    { both: lost, wrongQuery: broken, wrongHeader: {} },
    'both valid: no answer, query wrong: outside the document, header wrong: accepted',
  ],
  ['GAP-KEY-CASE', users, { upper: refused, swapped: {} }, 'capitals: refused, other case: accepted'],
  [
    'GAP-KEY-SCHEME',
    users,
    { lower: {}, other: refused, bare: {} },
    'bearer: accepted, Token: refused, no scheme: accepted',
  ],
  ['GAP-KEY-PARAMETER-CASE', users, { upper: refused }, 'refused'],

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
  ['GAP-IMPORT-ANSWER', imports, { valid: { status: 201, body: '[1]' } }, 'no object'],
  ['GAP-IMPORT-ANSWER', imports, { valid: { status: 201, body: '{}' } }, 'object, no identifiers'],
  ['GAP-IMPORT-ANSWER', imports, { valid: { status: 201, body: 'x' } }, undefined],
  ['GAP-IMPORT-ANSWER', imports, { valid: { status: 422, body: '{}' } }, undefined],

  [
    'GAP-IMPORT-INVALID',
    imports,
    { notBundle: badRequest, otherType: {}, noEntry: broken, noResource: lost },
    'no Bundle: refused, other type: accepted, no entry: outside the document, no resource: no answer',
  ],
  ['GAP-IMPORT-READ', imports, {}, undefined],
  ['GAP-IMPORT-READ', imports, { read: { endpoint: citation } }, 'at GET /api/v3/citations/:id'],
  ['GAP-IMPORT-READ', imports, { read: { endpoint: citation, status: 404 } }, 'not at once'],

  ['GAP-THROTTLE-ANSWER', users, {}, undefined],
  [
    'GAP-THROTTLE-ANSWER',
    users,
    {
      client: {
        status: 429,
        body: '{}',
        headers: { 'retry-after': '2', 'content-type': 'application/json; charset=utf-8' },
      },
    },
    '429 as application/json (JSON) with Retry-After',
  ],
  [
    'GAP-THROTTLE-ANSWER',
    users,
    {
      client: { status: 429, body: '{}', headers: { 'retry-after': '2' } },
      server: { status: 503, body: 'later' },
    },
    '429 as no content type (JSON) with Retry-After, 503 as no content type (not JSON) without Retry-After',
  ],

  ['GAP-IMPORT-UNKEYED-ORDER', imports, { none: refused }, 'the key'],
  ['GAP-IMPORT-UNKEYED-ORDER', imports, { none: { status: 422, body: '{}' } }, 'the content'],
];

rows.forEach(([gap, at, seen, answer], index) => {
  test(`${index + 1}: ${gap} shows ${answer ?? 'nothing'}`, () => {
    expect(observed(gap, at, seen)).toBe(answer);
  });
});

test('lists of names end after thirty fields of an object, and a hundred of records', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `f${1000 + index}`);
  const objectOf = (count: number) =>
    JSON.stringify(Object.fromEntries(names(count).map((name) => [name, 1])));
  const fields = (gap: string, at: EndpointId, seen: Readonly<Record<string, Seen>>) =>
    observed(gap, at, seen)?.split(', ').length;
  expect(fields('GAP-LIST-SHAPE', projects, { byHeader: { body: objectOf(40) } })).toBe(31);
  expect(fields('GAP-ERROR-FIELDS', users, { none: { status: 401, body: objectOf(40) } })).toBe(30);
  expect(fields('GAP-RECORD-FIELDS', users, { byHeader: { body: objectOf(140) } })).toBe(100);
  const records = names(140).map((name) => ({ [name]: 1 }));
  expect(fields('GAP-LIST-FIELDS', projects, { byHeader: { body: JSON.stringify(records) } })).toBe(100);
});

test('what was not asked, or was throttled, gives no observation, and an optional request is not needed', () => {
  expect(observed('GAP-READ-STATUS', projects, {})).toBeUndefined();
  expect(observed('GAP-READ-STATUS', projects, { byQuery: {} })).toBeUndefined();
  expect(observed('GAP-READ-STATUS', projects, { byHeader: { throttled: true } })).toBeUndefined();
  const throttledQuery = { byHeader: refused, byQuery: { throttled: true } };
  expect(observed('GAP-READ-STATUS', projects, throttledQuery)).toBeUndefined();
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

/** Where gaps are observed, and whether only the survey asks there. */
const places: readonly (readonly [gap: string, places: string])[] = [
  ['GAP-ACCEPT', 'survey: list fhir'],
  ['GAP-BOTH-KEYS', 'survey: users'],
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
  ['GAP-LIST-SHAPE', lists],
  ['GAP-OPTIONS', 'survey: list'],
  ['GAP-READ-STATUS', reads],
  ['GAP-RECORD-FIELDS', 'plain users'],
  ['GAP-UNKNOWN-ID', records],
  ['GAP-V4-ANSWER', 'v4'],
  ['GAP-EVENTS', 'survey: '],
];

for (const [id, expected] of places) {
  test(`${id} is observed where the document leaves it open: ${expected}`, () => {
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

test('changes of these answers break clients, and no others do', () => {
  const relied = gaps.filter(({ clientsRely }) => clientsRely === true).map(({ id }) => id);
  expect(relied.toSorted()).toEqual([
    'GAP-BUNDLE-TYPE',
    'GAP-ERROR-STATUS',
    'GAP-FHIR-RELEASE',
    'GAP-ID-FORMAT',
    'GAP-IMPORT-ANSWER',
    'GAP-LIST-FIELDS',
    'GAP-LIST-SHAPE',
    'GAP-RECORD-FIELDS',
    'GAP-UNKNOWN-ID',
  ]);
});

test('records are observed with their fields; a single one with the id in its path', () => {
  const shapeAt = (id: string, at: EndpointId, seen: Readonly<Record<string, Seen>>) => {
    const gap = gaps.find((one) => one.id === id);
    if (gap === undefined) throw new Error(`No gap is named ${id}.`);
    const endpoint = endpointOf(at);
    return observeAll([{ gap, endpoint }], evidenceOf(endpoint, gap.asks(endpoint), seen))[0]?.shape;
  };
  const url = 'https://x.example/api/v3/citations/12?api_key=[key]';
  expect(shapeAt('GAP-RECORD-FIELDS', citation, { byHeader: { url, body: '{"id":12}' } })).toMatchObject({
    records: 1,
    id: '12',
    fields: [{ name: 'id', seen: 1, types: ['number'] }],
  });
  const list = shapeAt('GAP-LIST-FIELDS', citations, {
    byHeader: { body: '{"data":[{"id":1},{"id":"2"}]}' },
  });
  expect(list).toMatchObject({ records: 2, fields: [{ name: 'id', seen: 2, types: ['number', 'string'] }] });
  expect(list).not.toHaveProperty('id');
  const ownRecord = { byHeader: { url: 'https://x.example/api/v3/users', body: '{"id":7}' } };
  expect(shapeAt('GAP-RECORD-FIELDS', users, ownRecord)).not.toHaveProperty('id');
});
