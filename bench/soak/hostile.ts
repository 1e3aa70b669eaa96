import { gzipSync } from 'node:zlib';
import { endless, ok } from '../../tests/self-test/hostile/first-bytes.ts';
import { answer, flood, type RawRequest, startRawServer } from '../../tests/self-test/hostile/raw-server.ts';
import type { HostileServer } from './hostile-process.ts';

const mega = 1_000_000;

/** Each kind writes a different body each time; `count` is the number of its requests. */
const kinds: Readonly<Record<string, (request: RawRequest, count: number) => void>> = {
  'two-encodings': ({ socket }) => {
    // Ten bytes, on a connection that stays open.
    socket.write(`${ok}content-encoding: gzip, gzip\r\ncontent-length: 100\r\n\r\n0123456789`);
  },
  'unknown-encoding': ({ socket }, count) => {
    socket.write(
      answer(200, '{}', { 'content-encoding': ['zstd', 'compress', 'constructor'][count % 3] ?? '' }),
    );
  },
  'gzip-bomb': (request) => {
    request.socket.write(`${ok}content-encoding: gzip\r\n\r\n`);
    flood(request, bomb);
  },
  'endless-body': (request) => endless(`${ok}\r\n`, zeroes).onRequest(request),
  'slow-body': ({ socket, gone }) => {
    socket.write(`${ok}content-length: 1000000\r\n\r\n[`);
    const timer = setInterval(() => (gone() ? clearInterval(timer) : void socket.write(' ')), 250);
    socket.on('close', () => clearInterval(timer));
  },
  'costly-bundle': ({ socket }, count) => {
    socket.write(answer(200, bundleOf(scenario(count % 2 === 0 ? 700 : 14_000, count))));
  },
  'space-and-values': ({ socket }, count) => {
    const space = Buffer.from(' '.repeat(1001 + count));
    socket.write(answer(200, Buffer.concat([space, manyValues])));
  },
  'many-names': ({ socket }, count) => {
    socket.write(answer(200, Buffer.concat([Buffer.from(`{"n${count}":`), manyNames, Buffer.from('}')])));
  },
  'long-names': ({ socket }, count) => {
    const names = Array.from({ length: 300 }, (_, at) => `"${`${count}-${at}-`.repeat(400)}":{"id":${at}}`);
    socket.write(answer(200, `{"error":"${'x'.repeat(100_000)}",${names.join()}}`));
  },
  'deep-nesting': ({ socket }, count) => {
    const [open, close] = count % 2 === 0 ? ['[', ']'] : ['{"contained":[', ']}'];
    const depth = count % 3 === 0 ? 900 : 300_000;
    socket.write(answer(200, `${open.repeat(depth)}1${close.repeat(depth)}`));
  },
  'broken-http': ({ socket }, count) => {
    const answers = [
      'HTTP/1.1 \r\n\r\n',
      `${ok}x-long: ${'y'.repeat(200_000)}\r\n\r\n`,
      '\u0000'.repeat(500),
    ];
    socket.write(answers[count % answers.length] ?? '');
  },
  'nasty-texts': ({ socket }, count) => {
    const text = `<script>${count}</script>\\u0000\\ud800\u202e${'\u{1f4a3}'.repeat(500)}`;
    socket.write(
      answer(count % 2 === 0 ? 500 : 200, `[{"id":"${count}","error":"${text}","${text}":"${text}"}]`),
    );
  },
};

const manyValues = Buffer.from(`[${'{},'.repeat(2 * mega)}{}]`);
const manyNames = Buffer.from(`{${Array.from({ length: 500_000 }, (_, at) => `"n${at}":1`).join()}}`);
const bomb = gzipSync(Buffer.alloc(20 * mega, ' '));
const zeroes = Buffer.alloc(64 * 1024, '0');

/** A resource with rules that compare each of its parts with all others. */
function scenario(parts: number, seed: number): unknown {
  const list = <T>(make: (at: number) => T): readonly T[] =>
    Array.from({ length: Math.ceil(parts / 3) }, (_, at) => make(at));
  return {
    resourceType: 'ExampleScenario',
    status: 'draft',
    actor: list((at) => ({ key: `a${seed}-${at}`, type: 'person', title: 't' })),
    instance: list((at) => ({ key: `i${seed}-${at}`, title: 't', structureType: { code: 'Patient' } })),
    process: [
      { title: 'p', step: list((at) => ({ operation: { title: 'o', initiator: `a${seed}-${at}` } })) },
    ],
  };
}

function bundleOf(resource: unknown): string {
  return JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] });
}

/**
 * Starts one server of each kind. It refuses every request without a key, so that runs continue, and is hostile to all
 * others.
 */
export function startHostileServers(): Promise<readonly HostileServer[]> {
  return Promise.all(
    Object.entries(kinds).map(async ([name, write]) => {
      let count = 0;
      const { origin } = await startRawServer({
        onRequest(request) {
          count += 1;
          const hasKey = /^authorization:/im.test(request.head) || request.target.includes('api_key=');
          if (hasKey) write(request, count);
          else request.socket.write(answer(401, '{"error":"Unauthorized"}'));
        },
      });
      return { name, baseUrl: origin };
    }),
  );
}
