import { expect, test } from '@playwright/test';
import { type Ask, withReference } from './asking.ts';

const everyEndpoint: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/api/v3/projects'],
  ['GET', '/api/v3/projects/1'],
  ['GET', '/api/v3/citations?project_id=1'],
  ['GET', '/api/v3/citations/1'],
  ['GET', '/api/v3/key_questions'],
  ['GET', '/api/v3/extractions'],
  ['GET', '/api/v3/extractions/17'],
  ['GET', '/api/v3/sd_meta_data'],
  ['GET', '/api/v3/sd_meta_data/29'],
  ['GET', '/api/v3/extraction_forms_projects'],
  ['POST', '/api/v3/fhir_imports'],
  ['GET', '/api/v3/artifact_assessments'],
  ['GET', '/api/v3/users'],
  ['GET', '/api/v4/projects'],
  ['GET', '/api/v3/no_such_endpoint'],
];

async function expectUnauthorized(ask: Ask, path: string, options: Parameters<Ask>[1]): Promise<void> {
  const { status, headers, json } = await ask(path, options);
  expect({ path, status, json }).toEqual({ path, status: 401, json: { error: 'Unauthorized' } });
  expect(headers.get('content-type')).toContain('application/json');
}

test('every endpoint refuses a request without a valid key, even if more is wrong with it', async () => {
  await withReference({}, async (ask, { keys }) => {
    for (const [method, path] of everyEndpoint) {
      const separator = path.includes('?') ? '&' : '?';
      await expectUnauthorized(ask, path, { method, key: 'none' });
      await expectUnauthorized(ask, path, { method, key: 'f'.repeat(64) });
      await expectUnauthorized(ask, path, { method, key: keys.revoked });
      await expectUnauthorized(ask, `${path}${separator}api_key=${keys.revoked}`, { method, key: 'none' });
      await expectUnauthorized(ask, `${path}${separator}api_key=wrong`, { method, key: 'none' });
    }
    await expectUnauthorized(ask, '/api/v3/citations?project_id=x&page=0', { key: 'none' });
    await expectUnauthorized(ask, '/api/v3/projects/999', { key: 'none' });
    await expectUnauthorized(ask, '/api/v3/projects/%ZZ', { key: 'none' });
  });
});

test('only the exact key is accepted, and the header takes precedence over the query parameter', async () => {
  await withReference({}, async (ask, { keys }) => {
    const { first } = keys;
    const refused: readonly Record<string, string>[] = [
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${first.slice(0, -1)}` },
      { authorization: `Bearer ${first}0` },
      { authorization: `Bearer ${first.toUpperCase()}` },
      { authorization: `Bearer ${first} ${first}` },
      { authorization: first },
      { authorization: `Basic ${Buffer.from(`${first}:`).toString('base64')}` },
      { cookie: `api_key=${first}` },
      { 'api-key': first },
    ];
    for (const headers of refused) {
      await expectUnauthorized(ask, '/api/v3/users', { headers, key: 'none' });
    }
    await expectUnauthorized(ask, `/api/v3/users?api_key=${first}&api_key=${first}`, { key: 'none' });
    await expectUnauthorized(ask, '/api/v3/users?api_key=', { key: 'none' });
    await expectUnauthorized(ask, `/api/v3/users?api_key=${first}`, { key: 'wrong' });
    expect((await ask('/api/v3/users?api_key=wrong')).status).toBe(200);
    expect((await ask('/api/v3/users', { headers: { authorization: `bearer ${first}` } })).status).toBe(200);
  });
});

test('keys are generated at every start unless they are given', async () => {
  const given = { first: 'a'.repeat(40), second: 'b'.repeat(40), revoked: 'c'.repeat(40) };
  await withReference({ keys: given }, async (ask, { keys }) => {
    expect(keys).toEqual(given);
    expect((await ask('/api/v3/users')).status).toBe(200);
  });
  await withReference({}, async (_ask, one) => {
    await withReference({}, async (_askOther, other) => {
      const all = [...Object.values(one.keys), ...Object.values(other.keys)];
      expect(new Set(all).size).toBe(6);
      expect(all.every((key) => key.length === 64)).toBe(true);
    });
  });
});
