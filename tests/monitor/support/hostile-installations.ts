import { gzipSync } from 'node:zlib';
import { json } from '../../../reference-server/answer.ts';
import { type ResponseTransform, startReference } from '../../../reference-server/index.ts';
import { always, endless, ok } from '../../self-test/hostile/first-bytes.ts';
import { sentinels } from '../../self-test/hostile/hostile-run.ts';
import { answer, type RawServerOptions, startRawServer } from '../../self-test/hostile/raw-server.ts';

/** How long an installation may take, for one exchange and for a run. */
export interface Limits {
  readonly timeoutMs: number;
  readonly deadlineS: number;
}

/** An installation that does as it likes. */
export interface HostileInstallation {
  readonly name: string;
  readonly baseUrl: string;
  readonly limits: Limits;
  readonly close: () => Promise<void>;
}

/** What an installation has to answer with to try a pages' visitor, a terminal and a log. */
export const nasty =
  '<script>alert(1)</script><img src=x onerror=alert(2)>"\'`|*[x](http://evil.example)' +
  '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eevil\u2066\u0000\u0085\r\n# h';

/** Waiting for the limits of those that are hostile from the first byte shall take no time. */
const short: Limits = { timeoutMs: 800, deadlineS: 3 };
const medium: Limits = { timeoutMs: 5_000, deadlineS: 6 };
const usual: Limits = { timeoutMs: 15_000, deadlineS: 60 };
const million = 1_000_000;

const drip: RawServerOptions = {
  onRequest({ socket, gone }) {
    socket.write(`${ok}content-length: 1000\r\n\r\n`);
    const timer = setInterval(() => (gone() ? clearInterval(timer) : void socket.write('[')), 200);
    socket.on('close', () => clearInterval(timer));
  },
};

/** Hostile from the first byte. */
const quick: Readonly<Record<string, RawServerOptions>> = {
  'endless-headers': endless(ok, Buffer.from('x-flood: yes\r\n'.repeat(1000))),
  'endless-interim': endless('', Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(100))),
  brackets: always(answer(200, '['.repeat(million) + ']'.repeat(million))),
  drip,
  silent: { onRequest: () => undefined },
  garbage: always(Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256))),
  cut: { onConnection: (socket) => void socket.destroy(), onRequest: () => undefined },
  day: always(answer(429, '{"error":"Slow down"}', { 'retry-after': '86400' })),
  nasty: {
    onRequest: ({ socket, head }) =>
      void socket.write(answer(500, JSON.stringify({ error: `${head} ${nasty}`, [nasty]: sentinels.key }))),
  },
};

/** Hostile by size: each answer is as large as is read at all, or becomes so. Made on demand: they are 100 MB. */
const makeLarge = (): Readonly<Record<string, RawServerOptions>> => ({
  'endless-body': endless(`${ok}\r\n`, Buffer.alloc(64 * 1024, '0')),
  'gzip-bomb': endless(`${ok}content-encoding: gzip\r\n\r\n`, gzipSync(Buffer.alloc(200 * million, ' '))),
  'million-items': always(
    answer(200, `[${Array.from({ length: million }, (_, id) => `{"id":${id}}`).join(',')}]`),
  ),
  'thirty-million-objects': always(answer(200, `[${'{},'.repeat(30 * million)}{}]`)),
});

/** Good at most places. */
const within: Readonly<Record<string, () => ResponseTransform>> = {
  markup: () => ({
    transformAnswer: (given, { path }) => {
      if (path.endsWith('key_questions')) return json(500, { error: nasty, [nasty]: nasty });
      if (path.endsWith('sd_meta_data')) {
        return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(nasty) };
      }
      return path.endsWith('citations') ? json(200, [{ id: 1, [nasty]: nasty }]) : given;
    },
  }),
  echo: () => ({
    transformAnswer: (given, { path, headers }) => {
      const echoed = JSON.stringify(headers);
      if (path.endsWith('key_questions'))
        return json(500, { error: echoed, [sentinels.key]: sentinels.key.slice(4) });
      if (path.endsWith('citations')) return json(200, [{ id: sentinels.key, [sentinels.second]: 1 }]);
      return { ...given, headers: { ...given.headers, 'x-echo': encodeURIComponent(echoed) } };
    },
  }),
  'day-in-the-middle': () => {
    let asked = 0;
    return {
      transformAnswer: (given) => {
        asked += 1;
        if (asked % 20 < 12) return given;
        const slow = json(429, { error: 'Slow down' });
        return { ...slow, headers: { ...slow.headers, 'retry-after': '86400' } };
      },
    };
  },
};

export interface Hostile {
  readonly installations: readonly HostileInstallation[];
  /** What was asked of another host, to which one of them redirects. */
  readonly askedElsewhere: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts every installation that is hostile by what it says and when. */
export async function startHostile(): Promise<Hostile> {
  const elsewhere = await startRawServer({ onRequest: ({ socket }) => void socket.end() });
  const redirect: RawServerOptions = {
    onRequest: ({ socket, target }) =>
      void socket.write(answer(302, '', { location: `${elsewhere.origin}${target}` })),
  };
  const raw = await startRaw({ ...quick, redirect }, short);
  const good = await Promise.all(
    Object.entries(within).map(async ([name, transform]) => {
      const { baseUrl, close } = await startKnown([transform()]);
      return { name, baseUrl, close, limits: usual };
    }),
  );
  const installations = [...raw, ...good];
  return {
    installations,
    askedElsewhere: () => elsewhere.heads,
    async close() {
      await Promise.all([elsewhere, ...installations].map(({ close }) => close()));
    },
  };
}

/** Starts installations that are hostile by the size of their answers, several of each kind. */
export async function startLarge(ofEach: number): Promise<Hostile> {
  const large = makeLarge();
  const kinds = await Promise.all(Array.from({ length: ofEach }, () => startRaw(large, medium)));
  const installations = kinds.flatMap((kind, number) =>
    kind.map((one) => ({ ...one, name: `${one.name}-${number}` })),
  );
  return {
    installations,
    askedElsewhere: () => [],
    close: async () => void (await Promise.all(installations.map(({ close }) => close()))),
  };
}

function startRaw(
  servers: Readonly<Record<string, RawServerOptions>>,
  limits: Limits,
): Promise<readonly HostileInstallation[]> {
  return Promise.all(
    Object.entries(servers).map(async ([name, options]) => {
      const { origin, close } = await startRawServer(options);
      return { name, baseUrl: origin, close, limits };
    }),
  );
}

/** A reference installation that takes the keys of these tests. */
export function startKnown(transforms: readonly ResponseTransform[]): ReturnType<typeof startReference> {
  const { key: first, second, revoked } = sentinels;
  return startReference({ rateLimit: 'off', keys: { first, second, revoked }, transforms: [...transforms] });
}
