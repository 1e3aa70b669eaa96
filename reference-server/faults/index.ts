import { authenticationFaults } from './authentication.ts';
import { availabilityFaults } from './availability.ts';
import { connectionFaults } from './connection.ts';
import type { Fault } from './fault.ts';
import { fhirFaults } from './fhir.ts';
import { importFaults } from './imports.ts';
import { refusalFaults } from './refusals.ts';
import { successFaults } from './success.ts';
import { unknownIdFaults } from './unknown-ids.ts';
import { userFaults } from './users.ts';

export type { Fault } from './fault.ts';

/** Every fault that the reference installation can show. */
export const faults: readonly Fault[] = [
  ...availabilityFaults,
  ...connectionFaults,
  ...authenticationFaults,
  ...refusalFaults,
  ...successFaults,
  ...fhirFaults,
  ...unknownIdFaults,
  ...userFaults,
  ...importFaults,
];
