import type { IssueLevel } from '../../fhir/index.ts';
import { renderSarif, type SarifFinding, type SarifNotification } from '../../reports/ci/sarif.ts';
import { pluralize } from '../../reports/words.ts';
import type { Formatter } from './format.ts';
import { sentenceOf } from './issue-text.ts';
import type { Judged } from './result.ts';

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

/** One SARIF log, at the end. */
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
