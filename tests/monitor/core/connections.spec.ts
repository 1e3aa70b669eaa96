import { connect, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { listen } from '../../../monitor/http/server.ts';
import { slow } from '../../support/long.ts';
import { often } from '../../support/often.ts';
import { withMonitoring } from '../support/monitoring.ts';

/** Opens connections, sends the beginning of a request on each, and keeps them open. */
async function hold(
  url: string,
  count: number,
  beginning: string,
  localAddress = '127.0.0.1',
): Promise<Held> {
  const port = Number(new URL(url).port);
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect({ port, host: '127.0.0.1', localAddress });
          socket.on('error', () => undefined).resume();
          socket.once('connect', () => {
            socket.write(beginning);
            resolve(socket);
          });
        }),
    ),
  );
  return {
    open: () => sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
    sockets,
  };
}

interface Held {
  readonly open: () => number;
  readonly close: () => void;
  readonly sockets: readonly Socket[];
}

const attacks: readonly { readonly what: string; readonly beginning: string }[] = [
  { what: 'without sending a byte', beginning: '' },
  { what: 'in the middle of the headers', beginning: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ' },
  {
    what: 'in the middle of a body',
    beginning:
      'POST /installations/alpha/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\ntoken=',
  },
  { what: 'idle after an answer', beginning: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n' },
];

for (const { what, beginning } of attacks) {
  test(`with 500 connections of one address held open ${what}, the monitor answers and closes all but 100`, async () => {
    await withMonitoring({}, async ({ monitor, get }) => {
      const held = await hold(monitor.url, 500, beginning);
      try {
        for (const path of ['/healthz', '/', '/metrics']) {
          const startMs = performance.now();
          expect((await get(path)).status, path).toBe(200);
          expect(performance.now() - startMs, path).toBeLessThan(5_000);
        }
        // The limit per address.
        await expect.poll(held.open, often).toBeLessThanOrEqual(100);
      } finally {
        held.close();
      }
    });
  });
}

test(
  'at the total connection limit, the addresses with the most connections lose some, and the monitor answers',
  slow,
  async () => {
    await withMonitoring({}, async ({ monitor, get }) => {
      const few = await hold(monitor.url, 3, '', '127.0.0.200');
      const many = await Promise.all(
        Array.from({ length: 7 }, (_, index) => hold(monitor.url, 90, '', `127.0.0.${index + 2}`)),
      );
      try {
        expect((await get('/healthz')).status).toBe(200);
        const open = (): number => many.reduce((sum, held) => sum + held.open(), 0);
        await expect.poll(open, often).toBeLessThanOrEqual(500);
        expect(few.open()).toBe(3);
      } finally {
        for (const held of [few, ...many]) held.close();
      }
    });
  },
);

test('a connection with a pending answer is not closed for a new one, which is refused instead', async () => {
  const started: (() => void)[] = [];
  const server = await listen(
    (request, response) => {
      if (request.url === '/now') response.end('now');
      else started.push(() => response.end('late'));
    },
    { host: '127.0.0.1', port: 0, perAddress: 4, isExempt: () => false },
  );
  const ask = (): Promise<string> => fetch(`${server.url}/late`).then((answer) => answer.text());
  const working = Array.from({ length: 4 }, ask);
  await expect.poll(() => started.length, often).toBe(4);
  // All four have a pending answer: a fifth is refused.
  await expect(fetch(`${server.url}/now`)).rejects.toThrow();
  for (const end of started) end();
  expect(await Promise.all(working)).toEqual(Array(4).fill('late'));
  expect(await (await fetch(`${server.url}/now`)).text()).toBe('now');
  await server.close(0);
});

test('connections with unread answers do not keep out a new connection', async () => {
  let answered = 0;
  const server = await listen(
    (_request, response) => {
      answered += 1;
      // More than the buffers of the system hold.
      response.end(Buffer.alloc(20_000_000));
    },
    { host: '127.0.0.1', port: 0, perAddress: 4, isExempt: () => false },
  );
  const unread = await hold(server.url, 4, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  for (const socket of unread.sockets) socket.pause();
  await expect.poll(() => answered, often).toBe(4);
  const { status, body } = await fetch(server.url);
  expect(status).toBe(200);
  await body?.cancel();
  unread.close();
  await server.close(0);
});

test(
  'a connection is closed if its client reads none of the answer, but not while it waits for an answer',
  slow,
  async () => {
    const late: (() => void)[] = [];
    const server = await listen(
      (request, response) => {
        if (request.url === '/late') late.push(() => response.end('late'));
        else response.end(Buffer.alloc(20_000_000));
      },
      { host: '127.0.0.1', port: 0, perAddress: 4, isExempt: () => false, readMs: 100 },
    );
    const waiting = fetch(`${server.url}/late`);
    const unread = await hold(server.url, 1, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [socket] = unread.sockets;
    const closed = new Promise((resolve) => socket?.once('close', resolve));
    socket?.pause();
    // A paused socket notices its end only when it is written to.
    const ended = expect.poll(async () => {
      socket?.write('GET / HTTP/1.1\r\n');
      return socket?.destroyed;
    });
    await ended.toBe(true);
    await closed;
    for (const end of late) end();
    expect(await (await waiting).text()).toBe('late');
    await server.close(0);
  },
);

test('a reverse proxy in TRUST_PROXY is exempt from the connection limit per address', async () => {
  await withMonitoring({ service: { trustProxy: ['127.0.0.9'] } }, async ({ monitor, get }) => {
    const proxied = await hold(monitor.url, 150, '', '127.0.0.9');
    const direct = await hold(monitor.url, 150, '', '127.0.0.8');
    try {
      expect((await get('/healthz')).status).toBe(200);
      await expect.poll(direct.open, often).toBeLessThanOrEqual(100);
      expect(proxied.open()).toBe(150);
    } finally {
      proxied.close();
      direct.close();
    }
  });
});
