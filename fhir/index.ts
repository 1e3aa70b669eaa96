/**
 * Offline validation of FHIR resources against HL7's definitions of R4, R4B and R5: what `evidence-contract/fhir` exports.
 * Nothing of it needs Node.js. Light to import: code and tables are loaded with the first body.
 */
export type {
  FhirIssue,
  FhirRelease,
  FhirReport,
  IssueCode,
  IssueLevel,
  ReportedIssue,
  ValidateOptions,
  ValidationReport,
} from './types.ts';
export { fhirReleases, maximumIssues } from './types.ts';
export { createValidator, type Validate, type Validator, type ValidatorOptions } from './validator.ts';
