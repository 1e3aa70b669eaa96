import type { FhirIssue, FhirRelease } from '../../fhir/index.ts';
import { escapeUnsafe } from '../../reports/json.ts';
import type { Formatter } from './format.ts';
import type { Judged } from './result.ts';

/** One line of output, for scripts. */
interface ValidateLine {
  readonly file: string;
  readonly valid: boolean;
  readonly release: FhirRelease | null;
  readonly issues: readonly FhirIssue[];
  /** Issues that are not listed, where there are some. */
  readonly omittedIssues?: number;
}

/** One JSON line for each resource. What cannot be read is reported on standard error alone. */
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
