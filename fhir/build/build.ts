import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tablesIn } from '../definitions/read-tables.ts';
import { ReleaseModel } from '../definitions/release-model.ts';
import { type FhirRelease, fhirReleases } from '../types.ts';
import { readDefinitions } from './sources.ts';
import { makeTypeTables } from './type-tables.ts';
import { ValueSetExpander } from './value-set-tables.ts';

/** A file below `fhir/definitions/`, and its text. */
export interface BuiltFile {
  readonly name: string;
  readonly text: string;
}

/** Makes the files that hold HL7's definitions of all releases. */
function makeFiles(): readonly BuiltFile[] {
  const modules = fhirReleases.map((release) => ({ release, text: moduleOf(makeTables(release)) }));
  return [
    ...modules.flatMap(({ release, text }) => [
      { name: `model/${release}.js`, text },
      { name: `model/${release}.d.ts`, text: 'export declare const tables: string;\n' },
    ]),
    {
      name: 'resource-types.ts',
      text: resourceTypesModule(
        modules.map(({ release, text }) => new ReleaseModel(release, tablesIn(text))),
      ),
    },
  ];
}

/**
 * The tables of one release, one a line: `type NAME JSON` or `valueset URL JSON`. A reader parses only the tables that
 * it needs, and a change of the definitions shows as changed lines.
 */
function makeTables(release: FhirRelease): string {
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
  return lines.sort().join('\n');
}

/** A module that bundlers understand, whose lines are the tables as they are: nothing in it is escaped but by JSON. */
function moduleOf(tables: string): string {
  const escaped = tables.replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{');
  return `// Made by "npm run fhir:build", not by hand: one table a line, which a reader parses when it first needs it.
export const tables = String.raw\`
${escaped}
\`;
`;
}

const namesPerLine = 6;

function resourceTypesModule(models: readonly ReleaseModel[]): string {
  const lists = models.map((model) => {
    const names = model.typeNames().filter((name) => model.resource(name) !== undefined);
    const lines = Array.from({ length: Math.ceil(names.length / namesPerLine) }, (_, index) =>
      names.slice(index * namesPerLine, (index + 1) * namesPerLine).join(' '),
    );
    return `  '${model.release}': \`\n    ${lines.join('\n    ')}\`,\n`;
  });
  return `import type { FhirRelease } from '../types.ts';

/** The resource types that each release defines, without abstract ones. Made by \`npm run fhir:build\`, not by hand. */
export const resourceTypes: Readonly<Record<FhirRelease, string>> = {
${lists.join('')}};
`;
}

const definitions = join(import.meta.dirname, '..', 'definitions');

/** The names of files that are not committed as the build makes them. */
export function outdatedFiles(): readonly string[] {
  return makeFiles()
    .filter(({ name, text }) => readFileSync(join(definitions, name), 'utf8') !== text)
    .map(({ name }) => name);
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(join(definitions, 'model'), { recursive: true });
  for (const { name, text } of makeFiles()) writeFileSync(join(definitions, name), text);
}
