import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
// The types are the same in 4.0.1, 4.3.0 and 5.0.0.
import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4.d.ts';
import type { FhirIssue, FhirRelease, IssueLevel } from '../../fhir/index.ts';
import { codeOfLevel } from '../../fhir/types.ts';
import { type JunitCase, writeJunit } from '../../reports/ci/junit-xml.ts';
import { renderSarif, type SarifFinding, type SarifNotification } from '../../reports/ci/sarif.ts';
import { escapeUnsafe, renderJson } from '../../reports/json.ts';
import { sanitize } from '../../reports/sanitize.ts';
import { pluralize } from '../../reports/words.ts';
import type { Formatter } from './output.ts';
import type { Judged, Result } from './result.ts';
import { positionOf, sentenceOf, shownName } from './text-format.ts';

/** One line of output, for scripts. */
interface ValidateLine {
  readonly file: string;
  readonly valid: boolean;
  readonly release: FhirRelease | null;
  readonly issues: readonly FhirIssue[];
  /** The number of issues that are not listed, if there are any. */
  readonly omittedIssues?: number;
}

/** One JSON line for each resource. Inputs that cannot be read are reported on standard error only. */
export function jsonFormat(): Formatter {
  return {
    add: (result) => (result.kind === 'judged' ? `${escapeUnsafe(JSON.stringify(lineOf(result)))}\n` : ''),
    end: () => '',
  };
}

function lineOf({ name, report }: Judged): ValidateLine {
  const { valid, release, issues, omittedIssues } = report;
  return {
    file: name,
    valid,
    release: release ?? null,
    issues,
    ...(omittedIssues > 0 ? { omittedIssues } : {}),
  };
}

/**
 * JUnit XML, printed at the end: a testcase for each resource; a suite for each folder, or for each file with one
 * resource per line.
 */
export function junitFormat(): Formatter {
  const cases: JunitCase[] = [];
  return {
    add(result) {
      cases.push(caseOf(result));
      return '';
    },
    end: () => writeJunit('evidence-contract validate', cases),
  };
}

function caseOf(result: Result): JunitCase {
  if (result.kind === 'not-read') {
    const { input, sentence } = result;
    return { suite: suiteOf(input), name: input, outcome: 'error', message: sentence };
  }
  const { name, file, line, report, isUnread } = result;
  const base = { suite: line === undefined ? suiteOf(file) : file, name };
  const lines = linesOf(result);
  if (report.valid) return { ...base, lines };
  return { ...base, outcome: isUnread ? 'error' : 'failure', message: lines[0] ?? 'It is not valid.', lines };
}

/** The folder of a file; a suite needs a name. */
function suiteOf(file: string): string {
  return dirname(file);
}

function linesOf({ report: { issues, omittedIssues } }: Judged): readonly string[] {
  const lines = issues.map((issue) => {
    const about = [positionOf(issue), issue.severity, issue.path].filter((part) => part !== '').join(' ');
    return `${about}: ${sentenceOf(issue)}`;
  });
  return omittedIssues > 0 ? [...lines, `${pluralize(omittedIssues, 'more issue')} not listed`] : lines;
}

/** The extensions by which HL7's own validator gives files and positions, and which other tools read. */
const extensions = 'http://hl7.org/fhir/StructureDefinition/operationoutcome';

/**
 * Printed at the end, in the form of HL7's own validator: an OperationOutcome, or for several resources a Bundle of
 * them.
 */
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
    fullUrl: `urn:uuid:${uuidOf(`${index} ${resource.extension?.[0]?.valueString}`)}`,
    resource,
  }));
  return { resourceType: 'Bundle', type: 'collection', ...(entry.length > 0 ? { entry } : {}) };
}

/** A deterministic UUID, so that two outputs can be compared. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  // Marks a custom UUID (version 8).
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

function issuesOf(result: Result): OperationOutcomeIssue[] {
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

function note(
  severity: OperationOutcomeIssue['severity'],
  code: OperationOutcomeIssue['code'],
  text: string,
): OperationOutcomeIssue {
  return { severity, code, details: { text: sanitize(text) } };
}

function issueOf(issue: FhirIssue, { name, file }: Judged): OperationOutcomeIssue {
  const { severity, level, code = codeOfLevel[level], path } = issue;
  const position = positionOf(issue);
  const place = position === '' ? name : `${file}:${position}`;
  return {
    ...positionExtensions(issue),
    severity,
    code: code as OperationOutcomeIssue['code'],
    details: { text: sanitize(sentenceOf(issue)) },
    diagnostics: `${level}: ${shownName(place)}`,
    ...(isExpression(path) ? { expression: [path] } : {}),
  };
}

function positionExtensions({ line, column }: FhirIssue): Partial<Pick<OperationOutcomeIssue, 'extension'>> {
  if (line === undefined || column === undefined) return {};
  return {
    extension: [
      { url: `${extensions}-issue-line`, valueInteger: line },
      { url: `${extensions}-issue-col`, valueInteger: column },
    ],
  };
}

/** Names taken from the text itself may be invalid in an expression, and the middle of a long path is left out. */
function isExpression(path: string): boolean {
  return /^[A-Za-z]\w*(?:\.\w+|\[\d+\])*$/.test(path);
}

const rules: Readonly<Record<IssueLevel, string>> = {
  text: 'The text is JSON, encoded as UTF-8, without duplicate properties.',
  structure:
    'Resource types and properties are known, and have the JSON type and place that FHIR gives them.',
  cardinality: 'Required elements are there, and none repeats more often than allowed.',
  binding: 'Codes are in the value set that is required.',
  'primitive-format':
    'Dates, ids, numbers and other primitives have the format of their type; narratives are XHTML.',
  choice: 'A choice element has one type.',
  invariant: 'The rules of the definitions hold.',
  reference: 'References resolve where they must, to a type that the element allows.',
};

/** One SARIF log, printed at the end. */
export function sarifFormat(root: string): Formatter {
  const findings: SarifFinding[] = [];
  const notifications: SarifNotification[] = [];
  return {
    add(result) {
      if (result.kind === 'not-read') notifications.push({ level: 'error', message: result.sentence });
      else {
        findings.push(...findingsOf(result));
        notifications.push(...notificationsOf(result));
      }
      return '';
    },
    end: () => renderSarif({ rules, findings, notifications, root }),
  };
}

function findingsOf({ file, report }: Judged): readonly SarifFinding[] {
  return report.issues.map((issue) => ({
    rule: issue.level,
    level: issue.severity,
    message: issue.path === '' ? sentenceOf(issue) : `${issue.path}: ${sentenceOf(issue)}`,
    file,
    line: issue.line,
    column: issue.column,
    ...(issue.path === '' ? {} : { logicalNames: [issue.path] }),
  }));
}

function notificationsOf({
  name,
  report: { omittedIssues },
  isUnread,
}: Judged): readonly SarifNotification[] {
  const unread = { level: 'error', message: `${name} could not be validated.` } as const;
  const omitted = {
    level: 'note',
    message: `${name}: ${pluralize(omittedIssues, 'more issue')} not listed.`,
  } as const;
  return [...(isUnread ? [unread] : []), ...(omittedIssues > 0 ? [omitted] : [])];
}
