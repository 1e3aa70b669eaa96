import type { NumberTexts } from './json/read-json.ts';
import type { FhirIssue, IssueLevel } from './types.ts';

/** More issues in one resource tell nothing new; the rest is counted. */
const maximumPerResource = 100;

/** Gathers the issues of one resource and knows where the judge stands. */
export class IssueCollector {
  readonly issues: FhirIssue[] = [];
  readonly numberTexts: NumberTexts;
  omitted = 0;
  errors = 0;
  /** How many properties the release does not know: what tells a wrong release from a wrong resource. */
  strangers = 0;
  private readonly trail: (string | number)[];

  /** @param root FHIRPath place of the resource that is judged */
  constructor(root: string, numberTexts: NumberTexts) {
    this.trail = [root];
    this.numberTexts = numberTexts;
  }

  enter(step: string | number): void {
    this.trail.push(step);
  }

  leave(): void {
    this.trail.pop();
  }

  /** Whether further issues are only counted, so that telling them is of no use. */
  get isFull(): boolean {
    return this.issues.length >= maximumPerResource;
  }

  /** The place where the judge stands, as a FHIRPath expression. */
  path(): string {
    return this.trail
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

/** A value as a message shows it: shortened, on one line. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const flat = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return `"${flat.replace(/[\p{Cc}\p{Cs}]/gu, '?')}"`;
}
