import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { examplePackages } from '../build/example-packages.ts';
import { invalidExamples } from '../build/invalid-examples.ts';
import type { FhirRelease } from '../types.ts';

/** One of HL7's official examples. */
export interface Example {
  readonly release: FhirRelease;
  readonly file: string;
  readonly text: string;
}

/** So that no type has many examples in the comparison, and none that takes a judge minutes. */
const mostOfOneType = 8;
const mostBytes = 50_000;

/** Some valid official examples of each resource type of a release, the same ones each time. */
export function someExamples(release: FhirRelease): readonly Example[] {
  const folder = join(import.meta.dirname, '..', 'build', 'node_modules', examplePackages[release]);
  const invalid = new Set(
    Object.values(invalidExamples).flatMap((packages) => packages[examplePackages[release]] ?? []),
  );
  const byType = new Map<string, string[]>();
  for (const file of readdirSync(folder).sort()) {
    const [, type, id] = /^([A-Z][A-Za-z]+)-(.+)\.json$/.exec(file) ?? [];
    if (type === undefined || invalid.has(`${type}-${id}`)) continue;
    if (statSync(join(folder, file)).size > mostBytes) continue;
    byType.set(type, [...(byType.get(type) ?? []), file]);
  }
  return [...byType.values()].flatMap((files) =>
    spread(files, mostOfOneType).map((file) => ({
      release,
      file,
      text: readFileSync(join(folder, file), 'utf8'),
    })),
  );
}

/** So many of a list, from its beginning to its end. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, list.length / most);
  return list
    .filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    .slice(0, most);
}
