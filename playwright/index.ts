/**
 * The contract in Playwright tests of your own: the exports of `evidence-contract/playwright`. One session serves all
 * tests of a run: paced, without showing a key, and each distinct request once.
 */
import '../library/refuse-old-node.ts';

export type { Need } from '../contract/checks/check.ts';
export type { EndpointId } from '../contract/document/endpoints.ts';
export type { BodyName, Credential } from '../contract/judging/request.ts';
export type { RecordedVerdict } from '../engine/record/run-record.ts';
export type { FhirRelease } from '../fhir/index.ts';
export type { ContractName } from '../library/named-check-cases.ts';
export type { AskOptions } from './asked-request.ts';
export { defineContractConfig } from './config.ts';
export { ContractAnswer } from './contract-answer.ts';
export { type ContractTestsOptions, contractTests } from './contract-tests.ts';
export type { ExpectedStatus } from './expected-status.ts';
export {
  type Ask,
  type ContractFixtures,
  type ContractInstallation,
  type ContractWorkerFixtures,
  test,
  type Verdicts,
} from './fixtures.ts';
export { expect, type FhirExpectation } from './matchers.ts';
