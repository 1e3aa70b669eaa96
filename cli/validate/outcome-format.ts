import { createHash } from 'node:crypto';
import type { FhirIssue, IssueLevel } from '../../fhir/index.ts';
import { renderJson } from '../../reports/json.ts';
import { sanitize } from '../../reports/sanitize.ts';
import { pluralize } from '../../reports/words.ts';
import type { Formatter } from './format.ts';
import { positionOf, sentenceOf, shownName } from './issue-text.ts';
import type { Judged, Result } from './result.ts';

/** The same in 4.0.1, 4.3.0 and 5.0.0. */
interface OperationOutcome {
  readonly resourceType: 'OperationOutcome';
  readonly extension: readonly Extension[];
  readonly issue: readonly OutcomeIssue[];
}

interface OutcomeIssue {
  readonly extension?: readonly Extension[];
  readonly severity: 'fatal' | 'error' | 'warning' | 'information';
  readonly code: string;
  readonly details: { readonly text: string };
  readonly diagnostics?: string;
  readonly expression?: readonly string[];
}

interface Extension {
  readonly url: string;
  readonly valueString?: string;
  readonly valueInteger?: number;
}

/** HL7's own validator gives files and positions by these, and other tools read them. */
const extensions = 'http://hl7.org/fhir/StructureDefinition/operationoutcome';

/** From the value set of `OperationOutcome.issue.code`. */
const codes: Readonly<Record<IssueLevel, string>> = {
  text: 'structure',
  structure: 'structure',
  cardinality: 'structure',
  binding: 'code-invalid',
  'primitive-format': 'value',
  choice: 'structure',
  invariant: 'invariant',
  reference: 'invalid',
};

/** At the end, as HL7's own validator has it: an OperationOutcome, or for several resources a Bundle of them. */
export function outcomeFormat(): Formatter {
  const outcomes: OperationOutcome[] = [];
  return {
    add(result) {
      outcomes.push(outcomeOf(result));
      return '';
    },
    end() {
      const [only] = outcomes;
      return renderJson(outcomes.length === 1 ? only : bundleOf(outcomes));
    },
  };
}

function bundleOf(outcomes: readonly OperationOutcome[]): object {
  const entry = outcomes.map((resource, index) => ({
    fullUrl: `urn:uuid:${uuidOf(`${index} ${resource.extension[0]?.valueString}`)}`,
    resource,
  }));
  return { resourceType: 'Bundle', type: 'collection', ...(entry.length > 0 ? { entry } : {}) };
}

/** The same for the same input, so that two outputs can be compared. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  // The digits that say that it is a UUID made in a way of one's own (version 8).
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function outcomeOf(result: Result): OperationOutcome {
  const name = shownName(result.kind === 'judged' ? result.name : result.input);
  const file = { url: `${extensions}-file`, valueString: name.trim() === '' ? '(no name)' : name };
  return { resourceType: 'OperationOutcome', extension: [file], issue: issuesOf(result) };
}

function issuesOf(result: Result): readonly OutcomeIssue[] {
  if (result.kind === 'not-read') return [note('fatal', 'processing', result.sentence)];
  const { issues, omittedIssues } = result.report;
  const omitted = `${pluralize(omittedIssues, 'more issue')} not listed`;
  return [
    ...issues.map((issue) =>
      result.isUnread ? note('fatal', 'processing', issue.message) : issueOf(issue, result),
    ),
    ...(omittedIssues > 0 ? [note('information', 'informational', omitted)] : []),
    // An OperationOutcome has at least one issue.
    ...(issues.length === 0 ? [note('information', 'informational', 'All OK')] : []),
  ];
}

function note(severity: OutcomeIssue['severity'], code: string, text: string): OutcomeIssue {
  return { severity, code, details: { text: sanitize(text) } };
}

function issueOf(issue: FhirIssue, { name, file }: Judged): OutcomeIssue {
  const { severity, level, path } = issue;
  const position = positionOf(issue);
  const place = position === '' ? name : `${file}:${position}`;
  return {
    ...positionExtensions(issue),
    severity,
    code: codes[level],
    details: { text: sanitize(sentenceOf(issue)) },
    diagnostics: `${level}: ${shownName(place)}`,
    ...(isExpression(path) ? { expression: [path] } : {}),
  };
}

function positionExtensions({ line, column }: FhirIssue): Pick<OutcomeIssue, 'extension'> {
  if (line === undefined || column === undefined) return {};
  return {
    extension: [
      { url: `${extensions}-issue-line`, valueInteger: line },
      { url: `${extensions}-issue-col`, valueInteger: column },
    ],
  };
}

/** Names from the text itself may be none, and the middle of a long path is left out. */
function isExpression(path: string): boolean {
  return /^[A-Za-z]\w*(?:\.\w+|\[\d+\])*$/.test(path);
}
