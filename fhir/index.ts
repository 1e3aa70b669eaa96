/**
 * Offline FHIR validation against HL7's definitions: the public face of this folder. Light to import: the definitions
 * and the code that needs them are loaded with the first body.
 */
export type { FhirIssue, FhirRelease, FhirReport, IssueLevel, ValidateOptions } from './types.ts';
export { fhirReleases, maximumIssues } from './types.ts';
export { createFhirValidator, type FhirValidator, type ValidateBody } from './validator.ts';
