/**
 * The contract from code: what `evidence-contract` exports. It runs checks, reads the records of runs, and knows the checks.
 * `evidence-contract/playwright`, `/fhir` and `/reference` are for tests, for FHIR and for clients.
 */
import './refuse-old-node.ts';

export type { Topic } from '../contract/check.ts';
export type { KindOfKey } from '../contract/describe.ts';
export type { EndpointId, PinnedId } from '../contract/endpoints.ts';
export type { ConnectionFacts, Failure, FailureKind, NotAskedWhy, Phases } from '../contract/exchange.ts';
export type { Facts, FhirIssueGroup } from '../contract/facts.ts';
export type { FieldShape, JsonType, Observation, RecordShape } from '../contract/observe.ts';
export type { FailureCode, OpenCode, Reason, ReasonCode } from '../contract/reasons.ts';
export type { Credential, Way } from '../contract/request.ts';
export type { JudgedRequirementId, RequirementId } from '../contract/requirements.ts';
export type { TierName } from '../contract/scope.ts';
export type { Severity } from '../contract/severity.ts';
export type { InstallationState } from '../contract/state.ts';
export type { Outcome } from '../contract/verdict.ts';
export { ConfigurationError, type Problem } from '../engine/configuration/problems.ts';
export type {
  RecordedExchange,
  RecordedFinding,
  RecordedVerdict,
  RunChoice,
  RunRecord,
} from '../engine/record/run-record.ts';
export { UserError } from '../engine/user-error.ts';
export type { FhirRelease } from '../fhir/index.ts';
export { type ContractCheck, type ContractGap, type ContractRequirement, contract } from './contract.ts';
export type { InstallationOptions } from './installation-options.ts';
export type { CheckName, ContractName, EndpointName } from './named-check-cases.ts';
export { readRunRecord, writeReports } from './records.ts';
export { type ContractRecord, type RunContractOptions, runContract } from './run-contract.ts';
export type { CheckId } from './table-names.ts';
