import type { FhirIssue, FhirReport } from '../../fhir/index.ts';
import { printable } from '../printable.ts';

/** What an issue says, without its place, which every format shows by itself, and why its release was chosen. */
export function sentenceOf(issue: FhirIssue): string {
  const { message, whyRelease } = issue;
  const sentence = message.replace(` ${placeIn(issue)}`, '');
  return whyRelease === undefined ? sentence : `${sentence} ${whyRelease}`;
}

/** "3:13"; empty where the text has no places. */
export function positionOf({ line, column }: FhirIssue): string {
  return line === undefined || column === undefined ? '' : `${line}:${column}`;
}

/** A report on one line of a file, with the lines of the file. */
export function reportAtLine(report: FhirReport, line: number): FhirReport {
  const issues = report.issues.map((issue) => {
    if (issue.line === undefined) return issue;
    const moved = { ...issue, line: issue.line + line - 1 };
    return { ...moved, message: issue.message.replace(placeIn(issue), placeIn(moved)) };
  });
  return { ...report, issues };
}

/** The place in messages about the text itself. */
function placeIn({ line, column }: FhirIssue): string {
  return `(line ${line}, column ${column})`;
}

/** "Patient, FHIR 4.0.1", as far as it is known. */
export function typeAndRelease({ resourceType, release }: FhirReport): string {
  return [resourceType, release && `FHIR ${release}`].filter((part) => part !== undefined).join(', ');
}

/** The name of a file on one line. Its blanks stay as they are, so that it can be copied. */
export function shownName(name: string): string {
  return printable(name).replaceAll('\n', '\uFFFD');
}
