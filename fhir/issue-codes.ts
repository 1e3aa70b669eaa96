import type { IssueCode, IssueLevel } from './types.ts';

/** The code of an issue by its level, from the value set of `OperationOutcome.issue.code`; some rules know a closer one. */
export const codeOfLevel: Readonly<Record<IssueLevel, IssueCode>> = {
  text: 'structure',
  structure: 'structure',
  cardinality: 'required',
  binding: 'code-invalid',
  'primitive-format': 'value',
  choice: 'structure',
  invariant: 'invariant',
  reference: 'value',
};
