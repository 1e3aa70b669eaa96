import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { namedCheckCases } from '../../../library/named-check-cases.ts';
import { type Broker, startBroker } from '../../../playwright/broker/broker.ts';
import { nameOf } from '../../../playwright/check-cases.ts';
import { type ReferenceOptions, startReference } from '../../../reference-server/index.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';

/** The session behind Playwright's tests, with requests as workers send them. */

const users = { check: 'auth.no-key-rejected', endpoint: 'GET /api/v3/users' };

async function ask(
  url: string,
  path: string,
  question?: unknown,
): Promise<{ status: number; answer: unknown }> {
  const response = await fetch(
    new URL(path, url),
    question === undefined ? {} : { method: 'POST', body: JSON.stringify(question) },
  );
  return { status: response.status, answer: await response.json() };
}

/** Runs `work` with a broker for a reference installation, and restores the environment. */
async function withBroker(
  options: ReferenceOptions,
  variables: Readonly<Record<string, string>>,
  work: (broker: Broker) => Promise<void>,
): Promise<void> {
  const reference = await startReference(options);
  const environment = {
    BASE_URL: reference.baseUrl,
    API_KEY: reference.keys.first,
    PACE: 'off',
    ...variables,
  };
  Object.assign(process.env, environment);
  try {
    await work(await startBroker());
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
    await reference.close();
  }
}

test('a new run, as in UI mode, sends its requests again; within a run no request is sent twice', async () => {
  let requests = 0;
  await withBroker(
    {
      onRequest: () => {
        requests += 1;
      },
    },
    { REPORTS_DIR: emptyFolder() },
    async (broker) => {
      const asked: number[] = [];
      for (const path of ['begin', 'test', 'test', 'begin', 'test'] as const) {
        expect((await ask(broker.url, path, [users])).status).toBe(200);
        asked.push(requests);
      }
      const [first = 0] = asked;
      expect(first).toBeGreaterThan(0);
      expect(asked).toEqual([first, first, first, 2 * first, 2 * first]);
      const { answer } = await ask(broker.url, 'ask', {
        endpoint: 'GET /api/v3/users',
        request: { key: 'none' },
      });
      expect(answer).toMatchObject({ answer: { exchange: { answer: { status: 401 } } } });
      expect(requests).toBe(2 * first);
      expect(await broker.close()).toBeUndefined();
    },
  );
});

test('a test can repeat a request with `again`; verdicts use the first answer', async () => {
  let refusals = 0;
  const reports = emptyFolder();
  await withBroker(
    {
      transforms: [
        {
          transformAnswer: (answer, { endpoint }) => {
            if (endpoint !== 'GET /api/v3/users' || answer.status !== 401) return answer;
            refusals += 1;
            return refusals === 1 || refusals > 4 ? answer : { ...answer, status: 500, body: 'broken' };
          },
        },
      ],
    },
    { REPORTS_DIR: reports },
    async (broker) => {
      const request = { endpoint: 'GET /api/v3/users', request: { key: 'none' } };
      const exchanges: string[] = [];
      for (const again of [true, false, true, true, true]) {
        const { answer } = await ask(broker.url, 'ask', again ? { ...request, again } : request);
        exchanges.push((answer as { answer: { exchange: { id: string } } }).answer.exchange.id);
      }
      const [first = '', same, ...repetitions] = exchanges;
      expect(same).toBe(first);
      expect(new Set(exchanges).size).toBe(4);
      const { answer } = await ask(broker.url, 'test', [users]);
      expect(answer).toMatchObject({ record: { verdicts: [{ outcome: 'pass' }] } });
      await broker.close();
      const record = JSON.parse(readFileSync(join(reports, 'run.json'), 'utf8')) as RunRecord;
      expect(record.resent).toEqual(
        repetitions.map(() => ({ exchange: first, cause: 'a test asked for it again' })),
      );
      const recorded = record.exchanges.map(({ id }) => id);
      expect(recorded).toEqual(expect.arrayContaining(repetitions));
      expect(record.requests).toBe(recorded.length);
    },
  );
});

test('a report folder that is not writable is reported before any request is sent', async () => {
  let requests = 0;
  const file = join(emptyFolder(), 'file');
  writeFileSync(file, '');
  await withBroker(
    {
      onRequest: () => {
        requests += 1;
      },
    },
    { REPORTS_DIR: join(file, 'reports') },
    async (broker) => {
      const message = /^REPORTS_DIR: .*file.reports cannot be written: /;
      for (const path of ['begin', 'test'])
        expect(await ask(broker.url, path, [users])).toEqual({
          status: 500,
          answer: { error: expect.stringMatching(message) },
        });
      expect(await broker.close()).toMatch(message);
      expect(requests).toBe(0);
    },
  );
});

const answers: Readonly<Record<string, number>> = {
  'GET /api/v3/users': 500,
  'GET /api/v3/citations/:id': 404,
};
for (const [known, problem] of [
  [[], undefined],
  [
    [{ check: 'availability.documented-status', endpoint: 'GET /api/v3/users' }],
    'Not shown to work:\n  Not shown: GET /api/v3/citations/:id.',
  ],
] as const) {
  test(`an endpoint not shown to work is ${problem === undefined ? 'not reported next to a new failure' : 'reported next to a known failure'}`, async () => {
    const file = join(emptyFolder(), 'known.json');
    const until = '2999-12-31';
    writeFileSync(file, JSON.stringify(known.map((one) => ({ ...one, reason: 'It is old.', until }))));
    await withBroker(
      {
        transforms: [
          {
            transformAnswer: (answer, { endpoint = '' }) => {
              const status = answers[endpoint];
              return status === undefined || answer.status !== 200
                ? answer
                : { ...answer, status, body: { error: 'No.' } };
            },
          },
        ],
      },
      { REPORTS_DIR: emptyFolder(), KNOWN_FAILURES: file },
      async (broker) => {
        const names = namedCheckCases([
          'availability@users',
          'success@citations/:id',
          'availability@citations/:id',
        ]);
        await ask(broker.url, 'test', names.map(nameOf));
        expect(await broker.close()).toBe(problem);
      },
    );
  });
}

test('requests and verdicts are the same whether or not a reporter announces the selection first', async () => {
  const runs: unknown[] = [];
  const tests = ['auth@key_questions', 'auth@projects', 'auth@users'].map((name) =>
    namedCheckCases([name]).map(nameOf),
  );
  for (const isAnnounced of [true, false]) {
    const requests: string[] = [];
    const reports = emptyFolder();
    await withBroker(
      {
        onRequest: ({ method, path, query, headers: { authorization, accept } }) => {
          requests.push([method, path, JSON.stringify(query), authorization, accept].join(' '));
        },
        keys: { first: 'Zx7Qk2Lm9Tp4Vb8R', second: 'Hc3Wd6Ys1Nf5Gj0K', revoked: 'Ua4Er8Bi2Ox6Pl9M' },
      },
      { REPORTS_DIR: reports },
      async (broker) => {
        if (isAnnounced) await ask(broker.url, 'begin', tests.flat());
        for (const names of tests) await ask(broker.url, 'test', names);
        expect(await broker.close()).toBeUndefined();
      },
    );
    const { verdicts } = JSON.parse(readFileSync(join(reports, 'run.json'), 'utf8')) as RunRecord;
    const outcomes = verdicts.map(({ check, endpoint, outcome }) => `${check} ${endpoint} ${outcome}`);
    runs.push([requests.toSorted(), outcomes.toSorted()]);
  }
  expect(runs[1]).toEqual(runs[0]);
});

test('an unknown path gets an error and the broker goes on; a URL without its secret gets 404', async () => {
  Object.assign(process.env, { BASE_URL: 'http://127.0.0.1:9', API_KEY: 'Zx7Qk2Lm9Tp4Vb8R', PACE: 'off' });
  const broker = await startBroker();
  try {
    expect(await ask(broker.url, 'nowhere')).toEqual({
      status: 500,
      answer: { error: 'The broker has no path nowhere.' },
    });
    const { origin } = new URL(broker.url);
    for (const path of ['/installation', '/ask', `/${crypto.randomUUID()}/installation`])
      expect((await fetch(`${origin}${path}`)).status).toBe(404);
  } finally {
    for (const name of ['BASE_URL', 'API_KEY', 'PACE']) delete process.env[name];
    await broker.close();
  }
});
