import { expect, test } from '@playwright/test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { endpoints } from '../../contract/document/endpoints.ts';
import { requirements } from '../../contract/document/requirements.ts';
import { gaps } from '../../contract/gaps/gaps.ts';
import { judgeOf, openapi, openapiText, operations } from '../support/openapi.ts';

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(openapiText));
  expect(result.errors ?? []).toEqual([]);
  expect([result.valid, validator.version]).toEqual([true, '3.1']);
});

test('every endpoint, requirement and gap is described', () => {
  expect(
    operations.map(({ method, path }) => `${method.toUpperCase()} ${path.replace('{id}', ':id')}`).sort(),
  ).toEqual(endpoints.map(({ id }) => id).sort());
  const said = [openapi.info.description, ...operations.map(({ operation }) => operation.description)].join(
    '\n',
  );
  for (const { id } of [...requirements, ...gaps]) expect(said).toContain(`\`${id}\``);
});

test('every operation has a unique id, declared tags and a 4XX response', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  const tags = openapi.tags.map(({ name }) => name);
  for (const { operation } of operations) {
    expect(operation.tags.every((tag) => tags.includes(tag))).toBe(true);
    expect(Object.keys(operation.responses)).toContain('4XX');
  }
});

test('answers that break the document do not match the description', () => {
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

test('every object schema states additionalProperties', () => {
  // A client generator may treat an object without additionalProperties as closed.
  const silent: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && [value.type].flat().includes('object') && !('additionalProperties' in value))
      silent.push(path);
    for (const [name, inner] of Object.entries(value)) visit(inner, `${path}/${name}`);
  };
  visit(JSON.parse(openapiText), '');
  expect(silent).toEqual([]);
});

test('all list operations, and no others, have optional query parameters', () => {
  const open = operations.filter(({ operation }) =>
    operation.parameters?.some((each) => each.in === 'query' && each.required !== true),
  );
  expect(open.map(({ operation }) => operation.operationId).sort()).toEqual(
    operations
      .map(({ operation }) => operation.operationId)
      .filter((name) => name.startsWith('list'))
      .sort(),
  );
});

test('Bundles and error bodies that keep to the document match the description', () => {
  const judge = judgeOf();
  const bundle = {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [{ fullUrl: 'urn:uuid:1', resource: { resourceType: 'Citation', status: 'active' } }],
  };
  expect(judge('/api/v3/projects/{id}', 'get', 200, bundle)).toBe(true);
  expect(judge('/api/v3/projects/{id}', 'get', 200, { resourceType: 'Bundle' })).toBe(true);
  expect(judge('/api/v3/users', 'get', 401, { error: 'Unauthorized', code: 7 })).toBe(true);
});
