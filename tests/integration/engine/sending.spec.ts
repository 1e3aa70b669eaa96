import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { allCheckCases } from '../../../contract/checks/catalogue.ts';
import type { Client } from '../../../engine/http/client.ts';
import { makeRateLimiter, type RateLimiter } from '../../../engine/http/rate-limiter.ts';
import type { Sent } from '../../../engine/http/sent.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { type RunOptions, runInstallation } from '../../../engine/run/run-installation.ts';
import { type Answer, errorAnswer, htmlAnswer, withHeaders } from '../../../reference-server/answer.ts';
import { type ResponseTransform, startReference } from '../../../reference-server/index.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';
import { serve, whileOpen } from '../../support/serving.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';
import { reported, requestTo, withClient } from './client-tools.ts';
import { startHttp } from './servers.ts';

/** Rules 1 to 3 of docs/how-a-verdict-is-made.md. Waits are noted, not waited for. */

/** What a server does with one request: a status, with Retry-After if need be, a reset connection, or half a body. */
type Deed = number | readonly [status: number, retryAfter: string, date?: string] | 'reset' | 'broken off';

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly endpoint?: 'GET /api/v3/citations/:id';
}

interface Outcome {
  /** Requests that arrived, on how many connections. */
  readonly arrived: number;
  readonly connections: number;
  readonly counts: Client['counts'];
  readonly last: readonly (number | string | undefined)[];
  readonly throttled: readonly boolean[];
  readonly waits: readonly number[];
  readonly causes: readonly string[];
  /** How often the pace was halved. */
  readonly halved: number;
}

interface Means {
  readonly throttleStatuses?: readonly number[];
  readonly asked?: readonly Asked[];
  /** Sends all at once, and answers them together. */
  readonly together?: true;
}

/** A limiter that notes waits and does not wait. */
function notingLimiter(): { readonly limiter: RateLimiter; readonly waits: number[] } {
  const waits: number[] = [];
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 8 });
  return { limiter: { ...limiter, pauseFor: (ms) => void waits.push(ms) }, waits };
}

/** Sends requests to a server that does this with them, one after the other, and answers 200 from then on. */
function sendTo(deeds: readonly Deed[], means: Means = {}): Promise<Outcome> {
  const { throttleStatuses, asked = [{}], together } = means;
  let arrived = 0;
  const held: (() => void)[] = [];
  const server = startHttp((request, response) => {
    const deed = deeds[arrived] ?? 200;
    arrived += 1;
    const answer = (): void => {
      if (deed === 'reset') return void request.socket.resetAndDestroy();
      if (deed === 'broken off')
        return void response.writeHead(200, { 'content-length': 9 }).write('{', () => request.socket.end());
      const [status, retryAfter, date] = typeof deed === 'number' ? [deed] : deed;
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      if (date !== undefined) response.setHeader('date', date);
      response.writeHead(status).end('{}');
    };
    if (together === undefined || arrived > asked.length) return answer();
    held.push(answer);
    if (held.length === asked.length) for (const one of held) one();
  });
  const { limiter, waits } = notingLimiter();
  const causes: string[] = [];
  const changes = throttleStatuses === undefined ? {} : { throttleStatuses };
  return whileOpen(server, ({ baseUrl, connections }) =>
    withClient(
      { baseUrl, ...changes },
      async (client) => {
        const send = ({ method = 'GET', path = '/a', endpoint }: Asked): Promise<Sent> =>
          client.send(
            requestTo({ baseUrl }, path, { method, ...(endpoint === undefined ? {} : { endpoint }) }),
            {
              async onSentAgain(_sent, cause) {
                causes.push(cause);
              },
            },
          );
        const all: Sent[] = [];
        if (together === true) all.push(...(await Promise.all(asked.map(send))));
        else for (const one of asked) all.push(await send(one));
        return {
          arrived,
          connections: connections(),
          counts: client.counts,
          last: all.map(({ answer, failure }) => answer?.status ?? failure?.kind),
          throttled: all.map(({ throttled }) => throttled),
          waits,
          causes,
          halved: limiter.pace(),
        };
      },
      { rateLimiter: limiter },
    ),
  );
}

interface Row {
  readonly name: string;
  readonly deeds: readonly Deed[];
  readonly means?: Means;
  readonly expected: Partial<Outcome>;
}

const post: Means = { asked: [{ method: 'POST' }] };
const failed = 'the connection failed';
const again = (status: number): string => `it was answered with status ${status}`;
const twice: Means = { asked: [{}, {}] };
/** Two records: other addresses of one endpoint. */
const sameEndpoint: Means = {
  asked: ['/1', '/2'].map((path) => ({ path, endpoint: 'GET /api/v3/citations/:id' })),
};
const otherEndpoint: Means = { asked: [{ path: '/a' }, { path: '/b' }] };

const groups: Readonly<Record<string, readonly Row[]>> = {
  'rule 1: a refused or reset connection': [
    {
      name: 'is tried again once, on a new connection, without a wait',
      deeds: ['reset'],
      expected: { arrived: 2, connections: 2, last: [200], waits: [], causes: [failed], halved: 0 },
    },
    {
      name: 'is a failure the second time',
      deeds: ['reset', 'reset'],
      expected: {
        arrived: 2,
        connections: 2,
        last: ['reset'],
        causes: [failed],
        counts: { requests: 2, retried: 1, throttled: 0, flaky: 0 },
      },
    },
    {
      name: 'is tried again on a new connection if it was used before',
      deeds: [200, 'reset'],
      means: twice,
      expected: {
        arrived: 3,
        connections: 2,
        last: [200, 200],
        causes: [failed],
        counts: { requests: 3, retried: 1, throttled: 0, flaky: 0 },
      },
    },
    {
      name: 'is never tried again for an import',
      deeds: ['reset'],
      means: post,
      expected: { arrived: 1, last: ['reset'], causes: [] },
    },
    {
      name: 'is never tried again for an import, also where other requests were answered',
      deeds: [200, 'reset'],
      means: { asked: [{}, { method: 'POST' }] },
      expected: {
        arrived: 2,
        last: [200, 'reset'],
        causes: [],
        counts: { requests: 2, retried: 0, throttled: 0, flaky: 0 },
      },
    },
    {
      name: 'is none if an answer had begun: that is judged',
      deeds: ['broken off'],
      expected: { arrived: 1, last: ['reset'], causes: [] },
    },
    {
      name: 'is tried again for each request of its own',
      deeds: ['reset', 200, 'reset'],
      means: twice,
      expected: { arrived: 4, last: [200, 200], causes: [failed, failed] },
    },
  ],
  'rule 2: 429': [
    {
      name: 'is waited for as Retry-After says',
      deeds: [[429, '3']],
      expected: {
        arrived: 2,
        last: [200],
        throttled: [false],
        waits: [3000],
        causes: [again(429)],
        halved: 1,
      },
    },
    {
      name: 'is waited for until a date by the clock of the server',
      deeds: [[429, 'Tue, 04 Mar 2036 05:06:10 GMT', 'Tue, 04 Mar 2036 05:06:07 GMT']],
      expected: { last: [200], waits: [3000] },
    },
    {
      name: 'without Retry-After is waited for 1, 2 and 4 s; to the end it is throttled',
      deeds: [429, 429, 429, 429],
      expected: {
        arrived: 4,
        last: [429],
        throttled: [true],
        waits: [1000, 2000, 4000],
        causes: [again(429), again(429), again(429)],
        halved: 1,
      },
    },
    {
      name: 'with a Retry-After that is no wait is waited for as without',
      deeds: [[429, 'soon']],
      expected: { arrived: 2, last: [200], waits: [1000] },
    },
    {
      name: 'is sent again at an import too: it was not carried out',
      deeds: [[429, '1']],
      means: post,
      expected: { arrived: 2, last: [200], causes: [again(429)] },
    },
    {
      name: 'halves the pace once for requests that were under way together',
      deeds: [429, 429, 429],
      means: { asked: [{ path: '/a' }, { path: '/b' }, { path: '/c' }], together: true },
      expected: { arrived: 6, last: [200, 200, 200], halved: 1 },
    },
    {
      name: 'halves the pace again for a request that began later',
      deeds: [429, 200, 429],
      means: twice,
      expected: { arrived: 4, last: [200, 200], halved: 2 },
    },
    {
      name: 'is what THROTTLE_STATUSES says as well',
      deeds: [420, [403, '2']],
      means: { throttleStatuses: [420, 403] },
      expected: { arrived: 3, last: [200], waits: [1000, 2000], causes: [again(420), again(403)], halved: 1 },
    },
    {
      name: 'to the end, by a status of THROTTLE_STATUSES',
      deeds: [420, 420, 420, 420],
      means: { throttleStatuses: [420] },
      expected: { arrived: 4, last: [420], throttled: [true] },
    },
    {
      name: 'alone throttles if THROTTLE_STATUSES is not set',
      deeds: [[420, '1']],
      expected: { arrived: 1, last: [420], throttled: [false], causes: [], halved: 0 },
    },
  ],
  'rule 3: 502, 503 or 504': [
    ...[502, 503, 504].map((status) => ({
      name: `${status} is waited for 1, 2 and 4 s, and the last answer counts`,
      deeds: [status, status, status, status],
      expected: {
        arrived: 4,
        last: [status],
        throttled: [false],
        waits: [1000, 2000, 4000],
        causes: [again(status), again(status), again(status)],
        halved: 0,
      },
    })),
    {
      name: 'is waited for as Retry-After says',
      deeds: [[503, '5']],
      expected: { arrived: 2, last: [200], throttled: [false], waits: [5000] },
    },
    {
      name: 'halves the pace if a repetition is answered',
      deeds: [503, 503],
      expected: { arrived: 3, last: [200], halved: 1, causes: [again(503), again(503)] },
    },
    {
      name: 'halves the pace if a repetition is answered by an error of the document',
      deeds: [502, 404],
      expected: { arrived: 2, last: [404], halved: 1 },
    },
    {
      name: 'is judged if it comes last after others',
      deeds: [502, 503, 504, 502],
      expected: { arrived: 4, last: [502], causes: [again(502), again(503), again(504)] },
    },
    {
      name: 'is not waited for again at an endpoint whose repetitions all got one',
      deeds: [503, 503, 503, 503, 503],
      means: sameEndpoint,
      expected: { arrived: 5, last: [503, 503], waits: [1000, 2000, 4000] },
    },
    {
      name: 'is not waited for again at an endpoint whose repetitions all got another 5xx',
      deeds: [503, 500, 503],
      means: sameEndpoint,
      expected: { arrived: 3, last: [500, 503], waits: [1000] },
    },
    {
      name: 'is waited for at another endpoint',
      deeds: [503, 503, 503, 503, 503],
      means: otherEndpoint,
      expected: { arrived: 6, last: [503, 200] },
    },
    {
      name: 'is waited for again at an endpoint that was answered after a repetition',
      deeds: [503, 200, 503],
      means: sameEndpoint,
      expected: { arrived: 4, last: [200, 200], waits: [1000, 1000], halved: 2 },
    },
    ...[502, 503, 504].map((status) => ({
      name: `${status} to an import is its answer`,
      deeds: [[status, '1'] as const],
      means: post,
      expected: { arrived: 1, last: [status], throttled: [false], waits: [], causes: [], halved: 0 },
    })),
  ],
  'every other answer is judged as it came': [
    ...[500, 501, 505, 401, 403, 404, 423, 302, 202].map((status) => ({
      name: `${status}, with Retry-After or without`,
      deeds: [status, [status, '1'] as const],
      means: otherEndpoint,
      expected: {
        arrived: 2,
        last: [status, status],
        throttled: [false, false],
        waits: [],
        causes: [],
        halved: 0,
      },
    })),
  ],
};

for (const [group, rows] of Object.entries(groups)) {
  test.describe(group, () => {
    for (const { name, deeds, means, expected } of rows) {
      test(name, async () => {
        expect(await sendTo(deeds, means)).toMatchObject(expected);
      });
    }
  });
}

for (const [method, times] of [
  ['GET', 2],
  ['POST', 1],
] as const) {
  test(`a connection that nobody takes is asked for ${times} times by ${method}`, async () => {
    const { baseUrl, close } = await startHttp((_request, response) => void response.end());
    await close();
    const { limiter, waits } = notingLimiter();
    await withClient(
      { baseUrl },
      async ({ send, counts }) => {
        expect(reported(await send(requestTo({ baseUrl }, '/', { method })))).toBe(
          'refused: the connection was refused',
        );
        expect(counts).toEqual({ requests: times, retried: times - 1, throttled: 0, flaky: 0 });
      },
      { rateLimiter: limiter },
    );
    expect(waits).toEqual([]);
  });
}

/** Interim answers, as they may come before an answer. */
const interim: Readonly<Record<string, string>> = {
  '100 Continue': 'HTTP/1.1 100 Continue\r\n\r\n',
  '100 Continue with a header': 'HTTP/1.1 100 Continue\r\nServer: proxy\r\n\r\n',
  '100 Continue, twice': 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2),
  '102 Processing': 'HTTP/1.1 102 Processing\r\n\r\n',
  '103 Early Hints': 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n',
  '100 and 103': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
  '103 and 100': 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n',
};

test.describe('interim answers are skipped', () => {
  for (const [name, text] of Object.entries(interim)) {
    for (const how of ['in one piece', 'byte by byte'] as const) {
      test(`${name}, ${how}`, async () => {
        const whole = `${text}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]`;
        const server = createServer((socket) => {
          socket.setNoDelay(true).on('error', () => socket.destroy());
          socket.on('data', () => {
            const pieces = how === 'in one piece' ? [whole] : [...whole];
            const write = (): void => {
              const piece = pieces.shift();
              if (piece !== undefined) socket.write(piece, () => setImmediate(write));
            };
            write();
          });
        });
        await whileOpen(serve(server), ({ baseUrl, connections }) =>
          withClient({ baseUrl }, async ({ get, counts }) => {
            // The second goes over the connection of the first.
            for (const path of ['/a', '/b']) expect(reported(await get(path))).toBe('200 []');
            expect([counts.requests, connections()]).toEqual([2, 1]);
          }),
        );
      });
    }
  }
});

/** Judges a reference installation that answers some requests otherwise; counts the imports with its key. */
function judge(
  transformAnswer: NonNullable<ResponseTransform['transformAnswer']>,
  options: Pick<RunOptions, 'tier' | 'scope'>,
  allowImport = true,
): Promise<{ readonly record: RunRecord; readonly imports: number }> {
  const posted: (string | undefined)[] = [];
  const opening = startReference({
    rateLimit: 'off',
    transforms: [{ transformAnswer }],
    onRequest: ({ method, headers }) => {
      if (method === 'POST') posted.push(headers.authorization);
    },
  });
  return whileOpen(opening, async ({ baseUrl, keys }) => {
    const { key } = allKeys(keys);
    const installation = makeTestInstallation({ baseUrl, key, allowImport });
    const { record } = await runInstallation(installation, { ...options, bodies: sharedBodies() });
    return { record, imports: posted.filter((sent) => sent?.endsWith(keys.first)).length };
  });
}

test.describe('the record lists what was sent again', () => {
  /** Answers the first request at each path otherwise. */
  function firstAt(
    otherwise: Readonly<Record<string, Answer>>,
  ): (usual: Answer, request: { path: string }) => Answer {
    const left = new Map(Object.entries(otherwise));
    return (usual, { path }) => {
      const answer = left.get(path);
      left.delete(path);
      return answer ?? usual;
    };
  }

  test('with the exchange and the reason', async () => {
    const { record } = await judge(
      firstAt({
        '/api/v3/projects': errorAnswer(429, 'Slow down', { 'retry-after': '0' }),
        '/api/v3/users': withHeaders(htmlAnswer(503, 'Busy'), { 'retry-after': '0' }),
      }),
      { tier: 'pulse' },
    );
    expect(record.state).toBe('conforming');
    const reported = (record.resent ?? []).map(({ exchange, cause }) => {
      const { endpoint, status } = record.exchanges.find(({ id }) => id === exchange) ?? {};
      return [endpoint, status, cause];
    });
    expect(reported.toSorted()).toEqual([
      ['GET /api/v3/projects', 429, again(429)],
      ['GET /api/v3/users', 503, again(503)],
    ]);
    expect(record.requests).toBe(record.exchanges.length);
    expect([record.requests, record.throttled, record.retried, record.flaky]).toEqual([5, 1, 1, 1]);
  });

  test('and nothing for an installation that answers each request', async () => {
    const { record } = await judge((usual) => usual, { tier: 'pulse' });
    expect([record.resent, record.requests]).toEqual([[], 3]);
  });

  test('and a throttled import without a key, which leaves the success of imports not asked for', async () => {
    const checkCases = allCheckCases.filter(
      ({ check, endpoint }) => check.id === 'success.json-body' && endpoint.kind === 'import',
    );
    const { record } = await judge(
      firstAt({ '/api/v3/fhir_imports': errorAnswer(429, 'Slow down', { 'retry-after': '0' }) }),
      { scope: { checkCases, gapCases: [] } },
      false,
    );
    expect(record.resent?.map(({ cause }) => cause)).toEqual([again(429)]);
    expect(record.verdicts.map(({ outcome, reason }) => [outcome, reason?.code])).toEqual([
      ['skip', 'imports-not-allowed'],
    ]);
  });

  test('and no import that a gateway answered', async () => {
    const checkCases = allCheckCases.filter(({ check }) => check.id === 'import.created');
    const { record, imports } = await judge(
      (usual, { method }) => (method === 'POST' ? htmlAnswer(504, 'Gateway Timeout') : usual),
      { scope: { checkCases, gapCases: [] } },
    );
    expect([record.resent, imports]).toEqual([[], 1]);
    expect(record.verdicts.map(({ outcome, message }) => [outcome, message])).toEqual([
      [
        'untestable',
        expect.stringContaining('an import is not sent again, and this one may have been carried out'),
      ],
    ]);
  });
});
