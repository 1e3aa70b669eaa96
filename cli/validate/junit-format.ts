import { dirname } from 'node:path';
import { type JunitCase, writeJunit } from '../../reports/ci/junit-xml.ts';
import { pluralize } from '../../reports/words.ts';
import type { Formatter } from './format.ts';
import { positionOf, sentenceOf } from './issue-text.ts';
import type { Judged, Result } from './result.ts';

/** JUnit XML, at the end: a testcase for each resource, a suite for each folder, or file with one resource a line. */
export function junitFormat(): Formatter {
  const cases: JunitCase[] = [];
  return {
    add(result) {
      cases.push(caseOf(result));
      return '';
    },
    end: () => writeJunit({ name: 'evidence-contract validate', cases }),
  };
}

function caseOf(result: Result): JunitCase {
  if (result.kind === 'not-read') {
    const { input, sentence } = result;
    return { suite: suiteOf(input), name: input, result: { kind: 'error', message: sentence, lines: [] } };
  }
  const { name, file, line, report, isUnread } = result;
  const base = { suite: line === undefined ? suiteOf(file) : file, name };
  const lines = linesOf(result);
  if (report.valid) return { ...base, output: lines };
  return {
    ...base,
    result: { kind: isUnread ? 'error' : 'failure', message: lines[0] ?? 'It is not valid.', lines },
  };
}

/** The folder; a suite needs a name. */
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
