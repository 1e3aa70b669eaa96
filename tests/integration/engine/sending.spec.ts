import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { allCheckCases } from '../../../contract/checks/catalogue.ts';
import type { EndpointId } from '../../../contract/document/endpoints.ts';
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

/** Rules 1 to 3 of docs/how-a-verdict-is-made.md. Waits are recorded, not waited out. */

/** How a server treats one request: a status, perhaps with Retry-After, a reset connection, or half a body. */
type Deed = number | readonly [status: number, retryAfter: string, date?: string] | 'reset' | 'broken off';

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly endpoint?: EndpointId;
}

interface Outcome {
  /** The number of requests that arrived. */
  readonly arrived: number;
  readonly connections: number;
  readonly counts: Client['counts'];
  readonly last: readonly (number | string | undefined)[];
  readonly throttled: readonly boolean[];
  readonly waits: readonly number[];
  readonly causes: readonly string[];
  /** For each answer that led to a repetition, whether it was throttled. */
  readonly throttledBefore: readonly boolean[];
  /** How often the pace was halved. */
  readonly halved: number;
}

interface Means {
  readonly throttleStatuses?: readonly number[];
  readonly asked?: readonly Asked[];
  /** Sends all at once, and answers them together. */
  readonly together?: true;
}

/** A limiter that records waits instead of waiting. */
function notingLimiter(): { readonly limiter: RateLimiter; readonly waits: number[] } {
  const waits: number[] = [];
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 8 });
  return { limiter: { ...limiter, pauseFor: (ms) => void waits.push(ms) }, waits };
}

/** Sends requests to a server that treats them in this order, and answers 200 from then on. */
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
  const throttledBefore: boolean[] = [];
  const changes = throttleStatuses === undefined ? {} : { throttleStatuses };
  return whileOpen(server, ({ baseUrl, connections }) =>
    withClient(
      { baseUrl, ...changes },
      async (client) => {
        const send = ({ method = 'GET', path = '/a', endpoint }: Asked): Promise<Sent> =>
          client.send(
            requestTo({ baseUrl }, path, { method, ...(endpoint === undefined ? {} : { endpoint }) }),
            {
              async onSentAgain({ throttled }, cause) {
                causes.push(cause);
                throttledBefore.push(throttled);
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
          throttledBefore,
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
const otherEndpoint: Means = { asked: [{ path: '/a' }, { path: '/b', endpoint: 'GET /api/v3/users' }] };

const groups: Readonly<Record<string, readonly Row[]>> = {
  'rule 1: a refused or reset connection': [
    {
      name: 'is retried once, on a new connection, without a wait',
      deeds: ['reset'],
      expected: { arrived: 2, connections: 2, last: [200], waits: [], causes: [failed], halved: 0 },
    },
    {
      name: 'is a failure if the retry fails as well',
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
      name: 'is retried on a new connection if the connection was used before',
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
      name: 'is never retried for an import',
      deeds: ['reset'],
      means: post,
      expected: { arrived: 1, last: ['reset'], causes: [] },
    },
    {
      name: 'is never retried for an import, even if other requests were answered',
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
      name: 'is not retried if an answer had begun',
      deeds: ['broken off'],
      expected: { arrived: 1, last: ['reset'], causes: [] },
    },
    {
      name: 'is retried once for each request',
      deeds: ['reset', 200, 'reset'],
      means: twice,
      expected: { arrived: 4, last: [200, 200], causes: [failed, failed] },
    },
  ],
  'rule 2: a throttled request': [
    {
      name: 'is sent again after the seconds in Retry-After, and halves the pace',
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
      name: 'is sent again at the date in Retry-After, by the clock of the server',
      deeds: [[429, 'Tue, 04 Mar 2036 05:06:10 GMT', 'Tue, 04 Mar 2036 05:06:07 GMT']],
      expected: { last: [200], waits: [3000] },
    },
    {
      name: 'is sent again after 1, 2 and 4 s without Retry-After, and then counts as throttled',
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
      name: 'is sent again as without Retry-After if that header is not a valid wait',
      deeds: [[429, 'soon']],
      expected: { arrived: 2, last: [200], waits: [1000] },
    },
    {
      name: 'is sent again even if it is an import, because it was not carried out',
      deeds: [[429, '1']],
      means: post,
      expected: { arrived: 2, last: [200], causes: [again(429)] },
    },
    {
      name: 'halves the pace once together with others that were under way at the same time',
      deeds: [429, 429, 429],
      means: { asked: [{ path: '/a' }, { path: '/b' }, { path: '/c' }], together: true },
      expected: { arrived: 6, last: [200, 200, 200], halved: 1 },
    },
    {
      name: 'halves the pace again if it began after the first slow-down',
      deeds: [429, 200, 429],
      means: twice,
      expected: { arrived: 4, last: [200, 200], halved: 2 },
    },
    {
      name: 'is told apart from a lost connection and from a gateway error that are sent again as well',
      deeds: ['reset', 503, 429],
      expected: { arrived: 4, last: [200], throttledBefore: [false, false, true] },
    },
    {
      name: 'may also have the status of a gateway error if THROTTLE_STATUSES names it',
      deeds: [503],
      means: { throttleStatuses: [503] },
      expected: { arrived: 2, last: [200], throttledBefore: [true] },
    },
    {
      name: 'may also have any status of THROTTLE_STATUSES',
      deeds: [420, [403, '2']],
      means: { throttleStatuses: [420, 403] },
      expected: { arrived: 3, last: [200], waits: [1000, 2000], causes: [again(420), again(403)], halved: 1 },
    },
    {
      name: 'counts as throttled after four answers with a status of THROTTLE_STATUSES',
      deeds: [420, 420, 420, 420],
      means: { throttleStatuses: [420] },
      expected: { arrived: 4, last: [420], throttled: [true] },
    },
    {
      name: 'does not have status 420 if THROTTLE_STATUSES is not set',
      deeds: [[420, '1']],
      expected: { arrived: 1, last: [420], throttled: [false], causes: [], halved: 0 },
    },
  ],
  'rule 3: a request answered with 502, 503 or 504': [
    ...[502, 503, 504].map((status) => ({
      name: `is sent again after 1, 2 and 4 s, and the last answer counts (${status})`,
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
      name: 'is sent again after the seconds in Retry-After',
      deeds: [[503, '5']],
      expected: { arrived: 2, last: [200], throttled: [false], waits: [5000] },
    },
    {
      name: 'halves the pace if a retry succeeds',
      deeds: [503, 503],
      expected: { arrived: 3, last: [200], halved: 1, causes: [again(503), again(503)] },
    },
    {
      name: 'halves the pace if a retry is answered with an error as documented',
      deeds: [502, 404],
      expected: { arrived: 2, last: [404], halved: 1 },
    },
    {
      name: 'is judged by its last answer if the gateway errors vary',
      deeds: [502, 503, 504, 502],
      expected: { arrived: 4, last: [502], causes: [again(502), again(503), again(504)] },
    },
    {
      name: 'is not sent again at an endpoint where all retries of another request got a gateway error',
      deeds: [503, 503, 503, 503, 503],
      means: sameEndpoint,
      expected: { arrived: 5, last: [503, 503], waits: [1000, 2000, 4000] },
    },
    {
      name: 'is not sent again at an endpoint where the retry of another request got a 500',
      deeds: [503, 500, 503],
      means: sameEndpoint,
      expected: { arrived: 3, last: [500, 503], waits: [1000] },
    },
    {
      name: 'is sent again at another endpoint',
      deeds: [503, 503, 503, 503, 503],
      means: otherEndpoint,
      expected: { arrived: 6, last: [503, 200] },
    },
    {
      name: 'is sent again at an endpoint where the retry of another request succeeded',
      deeds: [503, 200, 503],
      means: sameEndpoint,
      expected: { arrived: 4, last: [200, 200], waits: [1000, 1000], halved: 2 },
    },
    ...[502, 503, 504].map((status) => ({
      name: `is not sent again if it is an import (${status})`,
      deeds: [[status, '1'] as const],
      means: post,
      expected: { arrived: 1, last: [status], throttled: [false], waits: [], causes: [], halved: 0 },
    })),
  ],
  'every other answer is judged without a retry': [
    ...[500, 501, 505, 401, 403, 404, 423, 302, 202].map((status) => ({
      name: `status ${status}, with and without Retry-After`,
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
  test(`a refused ${method} ends with a failure at attempt ${times}, without a wait`, async () => {
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

/** Interim (1xx) answers that may come before the final one. */
const interim: Readonly<Record<string, string>> = {
  '100 Continue': 'HTTP/1.1 100 Continue\r\n\r\n',
  '100 Continue with a header': 'HTTP/1.1 100 Continue\r\nServer: proxy\r\n\r\n',
  '100 Continue, twice': 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2),
  '102 Processing': 'HTTP/1.1 102 Processing\r\n\r\n',
  '103 Early Hints': 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n',
  '100 and 103': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
  '103 and 100': 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n',
};

test.describe('interim (1xx) answers are skipped', () => {
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
            // The second request uses the connection of the first.
            for (const path of ['/a', '/b']) expect(reported(await get(path))).toBe('200 []');
            expect([counts.requests, connections()]).toEqual([2, 1]);
          }),
        );
      });
    }
  }
});

/** Checks a reference installation with some changed answers; counts the imports with its key. */
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

test.describe('the list of resent requests in the record', () => {
  /** Replaces the first answer at each path. */
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

  test('has the exchange and the cause of each', async () => {
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

  test('is empty if each request was answered the first time', async () => {
    const { record } = await judge((usual) => usual, { tier: 'pulse' });
    expect([record.resent, record.requests]).toEqual([[], 3]);
  });

  test('includes a throttled import without a key; the check of a successful import stays skipped', async () => {
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

  test('does not include an import answered by a gateway; its check is untestable', async () => {
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
