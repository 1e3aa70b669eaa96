import type { Check } from './check.ts';
import { authenticationChecks } from './checks/authentication.ts';
import { availabilityChecks } from './checks/availability.ts';
import { everyAnswerChecks } from './checks/every-answer.ts';
import { fhirChecks } from './checks/fhir.ts';
import { importChecks } from './checks/imports.ts';
import { successChecks, unknownIdChecks, userChecks } from './checks/success.ts';
import { endpoints } from './endpoints.ts';
import type { CheckCase } from './judge.ts';

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
