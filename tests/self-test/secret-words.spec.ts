import { expect, test } from '@playwright/test';
import { allCheckCases } from '../../contract/checks/catalogue.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { type RunOptions, runInstallation } from '../../engine/run/run-installation.ts';
import { Secret } from '../../engine/secret.ts';
import { errorAnswer } from '../../reference-server/answer.ts';
import { type ResponseTransform, startReference } from '../../reference-server/index.ts';
import { makeTestInstallation } from '../support/installation.ts';
import { sharedBodies } from '../support/shared-bodies.ts';
import { expectValidRecord } from './hostile/hostile-run.ts';

/** Words that occur in our records and in the answers of every installation. */
const words: readonly string[] = [
  'untestable',
  'conforming',
  'wrong-header',
  'projects',
  '/api/v3/projects',
  'GET /api/v3/users',
  'auth.query-key-accepted',
  'startedAt',
  'requirements',
  'application/json',
  'application/json; charset=utf-8',
  'content-type',
  'Unauthorized',
  'resourceType',
  'EvidenceReport',
  '2026-01-01',
  '12345678',
];

/** Keys that share characters with answers, addresses and sentences. */
const keys: readonly string[] = [
  'my-application-key-1',
  '127.0.0.1-key',
  'resourceType-2',
  'key-untestable',
  'unauthorized-0815',
];

/** A key that shares the host of every address, so that all URLs are redacted. */
const keyInAddress = '127.0.0.1-key';

/** The content of a record without its texts for people. */
function structureOf({ verdicts, exchanges, observations, ...record }: RunRecord): unknown {
  const { state, tier, coverage, requests, cutShort } = record;
  return {
    names: Object.keys(record),
    totals: { state, tier, coverage, requests, cutShort },
    verdicts: verdicts.map(({ message: _, exchange: __, ...verdict }) => verdict),
    exchanges: exchanges
      .map(({ endpoint, key, method, status }) => [endpoint, key, method, status].join(' '))
      .sort(),
    observations: observations.map(({ gap, endpoint }) => [gap, endpoint]),
  };
}

async function run(
  key: string,
  header?: string,
  options: Pick<RunOptions, 'scope'> & { readonly transforms?: readonly ResponseTransform[] } = {},
): Promise<RunRecord> {
  const { transforms = [], scope } = options;
  const reference = await startReference({
    rateLimit: 'off',
    transforms,
    keys: { first: key, second: 'second-key-0815', revoked: 'revoked-key-0815' },
  });
  try {
    const installation = makeTestInstallation({
      baseUrl: reference.baseUrl,
      key: new Secret(key),
      extraHeaders: header === undefined ? {} : { 'X-Word': new Secret(header) },
    });
    const running = runInstallation(installation, {
      tier: 'standard',
      bodies: sharedBodies(),
      ...(scope === undefined ? {} : { scope }),
    });
    return (await running).record;
  } finally {
    await reference.close();
  }
}

let usual: unknown;
test.beforeAll(async () => {
  usual = structureOf(await run('Zx7Qk2Lm9Tp4Vb8Rn3Wd'));
});

for (const word of words) {
  test(`the secret header ${word} changes neither the verdicts nor the structure of the record`, async () => {
    const record = await run('Zx7Qk2Lm9Tp4Vb8Rn3Wd', word);
    expectValidRecord(record);
    expect(structureOf(record)).toEqual(usual);
  });
}

for (const key of keys) {
  test(`the key ${key} is redacted, and changes neither the verdicts nor the structure of the record`, async () => {
    const record = await run(key);
    expectValidRecord(record);
    expect(structureOf(record)).toEqual(usual);
    expect(JSON.stringify(record)).not.toContain(key);
  });
}

test('a missing list is reported as missing even if the key makes all URLs redacted', async () => {
  const record = await run(keyInAddress, undefined, {
    scope: {
      checkCases: allCheckCases.filter(
        ({ check, endpoint }) =>
          check.id === 'availability.endpoint-answers' && endpoint.id === 'GET /api/v3/key_questions',
      ),
      gapCases: [],
    },
    transforms: [
      {
        transformAnswer: (answer, { path }) =>
          /(?:key_questions|no_such_resource)$/.test(path)
            ? errorAnswer(404, `No route for ${path}`)
            : answer,
      },
    ],
  });
  expect(record.verdicts.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['fail', expect.stringContaining('is missing')],
  ]);
});

test('a redirect to another host gives the state not-this-api even if the key makes all URLs redacted', async () => {
  const elsewhere = { status: 301, headers: { location: 'https://evidence.example/x' }, body: undefined };
  const record = await run(keyInAddress, undefined, { transforms: [{ transformAnswer: () => elsewhere }] });
  expect([record.state, record.abortReason]).toEqual(['not-this-api', undefined]);
});
