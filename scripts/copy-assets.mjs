// Copies the files that the compiled code reads at run time: FHIR tables, schemas, style sheets, the runbook.
import { cpSync, existsSync, readdirSync } from 'node:fs';

const [target = 'dist'] = process.argv.slice(2);
const folders = [
  ...readdirSync('monitor/pages').map((page) => `monitor/pages/${page}/assets`),
  'fhir/definitions/model',
  'schemas',
  'reference-server/pages/assets',
  'docs/runbook.md',
];

for (const folder of folders.filter(existsSync)) {
  cpSync(folder, `${target}/${folder}`, { recursive: true, filter: (source) => !source.endsWith('.ts') });
}
