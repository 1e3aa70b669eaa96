import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { endpoints } from '../../contract/endpoints.ts';
import { gaps } from '../../contract/gaps.ts';
import { requirements } from '../../contract/requirements.ts';
import { defaultImportBundle } from '../../engine/http/import-bodies.ts';
import { startReference } from '../../reference-server/index.ts';
import { askerOf, importing } from './reference-server/asking.ts';

const projectRoot = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(join(projectRoot, 'schemas/openapi.json'), 'utf8');

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
}
const document: Document = JSON.parse(text);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  (['get', 'post'] as const).flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [{ method, path, operation }];
  }),
);

test('the committed description is the one that the contract makes', () => {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/make-openapi.ts', '--check'], {
    cwd: projectRoot,
  });
});

test('a description that is not current is told', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-openapi-'));
  try {
    for (const name of ['scripts', 'contract', 'schemas'])
      cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
    for (const name of ['node_modules', 'fhir']) symlinkSync(join(projectRoot, name), join(folder, name));
    for (const name of ['package.json', 'tsconfig.json'])
      copyFileSync(join(projectRoot, name), join(folder, name));
    writeFileSync(join(folder, 'schemas/openapi.json'), text.replace('listProjects', 'listReviews'));
    const words = ['--import', 'tsx', 'scripts/make-openapi.ts', '--check'];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    expect(stderr).toContain('npm run openapi');
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(text));
  expect(result.errors ?? []).toEqual([]);
  expect([result.valid, validator.version]).toEqual([true, '3.1']);
});

test('every endpoint, requirement and gap is described', () => {
  expect(
    operations.map(({ method, path }) => `${method.toUpperCase()} ${path.replace('{id}', ':id')}`).sort(),
  ).toEqual(endpoints.map(({ id }) => id).sort());
  const said = [document.info.description, ...operations.map(({ operation }) => operation.description)].join(
    '\n',
  );
  for (const { id } of [...requirements, ...gaps]) expect(said).toContain(`\`${id}\``);
});

test('operations have names and tags of their own, and tell their errors', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  const tags = document.tags.map(({ name }) => name);
  for (const { operation } of operations) {
    expect(operation.tags.every((tag) => tags.includes(tag))).toBe(true);
    expect(Object.keys(operation.responses)).toContain('4XX');
  }
});

/** Judges a JSON body by the schema of a response. */
function judgeOf(): (path: string, method: string, status: number, body: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(JSON.parse(text), 'openapi');
  const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
  return (path, method, status, body) => {
    const parts =
      status >= 400
        ? ['components', 'responses', 'Error', 'content', 'application/json', 'schema']
        : ['paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema'];
    const validate = ajv.getSchema(`openapi#/${parts.map(escaped).join('/')}`);
    if (validate === undefined) throw new Error(`Nothing is described for ${method} ${path} ${status}.`);
    return validate(body) === true;
  };
}

test('the reference installation answers as described', async () => {
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
  expect(await served.json()).toEqual(document);
  await reference.close();
});

test('answers that break the document are not as described', () => {
  const judge = judgeOf();
  const wrong: readonly (readonly [string, number, unknown])[] = [
    ['/api/v3/projects', 200, 'a text'],
    ['/api/v3/projects', 200, null],
    ['/api/v3/projects/{id}', 200, { resourceType: 'Patient' }],
    ['/api/v3/projects/{id}', 200, []],
    ['/api/v3/extractions/{id}', 201, { resourceType: 'Bundle' }],
    ['/api/v3/sd_meta_data/{id}', 200, {}],
    ['/api/v3/citations/{id}', 200, []],
    ['/api/v3/users', 200, 'nobody'],
    ['/api/v3/users', 401, { message: 'Unauthorized' }],
    ['/api/v3/users', 404, { error: { text: 'Unknown' } }],
  ];
  for (const [path, status, body] of wrong)
    expect([path, status, body, judge(path, 'get', status, body)]).toEqual([path, status, body, false]);
});
