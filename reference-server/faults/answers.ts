import { type Answer, errorAnswer } from '../answer.ts';
import type { Json } from '../json.ts';

/** Answers that several faults share. */

export const crash: Answer = errorAnswer(500, 'Something went wrong.');

export const noSuchEndpoint: Answer = errorAnswer(404, 'There is no such endpoint.');

/** A FHIR OperationOutcome with one error. */
export function operationOutcome(code: string): Json {
  return { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code }] };
}
