import { availabilityFaults } from './availability.ts';
import { connectionFaults } from './connection.ts';
import type { Fault } from './fault.ts';
import { fhirTypeFaults } from './fhir-types.ts';
import { fhirValidityFaults } from './fhir-validity.ts';
import { importGateFaults } from './import-gate.ts';
import { importFaults } from './imports.ts';
import { notJsonFaults } from './not-json.ts';
import { openEndpointFaults } from './open-endpoints.ts';
import { otherAskerFaults } from './other-askers.ts';
import { otherSampleFaults } from './other-samples.ts';
import { otherWayFaults } from './other-ways.ts';
import { refusalFaults } from './refusals.ts';
import { refusedKeyFaults } from './refused-keys.ts';
import { statusFaults } from './statuses.ts';
import { throttlingFaults } from './throttling.ts';
import { unknownIdFaults } from './unknown-ids.ts';
import { userFaults } from './users.ts';
import { wrongKindFaults } from './wrong-kind.ts';

export type { Fault } from './fault.ts';

/** Every fault that the reference installation can show. */
export const faults: readonly Fault[] = [
  ...availabilityFaults,
  ...statusFaults,
  ...connectionFaults,
  ...openEndpointFaults,
  ...importGateFaults,
  ...refusedKeyFaults,
  ...refusalFaults,
  ...notJsonFaults,
  ...wrongKindFaults,
  ...fhirTypeFaults,
  ...fhirValidityFaults,
  ...unknownIdFaults,
  ...throttlingFaults,
  ...otherSampleFaults,
  ...otherWayFaults,
  ...otherAskerFaults,
  ...userFaults,
  ...importFaults,
];
