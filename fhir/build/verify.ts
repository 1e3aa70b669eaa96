import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedDefinitions } from '../installed-definitions.ts';
import type { Definitions } from '../release-definitions.ts';
import { type FhirRelease, fhirReleases } from '../types.ts';
import { validateBody } from '../validate-body.ts';
import { outdatedFiles } from './build.ts';
import { examplePackages } from './example-packages.ts';
import { invalidExamples } from './invalid-examples.ts';
import { findDisagreements } from './parity.ts';

const here = import.meta.dirname;

/** Validates the official examples of a release against it alone, and reports those whose result is not the expected one. */
function validateExamples(
  name: string,
  release: FhirRelease,
  definitions: Definitions,
): { readonly files: number; readonly problems: string[] } {
  const folder = join(here, 'node_modules', name);
  const known = new Set(Object.values(invalidExamples).flatMap((packages) => packages[name] ?? []));
  const files = readdirSync(folder).filter(
    (file) => /^[A-Za-z].*\.json$/.test(file) && file !== 'package.json',
  );
  const problems: string[] = [];
  for (const file of files) {
    const report = validateBody(definitions, readFileSync(join(folder, file)), { release });
    const isListed = known.has(file.slice(0, -'.json'.length));
    if (report.valid && isListed) problems.push(`${name}/${file} is valid, but is listed as invalid.`);
    if (!report.valid && !isListed) {
      problems.push(`${name}/${file} is not valid: ${JSON.stringify(report.issues[0])}`);
    }
  }
  return { files: files.length, problems };
}

const problems = outdatedFiles().map(
  (name) =>
    `fhir/definitions/${name} differs from what the build makes; run the build and commit the result.`,
);
const definitions = installedDefinitions();
process.stdout.write('The committed models were compared with those that the build makes.\n');
for (const release of fhirReleases) {
  const name = examplePackages[release];
  const examples = validateExamples(name, release, definitions);
  process.stdout.write(
    `${name}: ${examples.files} files validated, ${examples.problems.length} not as expected.\n`,
  );
  problems.push(...examples.problems);
}
const parity = findDisagreements(
  Object.values(examplePackages).map((name) => join(here, 'node_modules', name)),
);
process.stdout.write(`Programs and the FHIRPath engine: ${parity.comparisons} comparisons.\n`);
problems.push(...parity.disagreements);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
