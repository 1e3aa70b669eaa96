import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { namedCheckCases } from '../../../library/named-check-cases.ts';
import { startBroker } from '../../../playwright/broker/broker.ts';
import { nameOf } from '../../../playwright/check-cases.ts';
import { startReference } from '../../../reference-server/index.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';

/** The session behind Playwright's tests, asked as workers ask it. */

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

test('a run that begins asks anew, as each run of UI mode does; within a run nothing is asked twice', async () => {
  let requests = 0;
  const reference = await startReference({
    onRequest: () => {
      requests += 1;
    },
  });
  Object.assign(process.env, {
    BASE_URL: reference.baseUrl,
    API_KEY: reference.keys.first,
    REPORTS_DIR: emptyFolder(),
    PACE: 'off',
  });
  const broker = await startBroker();
  try {
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
  } finally {
    for (const name of ['BASE_URL', 'API_KEY', 'REPORTS_DIR', 'PACE']) delete process.env[name];
    await reference.close();
  }
});

test('a test can repeat a request as often as it asks again; the first answer counts for the verdicts', async () => {
  let refusals = 0;
  const reference = await startReference({
    transforms: [
      {
        transformAnswer: (answer, { endpoint }) => {
          if (endpoint !== 'GET /api/v3/users' || answer.status !== 401) return answer;
          refusals += 1;
          return refusals === 1 || refusals > 4 ? answer : { ...answer, status: 500, body: 'broken' };
        },
      },
    ],
  });
  const reports = emptyFolder();
  Object.assign(process.env, {
    BASE_URL: reference.baseUrl,
    API_KEY: reference.keys.first,
    REPORTS_DIR: reports,
    PACE: 'off',
  });
  const broker = await startBroker();
  try {
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
  } finally {
    for (const name of ['BASE_URL', 'API_KEY', 'REPORTS_DIR', 'PACE']) delete process.env[name];
    await reference.close();
  }
});

test('a folder for reports that cannot be written is told before anything is sent', async () => {
  let requests = 0;
  const reference = await startReference({
    onRequest: () => {
      requests += 1;
    },
  });
  const file = join(emptyFolder(), 'file');
  writeFileSync(file, '');
  Object.assign(process.env, {
    BASE_URL: reference.baseUrl,
    API_KEY: reference.keys.first,
    REPORTS_DIR: join(file, 'reports'),
  });
  const broker = await startBroker();
  try {
    const message = /^REPORTS_DIR: .*file.reports cannot be written: /;
    for (const path of ['begin', 'test'])
      expect(await ask(broker.url, path, [users])).toEqual({
        status: 500,
        answer: { error: expect.stringMatching(message) },
      });
    expect(await broker.close()).toMatch(message);
    expect(requests).toBe(0);
  } finally {
    for (const name of ['BASE_URL', 'API_KEY', 'REPORTS_DIR']) delete process.env[name];
    await reference.close();
  }
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
  test(`an endpoint that was not shown is told besides ${known.length} known failures, not besides others`, async () => {
    const reference = await startReference({
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
    });
    const file = join(emptyFolder(), 'known.json');
    const until = '2999-12-31';
    writeFileSync(file, JSON.stringify(known.map((one) => ({ ...one, reason: 'It is old.', until }))));
    Object.assign(process.env, {
      BASE_URL: reference.baseUrl,
      API_KEY: reference.keys.first,
      REPORTS_DIR: emptyFolder(),
      PACE: 'off',
      KNOWN_FAILURES: file,
    });
    const broker = await startBroker();
    try {
      const names = namedCheckCases([
        'availability@users',
        'success@citations/:id',
        'availability@citations/:id',
      ]);
      await ask(broker.url, 'test', names.map(nameOf));
      expect(await broker.close()).toBe(problem);
    } finally {
      for (const name of ['BASE_URL', 'API_KEY', 'REPORTS_DIR', 'PACE', 'KNOWN_FAILURES'])
        delete process.env[name];
      await reference.close();
    }
  });
}

test('what is asked and judged of projects and users does not depend on the reporter that tells of the selection', async () => {
  const runs: unknown[] = [];
  const tests = ['auth@key_questions', 'auth@projects', 'auth@users'].map((name) =>
    namedCheckCases([name]).map(nameOf),
  );
  for (const isTold of [true, false]) {
    const requests: string[] = [];
    const reference = await startReference({
      onRequest: ({ method, path, query, headers: { authorization, accept } }) => {
        requests.push([method, path, JSON.stringify(query), authorization, accept].join(' '));
      },
      keys: { first: 'Zx7Qk2Lm9Tp4Vb8R', second: 'Hc3Wd6Ys1Nf5Gj0K', revoked: 'Ua4Er8Bi2Ox6Pl9M' },
    });
    const reports = emptyFolder();
    Object.assign(process.env, {
      BASE_URL: reference.baseUrl,
      API_KEY: reference.keys.first,
      REPORTS_DIR: reports,
      PACE: 'off',
    });
    const broker = await startBroker();
    try {
      if (isTold) await ask(broker.url, 'begin', tests.flat());
      for (const names of tests) await ask(broker.url, 'test', names);
      expect(await broker.close()).toBeUndefined();
    } finally {
      for (const name of ['BASE_URL', 'API_KEY', 'REPORTS_DIR', 'PACE']) delete process.env[name];
      await reference.close();
    }
    const { verdicts } = JSON.parse(readFileSync(join(reports, 'run.json'), 'utf8')) as RunRecord;
    const told = verdicts.map(({ check, endpoint, outcome }) => `${check} ${endpoint} ${outcome}`);
    runs.push([requests.toSorted(), told.toSorted()]);
  }
  expect(runs[1]).toEqual(runs[0]);
});

test('a path that it does not have is an error, not an end, and others on the machine are told nothing', async () => {
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
