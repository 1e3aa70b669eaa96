import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FhirRelease } from '../types.ts';

/** HL7's packages of official examples. */
export const examplePackages: Readonly<Record<FhirRelease, string>> = {
  '4.0.1': 'hl7.fhir.r4.examples',
  '4.3.0': 'hl7.fhir.r4b.examples',
  '5.0.0': 'hl7.fhir.r5.examples',
};

/** The files of the official examples of a release, in their order by name. */
export function exampleFiles(release: FhirRelease): readonly string[] {
  const folder = join(import.meta.dirname, 'node_modules', examplePackages[release]);
  return readdirSync(folder)
    .filter((name) => /^[A-Za-z].*\.json$/.test(name) && name !== 'package.json')
    .sort()
    .map((name) => join(folder, name));
}
