import type { Judged, NotRead } from '../../../../cli/validate/result.ts';
import type { FhirIssue, FhirReport } from '../../../../fhir/index.ts';

/** Sample results for the tests of output formats. */

export const wrongCode: FhirIssue = {
  severity: 'error',
  level: 'binding',
  path: 'Patient.gender',
  message: 'The code "mal" is not in the value set; the nearest allowed code is "male". (FHIR 4.0.1)',
  line: 3,
  column: 13,
};

export const doubtful: FhirIssue = {
  severity: 'warning',
  level: 'reference',
  path: 'Patient.link[0].other',
  message: 'The reference does not resolve.',
  line: 120,
  column: 7,
};

export const cutOff: FhirIssue = {
  severity: 'error',
  level: 'text',
  path: '',
  message: 'The JSON text ends too early: it is cut off. (line 7, column 2)',
  line: 7,
  column: 2,
};

export function report(issues: readonly FhirIssue[], more: Partial<FhirReport> = {}): FhirReport {
  return {
    valid: issues.every(({ severity }) => severity !== 'error'),
    resourceType: 'Patient',
    release: '4.0.1',
    releasesByType: {},
    issues,
    omittedIssues: 0,
    ...more,
  };
}

export function judged(file: string, issues: readonly FhirIssue[] = [], more: Partial<Judged> = {}): Judged {
  const { line } = more;
  return {
    kind: 'judged',
    name: line === undefined ? file : `${file}:${line}`,
    file,
    isNamed: true,
    report: report(issues),
    isUnread: false,
    ...more,
  };
}

export function unreadable(input: string): NotRead {
  return { kind: 'not-read', input, sentence: `${input} cannot be read: there is no such file.` };
}
