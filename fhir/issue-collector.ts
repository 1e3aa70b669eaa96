import { cutPath, elementPath, printable } from './element-path.ts';
import type { NumberTexts } from './json/json-value.ts';
import { type FhirIssue, type IssueLevel, maximumMessage } from './types.ts';

/** Further issues of the same resource add nothing new; they are counted. */
const maximumPerResource = 100;
const maximumQuotedLength = 60;

/** A sentence, or how to make it: most issues are of a release that does not fit, so that nobody reads them. */
export type Message = string | (() => string);

/** An issue whose message is not made yet. */
export interface FoundIssue extends Omit<FhirIssue, 'message'> {
  readonly message: Message;
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
    this.errors += 1;
    this.add('error', level, message, inner);
  }

  warning(level: IssueLevel, message: Message, ...inner: (string | number)[]): void {
    this.add('warning', level, message, inner);
  }

  private add(
    severity: FhirIssue['severity'],
    level: IssueLevel,
    message: Message,
    inner: readonly (string | number)[],
  ): void {
    if (this.issues.length >= maximumPerResource) this.omitted += 1;
    else this.issues.push({ severity, level, path: this.path(...inner), message });
  }
}

/** The issue with its message, of bounded length. */
export function madeIssue({ severity, level, path, message }: FoundIssue): FhirIssue {
  const text = typeof message === 'string' ? message : message();
  const cut = text.length > maximumMessage ? `${text.slice(0, maximumMessage - 3)}...` : text;
  return { severity, level, path: cutPath(path), message: cut };
}

/** A value as messages quote it: on one line, shortened. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return `"${printable(text, maximumQuotedLength)}"`;
}
