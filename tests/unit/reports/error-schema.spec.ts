import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import schema from '../../../schemas/error.schema.json' with { type: 'json' };

const validate = new Ajv2020({ strict: true }).compile(schema);

const bodies: readonly (readonly [body: unknown, isError: boolean])[] = [
  [{ error: 'Unauthorized' }, true],
  [{ error: 'Not found', code: 7, details: [] }, true],
  [{ error: '' }, true],
  [{ error: { message: 'Unauthorized' } }, false],
  [{ error: null }, false],
  [{ message: 'Unauthorized' }, false],
  ['Unauthorized', false],
  [[{ error: 'Unauthorized' }], false],
  [null, false],
];

for (const [body, isError] of bodies) {
  test(`${JSON.stringify(body)} is ${isError ? 'an' : 'no'} error body`, () => {
    expect(validate(body)).toBe(isError);
  });
}
