import { expect, test } from '@playwright/test';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { tryImport } from '../../../engine/run/asker.ts';
import { type Asked, listOf, makeAsking, notFound, unauthorized } from './asking.ts';
import type { Written } from './exchanges.ts';

const created = (body: string, headers: Written['headers'] = {}): Written => ({ status: 201, body, headers });
const refused: Written = { status: 422, body: '{"error":"Not a good Bundle."}' };

/** The imports that are sent, and the records read after them, with imports answered by a function. */
async function sentBy(
  answer: (asked: Asked) => Written,
  changes: Partial<Installation> = {},
): Promise<{ readonly imports: readonly string[]; readonly read: readonly string[] }> {
  const asking = makeAsking((asked) => {
    if (asked.startsWith('POST ')) return answer(asked);
    return asked.includes('created-id') ? {} : listOf(1, 2);
  }, changes);
  await tryImport(asking.asker, asking.installation);
  return {
    imports: asking.asked
      .filter((one) => one.startsWith('POST '))
      .map((one) => one.split('fhir_imports ')[1] ?? ''),
    read: asking.asked
      .filter((one) => one.includes('created-id'))
      .map((one) => one.replace('GET /api/v3/', '')),
  };
}

const attempts: readonly (readonly [
  name: string,
  answer: (asked: Asked) => Written,
  imports: readonly string[],
  changes?: Partial<Installation>,
])[] = [
  // The key is sent in the query only after a refusal, and only if a body that creates nothing shows that it works.
  [
    'refuses the key in the header alone',
    (asked) => {
      if (asked.includes(' header ')) return unauthorized;
      return asked.includes('other-type') ? refused : created('{}');
    },
    ['header valid', 'query other-type', 'query valid'],
  ],
  ['refuses the key both ways', () => unauthorized, ['header valid', 'query other-type']],
  // Another Bundle is sent only if this suite's own is refused.
  [
    'refuses the content of the Bundle',
    (asked) => (asked.includes('each-release') ? created('{}') : refused),
    ['header valid', 'header valid-in-each-release'],
  ],
  ['refuses a large Bundle', () => ({ status: 413, body: '{"error":"Too large"}' }), ['header valid']],
  ['refuses a configured Bundle', () => refused, ['header valid'], { importBundle: '{}' }],
];

for (const [name, answer, imports, changes] of attempts) {
  test(`an installation that ${name} gets: ${imports.join(', then ')}`, async () => {
    expect((await sentBy(answer, changes)).imports).toEqual(imports);
  });
}

/** The records that are read after an answer to an import. */
const reads: readonly (readonly [answer: Written, read: readonly string[]])[] = [
  [created('{"resourceType":"Citation","id":7}'), ['citations/7 header created-id']],
  [created('{}', { location: '/api/v3/projects/p-1' }), ['projects/p-1 header created-id']],
  [
    created('{"created":[{"reference":"Citation/7"},{"reference":"Citation/8"},{"reference":"Project/3"}]}'),
    ['projects/3 header created-id', 'citations/7 header created-id'],
  ],
  // No endpoint of the document reads a Group.
  [created('{"reference":"Group/g-1"}'), []],
  // An id without a kind is looked for until it is found.
  [created('{"id":7}'), ['projects/7 header created-id']],
  [refused, []],
];

for (const [answer, read] of reads) {
  test(`after ${answer.status} with ${answer.body} ${JSON.stringify(answer.headers ?? {})}, [${read.join(', ')}] is read`, async () => {
    expect((await sentBy(() => answer)).read).toEqual(read);
  });
}

test('an id of unknown kind that is not found is requested once at each endpoint of records', async () => {
  const asking = makeAsking((asked) => {
    if (asked.startsWith('POST ')) return created('{"id":7}');
    return asked.includes('created-id') ? notFound : listOf(1, 2);
  });
  await tryImport(asking.asker, asking.installation);
  expect(asking.asked.filter((one) => one.includes('created-id'))).toEqual([
    'GET /api/v3/projects/7 header created-id',
    'GET /api/v3/citations/7 header created-id',
    'GET /api/v3/extractions/7 header created-id',
    'GET /api/v3/sd_meta_data/7 header created-id',
  ]);
});
