import { cutPath, elementPath, printable } from './element-path.ts';
import type { NumberTexts } from './json/json-value.ts';
import {
  codeOfLevel,
  type FhirIssue,
  type FhirRelease,
  type IssueCode,
  type IssueLevel,
  maximumMessage,
  type ReportedIssue,
} from './types.ts';

/** Further issues of the same resource add nothing new; they are counted. */
const maximumPerResource = 100;
const maximumQuotedLength = 60;

/** A sentence, or how to make it: most issues are of a release that does not fit, so that nobody reads them. */
export type Message = string | (() => string);

/** An issue whose message is not made yet. */
export interface FoundIssue extends Omit<ReportedIssue, 'message' | 'code'> {
  readonly message: Message;
  /** Missing if it is that of the level. */
  readonly code?: IssueCode;
  /** Why the resource was judged by its release; undefined if there was no other. */
  readonly choice?: ReleaseChoice;
}

/** How a release was chosen if none of several fits. */
export interface ReleaseChoice {
  readonly typeName: string;
  readonly release: FhirRelease;
  readonly reason: () => string;
}

/** Collects the issues of one resource and keeps the path of the element that is being validated. */
export class IssueCollector {
  readonly issues: FoundIssue[] = [];
  readonly numberTexts: NumberTexts;
  omitted = 0;
  errors = 0;
  /** How many properties the release does not know: they distinguish a wrong release from a wrong resource. */
  unknownProperties = 0;
  private readonly steps: (string | number)[];

  /** @param root FHIRPath of the resource that is validated */
  constructor(root: string, numberTexts: NumberTexts) {
    this.steps = [root];
    this.numberTexts = numberTexts;
  }

  enter(step: string | number): void {
    this.steps.push(step);
  }

  leave(): void {
    this.steps.pop();
  }

  /** FHIRPath of the element that is being validated, or of a part of it. */
  path(...inner: (string | number)[]): string {
    return elementPath(inner.length === 0 ? this.steps : [...this.steps, ...inner]);
  }

  error(level: IssueLevel, message: Message, ...inner: (string | number)[]): void {
    this.add({ severity: 'error', level, message }, inner);
  }

  tooMany(message: Message): void {
    this.add({ severity: 'error', level: 'cardinality', code: 'structure', message }, []);
  }

  warning(level: IssueLevel, message: Message, ...inner: (string | number)[]): void {
    this.add({ severity: 'warning', level, message }, inner);
  }

  /**
   * Reports a broken rule of the definitions.
   *
   * @param rule its key, with which the message begins
   */
  broken(
    rule: string,
    message: Message,
    severity: FhirIssue['severity'] = 'error',
    ...inner: (string | number)[]
  ): void {
    const withKey = (): string => `${rule}: ${typeof message === 'string' ? message : message()}`;
    this.add({ severity, level: 'invariant', message: withKey, rule }, inner);
  }

  private add(issue: Omit<FoundIssue, 'path'>, inner: readonly (string | number)[]): void {
    if (issue.severity === 'error') this.errors += 1;
    if (this.issues.length < maximumPerResource) this.issues.push({ ...issue, path: this.path(...inner) });
    else {
      this.omitted += 1;
      if (issue.severity === 'error') this.replaceWarning({ ...issue, path: this.path(...inner) });
    }
  }

  /** An error must not go unlisted behind warnings: a report without an error is that of a valid body. */
  private replaceWarning(error: FoundIssue): void {
    if (this.errors > maximumPerResource) return;
    const warning = this.issues.findLastIndex(({ severity }) => severity === 'warning');
    if (warning >= 0) this.issues.splice(warning, 1, error);
  }
}

/** The issue with its message, of bounded length. */
export function madeIssue(issue: FoundIssue): ReportedIssue {
  const { severity, level, code = codeOfLevel[level], path, message, rule, release } = issue;
  const text = typeof message === 'string' ? message : message();
  const cut = text.length > maximumMessage ? `${text.slice(0, maximumMessage - 3)}...` : text;
  return {
    severity,
    level,
    code,
    path: cutPath(path),
    message: cut,
    ...(rule === undefined ? {} : { rule }),
    ...(release === undefined ? {} : { release }),
  };
}

/** A value as messages quote it: on one line, shortened. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return `"${printable(text, maximumQuotedLength)}"`;
}
