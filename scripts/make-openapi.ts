import { readFileSync, writeFileSync } from 'node:fs';
import { makeOpenApi } from './openapi/make-document.ts';
import type { Schema } from './openapi/schemas.ts';

/** Writes schemas/openapi.json. With --check it writes nothing and exits with 1 if the file is out of date. */

const target = new URL('../schemas/openapi.json', import.meta.url);
const errorSchema: Schema = JSON.parse(
  readFileSync(new URL('../schemas/error.schema.json', import.meta.url), 'utf8'),
);
const text = `${JSON.stringify(makeOpenApi(errorSchema), undefined, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (textNow() !== text) {
  process.stderr.write('schemas/openapi.json is out of date: run `npm run openapi` and commit the file.\n');
  process.exitCode = 1;
}

function textNow(): string | undefined {
  try {
    return readFileSync(target, 'utf8');
  } catch {
    return undefined;
  }
}
