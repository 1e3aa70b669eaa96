import { endpoints } from '../document/endpoints.ts';
import type { CheckCase } from '../judging/judge.ts';
import { authenticationChecks } from './authentication.ts';
import { availabilityChecks } from './availability.ts';
import type { Check } from './check.ts';
import { everyAnswerChecks } from './every-answer.ts';
import { fhirChecks } from './fhir.ts';
import { importChecks } from './imports.ts';
import { successChecks, unknownIdChecks, userChecks } from './success.ts';

/** Every check, in the order in which reports show them. */
export const catalogue: readonly Check[] = [
  ...availabilityChecks,
  ...authenticationChecks,
  ...everyAnswerChecks,
  ...successChecks,
  ...fhirChecks,
  ...unknownIdChecks,
  ...userChecks,
  ...importChecks,
];

/** Every check at every endpoint to which it applies. */
export const allCheckCases: readonly CheckCase[] = endpoints.flatMap((endpoint) =>
  catalogue.filter((check) => check.at(endpoint)).map((check) => ({ check, endpoint })),
);
