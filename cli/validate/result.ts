import type { FhirReport } from '../../fhir/index.ts';

/** One resource that was judged. */
export interface Judged {
  readonly kind: 'judged';
  /** The file, and the line number in a file with one resource per line: "a.json", "b.ndjson:17". */
  readonly name: string;
  readonly file: string;
  /** Set in a file with one resource per line. */
  readonly line?: number;
  /** Named on the command line, not found in a folder. */
  readonly isNamed: boolean;
  /** Its line numbers are those of the file. */
  readonly report: FhirReport;
  /** It was not validated; the report's one issue says why. */
  readonly isUnread: boolean;
}

/** A file, or the rest of one, that cannot be read. */
export interface NotRead {
  readonly kind: 'not-read';
  readonly input: string;
  /** Says what to do. */
  readonly sentence: string;
}

export type Result = Judged | NotRead;

/** The totals so far. */
export interface Tally {
  /** Judged resources. */
  readonly judged: number;
  /** Judged resources that share a file. */
  readonly lines: number;
  readonly invalid: number;
  readonly errors: number;
  readonly warnings: number;
  readonly omitted: number;
  readonly notRead: number;
}

export const emptyTally: Tally = {
  judged: 0,
  lines: 0,
  invalid: 0,
  errors: 0,
  warnings: 0,
  omitted: 0,
  notRead: 0,
};

export function tallyOf(result: Result): Tally {
  if (result.kind === 'not-read') return { ...emptyTally, notRead: 1 };
  const { report, isUnread, line } = result;
  if (isUnread) return { ...emptyTally, notRead: 1 };
  const errors = report.issues.filter(({ severity }) => severity === 'error').length;
  return {
    judged: 1,
    lines: line === undefined ? 0 : 1,
    invalid: report.valid ? 0 : 1,
    errors,
    warnings: report.issues.length - errors,
    omitted: report.omittedIssues,
    notRead: 0,
  };
}

export function sumOf(one: Tally, other: Tally): Tally {
  return {
    judged: one.judged + other.judged,
    lines: one.lines + other.lines,
    invalid: one.invalid + other.invalid,
    errors: one.errors + other.errors,
    warnings: one.warnings + other.warnings,
    omitted: one.omitted + other.omitted,
    notRead: one.notRead + other.notRead,
  };
}

/** The exit codes of `validate`. Scripts and pipelines rely on them. */
export function exitCodeOf({ invalid, notRead }: Tally): 0 | 1 | 2 {
  if (notRead > 0) return 2;
  return invalid > 0 ? 1 : 0;
}
