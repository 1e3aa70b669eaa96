import type { FhirRelease } from '../types.ts';
import type { JudgedIssue } from './answers.ts';
import type { Case } from './material.ts';
import { hl7Place, ourPlace } from './places.ts';

/** Whose errors a row is about. */
export type Side = 'ours' | 'hl7';

/** Errors that one judge alone reports, and which judge is right. */
export interface Disagreement {
  readonly side: Side;
  /** Matches HL7's message id or rule, or our level and rule. */
  readonly id: RegExp;
  /** Matches the place, as `places.ts` writes it. */
  readonly place?: RegExp;
  readonly message?: RegExp;
  readonly releases?: readonly FhirRelease[];
  /** Matches what was done to the example. */
  readonly what?: RegExp;
  /** `policy`: the specification leaves room, or this suite is more lenient on purpose. */
  readonly right: Side | 'policy';
  /** The sentence of the specification, or why this suite does otherwise. */
  readonly reason: string;
}

/** Errors of HL7's validator about something that this validator does not judge, by design. */
export interface NotJudged {
  readonly topic: Topic;
  readonly id: RegExp;
  readonly place?: RegExp;
  readonly message?: RegExp;
}

/** What HL7's validator judges and this validator does not. */
export type Topic =
  | 'terminology'
  | 'profiles and extensions'
  | 'results of a search'
  | 'rules for what HL7 publishes'
  | 'expressions, maps and snapshots'
  | 'attachments'
  | 'canonical addresses that do not resolve'
  | 'links in narratives';

/** Whether a row is about an error. */
export function explains(row: Disagreement, side: Side, issue: JudgedIssue, of: Case): boolean {
  return (
    row.side === side &&
    (row.releases?.includes(of.release) ?? true) &&
    (row.what?.test(of.what) ?? true) &&
    matches(row, issue, side === 'ours' ? ourPlace(issue) : hl7Place(issue))
  );
}

/** Whether an error of HL7's validator is about something that is not judged here. */
export function isNotJudged(row: NotJudged, issue: JudgedIssue): boolean {
  return matches(row, issue, hl7Place(issue));
}

function matches(
  { id, place, message }: Pick<Disagreement, 'id' | 'place' | 'message'>,
  issue: JudgedIssue,
  placeOfIssue: string,
): boolean {
  return (
    id.test(issue.id ?? '') && (place?.test(placeOfIssue) ?? true) && (message?.test(issue.message) ?? true)
  );
}
