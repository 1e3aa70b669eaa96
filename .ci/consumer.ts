import {
  type ContractRecord,
  contract,
  type EndpointId,
  type RunContractOptions,
  runContract,
} from 'evidence-contract';
import {
  createValidator,
  type FhirRelease,
  fhirReleases,
  type ReportedIssue,
  type Validate,
  type ValidationReport,
  type Validator,
} from 'evidence-contract/fhir';
import { type Reference, startReference } from 'evidence-contract/reference';

/** What a user of the packed package writes: it must compile by its types, and run. */

const validator: Validator = createValidator({ releases: ['5.0.0'] });
const releases: readonly FhirRelease[] = validator.releases;
const report: ValidationReport = await validator.validate(
  { resourceType: 'Patient', name: [{ period: { start: '2021', end: '2020' } }] },
  { release: '5.0.0' },
);
const [issue]: readonly ReportedIssue[] = report.issues;
const validate: Validate = await createValidator().prepare();

// @ts-expect-error: releases of HL7 before R4 are not included.
const older: FhirRelease = '3.0.2';

const seen = [
  releases.join(),
  fhirReleases.includes(older),
  report.valid,
  issue?.level,
  issue?.code,
  issue?.rule,
  issue?.path,
];
const expected = ['5.0.0', false, false, 'invariant', 'invariant', 'per-1', 'Patient.name[0].period'];
if (JSON.stringify(seen) !== JSON.stringify(expected) || !validate('{"resourceType":"Patient"}').valid)
  throw new Error(`The package validates otherwise than its sources: ${JSON.stringify(seen)}`);

const reference: Reference = await startReference({ faults: ['users-open-without-key'] });
const options: RunContractOptions = {
  baseUrl: reference.baseUrl,
  apiKey: reference.keys.first,
  pace: 'off',
  only: ['auth@users'],
};
const record: ContractRecord = await runContract(options).finally(reference.close);
const open: readonly EndpointId[] = record.findings.flatMap(({ endpoints }) => endpoints);

// @ts-expect-error: there is no such tier.
const tier: RunContractOptions['tier'] = 'quick';

if (open.join() !== 'GET /api/v3/users' || contract.checks.length === 0 || String(tier) !== 'quick')
  throw new Error(`The package checks otherwise than its sources: ${JSON.stringify(record.findings)}`);
