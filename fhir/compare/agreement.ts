import { type Answer, errorsOf, type JudgedIssue } from './answers.ts';
import { type Disagreement, explains, type Side } from './disagreements.ts';
import type { Case } from './material.ts';
import { type Nearness, nearness } from './places.ts';

/** What the two judges say of one case. */
export interface Judged {
  readonly of: Case;
  readonly ours: readonly JudgedIssue[];
  readonly hl7: readonly JudgedIssue[];
  /** Errors of HL7's validator about what ours does not judge, by design; they are not in `hl7`. */
  readonly byDesign: readonly { readonly row: Disagreement; readonly issue: JudgedIssue }[];
  readonly sameVerdict: boolean;
  /** Where both report errors. */
  readonly nearest: Nearness | undefined;
  /** The rows that explain a disagreement; none where there is none, or where it is unexplained. */
  readonly rows: readonly Disagreement[];
  readonly isExplained: boolean;
}

/** Compares two answers about one case. */
export function judged(of: Case, our: Answer, their: Answer, rows: readonly Disagreement[]): Judged {
  const ours = errorsOf(our);
  const hl7: JudgedIssue[] = [];
  const byDesign: { row: Disagreement; issue: JudgedIssue }[] = [];
  for (const issue of errorsOf(their)) {
    const row = rows.find((each) => each.notJudged !== undefined && explains(each, 'hl7', issue, of));
    // What both report is judged by both: a profile repeats what its type demands.
    const isShared = ours.some((our) => nearness(our, issue) === 'same');
    if (row && !isShared) byDesign.push({ row, issue });
    else hl7.push(issue);
  }
  const sameVerdict = ours.length > 0 === hl7.length > 0;
  const nearest = ours.length > 0 && hl7.length > 0 ? nearestOf(ours, hl7) : undefined;
  const common = { of, ours, hl7, byDesign, sameVerdict, nearest };
  if (sameVerdict && nearest !== 'apart') return { ...common, rows: [], isExplained: true };
  // Each error needs its row: another one beside an explained one is a disagreement of its own.
  const found = [
    ...hl7.map((issue) => rowOf('hl7', issue, of, rows)),
    ...ours.map((issue) => rowOf('ours', issue, of, rows)),
  ];
  const known = found.filter((row) => row !== undefined);
  return { ...common, rows: [...new Set(known)], isExplained: known.length === found.length };
}

function rowOf(
  side: Side,
  issue: JudgedIssue,
  of: Case,
  rows: readonly Disagreement[],
): Disagreement | undefined {
  return rows.find((row) => row.notJudged === undefined && explains(row, side, issue, of));
}

function nearestOf(ours: readonly JudgedIssue[], hl7: readonly JudgedIssue[]): Nearness {
  const all = ours.flatMap((our) => hl7.map((their) => nearness(our, their)));
  if (all.includes('same')) return 'same';
  return all.includes('holder') ? 'holder' : 'apart';
}
