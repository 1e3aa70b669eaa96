import { type FoundIssue, madeIssue } from './issue-collector.ts';
import { type FhirRelease, maximumIssues, type ReportedIssue, type ValidationReport } from './types.ts';

/** Builds the report of one body while its root and its entries are validated one by one. */
export class ReportBuilder {
  private readonly errors: ReportedIssue[] = [];
  private readonly warnings: ReportedIssue[] = [];
  private omitted = 0;
  private readonly releases = new Map<string, Set<FhirRelease>>();

  /** Makes the messages of the issues that it lists, and of no others. */
  addIssues(issues: readonly FoundIssue[], omitted = 0): void {
    this.omitted += omitted;
    for (const issue of issues) {
      const list = issue.severity === 'error' ? this.errors : this.warnings;
      if (list.length < maximumIssues) list.push(madeIssue(issue));
      else this.omitted += 1;
    }
  }

  /** @param type the release's own name of the resource type: one from the body would keep the body in memory */
  addRelease(type: string, release: FhirRelease): void {
    this.releases.set(type, (this.releases.get(type) ?? new Set<FhirRelease>()).add(release));
  }

  build(
    root: Pick<ValidationReport, 'resourceType' | 'release' | 'entryCount' | 'unread'>,
  ): ValidationReport {
    const all = [...this.errors, ...this.warnings];
    return {
      valid: this.errors.length === 0,
      ...root,
      releasesByType: Object.fromEntries(
        [...this.releases].map(([type, releases]) => [type, [...releases].sort()]),
      ),
      issues: all.slice(0, maximumIssues),
      omittedIssues: this.omitted + Math.max(0, all.length - maximumIssues),
    };
  }
}
