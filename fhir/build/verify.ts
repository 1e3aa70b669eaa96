import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fhirReleases, validateText } from '../index.ts';
import { writeModels } from './build.ts';
import { invalidExamples } from './invalid-examples.ts';
import { findDisagreements } from './parity.ts';

const here = import.meta.dirname;
const examplePackages = ['hl7.fhir.r4.examples', 'hl7.fhir.r4b.examples', 'hl7.fhir.r5.examples'];

/** Where the committed model is not what the build gives. */
function compareModels(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'fhir-model-'));
  try {
    writeModels(folder);
    return fhirReleases
      .map((release) => `${release}.txt`)
      .filter(
        (name) =>
          readFileSync(join(folder, name), 'utf8') !==
          readFileSync(join(here, '..', 'definitions', 'model', name), 'utf8'),
      )
      .map(
        (name) =>
          `fhir/definitions/model/${name} is not what the build gives; run the build and commit the result.`,
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Where the judgement of the official examples is not as expected. */
function validateExamples(name: string): { readonly files: number; readonly troubles: string[] } {
  const folder = join(here, 'node_modules', name);
  const known = new Set(Object.values(invalidExamples).flatMap((packages) => packages[name] ?? []));
  const files = readdirSync(folder).filter(
    (file) => /^[A-Za-z].*\.json$/.test(file) && file !== 'package.json',
  );
  const troubles: string[] = [];
  for (const file of files) {
    const report = validateText(readFileSync(join(folder, file)));
    const isException = known.has(file.slice(0, -'.json'.length));
    if (report.valid && isException) troubles.push(`${name}/${file} passes, but is listed as an exception.`);
    if (!report.valid && !isException) {
      troubles.push(`${name}/${file} is told to be wrong: ${JSON.stringify(report.issues[0])}`);
    }
  }
  return { files: files.length, troubles };
}

const troubles = compareModels();
process.stdout.write(`The committed models were compared with the build's.\n`);
for (const name of examplePackages) {
  const judged = validateExamples(name);
  process.stdout.write(`${name}: ${judged.files} files judged, ${judged.troubles.length} not as expected.\n`);
  troubles.push(...judged.troubles);
}
const parity = findDisagreements(examplePackages.map((name) => join(here, 'node_modules', name)));
process.stdout.write(`Programs and the FHIRPath engine: ${parity.comparisons} comparisons.\n`);
troubles.push(...parity.disagreements);
for (const trouble of troubles) process.stdout.write(`${trouble}\n`);
process.exitCode = troubles.length === 0 ? 0 : 1;
