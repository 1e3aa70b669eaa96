import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { makeRateLimiter } from '../../../engine/http/rate-limiter.ts';
import type { Sent } from '../../../engine/http/sent.ts';
import { whileOpen } from '../../support/serving.ts';
import { reported, requestTo, withClient } from './client-tools.ts';
import { startHttp } from './servers.ts';

test('the size limit counts decoded bytes', async () => {
  const packed = gzipSync(Buffer.alloc(1_000_001, ' '));
  const server = startHttp((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  });
  await whileOpen(server, async ({ baseUrl }) => {
    const read = (maximumBodyBytes: number) =>
      withClient({ baseUrl, maximumBodyBytes }, ({ get }) => get('/'));
    expect((await read(1_000_000)).answer).toMatchObject({
      status: 200,
      unread: 'it is larger than 1 MB; raise MAX_BODY_MB to read it',
    });
    expect((await read(1_000_001)).answer?.body.length).toBe(1_000_001);
  });
});

test('a server that sends its headers but no body runs into the timeout', async () => {
  const server = startHttp((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.flushHeaders();
  });
  const sent = await whileOpen(server, ({ baseUrl }) =>
    withClient({ baseUrl, timeoutMs: 150 }, ({ get }) => get('/')),
  );
  expect(reported(sent)).toBe('timeout: no complete answer came within 0.15 s');
  expect(sent.phasesMs.firstByte).toBeDefined();
  expect(sent.phasesMs.total).toBeGreaterThanOrEqual(149);
});

test('aborting a run rejects the requests that are under way and those that wait for their turn', async () => {
  const ending = new AbortController();
  await whileOpen(
    startHttp(() => undefined),
    async ({ baseUrl, connections }) => {
      const installation = { baseUrl, pace: { perSecond: 0.01, concurrency: 1 } };
      const both = withClient(
        installation,
        ({ get }) => Promise.allSettled([get('/under-way'), get('/waiting')]),
        { signal: ending.signal },
      );
      await expect.poll(connections).toBe(1);
      ending.abort('the end');
      expect((await both).map((one) => (one.status === 'rejected' ? one.reason : one.status))).toEqual([
        'the end',
        'the end',
      ]);
    },
  );
});

test('two large bodies are not in memory at once, and small ones do not wait for them', async () => {
  const server = startHttp((request, response) => {
    response.end(Buffer.alloc(request.url === '/small' ? 10 : 6_000_000, ' '));
  });
  await whileOpen(server, (installation) =>
    withClient(installation, async ({ get }) => {
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
    }),
  );
});

test('no more requests are under way at once than the pace allows', async () => {
  let underWay = 0;
  let most = 0;
  const server = startHttp((_request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setImmediate(() => {
      underWay -= 1;
      response.end('[]');
    });
  });
  const connections = await whileOpen(server, async ({ baseUrl, connections }) => {
    const pace = { perSecond: 'off', concurrency: 3 } as const;
    await withClient({ baseUrl, pace }, ({ get }) => Promise.all(Array.from({ length: 30 }, () => get('/'))));
    return connections();
  });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(3);
  expect(connections).toBeLessThanOrEqual(3);
});

/** Values of Retry-After in seconds, in a run that has 60 s left. */
const waits: readonly (readonly [name: string, retryAfter: string, status: number])[] = [
  ['that fits into the rest of the run is waited out', '57', 200],
  ['longer than the rest of the run is reported and not waited out', '61', 429],
  ['of 40 digits is reported and not waited out', '9'.repeat(40), 429],
];
for (const [name, retryAfter, status] of waits)
  test(`a Retry-After ${name}`, async () => {
    const paused: number[] = [];
    let arrived = 0;
    const server = startHttp((_request, response) => {
      arrived += 1;
      if (arrived > 1) response.end('[]');
      else response.writeHead(429, { 'retry-after': retryAfter }).end('{"error":"Slow down"}');
    });
    const rateLimiter = {
      ...makeRateLimiter({ perSecond: 'off', concurrency: 8 }),
      pauseFor: (ms: number) => void paused.push(ms),
    };
    await whileOpen(server, (installation) =>
      withClient(
        installation,
        async ({ get, counts, longWaits }) => {
          const { answer, throttled } = await get('/');
          const isLong = status === 429;
          expect([answer?.status, throttled]).toEqual([status, isLong]);
          expect(paused).toEqual(isLong ? [] : [Number(retryAfter) * 1_000]);
          const wait = `the installation asks to wait ${Number(retryAfter)} s before the next request`;
          expect(longWaits).toEqual(isLong ? [wait] : []);
          expect([arrived, counts.requests]).toEqual(isLong ? [1, 1] : [2, 2]);
        },
        { rateLimiter },
      ),
    );
  });

test('the memory reserved for a throttled answer is released when the run is aborted', async () => {
  const server = startHttp((_request, response) => {
    response.writeHead(429, { 'retry-after': '1' }).end(Buffer.alloc(1_500_000, ' '));
  });
  const run = new AbortController();
  let held = 0;
  const memory = {
    maximumBytes: Number.POSITIVE_INFINITY,
    async reserve() {
      held += 1;
      return () => {
        held -= 1;
      };
    },
  };
  const heldWhileRead: number[] = [];
  await whileOpen(server, (installation) =>
    withClient(
      installation,
      async ({ send }) => {
        const sent = send(requestTo(installation, '/'), {
          async onSentAgain() {
            heldWhileRead.push(held);
            run.abort(new Error('the deadline passed'));
            run.signal.throwIfAborted();
          },
        });
        await expect(sent).rejects.toThrow('the deadline passed');
      },
      { memory, signal: run.signal },
    ),
  );
  expect(heldWhileRead).toEqual([1]);
  expect(held).toBe(0);
});
