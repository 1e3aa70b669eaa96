import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';

const folder = new URL('../../schemas/', import.meta.url);

for (const name of readdirSync(folder).filter((file) => file.endsWith('.schema.json'))) {
  // The suite compiles them without this check, which takes longer than compiling.
  test(`${name} is a valid JSON Schema`, () => {
    const schema = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as object;
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  });
}
