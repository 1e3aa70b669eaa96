/**
 * The contract in Playwright tests of your own: what `evidence-contract/playwright` exports. One session asks for all tests
 * of a run, paced and without showing a key, and each distinct request once.
 */
export type { EndpointId } from '../contract/endpoints.ts';
export type { BodyName, Credential } from '../contract/request.ts';
export type { AskOptions } from './asked-request.ts';
export { defineContractConfig } from './config.ts';
export { ContractAnswer } from './contract-answer.ts';
export { type ContractTestsOptions, contractTests } from './contract-tests.ts';
export {
  type Ask,
  type ContractFixtures,
  type ContractInstallation,
  type ContractWorkerFixtures,
  test,
  type Verdicts,
} from './fixtures.ts';
export { type ExpectedStatus, expect, type FhirExpectation } from './matchers.ts';
