import { expect, test } from '@playwright/test';
import { json } from '../../../reference/answer.ts';
import {
  type Behaviour,
  type RawExchange,
  type Reference,
  type SeenRequest,
  startReference,
} from '../../../reference/index.ts';
import { type HostileResult, hostileInstallation, runAgainst, sentinels } from './hostile-run.ts';
import { startRawServer } from './raw-server.ts';

/** Runs everything against the reference installation with one hostile behaviour. */
async function runWith(
  behaviour: Behaviour,
  changes: Parameters<typeof hostileInstallation>[1] = {},
): Promise<HostileResult & { readonly seen: readonly SeenRequest[]; readonly reference: Reference }> {
  const seen: SeenRequest[] = [];
  const reference = await startReference({
    rateLimit: 'off',
    keys: { first: sentinels.key, second: sentinels.second, revoked: sentinels.revoked },
    behaviours: [behaviour],
    onRequest: (request) => seen.push(request),
  });
  try {
    const limits = { timeoutMs: 5000, deadlineMs: 30_000, ...changes };
    const result = await runAgainst(hostileInstallation(reference.baseUrl, limits));
    return { ...result, seen, reference };
  } finally {
    await reference.close();
  }
}

/** Replaces the success of one endpoint by other bytes. */
function answering(
  endpoint: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Behaviour {
  return {
    transformAnswer: (answer, request) =>
      request.endpoint === endpoint && answer.status === 200
        ? {
            status: 200,
            headers,
            body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
          }
        : answer,
  };
}

function outcomeOf({ record }: HostileResult, check: string, endpoint: string): string | undefined {
  return record.verdicts.find((one) => one.check === check && one.endpoint === endpoint)?.outcome;
}

test.describe('the key never leaves for another host', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`a redirect ${status} to another host is not followed`, async () => {
      const other = await startRawServer({ onRequest: ({ socket }) => void socket.end() });
      try {
        const { record, seen } = await runWith({
          transformAnswer: (_answer, { path, query }) => ({
            status,
            headers: {
              location: `${other.origin}${path}?${new URLSearchParams(query as Record<string, string>)}`,
            },
            body: undefined,
          }),
        });
        expect(other.heads).toEqual([]);
        expect(record.state).toBe('not-this-api');
        expect(seen.length).toBeGreaterThan(0);
      } finally {
        await other.close();
      }
    });
  }

  test('a redirect to itself is asked once', async () => {
    const { seen, record } = await runWith({
      transformAnswer: (_answer, { path }) => ({ status: 302, headers: { location: path }, body: undefined }),
    });
    expect(record.state).toBe('not-this-api');
    expect(seen.length).toBe(record.requests);
    expect(seen.length).toBeLessThan(8);
  });

  test('other ways to another place are not followed either', async () => {
    const other = await startRawServer({ onRequest: ({ socket }) => void socket.end() });
    try {
      const headers = {
        'content-type': 'application/json',
        location: other.origin,
        refresh: `0; url=${other.origin}`,
        link: `<${other.origin}>; rel=next`,
        'alt-svc': `h2="127.0.0.1:${other.port}"`,
      };
      const everywhere: Behaviour = {
        transformAnswer: (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }),
      };
      const links = [{ id: 1, url: `${other.origin}/api/v3/projects/1`, href: other.origin }];
      const reference = await startReference({
        rateLimit: 'off',
        keys: { first: sentinels.key, second: sentinels.second, revoked: sentinels.revoked },
        behaviours: [
          everywhere,
          answering('GET /api/v3/citations', { next: other.origin, data: links }, headers),
        ],
      });
      const { runInstallation } = await import('../../../engine/run.ts');
      const { record } = await runInstallation(
        hostileInstallation(reference.baseUrl, { timeoutMs: 5000, deadlineMs: 30_000 }),
      );
      await reference.close();
      expect(record.requests).toBeGreaterThan(50);
      expect(other.heads).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

test.describe('a key that is echoed stands nowhere', () => {
  const { key } = sentinels;
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const echoes: Readonly<Record<string, string>> = {
    whole: key,
    'without its beginning': key.slice(3),
    'without its end': key.slice(0, -3),
    'eight characters of it': key.slice(6, 14),
    'in capital letters': key.toUpperCase(),
    'in small letters': key.toLowerCase(),
    'URL-encoded': encodeURIComponent(`a b&${key}`),
    'in base64': base64(key),
    'in base64 behind one character': base64(`:${key}`),
    'in base64 behind a scheme': base64(`Bearer ${key}`),
    'in base64 for URLs': Buffer.from(`Bearer ${key}`).toString('base64url'),
    'in hexadecimal': Buffer.from(key).toString('hex'),
    'in hexadecimal capitals': Buffer.from(key).toString('hex').toUpperCase(),
    'behind a letter that grows when made small': `\u0130${key}`,
    'twice in a row': key + key,
  };
  for (const [name, echo] of Object.entries(echoes)) {
    test(`in bodies, names, headers and messages: ${name}`, async () => {
      const behaviour: Behaviour = {
        transformAnswer: (answer, { path }) => {
          const headers = {
            'content-type': `application/json; echo=${encodeURIComponent(echo)}`,
            'x-echo': encodeURIComponent(echo),
          };
          if (path.endsWith('key_questions')) return json(500, { error: `no ${echo} here`, [echo]: echo });
          if (path.endsWith('sd_meta_data'))
            return { status: 200, headers, body: Buffer.from(`<p>${echo}</p>`) };
          if (answer.status !== 200) return { ...answer, headers: { ...answer.headers, ...headers } };
          if (path.endsWith('citations')) return json(200, [{ id: echo, [echo]: echo }]);
          return {
            ...answer,
            headers: {
              ...answer.headers,
              ...headers,
              'cache-control': `private, ${encodeURIComponent(echo)}`,
            },
          };
        },
      };
      const { record } = await runWith(behaviour);
      expect(record.state).toBe('violating');
      expect(JSON.stringify(record)).toContain('[key]');
    });
  }

  test('in header names, reason phrases and the answer to a wrong request', async () => {
    const { record } = await runWith({
      raw: ({ response, apiRequest }: RawExchange) => {
        if (!apiRequest.path.endsWith('citations')) return false;
        response.writeHead(500, `Broken ${key}`, { [`x-${key}`]: 'yes', 'content-type': `text/${key}` });
        response.end(`{"error": "${key}"}`);
        return true;
      },
    });
    expect(record.state).toBe('violating');
  });
});

test.describe('ids that a list shows lead to no other place', () => {
  const endpoint = 'GET /api/v3/citations';
  const ids: readonly string[] = [
    '..',
    '.',
    '../users',
    '../../v4/projects',
    '..%2fusers',
    '%2e%2e',
    '1?admin=true',
    '1#top',
    '1\r\nX-Injected: yes\r\n\r\nGET /evil HTTP/1.1',
    '1%0d%0aX-Injected: yes',
    '1 HTTP/1.1',
    '\u0000',
    '\u001b[2J',
    '\\..\\users',
    '//evil.example/x',
    'http://evil.example/',
    '@evil.example',
    ';id=2',
    'ü€😀',
    '\ud800',
    "1'; DROP TABLE citations; --",
    '$(reboot)',
    '`reboot`',
    'a'.repeat(100_000),
  ];
  for (const id of ids) {
    test(`as in ${JSON.stringify(id.slice(0, 40))}`, async () => {
      const lists = answering(endpoint, `[{"id": ${JSON.stringify(id)}}]`);
      const seen: string[] = [];
      const { record } = await runOrConform({
        ...lists,
        before: (request, _response, next) => {
          seen.push(request.url);
          expect(request.headers['x-injected']).toBeUndefined();
          next();
        },
      });
      const known =
        /^\/api\/v[34]\/(projects|citations|key_questions|extractions|sd_meta_data|extraction_forms_projects|fhir_imports|artifact_assessments|users|no_such_resource)(\/[^/?#]*)?\/?(\?.*)?$/;
      for (const url of seen) {
        expect(url).toMatch(known);
        expect(url.length).toBeLessThan(2000);
      }
      const asked = seen
        .filter((url) => url.startsWith('/api/v3/citations/'))
        .map((url) => url.split('?')[0]);
      for (const url of asked) expect(decodeURIComponent(url ?? '')).not.toMatch(/\/(users|\.\.?)$/);
      expect(seen.length).toBe(record.requests);
      for (const { curl } of record.exchanges) expect(curl).not.toMatch(/\p{Cc}/u);
    });
  }

  /** An odd id is no violation by itself, so the exit code may be 0 here. */
  async function runOrConform(behaviour: Behaviour): Promise<Pick<HostileResult, 'record'>> {
    const reference = await startReference({
      rateLimit: 'off',
      keys: { first: sentinels.key, second: sentinels.second, revoked: sentinels.revoked },
      behaviours: [behaviour],
    });
    const { runInstallation } = await import('../../../engine/run.ts');
    try {
      return await runInstallation(
        hostileInstallation(reference.baseUrl, { timeoutMs: 5000, deadlineMs: 30_000 }),
        { tier: 'full' },
      );
    } finally {
      await reference.close();
    }
  }
});

test('messages with markup, control characters, terminal escapes and bidirectional marks are told harmlessly', async () => {
  const nasty =
    '<script>alert(1)</script>\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eevil\u2066\u0000|`*[x](http://evil.example)\r\n# h';
  const { record, text } = await runWith({
    transformAnswer: (answer, { path }) => {
      if (path.endsWith('key_questions')) return json(500, { error: nasty, [nasty]: nasty });
      if (path.endsWith('sd_meta_data'))
        return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(nasty) };
      if (path.endsWith('citations')) return json(200, [{ id: 1, [nasty]: nasty }]);
      return answer;
    },
  });
  expect(record.state).toBe('violating');
  expect(text).toContain('script');
});

test('observations stay short, however long the names that an installation uses', async () => {
  const wide = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [`${'x'.repeat(900)}${index}`, index]),
  );
  const { record } = await runWith({
    transformAnswer: (answer, { path }) => {
      if (path.endsWith('key_questions')) return json(500, { error: 'x'.repeat(500_000) });
      return path.endsWith('citations') ? json(200, [{ id: 1, ...wide }]) : answer;
    },
  });
  for (const { answer } of record.observations) expect(answer.length).toBeLessThanOrEqual(2000);
  for (const { message } of record.verdicts) expect(message.length).toBeLessThanOrEqual(2000);
});

test('a server that stops answering in the middle of a run is told, and ends the run within its limits', async () => {
  let asked = 0;
  const { record } = await runWith(
    {
      before: (_request, _response, next) => {
        asked += 1;
        if (asked <= 20) next();
      },
    },
    { timeoutMs: 300, deadlineMs: 4000 },
  );
  expect(record.verdicts.some(({ outcome }) => outcome === 'pass')).toBe(true);
  expect(record.verdicts.some(({ outcome }) => outcome === 'fail')).toBe(true);
  expect(record.state).toBe('violating');
});

test('a server that goes away in the middle of a run is one cause', async () => {
  let asked = 0;
  const { record, exitCode } = await runWith({
    before: (request, _response, next) => {
      asked += 1;
      if (asked === 20) (request.socket as unknown as { server: { close(): void } }).server.close();
      if (asked < 20) next();
      else request.socket.destroy();
    },
  });
  expect(record.state).toBe('unreachable');
  expect(record.cause).toContain('stopped answering');
  expect(exitCode).toBe(3);
});

test('a day of waiting asked for in the middle of a run ends it at once', async () => {
  let asked = 0;
  const { record, exitCode } = await runWith({
    transformAnswer: (answer) => {
      asked += 1;
      return asked <= 20
        ? answer
        : {
            ...json(429, { error: 'Slow down' }),
            headers: { 'retry-after': '86400', 'content-type': 'application/json' },
          };
    },
  });
  expect(record.cause).toContain('asks to wait 86400 s');
  expect(record.durationMs).toBeLessThan(20_000);
  expect(exitCode).toBe(4);
});

test('a slow pace does not hold a run beyond its deadline', async () => {
  const { record } = await runWith(answering('GET /api/v3/users', '"nobody"'), {
    pace: { perSecond: 5, concurrency: 4 },
    deadlineMs: 1500,
  });
  expect(record.cutShort).toBe(true);
  expect(record.durationMs).toBeLessThan(3000);
});

test('a million list items are a list, and the first of them are looked at', async () => {
  const items = `[${Array.from({ length: 1_000_000 }, (_, id) => `{"id":${id + 1},"__proto__":{"polluted":1}}`).join(',')}]`;
  const result = await runWith(
    {
      transformAnswer: (answer, { path }) => {
        if (path.endsWith('/users')) return json(200, []);
        return path.endsWith('/key_questions') && answer.status === 200
          ? { ...answer, body: Buffer.from(items) }
          : answer;
      },
    },
    { maximumBodyBytes: 100_000_000, timeoutMs: 20_000, deadlineMs: 60_000 },
  );
  expect(outcomeOf(result, 'success.list-kind', 'GET /api/v3/key_questions')).toBe('pass');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('huge numbers as ids are not asked for as other numbers', async () => {
  const { seen } = await runWith({
    transformAnswer: (answer, { path }) => {
      if (path.endsWith('citations'))
        return { ...answer, status: 200, body: Buffer.from('[{"id": 12345678901234567890}]') };
      return path.endsWith('users') && answer.status === 200 ? json(200, []) : answer;
    },
  });
  expect(seen.some(({ path }) => path.includes('1234567890123456'))).toBe(false);
});

test('a FHIR resource nested a hundred thousand deep is not followed', async () => {
  const deep = `${'{"resourceType":"Bundle","type":"collection","entry":[{"resource":'.repeat(20_000)}1${'}]}'.repeat(20_000)}`;
  const result = await runWith(answering('GET /api/v3/projects/:id', deep), { timeoutMs: 20_000 });
  expect(result.record.state).toBe('violating');
  expect(outcomeOf(result, 'availability.endpoint-answers', 'GET /api/v3/projects/:id')).toBe('fail');
  expect(result.text).toContain('nested deeper than 1000 levels');
});
