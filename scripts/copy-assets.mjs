// Copies what the compiled code reads beside itself: FHIR tables, schemas, style sheets.
import { cpSync } from 'node:fs';

const folders = ['fhir/model', 'schemas', 'monitor/pages/assets', 'reference/pages/assets'];

for (const folder of folders) {
  cpSync(folder, `dist/${folder}`, { recursive: true, filter: (source) => !source.endsWith('.ts') });
}
