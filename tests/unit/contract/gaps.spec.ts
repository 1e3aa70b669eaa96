import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf } from '../../../contract/endpoints.ts';
import type { Exchange } from '../../../contract/exchange.ts';
import { gaps } from '../../../contract/gaps.ts';
import type { Evidence } from '../../../contract/judge.ts';
import { type GapCase, observeAll } from '../../../contract/observe.ts';
import { requestSpecId } from '../../../contract/request.ts';
import { scopeOf } from '../../../contract/scope.ts';
import type { FhirReport } from '../../../fhir/index.ts';
import { exchangeWith, type Written } from '../engine/exchanges.ts';

const projects = 'GET /api/v3/projects';
const citations = 'GET /api/v3/citations';
const citation = 'GET /api/v3/citations/:id';
const project = 'GET /api/v3/projects/:id';
const users = 'GET /api/v3/users';
const imports = 'POST /api/v3/fhir_imports';
const v4Projects = 'GET /api/v4/projects';

/** What came back, where an observer looks at more than tests usually write. */
interface Seen extends Written {
  readonly url?: string;
  readonly releases?: FhirReport['releasesByType'];
}

const refused: Seen = { status: 401, body: '{"error":"Unauthorized"}' };
const lost: Seen = { failure: 'timeout' };
const broken: Seen = { status: 500, body: '{}' };
const badRequest: Seen = { status: 400, body: '{"error":"Which project?"}' };

function exchangeFrom({ url, releases, ...written }: Seen): Exchange {
  const exchange = exchangeWith(written);
  const { answer } = exchange;
  const fhir =
    releases === undefined
      ? {}
      : { fhir: { valid: true, releasesByType: releases, issues: [], omittedIssues: 0 } };
  return {
    ...exchange,
    ...(url === undefined ? {} : { url }),
    ...(answer === undefined ? {} : { answer: { ...answer, ...fhir } }),
  };
}

/** What is observed at a gap where its requests, by their names in its entry, were answered like this. */
function observed(id: string, at: EndpointId, seen: Readonly<Record<string, Seen>>): string | undefined {
  const gap = gaps.find((one) => one.id === id);
  if (gap === undefined) throw new Error(`No gap is named ${id}.`);
  const endpoint = endpointOf(at);
  const asks = Object.entries(gap.asks(endpoint));
  const unknown = Object.keys(seen).filter((name) => asks.every(([known]) => known !== name));
  expect(unknown, 'requests that the entry does not name').toEqual([]);
  const evidence: Evidence = {
    has: () => true,
    of: (_, request) => {
      const asked = asks.find(([, ask]) => requestSpecId(ask) === requestSpecId(request));
      const found = asked === undefined ? undefined : seen[asked[0]];
      return found === undefined ? undefined : exchangeFrom({ endpoint: at, request, ...found });
    },
  };
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
  ['GAP-IMPORT-UNKEYED-ORDER', imports, { none: refused }, 'the key'],
  ['GAP-IMPORT-UNKEYED-ORDER', imports, { none: { status: 422, body: '{}' } }, 'the content'],
];

rows.forEach(([gap, at, seen, answer], index) => {
  test(`${index + 1}: ${gap} shows ${answer ?? 'nothing'}`, () => {
    expect(observed(gap, at, seen)).toBe(answer);
  });
});

test('every observer is tried', () => {
  const tried = new Set(rows.map(([gap]) => gap));
  const observers = gaps.filter(({ notObserved }) => notObserved === undefined).map(({ id }) => id);
  expect(observers.filter((id) => !tried.has(id))).toEqual([]);
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

const [aFew, someReads] = ['projects citations users', 'projects/:id extractions/:id sd_meta_data/:id'];
const ofProjects =
  'citations key_questions extractions sd_meta_data extraction_forms_projects artifact_assessments';
const lists = `projects ${ofProjects} /api/v4/projects`;
const everyRead =
  'projects projects/:id citations citations/:id key_questions extractions extractions/:id sd_meta_data sd_meta_data/:id extraction_forms_projects artifact_assessments users /api/v4/projects';
const withId = 'projects/:id citations/:id extractions/:id sd_meta_data/:id';

/** Where each gap is observed, in short names of endpoints, and whether only the survey asks there. */
const places: Readonly<Record<string, string>> = {
  'GAP-ACCEPT': `survey: projects ${someReads}`,
  'GAP-BOTH-KEYS': 'survey: users',
  'GAP-BUNDLE-TYPE': 'projects/:id',
  'GAP-CACHING': aFew,
  'GAP-CITATIONS-PROJECT': ofProjects,
  'GAP-COMPRESSION': aFew,
  'GAP-CONDITIONAL': `survey: ${aFew}`,
  'GAP-CONTENT-TYPE': everyRead,
  'GAP-COOKIES': aFew,
  'GAP-ERROR-FIELDS': everyRead,
  'GAP-ERROR-MESSAGES': withId,
  'GAP-ERROR-STATUS': everyRead,
  'GAP-FHIR-ID': someReads,
  'GAP-FHIR-RELEASE': someReads,
  'GAP-HEAD': `survey: ${aFew}`,
  'GAP-ID-FORMAT': lists,
  'GAP-IMPORT-ANSWER': 'fhir_imports',
  'GAP-IMPORT-INVALID': 'fhir_imports',
  'GAP-IMPORT-UNKEYED-ORDER': 'survey: fhir_imports',
  'GAP-KEY-CASE': 'survey: users',
  'GAP-KEY-PARAMETER-CASE': 'survey: users',
  'GAP-KEY-SCHEME': 'survey: users',
  'GAP-LIST-FIELDS': lists,
  'GAP-LIST-PARAMETERS': `survey: ${aFew}`,
  'GAP-LIST-SHAPE': lists,
  'GAP-OPTIONS': 'survey: projects',
  'GAP-READ-STATUS': everyRead,
  'GAP-RECORD-FIELDS': 'citations/:id users',
  'GAP-TRAILING-SLASH': 'survey: projects',
  'GAP-UNKNOWN-ID': withId,
  'GAP-UNKNOWN-PARAMETER': `survey: ${aFew}`,
  'GAP-UNKNOWN-PATH': 'survey: projects',
  'GAP-V4-ANSWER': '/api/v4/projects',
};

test('each gap is observed where the document leaves it open, and what only the survey asks is asked by it alone', () => {
  const short = (all: readonly GapCase[]): string =>
    all.map(({ endpoint }) => endpoint.path.replace('/api/v3/', '')).join(' ');
  const [usual, survey] = (['full', 'survey'] as const).map((tier) => scopeOf(tier).gapCases);
  const found = gaps.flatMap(({ id }) => {
    const [always, surveyed] = [usual, survey].map((all) => all?.filter(({ gap }) => gap.id === id) ?? []);
    if (always === undefined || surveyed === undefined || surveyed.length === 0) return [];
    return [[id, always.length > 0 ? short(always) : `survey: ${short(surveyed)}`]];
  });
  expect(Object.fromEntries(found)).toEqual(places);
});
