import type { EndpointId } from '../../contract/document/endpoints.ts';
import type { Observation } from '../../contract/gaps/observe.ts';
import type { ConnectionFacts, Exchange } from '../../contract/judging/exchange.ts';
import type { Credential } from '../../contract/judging/request.ts';
import type { Verdict } from '../../contract/judging/verdict.ts';
import type { TierName } from '../../contract/scope.ts';
import type { InstallationState } from '../../contract/state.ts';
import type { AbortReason } from '../evidence/collected-evidence.ts';
import type { ShownHeaders } from '../evidence/shown-headers.ts';
import type { Finding } from './group-failures.ts';
import type { Software } from './software.ts';

/** A verdict in a record. `known` is the reason why a failure is expected. */
export interface RecordedVerdict extends Verdict {
  readonly known?: string;
}

/** The part of an exchange that the record keeps. Free of secrets. */
export interface RecordedExchange
  extends Pick<
    Exchange,
    'id' | 'endpoint' | 'method' | 'url' | 'curl' | 'failure' | 'startedAt' | 'phasesMs' | 'lagMs'
  > {
  readonly key: Credential;
  readonly status?: number;
  /** Size of the decoded body. */
  readonly bytes: number;
  /** The beginning of the body, if a failure refers to this exchange. */
  readonly excerpt?: string;
  /** Headers of the answer, if the beginning of the body is kept too: no credentials, request ids first. */
  readonly headers?: ShownHeaders;
}

/** One cause of failures in a record. Made from the rest of the record (`findings.ts`). */
export interface RecordedFinding
  extends Pick<
    Finding,
    'id' | 'severity' | 'headline' | 'reason' | 'checks' | 'requirements' | 'since' | 'known'
  > {
  /** A sentence for an administrator. */
  readonly message: string;
  readonly endpoints: readonly EndpointId[];
  readonly judged: number;
  readonly verdicts: readonly { readonly check: string; readonly endpoint: EndpointId }[];
  /** The ids of the exchanges behind it. */
  readonly exchanges: readonly string[];
}

/** One choice that the document leaves to the run: the subject, the value, and its source. */
export interface RunChoice {
  readonly what: string;
  readonly value: string;
  readonly from: string;
}

/** The record of one run, from which every report, metric and page is made (schemas/run.schema.json). */
export interface RunRecord {
  readonly formatVersion: 1;
  readonly suiteVersion: string;
  readonly installation: { readonly name: string; readonly baseUrl: string };
  readonly tier: TierName;
  readonly state: InstallationState;
  /** The cause that prevented or ended the whole run, or the obstacle that a conforming one overcame, as a sentence. */
  readonly cause?: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly cutShort: boolean;
  /** What ended the run early; missing if nothing did. */
  readonly abortReason?: AbortReason['kind'];
  readonly requests: number;
  readonly retried: number;
  readonly throttled: number;
  /** Gateway errors (502, 503 or 504) for requests that were answered differently a moment later; missing for none. */
  readonly flaky?: number;
  /** (pass + fail) / (pass + fail + untestable). */
  readonly coverage: number;
  readonly tls?: { readonly expiresAt: string };
  /** The properties of the first answered connection; missing behind a proxy. */
  readonly connection?: ConnectionFacts;
  /** The header values that name the software, as far as the successes agree; missing if there are none. */
  readonly software?: Software;
  /** The choices that the document leaves to the run. Missing in records of earlier versions. */
  readonly choices?: readonly RunChoice[];
  /** The exchanges after which the same request was sent again, and why. */
  readonly resent?: readonly { readonly exchange: string; readonly cause: string }[];
  /** The most severe first. Added when the record is written, for other programs: code that reads verdicts groups them again. */
  readonly findings?: readonly RecordedFinding[];
  readonly verdicts: readonly RecordedVerdict[];
  readonly exchanges: readonly RecordedExchange[];
  readonly observations: readonly Observation[];
}
