/** One thing that a judge reports. */
export interface JudgedIssue {
  readonly severity: string;
  /** As the judge writes it. */
  readonly place?: string;
  /** HL7's message id, or the key of a rule; our own level, with the rule after it. */
  readonly id?: string;
  readonly message: string;
}

/** What a judge says of one file, as one JSON line. */
export interface Answer {
  readonly file: string;
  readonly issues?: readonly JudgedIssue[];
  /** Where the judge itself failed. */
  readonly thrown?: string;
  readonly ms: number;
}

/** All answers of a judge, and what they took. */
export interface Answers {
  readonly byFile: ReadonlyMap<string, Answer>;
  readonly wholeMs: number;
  /** Of the judge's own process; undefined if the system does not report it. */
  readonly peakMb: number | undefined;
}

export function errorsOf(answer: Answer): readonly JudgedIssue[] {
  return (answer.issues ?? []).filter(({ severity }) => severity === 'error' || severity === 'fatal');
}
