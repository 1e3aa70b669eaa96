import type { NumberTexts } from './json/json-value.ts';
import type { FhirIssue, IssueLevel } from './types.ts';

/** Further issues of the same resource add nothing new; they are counted. */
const maximumPerResource = 100;

/** Collects the issues of one resource and keeps the path of the element that is being validated. */
export class IssueCollector {
  readonly issues: FhirIssue[] = [];
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

  /** Whether further issues are only counted, so that their messages need not be made. */
  get isFull(): boolean {
    return this.issues.length >= maximumPerResource;
  }

  /** FHIRPath of the element that is being validated. */
  path(): string {
    return this.steps
      .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
      .join('');
  }

  error(level: IssueLevel, message: string, step?: string): void {
    this.add('error', level, message, step);
  }

  warning(level: IssueLevel, message: string, step?: string): void {
    this.add('warning', level, message, step);
  }

  private add(severity: FhirIssue['severity'], level: IssueLevel, message: string, step?: string): void {
    if (severity === 'error') this.errors += 1;
    if (this.isFull) {
      this.omitted += 1;
      return;
    }
    const path = step === undefined ? this.path() : `${this.path()}.${step}`;
    this.issues.push({ severity, level, path, message });
  }
}

/** A value as messages quote it: on one line, shortened. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const flat = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return `"${flat.replace(/[\p{Cc}\p{Cs}]/gu, '?')}"`;
}
