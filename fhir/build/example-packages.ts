import type { FhirRelease } from '../types.ts';

/** HL7's packages of official examples. */
export const examplePackages: Readonly<Record<FhirRelease, string>> = {
  '4.0.1': 'hl7.fhir.r4.examples',
  '4.3.0': 'hl7.fhir.r4b.examples',
  '5.0.0': 'hl7.fhir.r5.examples',
};
