import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { withReference } from './asking.ts';

type Entry = { readonly id: number; readonly name?: string; readonly project_id?: number };

test('the list of projects has published ones only; the owner can also read the unpublished one', async () => {
  await withReference({}, async (ask, { projectIds }) => {
    const [published, unpublished] = projectIds;
    const listed = (await ask('/api/v3/projects')).json as readonly Entry[];
    expect(listed.map(({ id }) => id)).toEqual([published]);
    expect((await ask(`/api/v3/projects/${unpublished}`)).status).toBe(200);
  });
});

test('the second user can read the published project, but not the unpublished one or its extractions', async () => {
  await withReference({}, async (ask, { keys, projectIds }) => {
    const [published, unpublished] = projectIds;
    const asSecond = { key: keys.second };
    const listed = (await ask('/api/v3/projects', asSecond)).json as readonly Entry[];
    expect(listed.map(({ id }) => id)).toEqual([published]);
    expect((await ask(`/api/v3/projects/${unpublished}`, asSecond)).status).toBe(404);
    const extractions = (await ask('/api/v3/extractions')).json as readonly Entry[];
    const foreign = extractions.find(({ project_id }) => project_id === unpublished);
    expect((await ask(`/api/v3/extractions/${foreign?.id}`)).status).toBe(200);
    expect((await ask(`/api/v3/extractions/${foreign?.id}`, asSecond)).status).toBe(404);
    const seen = (await ask('/api/v3/extractions', asSecond)).json as readonly Entry[];
    expect(new Set(seen.map(({ project_id }) => project_id))).toEqual(new Set([published]));
  });
});

test('users returns the owner of a key in the header or the query, and never the key itself', async () => {
  await withReference({}, async (ask, { keys }) => {
    const first = await ask('/api/v3/users');
    const byQuery = await ask(`/api/v3/users?api_key=${keys.first}`, { key: 'none' });
    const second = await ask('/api/v3/users', { key: keys.second });
    expect(first.json).toMatchObject({ login: 'ada', name: 'Ada Lindgren' });
    expect(byQuery.json).toEqual(first.json);
    expect(second.json).toMatchObject({ login: 'bruno' });
    expect(first.text).not.toContain(keys.first.slice(0, 8));
  });
});

const mistakes: readonly (readonly [path: string, status: number, error: string])[] = [
  ['/api/v3/citations', 400, 'The parameter project_id is missing: it names the project to list.'],
  [
    '/api/v3/citations?project_id=one',
    400,
    'The parameter project_id must be given once, as a whole number from 1.',
  ],
  ['/api/v3/key_questions?project_id=999', 404, 'There is no project 999 that this key may read.'],
  ['/api/v3/projects?page=0', 400, 'The parameter page must be given once, as a whole number from 1.'],
  [
    '/api/v3/projects?per_page=501',
    400,
    'The parameter per_page must be given once, as a whole number from 1 to 500.',
  ],
  ['/api/v3/projects?page=1&page=2', 400, 'The parameter page must be given once, as a whole number from 1.'],
  ['/api/v3/projects/999', 404, 'There is no project with this id that this key may read.'],
  ['/api/v3/projects/one', 404, 'There is no project with this id that this key may read.'],
  ['/api/v3/citations/999', 404, 'There is no citation with this id that this key may read.'],
  ['/api/v3/extractions/999', 404, 'There is no extraction with this id that this key may read.'],
  ['/api/v3/sd_meta_data/999', 404, 'There is no SR360 record with this id that this key may read.'],
  ['/api/v3/projects/%ZZ', 400, 'The request could not be read.'],
  ['/api/v3/nothing', 404, 'There is no such endpoint.'],
  ['/api/v4/citations', 404, 'There is no such endpoint.'],
  ['/api', 404, 'There is no such endpoint.'],
];

test('an invalid request gets a 4xx answer with a sentence as its error', async () => {
  await withReference({}, async (ask) => {
    for (const [path, status, error] of mistakes) {
      const asked = await ask(path);
      expect({ path, status: asked.status, body: asked.json }).toEqual({ path, status, body: { error } });
      expect(asked.headers.get('content-type')).toContain('application/json');
    }
  });
});

test('an unsupported method gets 405 with the allowed methods', async () => {
  await withReference({}, async (ask) => {
    const asked = await ask('/api/v3/projects', { method: 'POST' });
    expect(asked.status).toBe(405);
    expect(asked.headers.get('allow')).toBe('GET, HEAD');
    expect(asked.json).toEqual({ error: 'This endpoint answers GET, HEAD only.' });
  });
});

test('pagination covers a list without gaps or overlaps, and its links do not contain the key', async () => {
  await withReference({ basePath: '/some/app' }, async (ask, { keys }) => {
    const whole = (await ask('/api/v3/citations?project_id=1')).json as readonly Entry[];
    const paged: Entry[] = [];
    let next: string | undefined = '/api/v3/citations?project_id=1&per_page=5';
    while (next !== undefined) {
      const asked = await ask(`${next}&api_key=${keys.first}`, { key: 'none' });
      const link: string = asked.headers.get('link') ?? '';
      paged.push(...(asked.json as readonly Entry[]));
      expect(asked.headers.get('x-total-count')).toBe('12');
      expect(link).not.toContain(keys.first);
      next = /<\/some\/app([^>]+)>; rel="next"/.exec(link)?.[1];
    }
    expect(paged).toEqual(whole);
    expect(((await ask('/api/v3/citations?project_id=1&page=9')).json as readonly Entry[]).length).toBe(0);
  });
});

test('an installation with a base path answers below that path only', async () => {
  await withReference({ basePath: '/some/app/' }, async (ask, { baseUrl }) => {
    expect(baseUrl).toMatch(/\/some\/app$/);
    expect((await ask('/api/v3/users')).status).toBe(200);
    expect((await fetch(`${new URL(baseUrl).origin}/api/v3/users`)).status).toBe(404);
  });
});

test('schemas/openapi.json is served unchanged, or 404 if it was not built', async () => {
  const file = new URL('../../../schemas/openapi.json', import.meta.url);
  const expected = existsSync(file) ? { status: 200, text: readFileSync(file, 'utf8') } : { status: 404 };
  await withReference({}, async (ask) => {
    expect(await ask('/openapi.json', { key: 'none' })).toMatchObject(expected);
  });
});
