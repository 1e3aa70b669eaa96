import type { EndpointId } from '../../contract/endpoints.ts';
import type { Severity } from '../../contract/severity.ts';
import type { InstallationState } from '../../contract/state.ts';
import type { ClassifiedDrift } from '../../engine/record/baseline.ts';
import type { RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import type { ResponseTimes } from './response-times.ts';

/** One cause of failures that appeared, stayed or went. */
export interface Cause {
  /** "Open door". */
  readonly severity: string;
  readonly severityId: Severity;
  /** What is wrong, in a few words. */
  readonly headline: string;
  /** The finding, for an administrator. */
  readonly sentence: string;
  /** The check that the sentence is about comes first. */
  readonly checks: readonly string[];
  readonly requirements: readonly string[];
  readonly endpoints: readonly string[];
}

/** By outcome: as the transitions of the same names. */
export type Causes = Readonly<
  Record<'broke' | 'fails-first-judged' | 'still-broken' | 'fixed', readonly Cause[]>
>;

/** One side of a comparison. */
export interface Side {
  readonly installation: RunRecord['installation'];
  readonly suiteVersion: string;
  /** When the run finished, or the baseline was saved. */
  readonly at: string;
  readonly state?: InstallationState;
  readonly tier?: RunRecord['tier'];
  readonly coverage?: number;
}

/** What one check says at one endpoint, before and after; missing if it was not part of the run. */
export interface Change {
  readonly check: string;
  readonly endpoint: EndpointId;
  readonly before: RecordedVerdict | undefined;
  readonly after: RecordedVerdict | undefined;
}

/**
 * How the verdict of a check at an endpoint changed; `compare --json` prints these ids. `known`: it fails, and is listed as a
 * known failure. `unjudged`: it was judged before, and no longer could be.
 */
export const transitions = [
  'holds',
  'broke',
  'fixed',
  'still-broken',
  'known',
  'unjudged',
  'fails-first-judged',
  'holds-first-judged',
] as const;
export type Transition = (typeof transitions)[number];

/** The difference between two runs of an installation, or between a baseline and a run. */
export interface Comparison {
  readonly before: Side;
  readonly after: Side;
  /** A sentence, if the installation answered as this API before and no longer does. */
  readonly wentAway?: string;
  /** Empty against a baseline, which has no verdicts. */
  readonly changes: Readonly<Record<Transition, readonly Change[]>>;
  /** The causes of what broke, is broken, or is fixed, the most severe first: each stands for one or more of `changes`. */
  readonly causes: Causes;
  /** Changes of what the document leaves open, apart from what `causes` say of the same answer. */
  readonly drift: readonly ClassifiedDrift[];
  /** Missing against a baseline. */
  readonly responseTimes?: ResponseTimes;
}
