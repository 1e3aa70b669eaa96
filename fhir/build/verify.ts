import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { installedDefinitions } from '../installed-definitions.ts';
import type { Definitions } from '../release-definitions.ts';
import { type FhirRelease, fhirReleases } from '../types.ts';
import { validateBody } from '../validate-body.ts';
import { outdatedFiles } from './build.ts';
import { exampleFiles, examplePackages } from './example-packages.ts';
import { invalidExamples } from './invalid-examples.ts';
import { findDisagreements } from './parity.ts';

/** Validates the official examples of a release against it alone, and reports those whose result is not the expected one. */
function validateExamples(
  release: FhirRelease,
  definitions: Definitions,
): { readonly files: number; readonly problems: string[] } {
  const name = examplePackages[release];
  const known = new Set(Object.values(invalidExamples).flatMap((packages) => packages[name] ?? []));
  const files = exampleFiles(release);
  const problems: string[] = [];
  for (const path of files) {
    const file = basename(path);
    const report = validateBody(definitions, readFileSync(path), { release });
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
  const examples = validateExamples(release, definitions);
  process.stdout.write(
    `${examplePackages[release]}: ${examples.files} files validated, ${examples.problems.length} not as expected.\n`,
  );
  problems.push(...examples.problems);
}
const parity = findDisagreements();
process.stdout.write(`Programs and the FHIRPath engine: ${parity.comparisons} comparisons.\n`);
problems.push(...parity.disagreements);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
