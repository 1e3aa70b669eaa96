import { expect, test } from '@playwright/test';
import { createdIds } from '../../../contract/created-ids.ts';

const naming: readonly (readonly [string, unknown])[] = [
  ['a bare number', 17],
  ['a bare text', '17'],
  ['numbers', [1, 2]],
  ['texts', ['a1', 'b2']],
  ['UUIDs', ['6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f']],
  ['objects with id', [{ id: 5 }]],
  ['a wrapped list', { ids: [5, 6] }],
  ['a field of its own', { message: 'Imported', project_id: 5 }],
  ['a map by type', { Citation: [1, 2], Evidence: ['x-1'] }],
  ['a map by type to one', { Citation: 12 }],
  ['a map by the paths of records', { '/api/v3/citations/903': 'created' }],
  ['a map by their addresses', { 'https://r.example/api/v3/citations/903': { status: 'draft' } }],
  ['a map by codes', { created: { C903: 'A trial' } }],
  ['a map by ids of a database', { created: { '65f0c0ffee65f0c0ffee65f0': 'Citation' } }],
  [
    'a transaction-response',
    {
      resourceType: 'Bundle',
      type: 'transaction-response',
      entry: [{ response: { status: '201 Created', location: 'Citation/5/_history/1' } }],
    },
  ],
  ['deep objects', { data: { created: { resources: [{ type: 'Citation', identifier: 'c-9' }] } } }],
  ['a sentence that numbers a thing', { message: 'Project 77 was created' }],
  ['a sentence as the result', { result: 'Created ResearchStudy/12' }],
  ['sentences', { results: ['Created ResearchStudy/12', 'Created Citation/7'] }],
  ['a sentence with an id', { message: 'Stored, id: a-b-5' }],
  ['a sentence with an id behind a dash', { message: 'Stored as id-abc5' }],
  ['a sentence with an id behind a wide dash', { message: 'Stored, ID - 5' }],
  ['a sentence with a dotted reference', { message: 'See Citation/a.b-5.' }],
  ['a sentence with a number sign', { message: 'Stored as #5' }],
  ['references', { created: [{ reference: 'Citation/5' }] }],
  ['a bare word that is no courtesy', 'abc'],
  ['identifiers in one text', 'a1, b2,'],
  ['codes with a space', ['BA 5000:a', 'BA 5001:a']],
  ['a field of ids whose texts have spaces', { ids: ['Asthma 2024 a', 'Back pain'] }],
  ['a field named after an id, whose text has spaces', { project_id: 'Asthma in adults' }],
];

const namingNothing: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['an empty object', {}],
  ['an empty array', []],
  ['a status', { status: 'created' }],
  ['a status that numbers itself', { status: '201 Created', result: 'ok' }],
  ['a sentence', { message: 'Imported three resources' }],
  ['a sentence with a word that ends in id', { message: 'The bid 5 is valid, id unknown' }],
  ['a sentence that counts', { message: 'Imported 3 resources' }],
  ['sentences that name nothing', { results: ['All went well', 'Created 3 citations'] }],
  ['a bare courtesy', 'ok'],
  ['a courtesy with blanks', ' ok '],
  ['a map by id to nothing', { '12': null }],
  ['a text that is too long for an identifier', 'x'.repeat(301)],
  ['what comes after a hundred others', [...Array.from({ length: 100 }, () => null), 7]],
  ['a flag', { success: true }],
  ['the id of a request', { request_id: 'a1', traceId: 'b2', 'X-Request-Id': 'c3' }],
  ['a count', { count: 3 }],
  ['counts', { imported_count: 3, total: 3 }],
  ['empty lists', { ids: [], resources: [] }],
  ['what is wrong', { errors: ['invalid'], warnings: [{ code: 'x1' }] }],
  ['ids that an encoder could not write', { ids: ['undefined', 'NaN', '[object Object]'] }],
  ['a status line', ['HTTP 201', 'OK 201']],
  ['an empty text', { id: '' }],
  ['a time', { created_at: '2026-01-01T00:00:00Z', status: 201 }],
  [
    'an outcome without ids',
    {
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'information', code: 'informational', diagnostics: 'All is well' }],
    },
  ],
];

test.describe('Identifiers in an import answer', () => {
  for (const [name, body] of naming) {
    test(`are found in ${name}`, () => {
      expect(createdIds(body).certain).not.toEqual([]);
    });
  }
  for (const [name, body] of namingNothing) {
    test(`are missing from ${name}`, () => {
      expect(createdIds(body)).toEqual({ certain: [], doubtful: [] });
    });
  }

  const urn = 'urn:uuid:6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f';
  const sent = { hash: 'a', entries: 3, ids: [urn, 'c-9'], words: ['draft'] };
  const compared: readonly (readonly [string, unknown, readonly string[], readonly string[]])[] = [
    ['what was sent', { ids: [urn, 'c-9'], language: 'draft' }, [], ['draft', urn, 'c-9']],
    [
      'an address that was sent, as a reference',
      { id: 'Citation/6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f' },
      [],
      ['Citation/6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f'],
    ],
    ['new ids beside what was sent', { id: 41, was: urn }, ['41'], [urn]],
    ['the number of entries', { created: 3, imported: 3 }, [], []],
    ['another number', { created: 4 }, ['4'], []],
    ['what failed beside the number of entries', { imported: 3, failed: 0, skipped: [7] }, [], []],
    ['an id that equals the number of entries', { id: 3, project_id: 3 }, ['3', '3'], []],
    ['a map by type', { Citation: 3 }, ['3'], []],
    ['a bare number', 3, ['3'], []],
  ];
  for (const [name, body, certain, doubtful] of compared) {
    test(`are compared with what was sent: ${name}`, () => {
      expect(createdIds(body, sent)).toEqual({ certain, doubtful });
    });
  }

  test('are ten at most', () => {
    expect(createdIds(Array.from({ length: 20 }, (_, index) => index)).certain).toHaveLength(10);
    expect(createdIds('x'.repeat(300)).certain).toEqual(['x'.repeat(300)]);
  });

  test('are looked for in a bounded number of values', () => {
    let deep: unknown = 7;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(createdIds(deep).certain).toEqual([]);
  });
});
