// Copies the files that the compiled code reads at run time: FHIR tables, schemas, style sheets.
import { cpSync } from 'node:fs';

const folders = [
  'fhir/definitions/model',
  'schemas',
  'monitor/views/assets',
  'reference-server/pages/assets',
];

for (const folder of folders) {
  cpSync(folder, `dist/${folder}`, { recursive: true, filter: (source) => !source.endsWith('.ts') });
}
