import { gzipSync } from 'node:zlib';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { once } from '../../support/once.ts';
import { always, answerAndEnd, drip, endless, ok, zeroes } from './first-bytes.ts';
import { answer, type RawServerOptions } from './raw-server.ts';

/** A server that is hostile at every path, and the expected result of a run. */
export interface HostileCase {
  readonly name: string;
  readonly server: RawServerOptions;
  readonly state: string;
  /** The expected cause. */
  readonly cause: RegExp;
  readonly installation?: Partial<Installation>;
}

const bomb = once(() => gzipSync(Buffer.alloc(40_000_000, ' ')));

/** For size limits: a busy machine must reach them before the time limits. */
const patient: Partial<Installation> = { timeoutMs: 10_000, deadlineMs: 30_000 };

/** Every server that is hostile at every path. */
export const hostileCases: readonly HostileCase[] = [
  {
    name: 'an endless body',
    server: endless(`${ok}\r\n`, zeroes),
    state: 'unknown',
    cause: /larger than 3 MB/,
    installation: patient,
  },
  {
    name: 'an endless chunked body',
    server: endless(`${ok}transfer-encoding: chunked\r\n\r\n`, Buffer.from(`10000\r\n${zeroes}\r\n`)),
    state: 'unknown',
    cause: /larger than 3 MB/,
    installation: patient,
  },
  {
    name: 'a gzip bomb',
    server: always(() => answer(200, bomb(), { 'content-encoding': 'gzip' })),
    state: 'unknown',
    cause: /larger than 3 MB/,
    installation: patient,
  },
  {
    name: 'a gzip bomb inside gzip',
    server: always(() => answer(200, gzipSync(bomb()), { 'content-encoding': 'gzip, gzip' })),
    state: 'unknown',
    cause: /it is encoded 2 times/,
    installation: patient,
  },
  {
    name: 'ten thousand content encodings',
    server: always(() => answer(200, bomb(), { 'content-encoding': Array(10_000).fill('gzip').join(',') })),
    state: 'unknown',
    cause: /it is encoded 10000 times/,
    installation: patient,
  },
  {
    name: 'an encoding that was not asked for',
    server: always(answer(200, '{}', { 'content-encoding': 'zstd' })),
    state: 'not-this-api',
    cause: /the same answer to every request/,
  },
  {
    name: 'a body that only claims to be gzip',
    server: always(answer(200, '{"error":"x"}', { 'content-encoding': 'gzip' })),
    state: 'violating',
    // It answers: each endpoint fails for the coding of its bodies.
    cause: /none/,
  },
  {
    name: 'a gzip body that is cut off',
    server: always(answer(200, gzipSync('[1,2,3]').subarray(0, 14), { 'content-encoding': 'gzip' })),
    state: 'violating',
    // It answers: each endpoint fails for the coding of its bodies.
    cause: /none/,
  },
  {
    name: 'one byte every half second',
    server: drip(`${ok}content-length: 2\r\n\r\n[]`),
    state: 'unreachable',
    cause: /no complete answer came within 0\.4 s/,
  },
  {
    name: 'headers at once and a body of one byte every half second',
    server: {
      onRequest(request) {
        request.socket.write(`${ok}content-length: 1000\r\n\r\n`);
        drip('[').onRequest(request);
      },
    },
    state: 'unreachable',
    cause: /no complete answer came within 0\.4 s/,
  },
  {
    name: 'no answer',
    server: { onRequest: () => undefined },
    state: 'unreachable',
    cause: /no complete answer came within 0\.4 s/,
  },
  {
    name: 'a greeting of another protocol before the request',
    server: {
      onConnection: (socket) => void socket.write('220 mail.example ESMTP ready\r\n'),
      onRequest: ({ socket }) => void socket.write('500 what?\r\n'),
    },
    state: 'unreachable',
    cause: /not HTTP|could not be read|cut/,
  },
  {
    name: 'garbage instead of HTTP',
    server: always(Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256))),
    state: 'unreachable',
    cause: /the answer is not HTTP/,
  },
  {
    name: 'a status line without a status',
    server: always('HTTP/1.1 \r\ncontent-length: 0\r\n\r\n'),
    state: 'unreachable',
    cause: /the answer is not HTTP/,
  },
  {
    name: 'an empty status line',
    server: always('\r\n\r\n\r\n\r\n'),
    state: 'unreachable',
    cause: /no complete answer|not HTTP/,
  },
  {
    name: 'a status of a thousand digits',
    server: always(`HTTP/1.1 ${'2'.repeat(1000)} OK\r\n\r\n`),
    state: 'unreachable',
    cause: /the answer is not HTTP/,
  },
  {
    name: 'a reason phrase without an end',
    server: endless('HTTP/1.1 200 ', zeroes),
    state: 'unreachable',
    cause: /no complete answer|64 kB/,
  },
  {
    name: 'a flood of headers',
    server: endless(ok, Buffer.from('x-flood: yes\r\n'.repeat(1000))),
    state: 'unknown',
    cause: /headers of the answer are larger than 64 kB/,
  },
  {
    name: 'one header without an end',
    server: endless(`${ok}x-long: `, zeroes),
    state: 'unknown',
    cause: /headers of the answer are larger than 64 kB/,
  },
  {
    name: 'a flood of trailers',
    server: endless(
      `${ok}transfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n`,
      Buffer.from('x-flood: yes\r\n'.repeat(1000)),
    ),
    state: 'unknown',
    cause: /headers of the answer are larger than 64 kB/,
  },
  {
    name: 'a flood of interim answers',
    server: endless('', Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(100))),
    state: 'unknown',
    cause: /the interim answers \(1xx\) before the answer are larger than 64 kB/,
  },
  {
    name: 'a flood of 100 Continue',
    server: endless('', Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100))),
    state: 'unknown',
    cause: /the interim answers \(1xx\) before the answer are larger than 64 kB/,
  },
  {
    name: 'a switch to another protocol',
    server: always('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    state: 'unreachable',
    cause: /cut|could not be read|no complete answer/,
  },
  {
    name: 'chunk sizes that are not numbers',
    server: always(`${ok}transfer-encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n`),
    state: 'unreachable',
    cause: /the answer is not HTTP/,
  },
  {
    name: 'a chunk size of more than 64 bits',
    server: always(`${ok}transfer-encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n[]`),
    state: 'unreachable',
    cause: /the answer is not HTTP/,
  },
  {
    name: 'a chunk extension without an end',
    server: endless(`${ok}transfer-encoding: chunked\r\n\r\n2;`, zeroes),
    state: 'unreachable',
    cause: /no complete answer|not HTTP/,
  },
  {
    name: 'both a Content-Length and chunks',
    server: always(`${ok}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`),
    state: 'unreachable',
    cause: /not HTTP|not as long as its Content-Length/,
  },
  {
    name: 'two different content lengths',
    server: always(`${ok}content-length: 2\r\ncontent-length: 3\r\n\r\n[]]`),
    state: 'unreachable',
    cause: /not HTTP|not as long as its Content-Length/,
  },
  {
    name: 'a negative content length',
    server: always(`${ok}content-length: -1\r\n\r\n[]`),
    state: 'unreachable',
    cause: /the answer is not HTTP/,
  },
  {
    name: 'a content length that is larger than the body',
    server: answerAndEnd(`${ok}content-length: 500\r\n\r\n[]`),
    state: 'unreachable',
    cause: /cut|not as long/,
  },
  {
    name: 'a connection that is cut at once',
    server: { onConnection: (socket) => void socket.destroy(), onRequest: () => undefined },
    state: 'unreachable',
    cause: /the connection was cut/,
  },
  {
    name: 'a connection that is reset at the request',
    server: { onRequest: ({ socket }) => void socket.resetAndDestroy() },
    state: 'unreachable',
    cause: /the connection was cut/,
  },
  ...[
    'HT',
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 200 OK\r\ncontent-ty',
    `${ok}content-length: 2\r\n\r\n`,
    `${ok}content-length: 2\r\n\r\n[`,
    `${ok}transfer-encoding: chunked\r\n\r\n`,
    `${ok}transfer-encoding: chunked\r\n\r\n2\r\n[]\r\n`,
    `${ok}transfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n`,
  ].map(
    (bytes): HostileCase => ({
      name: `a connection that is cut after ${JSON.stringify(bytes.slice(-24))}`,
      server: answerAndEnd(bytes),
      state: 'unreachable',
      cause: /the connection was cut|not HTTP/,
    }),
  ),
  {
    name: 'a 204 with a length and a body',
    server: always(`HTTP/1.1 204 No Content\r\ncontent-length: 9\r\n\r\n{"id": 1}`),
    state: 'unreachable',
    cause: /not as long as its Content-Length/,
  },
  {
    name: 'a 204 with a body',
    server: always(`HTTP/1.1 204 No Content\r\n\r\n{"id": 1}`),
    state: 'not-this-api',
    cause: /gives the same answer to every request|cannot be reached/,
  },
  {
    name: 'two answers to each request',
    server: always(Buffer.concat([answer(401, '{"error":"Unauthorized"}'), answer(200, '[{"id": 1}]')])),
    state: 'key-rejected',
    cause: /refuses the configured key/,
  },
  {
    name: 'a Retry-After of a day',
    server: always(answer(429, '{"error":"Slow down"}', { 'retry-after': '86400' })),
    state: 'throttled',
    cause: /86400 s|throttles/,
  },
  ...['-5', 'soon', '', '0', '1e99', 'Wed, 21 Oct 2015 07:28:00 GMT', '99999999999999999999', 'Infinity'].map(
    (value): HostileCase => ({
      name: `a 429 with Retry-After: ${JSON.stringify(value)}`,
      server: always(answer(429, '{"error":"Slow down"}', { 'retry-after': value })),
      state: 'throttled',
      cause: /throttles|asks to wait/,
      installation: { deadlineMs: 1500 },
    }),
  ),
  {
    name: 'a 503 with a Retry-After date a year ahead',
    server: always(
      answer(503, '{"error":"Busy"}', { 'retry-after': new Date(Date.now() + 31_536_000_000).toUTCString() }),
    ),
    // Only 429 and the statuses of THROTTLE_STATUSES count as throttling.
    state: 'unreachable',
    cause: /the service behind it does not: .* status 503/,
  },
  {
    name: 'invalid UTF-8',
    server: always(answer(200, Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x5d]))),
    state: 'not-this-api',
    cause: /gives the same answer to every request/,
  },
  {
    name: 'a million nested brackets',
    server: always(() => answer(200, '['.repeat(1_000_000) + ']'.repeat(1_000_000))),
    state: 'unknown',
    cause: /nested deeper than 1,000 levels/,
    installation: patient,
  },
  {
    name: 'a hundred thousand nested objects',
    server: always(() => answer(200, `${'{"resource":'.repeat(100_000)}1${'}'.repeat(100_000)}`)),
    state: 'unknown',
    cause: /nested deeper than 1,000 levels/,
    installation: patient,
  },
  {
    name: 'a million nested brackets that never close',
    server: always(() => answer(200, '['.repeat(1_000_000))),
    state: 'unknown',
    cause: /nested deeper than 1,000 levels/,
    installation: patient,
  },
  {
    name: 'a million list items',
    server: always(() => answer(200, `[${'1,'.repeat(999_999)}1]`)),
    state: 'not-this-api',
    cause: /./,
    installation: patient,
  },
  {
    name: 'a Location with terminal escapes',
    server: always(
      Buffer.from(`HTTP/1.1 302 X\r\nlocation: http://x/\x9b31m\x85\r\ncontent-length: 0\r\n\r\n`, 'latin1'),
    ),
    state: 'not-this-api',
    cause: /with status 302 .*, to http/,
  },
  {
    name: 'property names that target the prototype',
    server: always(
      answer(
        200,
        '{"__proto__":{"polluted":true,"toString":1},"constructor":{"prototype":{"polluted":true}},"id":"__proto__"}',
        { __proto__: 'yes', constructor: 'x' },
      ),
    ),
    state: 'not-this-api',
    cause: /./,
  },
];
