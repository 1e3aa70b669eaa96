import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { endpoints } from '../../contract/document/endpoints.ts';
import { defaultImportBundle } from '../../engine/configuration/import-bodies.ts';
import { startReference } from '../../reference-server/index.ts';
import { judgeOf, openapi, openapiText, operations } from '../support/openapi.ts';
import { emptyFolder } from '../support/temporary-folder.ts';
import { askerOf, importing } from './reference-server/asking.ts';

const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

test('the committed OpenAPI description is the one generated from the contract', () => {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/make-openapi.ts', '--check'], {
    cwd: projectRoot,
  });
});

test('make-openapi --check fails on an outdated description and names npm run openapi', () => {
  const folder = emptyFolder();
  for (const name of ['scripts', 'contract', 'schemas'])
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'fhir']) symlinkSync(join(projectRoot, name), join(folder, name));
  for (const name of ['package.json', 'tsconfig.json'])
    copyFileSync(join(projectRoot, name), join(folder, name));
  writeFileSync(join(folder, 'schemas/openapi.json'), openapiText.replace('listProjects', 'listReviews'));
  const words = ['--import', 'tsx', 'scripts/make-openapi.ts', '--check'];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toContain('npm run openapi');
  expect(status).toBe(1);
});

test('the reference installation answers as its OpenAPI description says, and serves that description', async () => {
  const judge = judgeOf();
  const reference = await startReference({ rateLimit: 'off' });
  const ask = askerOf(reference);
  const firstIds = new Map<string, unknown>();
  for (const { method, path } of operations) {
    if (method === 'post') {
      const created = await importing(ask, JSON.parse(defaultImportBundle));
      expect([created.status, judge(path, method, created.status, created.json)]).toEqual([201, true]);
      const refused = await importing(ask, {});
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(judge(path, method, refused.status, refused.json)).toBe(true);
      continue;
    }
    const scoped = endpoints.some((one) => one.path === path && one.projectScoped === true);
    const id = firstIds.get(path.replace('/{id}', '')) ?? '';
    const target = `${path.replace('{id}', String(id))}${scoped ? `?project_id=${reference.projectIds[0]}` : ''}`;
    const answered = await ask(target);
    expect([target, answered.status, judge(path, method, answered.status, answered.json)]).toEqual([
      target,
      200,
      true,
    ]);
    if (Array.isArray(answered.json)) firstIds.set(path, answered.json[0]?.id);
    const refused = await ask(target, { key: 'none' });
    expect([refused.status, judge(path, method, refused.status, refused.json)]).toEqual([401, true]);
  }
  const served = await fetch(`${reference.baseUrl}/openapi.json`);
  expect(await served.json()).toEqual(openapi);
  await reference.close();
});
