import type { FhirReport, ValidateOptions } from './types.ts';
import { validateBody } from './validate-body.ts';
import { Definitions } from './validate-resource.ts';

export type { FhirIssue, FhirRelease, FhirReport, IssueLevel, ValidateOptions } from './types.ts';
export { fhirReleases, maximumIssues } from './types.ts';
export { createFhirValidator, type FhirValidator } from './validator.ts';

/** HL7's definitions never change while a process runs; each is read once, when first needed. */
const definitions = new Definitions();

/**
 * Judges one body in this thread.
 *
 * @param body JSON text, or its UTF-8 bytes
 * @returns a report; never throws because of what the body holds
 */
export function validateText(body: Uint8Array | string, options?: ValidateOptions): FhirReport {
  return validateBody(definitions, body, options);
}
