/**
 * The contract from code: the exports of `evidence-contract`. It runs checks, reads the records of runs, and knows the
 * checks. `evidence-contract/playwright`, `/fhir` and `/reference` are for tests, for FHIR and for clients.
 */
import './refuse-old-node.ts';

export type { Topic } from '../contract/checks/check.ts';
export type { EndpointId, PinnedId } from '../contract/document/endpoints.ts';
export type { JudgedRequirementId, RequirementId } from '../contract/document/requirements.ts';
export type { Facts, FhirIssueGroup } from '../contract/facts.ts';
export type { FieldShape, JsonType, Observation, RecordShape } from '../contract/gaps/observe.ts';
export type { KindOfKey } from '../contract/judging/describe.ts';
export type {
  ConnectionFacts,
  Failure,
  FailureKind,
  NotAskedWhy,
  Phases,
} from '../contract/judging/exchange.ts';
export type { Credential, Way } from '../contract/judging/request.ts';
export type { Outcome } from '../contract/judging/verdict.ts';
export type { FailureCode, OpenCode, Reason, ReasonCode } from '../contract/reasons.ts';
export type { TierName } from '../contract/scope.ts';
export type { Severity } from '../contract/severity.ts';
export type { InstallationState } from '../contract/state.ts';
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
