import { connect, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import express from 'express';
import { listen, oneRequestATurn } from '../../monitor/http/server.ts';
import { withMonitoring } from '../monitor/support/monitoring.ts';
import { long, slow } from '../support/long.ts';
import { often } from '../support/often.ts';

const statusPage = [{ name: 'alpha', publicName: 'Service' }];

interface Flood {
  readonly path: string;
  readonly connections: number;
  readonly requests: number;
}

/** What a connection received, and whether the server closed it. */
interface Wire {
  readonly text: () => string;
  readonly isClosed: () => boolean;
  readonly socket: Socket;
}

/** Sends requests on one connection without waiting for an answer. */
function pipeline(url: string, { path, requests }: Pick<Flood, 'path' | 'requests'>): Wire {
  let text = '';
  let isClosed = false;
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  socket.setEncoding('latin1').on('data', (data: string) => (text += data));
  socket.on('error', () => undefined).once('close', () => (isClosed = true));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requests));
  return { text: () => text, isClosed: () => isClosed, socket };
}

/** The slowest answer of /healthz while connections flood a page, until each of them is answered or closed. */
async function healthDuring(url: string, { path, connections, requests }: Flood): Promise<number> {
  const wires = Array.from({ length: connections }, () => pipeline(url, { path, requests }));
  const answersIn = (wire: Wire): number => wire.text().split('HTTP/1.1 200').length - 1;
  const isOver = (): boolean => wires.every((wire) => wire.isClosed() || answersIn(wire) >= requests);
  let slowestMs = 0;
  try {
    do {
      const startMs = performance.now();
      const answer = await fetch(new URL('/healthz', url));
      expect(answer.status).toBe(200);
      await answer.text();
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
    } while (!isOver());
  } finally {
    for (const { socket } of wires) socket.destroy();
  }
  return slowestMs;
}

const quick: readonly Flood[] = [
  { path: '/', connections: 50, requests: 500 },
  { path: '/status', connections: 50, requests: 200 },
  // As many as the limits allow.
  { path: '/', connections: 90, requests: 8 },
];
const whole: readonly Flood[] = [
  { path: '/', connections: 50, requests: 2_000 },
  { path: '/', connections: 90, requests: 6_000 },
  { path: '/status', connections: 50, requests: 2_000 },
];

for (const [floods, details] of [
  [quick, slow],
  [whole, long],
] as const) {
  for (const flood of floods) {
    const { path, connections, requests } = flood;
    test(
      `/healthz answers in less than a second during ${connections} × ${requests} pipelined GET ${path}`,
      details,
      async () => {
        test.setTimeout(240_000);
        await withMonitoring({ service: { statusPage } }, async ({ monitor }) => {
          // Without limits a flood blocks /healthz for 17 s each time; a busy machine slows only some attempts.
          await expect(async () => expect(await healthDuring(monitor.url, flood)).toBeLessThan(1_000)).toPass(
            { intervals: [0], timeout: 30_000 },
          );
        });
      },
    );
  }
}

test('a connection with too many unanswered requests is closed, and no handler receives the rest', async () => {
  let begun = 0;
  const server = await listen(
    () => {
      begun += 1;
    },
    {
      host: '127.0.0.1',
      port: 0,
      perAddress: 4,
      isExempt: () => true,
    },
  );
  const wire = pipeline(server.url, { path: '/', requests: 1_000 });
  await expect.poll(wire.isClosed, often).toBe(true);
  expect(begun).toBe(8);
  await server.close(0);
});

test('a few pipelined requests are answered, and a connection is closed after a thousand', slow, async () => {
  const seen: string[] = [];
  const server = await listen(
    ({ url = '' }, response) => {
      seen.push(url);
      response.end(`answer ${seen.length};`);
    },
    { host: '127.0.0.1', port: 0, perAddress: 4, isExempt: () => true },
  );
  const wire = pipeline(server.url, { path: '/a', requests: 8 });
  await expect.poll(() => wire.text().match(/answer \d/g) ?? [], often).toHaveLength(8);
  expect(wire.isClosed()).toBe(false);
  while (!wire.isClosed() && seen.length < 1_100) {
    const expected = seen.length + 8;
    wire.socket.write('GET /b HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(8));
    await expect.poll(() => wire.isClosed() || seen.length >= expected, often).toBe(true);
  }
  expect(seen).toHaveLength(1_000);
  await server.close(0);
});

test('/healthz is answered between slow pages, even if hundreds of them are pending', async () => {
  const app = express();
  let made = 0;
  app.get('/healthz', (_request, response) => void response.send('alive'));
  app.use(oneRequestATurn());
  app.get('/page', (_request, response) => {
    const untilMs = performance.now() + 5;
    while (performance.now() < untilMs);
    made += 1;
    response.send('a page');
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0, perAddress: 100, isExempt: () => false });
  const wires = Array.from({ length: 90 }, () => pipeline(server.url, { path: '/page', requests: 8 }));
  await expect.poll(() => made, often).toBeGreaterThan(0);
  const before = made;
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
  // Counted in pages, since time depends on other programs: without turns all 720 pages come first.
  expect(made - before).toBeLessThan(300);
  for (const { socket } of wires) socket.destroy();
  await server.close(0);
});

test('the status page is made at most once a second, no matter how many requests arrive', slow, async () => {
  await withMonitoring({ service: { statusPage } }, async ({ monitor, get, clock }) => {
    let made = 0;
    const { history } = monitor;
    const changes = history.changes.bind(history);
    Object.assign(history, {
      changes: (...options: Parameters<typeof changes>) => {
        made += 1;
        return changes(...options);
      },
    });
    const pages = await Promise.all(Array.from({ length: 20 }, () => get('/status')));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    const once = made;
    expect(once).toBeGreaterThan(0);
    await get('/status');
    expect(made).toBe(once);
    await clock.moveTo(clock.nowMs() + 1_000);
    await get('/status');
    expect(made).toBe(2 * once);
  });
});
