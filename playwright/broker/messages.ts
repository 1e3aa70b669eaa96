import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Need } from '../../contract/checks/check.ts';
import type { RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import type { FhirRelease } from '../../fhir/index.ts';
import type { AskedRequest } from '../asked-request.ts';
import type { CheckCaseName } from '../check-cases.ts';
import type { SentAnswer } from '../contract-answer.ts';
import type { TestFinding } from './test-findings.ts';

/** The environment variable with the broker's address, which the worker processes inherit. */
export const brokerVariable = 'EVIDENCE_CONTRACT_BROKER';

/** The reply to one test of the contract. */
export interface Judged {
  /** A record with its check cases only. */
  readonly record: RunRecord;
  /** The findings of the whole run that include its failures. */
  readonly findings: readonly TestFinding[];
  /** The annotated document, which is written when the run ends. */
  readonly document: string;
}

/** The coverage of all check cases so far, and the required coverage. */
export interface Coverage {
  readonly reached: number;
  readonly required: number;
}

/** The differences from the baseline in the answers to the selected tests, as sentences that are safe to show. */
export interface DriftReport {
  /** Why nothing could be compared. */
  readonly notCompared?: string;
  /** Parts that clients are likely to rely on, and that are gone or changed. */
  readonly breaking: readonly string[];
  readonly other: readonly string[];
}

/** The installation under test, without any key. */
export interface InstallationInfo {
  readonly name: string;
  readonly baseUrl: string;
  /** What its configuration provides in addition to one key. */
  readonly provides: readonly Need[];
  readonly fhirRelease?: FhirRelease;
}

/** The reply to a test's request. */
export type Asked = { readonly answer: SentAnswer } | { readonly unanswered: string };

/** The broker's API: the question and the answer of each path. */
export interface BrokerPaths {
  /** A test run begins with these check cases: their requests are sent at once. */
  readonly begin: readonly [readonly CheckCaseName[], Readonly<Record<string, never>>];
  readonly test: readonly [readonly CheckCaseName[], Judged];
  readonly verdicts: readonly [readonly CheckCaseName[], readonly RecordedVerdict[]];
  readonly ask: readonly [AskedRequest, Asked];
  /** Removes every part of a key from a text. */
  readonly hide: readonly [string, { readonly text: string }];
  readonly state: readonly [undefined, RunRecord];
  readonly coverage: readonly [undefined, Coverage];
  readonly drift: readonly [undefined, DriftReport];
  readonly installation: readonly [undefined, InstallationInfo];
}

export type BrokerPath = keyof BrokerPaths;

/** An error that affects every test, such as a mistake in the configuration. Its message says what to do. */
export class BrokerError extends Error {}

/**
 * Asks the broker of this Playwright run. Uses Node's own client: every worker loads this file, and the engine's client
 * takes 80 ms to load.
 * @throws BrokerError if there is no broker, or it does not answer
 */
export async function askBroker<P extends BrokerPath>(
  path: P,
  question?: BrokerPaths[P][0],
): Promise<BrokerPaths[P][1]> {
  const url = process.env[brokerVariable];
  if (url === undefined)
    throw new BrokerError(
      'The tests were started without their session. Wrap the configuration of Playwright in defineContractConfig().',
    );
  const sent = question === undefined ? undefined : JSON.stringify(question);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // The time limits of the run end every wait, so this request needs none.
    request(new URL(path, url), { method: sent === undefined ? 'GET' : 'POST' })
      .on('response', resolve)
      .on('error', reject)
      .end(sent);
  });
  const answer = (await json(response)) as { readonly error?: string };
  if (response.statusCode !== 200) throw new BrokerError(answer.error ?? 'The broker returned no verdicts.');
  return answer as BrokerPaths[P][1];
}
