import { type Answer, errorsOf, type JudgedIssue } from './answers.ts';
import { type Disagreement, explains, isNotJudged, type NotJudged, type Side } from './disagreement.ts';
import { disagreements } from './disagreements.ts';
import type { Case } from './material.ts';
import { notJudged } from './not-judged.ts';
import { type Nearness, nearness } from './places.ts';

/** What the two judges say of one case. */
export interface Judged {
  readonly of: Case;
  readonly ours: readonly JudgedIssue[];
  readonly hl7: readonly JudgedIssue[];
  /** Errors of HL7's validator about what ours does not judge, by design; they are not in `hl7`. */
  readonly byDesign: readonly { readonly row: NotJudged; readonly issue: JudgedIssue }[];
  readonly sameVerdict: boolean;
  /** How near the errors are; undefined unless both report some. */
  readonly nearest: Nearness | undefined;
  /** The rows that explain a disagreement. */
  readonly rows: readonly Disagreement[];
  readonly isExplained: boolean;
}

/** Compares two answers about one case. */
export function judged(of: Case, our: Answer, their: Answer): Judged {
  const ours = errorsOf(our);
  const hl7: JudgedIssue[] = [];
  const byDesign: { row: NotJudged; issue: JudgedIssue }[] = [];
  for (const issue of errorsOf(their)) {
    const row = notJudged.find((each) => isNotJudged(each, issue));
    // What both report is judged by both: a profile repeats what its type demands.
    const isShared = ours.some((our) => nearness(our, issue) === 'same');
    if (row && !isShared) byDesign.push({ row, issue });
    else hl7.push(issue);
  }
  const sameVerdict = ours.length > 0 === hl7.length > 0;
  const nearest = ours.length > 0 && hl7.length > 0 ? nearestOf(ours, hl7) : undefined;
  const common = { of, ours, hl7, byDesign, sameVerdict, nearest };
  if (sameVerdict && nearest !== 'apart') return { ...common, rows: [], isExplained: true };
  // Each error needs its row: one explained error does not excuse another.
  const found = [
    ...hl7.map((issue) => rowOf('hl7', issue, of)),
    ...ours.map((issue) => rowOf('ours', issue, of)),
  ];
  const known = found.filter((row) => row !== undefined);
  return { ...common, rows: [...new Set(known)], isExplained: known.length === found.length };
}

/** The rows that no error is about: they have outlived a disagreement, or never had one. */
export function unusedRows(all: readonly Judged[]): readonly (Disagreement | NotJudged)[] {
  const used = new Set(all.flatMap(({ rows, byDesign }) => [...rows, ...byDesign.map(({ row }) => row)]));
  return [...disagreements, ...notJudged].filter((row) => !used.has(row));
}

function rowOf(side: Side, issue: JudgedIssue, of: Case): Disagreement | undefined {
  return disagreements.find((row) => explains(row, side, issue, of));
}

function nearestOf(ours: readonly JudgedIssue[], hl7: readonly JudgedIssue[]): Nearness {
  const all = ours.flatMap((our) => hl7.map((their) => nearness(our, their)));
  if (all.includes('same')) return 'same';
  return all.includes('holder') ? 'holder' : 'apart';
}
