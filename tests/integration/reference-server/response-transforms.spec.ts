import { request } from 'node:http';
import { expect, test } from '@playwright/test';
import { errorAnswer, json } from '../../../reference-server/answer.ts';
import type { ApiRequest, ResponseTransform, SeenRequest } from '../../../reference-server/index.ts';
import { withReference } from './asking.ts';

test('a transform can change any answer, including refusals, and sees the endpoint', async () => {
  const seen: (string | undefined)[] = [];
  const teapot: ResponseTransform = {
    transformAnswer: (answer, { endpoint }) => {
      seen.push(endpoint);
      return answer.status === 401 ? errorAnswer(418, 'short and stout') : answer;
    },
  };
  await withReference({ transforms: [teapot] }, async (ask) => {
    expect((await ask('/api/v3/projects/1')).status).toBe(200);
    expect((await ask('/api/v3/projects', { key: 'none' })).json).toEqual({ error: 'short and stout' });
    expect((await ask('/api/v3/nothing')).status).toBe(404);
    expect((await ask('/api/v3/projects/%ZZ')).status).toBe(400);
    expect((await ask('/api/v4/projects')).status).toBe(200);
  });
  expect(seen).toEqual([
    'GET /api/v3/projects/:id',
    'GET /api/v3/projects',
    undefined,
    undefined,
    'GET /api/v4/projects',
  ]);
});

test('transforms run in order, each on the answer of the previous one', async () => {
  const append = (text: string): ResponseTransform => ({
    transformAnswer: ({ body }) =>
      Promise.resolve(json(200, `${typeof body === 'string' ? body : ''}${text}`)),
  });
  await withReference({ transforms: [append('first '), append('second')] }, async (ask) => {
    expect((await ask('/api/v3/users')).json).toBe('first second');
  });
});

test('a binary body is sent unchanged, and an undefined body as an empty one', async () => {
  const raw: ResponseTransform = {
    transformAnswer: (_answer, { path }) => ({
      status: path.endsWith('users') ? 200 : 204,
      headers: { 'content-type': 'text/html' },
      body: path.endsWith('users') ? Buffer.from('<p>not JSON') : undefined,
    }),
  };
  await withReference({ transforms: [raw] }, async (ask) => {
    const html = await ask('/api/v3/users');
    expect([html.text, html.headers.get('content-type')]).toEqual(['<p>not JSON', 'text/html']);
    const empty = await ask('/api/v3/projects');
    expect([empty.status, empty.text]).toEqual([204, '']);
  });
});

test('headers of an answer override the default Content-Length and Transfer-Encoding', async () => {
  const chunked: ResponseTransform = {
    transformAnswer: (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'transfer-encoding': 'chunked' },
    }),
  };
  await withReference({ transforms: [chunked] }, async (ask) => {
    const { headers, json: body } = await ask('/api/v3/users');
    expect([headers.get('content-length'), headers.get('transfer-encoding')]).toEqual([null, 'chunked']);
    expect(body).toMatchObject({ login: 'ada' });
  });
  const short: ResponseTransform = {
    transformAnswer: (answer) => ({ ...answer, headers: { ...answer.headers, 'content-length': '5' } }),
  };
  await withReference({ transforms: [short] }, async (ask) => {
    expect((await ask('/api/v3/users')).text).toHaveLength(5);
  });
});

test('a transform can wrap authentication, and handlers see the user that it returns', async () => {
  const anyBearer: ResponseTransform = {
    authenticate: (usual) => (call: ApiRequest, users) =>
      usual(call, users) ?? (call.headers.authorization === undefined ? undefined : users.all()[1]),
  };
  await withReference({ transforms: [anyBearer] }, async (ask) => {
    expect((await ask('/api/v3/users')).json).toMatchObject({ login: 'ada' });
    expect((await ask('/api/v3/users', { key: 'anything' })).json).toMatchObject({ login: 'bruno' });
    expect((await ask('/api/v3/users', { key: 'none' })).status).toBe(401);
  });
});

test('a transform can answer before everything else, or take over the socket', async () => {
  const maintenance: ResponseTransform = {
    before: (request, response, next) =>
      request.path === '/api/v3/users' ? void response.status(503).send('maintenance') : next(),
    raw: ({ response, apiRequest, answer }) => {
      if (apiRequest.path === '/api/v4/projects') {
        expect(answer.status).toBe(200);
        response.socket?.resetAndDestroy();
        return true;
      }
      return false;
    },
  };
  await withReference({ transforms: [maintenance] }, async (ask) => {
    expect((await ask('/api/v3/users', { key: 'none' })).status).toBe(503);
    await expect(ask('/api/v4/projects')).rejects.toThrow();
    expect((await ask('/api/v3/projects')).status).toBe(200);
  });
});

test('onRequest gets every request, with its path without the base path', async () => {
  const seen: SeenRequest[] = [];
  await withReference(
    { basePath: '/app', onRequest: (request) => seen.push(request) },
    async (ask, { keys }) => {
      await ask(`/api/v3/users?api_key=${keys.second}`);
      await ask('/api/v3/nothing', { key: 'none', method: 'DELETE' });
    },
  );
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v3/users',
    'DELETE /api/v3/nothing',
  ]);
  expect(Object.keys(seen[0]?.query ?? {})).toEqual(['api_key']);
  expect(seen[0]?.headers.authorization).toMatch(/^Bearer /);
});

test('closing the installation ends a request that is never answered', async () => {
  let reached: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const hang: ResponseTransform = {
    raw: () => {
      reached();
      return true;
    },
  };
  const failed = await new Promise<Error>((resolve, reject) => {
    withReference({ transforms: [hang] }, async (_ask, { baseUrl, keys }) => {
      const headers = { authorization: `Bearer ${keys.first}` };
      request(`${baseUrl}/api/v3/users`, { headers }).on('error', resolve).end();
      await hanging;
    }).catch(reject);
  });
  expect((failed as NodeJS.ErrnoException).code).toBe('ECONNRESET');
});

test('an exception in a transform gives a 500 without details', async () => {
  const broken: ResponseTransform = {
    transformAnswer: () => {
      throw new Error('secret detail');
    },
  };
  const rateLimit = { windowMs: 60_000, limit: 1 };
  await withReference({ transforms: [broken], rateLimit }, async (ask) => {
    for (const reason of ['answered', 'throttled']) {
      const { status, text } = await ask('/api/v3/users');
      expect([reason, status, text]).toEqual([
        reason,
        500,
        '{"error":"The installation could not answer this request."}',
      ]);
    }
  });
});
