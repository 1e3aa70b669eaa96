import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FhirRelease, fhirReleases } from '../types.ts';
import { readDefinitions } from './sources.ts';
import { makeTypeTables } from './type-tables.ts';
import { ValueSetExpander } from './value-set-tables.ts';

/**
 * Makes the model of one release, one table a line: `type NAME JSON` or `valueset URL JSON`. A reader parses only the
 * tables that it needs, and a change of the definitions shows as changed lines.
 */
export function makeModel(release: FhirRelease): string {
  const definitions = readDefinitions(release);
  const expander = new ValueSetExpander(definitions);
  const types = makeTypeTables(definitions.structures, (url) => expander.expand(url) !== undefined);
  const lines = [...types].map(([name, table]) => `type ${name} ${JSON.stringify(table)}`);
  const bound = new Set<string>();
  for (const table of types.values()) {
    for (const element of Object.values(table.elements)) if (element.valueSet) bound.add(element.valueSet);
  }
  // Rules name this one in `memberOf()`.
  bound.add('http://hl7.org/fhir/ValueSet/resource-types');
  for (const url of [...bound].sort()) {
    const table = expander.expand(url);
    if (table) lines.push(`valueset ${url} ${JSON.stringify(table)}`);
  }
  return `${lines.sort().join('\n')}\n`;
}

/** Writes the models of all releases to a folder. */
export function writeModels(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const release of fhirReleases) writeFileSync(join(folder, `${release}.txt`), makeModel(release));
}

if (process.argv[1] === import.meta.filename) {
  writeModels(process.argv[2] ?? join(import.meta.dirname, '..', 'definitions', 'model'));
}
