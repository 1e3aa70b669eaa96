// Copies the files that the compiled code reads at run time: FHIR tables, schemas, style sheets, the runbook.
import { cpSync } from 'node:fs';

const [target = 'dist'] = process.argv.slice(2);
const folders = [
  'fhir/definitions/model',
  'schemas',
  'monitor/views/assets',
  'reference-server/pages/assets',
  'docs/runbook.md',
];

for (const folder of folders) {
  cpSync(folder, `${target}/${folder}`, { recursive: true, filter: (source) => !source.endsWith('.ts') });
}
