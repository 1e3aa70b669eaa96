import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Replaces the text between the two comments of a section of docs/decisions/fhir-comparison.md. */
export function writeSection(section: string, text: string): void {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'decisions', 'fhir-comparison.md');
  const [begin, end] = [
    `<!-- ${section}: written by \`npm run fhir:compare\` -->`,
    `<!-- end of ${section} -->`,
  ];
  const whole = readFileSync(file, 'utf8');
  const [from, to] = [whole.indexOf(begin), whole.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for: ${section}.`);
  writeFileSync(file, `${whole.slice(0, from)}${begin}\n\n${text}\n\n${whole.slice(to)}`);
}
