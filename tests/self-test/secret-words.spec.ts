import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { Secret } from '../../engine/secret.ts';
import { startReference } from '../../reference-server/index.ts';
import { makeTestInstallation } from '../support/installation.ts';
import { sharedBodies } from '../support/shared-bodies.ts';
import { expectValidRecord } from './hostile/hostile-run.ts';

/** Words that our records and the answers of every installation are made of. */
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

/** Keys that share a stretch with what answers, addresses and sentences say. */
const keys: readonly string[] = [
  'my-application-key-1',
  '127.0.0.1-key',
  'resourceType-2',
  'key-untestable',
  'unauthorized-0815',
];

/** What a record says apart from texts for people. */
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

async function run(key: string, header?: string): Promise<RunRecord> {
  const reference = await startReference({
    rateLimit: 'off',
    keys: { first: key, second: 'second-key-0815', revoked: 'revoked-key-0815' },
  });
  try {
    const installation = makeTestInstallation({
      baseUrl: reference.baseUrl,
      key: new Secret(key),
      extraHeaders: header === undefined ? {} : { 'X-Word': new Secret(header) },
    });
    return (await runInstallation(installation, { tier: 'standard', bodies: sharedBodies() })).record;
  } finally {
    await reference.close();
  }
}

let usual: unknown;
test.beforeAll(async () => {
  usual = structureOf(await run('Zx7Qk2Lm9Tp4Vb8Rn3Wd'));
});

for (const word of words) {
  test(`a secret header ${word} bends neither verdicts nor the record`, async () => {
    const record = await run('Zx7Qk2Lm9Tp4Vb8Rn3Wd', word);
    expectValidRecord(record);
    expect(structureOf(record)).toEqual(usual);
  });
}

for (const key of keys) {
  test(`a key ${key} bends neither verdicts nor the record`, async () => {
    const record = await run(key);
    expectValidRecord(record);
    expect(structureOf(record)).toEqual(usual);
    expect(JSON.stringify(record)).not.toContain(key);
  });
}
