import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startReference } from '../../../reference-server/index.ts';
import { runCommand } from '../../support/run-command.ts';
import { test } from '../../support/temporary-folder.ts';

test('a large Bundle is written next to the reports, without keys, if a run imports it', async ({
  folder,
}) => {
  const reference = await startReference({ rateLimit: 'off' });
  const key = reference.keys.first;
  const title = `${'A long title. '.repeat(100)}${key}`;
  const entry = [{ resource: { resourceType: 'Citation', status: 'draft', title } }];
  const bundle = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry });
  writeFileSync(join(folder, 'own.json'), bundle);
  const check = (more: Readonly<Record<string, string>>) =>
    runCommand(['check', '--only', 'import', '--no-progress'], {
      directory: folder,
      environment: {
        BASE_URL: reference.baseUrl,
        API_KEY: key,
        PACE: 'off',
        IMPORT_BUNDLE: 'own.json',
        REPORTS_DIR: 'out',
        ...more,
      },
    });
  await check({});
  expect(existsSync(join(folder, 'out/import-bundle.json'))).toBe(false);
  await check({ ALLOW_IMPORT: 'true' });
  await reference.close();
  const record = readFileSync(join(folder, 'out/run.json'), 'utf8');
  expect(record).toContain('--data-binary @import-bundle.json');
  const written = readFileSync(join(folder, 'out/import-bundle.json'), 'utf8');
  expect(written).not.toContain(key);
  expect(JSON.parse(written)).toMatchObject({ resourceType: 'Bundle', type: 'collection' });
});
