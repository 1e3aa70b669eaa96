import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { type LongWait, makeClient } from '../../../engine/http/client.ts';
import { makeRateLimiter } from '../../../engine/http/rate-limiter.ts';
import type { Sent } from '../../../engine/http/sent.ts';
import { boundlessMemory } from '../../support/body-memory.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { slow } from '../../support/long.ts';
import { reported, requestTo, withClient } from './client-tools.ts';
import { startHttp } from './servers.ts';

const text = '[{"title":"Über die Prüfung"}]';

test.describe('encodings', () => {
  const encodings: readonly (readonly [string, Buffer])[] = [
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['GZIP', gzipSync(text)],
  ];
  for (const [encoding, body] of encodings) {
    test(`a body encoded by ${encoding} is read`, async () => {
      const server = await startHttp((_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(body);
      });
      const sent = await withClient(
        makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}` }),
        ({ get }) => get('/'),
      );
      await server.close();
      expect(reported(sent)).toBe(`200 ${text}`);
    });
  }

  for (const encoding of ['gzip', 'deflate', 'br']) {
    test(`an empty body that is declared as ${encoding} is an empty one, a cut one is not`, async () => {
      const server = await startHttp(({ url }, response) => {
        response.writeHead(401, { 'content-encoding': encoding });
        if (url === '/cut') response.end(Buffer.from([31]));
        else response.end();
      });
      const installation = makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}` });
      const sent = await withClient(installation, ({ get }) => get('/'));
      const cut = await withClient(installation, ({ get }) => get('/cut'));
      await server.close();
      expect(reported(sent)).toBe('401 ');
      expect(sent.failure).toBeUndefined();
      expect(cut.failure).toBeDefined();
    });
  }

  test('the size limit counts decoded bytes', async () => {
    const server = await startHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_001, ' ')));
    });
    const at = `http://127.0.0.1:${server.port}`;
    const large = await withClient(
      makeTestInstallation({ baseUrl: at, maximumBodyBytes: 1_000_000 }),
      ({ get }) => get('/'),
    );
    const fits = await withClient(
      makeTestInstallation({ baseUrl: at, maximumBodyBytes: 1_000_001 }),
      ({ get }) => get('/'),
    );
    await server.close();
    expect(large.answer).toMatchObject({
      status: 200,
      unread: 'it is larger than 1 MB; raise MAX_BODY_MB to read it',
    });
    expect(fits.answer?.body.length).toBe(1_000_001);
  });
});

test.describe('limits of time', () => {
  test('a server that sends its headers and then nothing is given up at the limit', async () => {
    const server = await startHttp((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.flushHeaders();
    });
    const installation = makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}`, timeoutMs: 150 });
    const sent = await withClient(installation, ({ get }) => get('/'));
    await server.close();
    expect(reported(sent)).toBe('timeout: no complete answer came within 0.15 s');
    expect(sent.phasesMs.firstByte).toBeDefined();
    expect(sent.phasesMs.total).toBeGreaterThanOrEqual(149);
  });

  test('ending a run gives up what is under way and what waits for its turn', async () => {
    const server = await startHttp(() => undefined);
    const installation = makeTestInstallation({
      baseUrl: `http://127.0.0.1:${server.port}`,
      pace: { perSecond: 0.01, concurrency: 1 },
    });
    const ending = new AbortController();
    const client = makeClient({
      installation,
      rateLimiter: makeRateLimiter(installation.pace),
      memory: boundlessMemory,
      signal: ending.signal,
      remainingMs: () => 60_000,
      onLongWait: () => undefined,
    });
    const under = client.send(requestTo(installation, '/under-way'));
    const waiting = client.send(requestTo(installation, '/waiting'));
    const both = Promise.allSettled([under, waiting]);
    await expect.poll(server.connections).toBe(1);
    ending.abort('the end');
    expect((await both).map((one) => (one.status === 'rejected' ? one.reason : one.status))).toEqual([
      'the end',
      'the end',
    ]);
    await client.close();
    await server.close();
  });
});

test('two large bodies are not in memory at once, and small ones do not wait for them', async () => {
  const server = await startHttp((request, response) => {
    response.end(Buffer.alloc(request.url === '/small' ? 10 : 6_000_000, ' '));
  });
  const installation = makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}` });
  await withClient(installation, async ({ get }) => {
    const done: string[] = [];
    const ask = async (path: string): Promise<Sent> => {
      const sent = await get(path);
      done.push(path);
      return sent;
    };
    const [one, other] = [ask('/large'), ask('/large')];
    const first = await Promise.race([one, other]);
    await ask('/small');
    expect(done).toEqual(['/large', '/small']);
    first.release();
    const lengths = (await Promise.all([one, other])).map(({ answer }) => answer?.body.length);
    expect(lengths).toEqual([6_000_000, 6_000_000]);
  });
  await server.close();
});

test('the pace holds: so many requests a second, from the first one on', slow, async () => {
  const server = await startHttp((_request, response) => void response.end('[]'));
  const pace = { perSecond: 5, concurrency: 4 };
  const startedAt = performance.now();
  await withClient(makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}`, pace }), ({ get }) =>
    Promise.all(Array.from({ length: 11 }, () => get('/'))),
  );
  // Five in each of the first two seconds, the eleventh in the third: a slow machine only takes longer.
  expect(performance.now() - startedAt).toBeGreaterThan(1900);
  await server.close();
});

test('no more requests are under way at once than the pace allows', async () => {
  let underWay = 0;
  let most = 0;
  const server = await startHttp((_request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setImmediate(() => {
      underWay -= 1;
      response.end('[]');
    });
  });
  const pace = { perSecond: 'off', concurrency: 3 } as const;
  await withClient(makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}`, pace }), ({ get }) =>
    Promise.all(Array.from({ length: 30 }, () => get('/'))),
  );
  await server.close();
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(3);
  expect(server.connections()).toBeLessThanOrEqual(3);
});

test.describe('throttling', () => {
  /** Throttles the first request and answers the next ones; tells when each came. */
  async function throttledOnce(retryAfter: string) {
    const cameAt: number[] = [];
    const server = await startHttp((_request, response) => {
      cameAt.push(performance.now());
      if (cameAt.length === 1)
        response.writeHead(429, { 'retry-after': retryAfter }).end('{"error":"Slow down"}');
      else response.end('[]');
    });
    const installation = makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}` });
    const outcome = await withClient(installation, async ({ get, counts, longWaits }) => {
      const sent = await get('/');
      return {
        said: reported(sent),
        throttled: sent.throttled,
        counts: { ...counts },
        longWaits: [...longWaits],
      };
    });
    await server.close();
    return { ...outcome, waitedMs: (cameAt[1] ?? 0) - (cameAt[0] ?? 0) };
  }

  test('Retry-After in seconds is waited for', async () => {
    const { said, waitedMs, counts } = await throttledOnce('1');
    expect(said).toBe('200 []');
    expect(waitedMs).toBeGreaterThan(990);
    expect(counts).toEqual({ requests: 2, retried: 0, throttled: 1, flaky: 0 });
  });

  test('Retry-After as a date is waited for', slow, async () => {
    const { said, waitedMs } = await throttledOnce(new Date(Date.now() + 2500).toUTCString());
    expect(said).toBe('200 []');
    // A date has whole seconds.
    expect(waitedMs).toBeGreaterThan(1000);
  });

  const absurdWaits: Readonly<Record<string, string>> = {
    'a day': '86400',
    'a day, as a date': new Date(Date.now() + 86_400_000).toUTCString(),
    'longer than the world': '9'.repeat(40),
  };
  for (const [name, absurd] of Object.entries(absurdWaits)) {
    test(`a wait of ${name} is not waited for, and reported`, async () => {
      const { said, throttled, longWaits, counts } = await throttledOnce(absurd);
      expect(said).toBe('429 {"error":"Slow down"}');
      expect(throttled).toBe(true);
      expect(longWaits.length).toBe(1);
      expect(counts.requests).toBe(1);
    });
  }

  test('a wait that fits into the rest of the run is waited for, and a longer one ends it', async () => {
    const paused: number[] = [];
    const server = await startHttp((request, response) => {
      const isFirst = request.url === '/57' && paused.length === 0;
      if (isFirst || request.url === '/61')
        response.writeHead(429, { 'retry-after': request.url?.slice(1) }).end('{}');
      else response.end('[]');
    });
    const installation = makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}` });
    const longWaits: LongWait[] = [];
    const client = makeClient({
      installation,
      rateLimiter: { ...makeRateLimiter(installation.pace), pauseFor: (ms) => void paused.push(ms) },
      memory: boundlessMemory,
      signal: new AbortController().signal,
      remainingMs: () => 60_000,
      onLongWait: (wait) => longWaits.push(wait),
    });
    expect((await client.send(requestTo(installation, '/57'))).answer?.status).toBe(200);
    expect(paused).toEqual([57_000]);
    expect((await client.send(requestTo(installation, '/61'))).throttled).toBe(true);
    expect(longWaits).toEqual([{ seconds: 61, isAsked: true }]);
    await client.close();
    await server.close();
  });
});

test('a large body that nobody wants any more frees its place when the run ends', async () => {
  const server = await startHttp((_request, response) => {
    response.writeHead(429, { 'retry-after': '1' }).end(Buffer.alloc(1_500_000, ' '));
  });
  const installation = makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}` });
  const run = new AbortController();
  let held = 0;
  const client = makeClient({
    installation,
    rateLimiter: makeRateLimiter(installation.pace),
    memory: {
      maximumBytes: Number.POSITIVE_INFINITY,
      async reserve() {
        held += 1;
        return () => {
          held -= 1;
        };
      },
    },
    signal: run.signal,
    remainingMs: () => 60_000,
    onLongWait: () => undefined,
  });
  const heldWhileRead: number[] = [];
  const sent = client.send(requestTo(installation, '/'), {
    async onSentAgain() {
      heldWhileRead.push(held);
      run.abort(new Error('the deadline passed'));
      run.signal.throwIfAborted();
    },
  });
  await expect(sent).rejects.toThrow('the deadline passed');
  expect(heldWhileRead).toEqual([1]);
  expect(held).toBe(0);
  await client.close();
  await server.close();
});
