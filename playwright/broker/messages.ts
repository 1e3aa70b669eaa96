import type { Need } from '../../contract/check.ts';
import type { RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import type { FhirRelease } from '../../fhir/index.ts';
import type { AskedRequest } from '../asked-request.ts';
import type { CheckCaseName } from '../check-cases.ts';
import type { SentAnswer } from '../contract-answer.ts';
import type { TestFinding } from './test-findings.ts';

/** The environment variable with the broker's address, which the worker processes inherit. */
export const brokerVariable = 'EVIDENCE_CONTRACT_BROKER';

/** What one test of the contract is answered. */
export interface Judged {
  /** A record of its check cases alone. */
  readonly record: RunRecord;
  /** The findings of the whole run in which its failures are. */
  readonly findings: readonly TestFinding[];
  /** The annotated document, which is written when the run ends. */
  readonly document: string;
}

/** The coverage of all check cases so far, and the coverage demanded. */
export interface Coverage {
  readonly reached: number;
  readonly demanded: number;
}

/** What differs from the baseline, as far as the chosen tests asked: sentences that are safe to show. */
export interface DriftSeen {
  /** Why nothing could be compared. */
  readonly notCompared?: string;
  /** What clients are likely to rely on, and is gone or has another form. */
  readonly breaking: readonly string[];
  readonly other: readonly string[];
}

/** The installation under test, without any key. */
export interface ShownInstallation {
  readonly name: string;
  readonly baseUrl: string;
  /** What its configuration provides beside one key. */
  readonly provides: readonly Need[];
  readonly fhirRelease?: FhirRelease;
}

/** What a test is answered that asks for one request. */
export type Asked = { readonly answer: SentAnswer } | { readonly unanswered: string };

/** What can be asked of the broker: the question and the answer of each path. */
export interface BrokerPaths {
  /** A run of tests begins, with these check cases: their requests are sent at once. */
  readonly begin: readonly [readonly CheckCaseName[], Readonly<Record<string, never>>];
  readonly test: readonly [readonly CheckCaseName[], Judged];
  readonly verdicts: readonly [readonly CheckCaseName[], readonly RecordedVerdict[]];
  readonly ask: readonly [AskedRequest, Asked];
  /** A text to be shown, without any part of a key. */
  readonly hide: readonly [string, { readonly text: string }];
  readonly state: readonly [undefined, RunRecord];
  readonly coverage: readonly [undefined, Coverage];
  readonly drift: readonly [undefined, DriftSeen];
  readonly installation: readonly [undefined, ShownInstallation];
}

export type BrokerPath = keyof BrokerPaths;
