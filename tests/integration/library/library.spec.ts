import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { contract, readRunRecord, runContract, writeReports } from '../../../library/index.ts';
import { type Reference, type ReferenceOptions, startReference } from '../../../library/reference.ts';
import { whileOpen } from '../../support/serving.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';

test('the library runs a part of the contract, writes its reports and reads its record back', async () => {
  const seen: string[] = [];
  const options = {
    faults: ['users-open-without-key'] as const,
    onRequest: ({ path }: { path: string }) => seen.push(path),
  };
  const record = await withReference(options, ({ baseUrl, keys }) =>
    runContract({ name: 'mine', baseUrl, apiKey: keys.first, pace: 'off', only: ['auth@users'] }),
  );
  expect(record.state).toBe('violating');
  expect(record.findings.map(({ message }) => message)).toEqual([
    expect.stringContaining('GET /api/v3/users without a key was answered with status 200'),
  ]);
  expect(seen.length).toBe(record.requests);
  const folder = emptyFolder();
  await writeReports(record, folder);
  expect(readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'))).toEqual(record);
  expect(() => readRunRecord('{}', 'mine.json')).toThrow(/mine\.json/);
});

test('an aborted signal ends runContract early as interrupted', async () => {
  const controller = new AbortController();
  controller.abort();
  const record = await withReference({}, ({ baseUrl, keys }) =>
    runContract({ baseUrl, apiKey: keys.first, signal: controller.signal }),
  );
  expect([record.cutShort, record.abortReason, record.state]).toEqual([true, 'interrupted', 'unknown']);
});

test('the library exports endpoints, checks, requirements and gaps as data', () => {
  expect(contract.endpoints).toContain('GET /api/v3/users');
  const check = contract.checks.find(({ id }) => id === 'auth.no-key-rejected');
  expect(check?.endpoints).toEqual(contract.endpoints);
  expect(contract.requirements.map(({ id }) => id)).toEqual(
    expect.arrayContaining([...(check?.requirements ?? [])]),
  );
  expect(contract.gaps.every(({ id }) => id.startsWith('GAP-'))).toBe(true);
});

test('startReference rejects an unknown fault or option and suggests the nearest name', async () => {
  await expect(
    startReference({ faults: ['users-open-without-keys' as 'users-open-without-key'] }),
  ).rejects.toThrow(
    'There is no fault named "users-open-without-keys". Did you mean users-open-without-key?',
  );
  await expect(startReference({ fault: ['x'] } as object)).rejects.toThrow(
    'startReference: there is no option "fault". Did you mean faults?',
  );
});

test('an undefined option of startReference means its default', async () => {
  const undefinedOptions: unknown = { rateLimit: undefined, keys: undefined, faults: undefined };
  const limited = async (options: ReferenceOptions): Promise<boolean> =>
    withReference(options, async ({ baseUrl }) =>
      (await fetch(`${baseUrl}/api/v3/users`)).headers.has('ratelimit'),
    );
  expect(await limited(undefinedOptions as ReferenceOptions)).toBe(false);
  expect(await limited({ rateLimit: { windowMs: 60_000, limit: 9 } })).toBe(true);
});

test('an exception in onRequest reaches the test runner and does not change the answer', async () => {
  const runners = process.rawListeners('uncaughtException') as NodeJS.UncaughtExceptionListener[];
  process.removeAllListeners('uncaughtException');
  try {
    const caught = new Promise<unknown>((resolve) => process.once('uncaughtException', resolve));
    const onRequest = (): never => {
      throw new Error('not what the client was to send');
    };
    const status = await withReference(
      { onRequest },
      async ({ baseUrl }) => (await fetch(`${baseUrl}/api/v3/users`)).status,
    );
    expect(status).toBe(401);
    expect(await caught).toMatchObject({ message: 'not what the client was to send' });
  } finally {
    for (const runner of runners) process.on('uncaughtException', runner);
  }
});

test('a reference installation lists the settings that a check needs for its variants', async () => {
  const settings = await withReference(
    { variants: ['slash-at-the-end'] },
    async (reference) => reference.settings,
  );
  expect(settings).toEqual({ TRAILING_SLASH: 'true' });
});

async function withReference<T>(
  options: ReferenceOptions,
  use: (reference: Reference) => Promise<T>,
): Promise<T> {
  return whileOpen(startReference(options), async (reference) => {
    return await use(reference);
  });
}
