import { type FoundIssue, madeIssue } from './issue-collector.ts';
import { type FhirRelease, maximumIssues, type ReportedIssue, type ValidationReport } from './types.ts';

/** Builds the report of one body while its root and its entries are validated one by one. */
export class ReportBuilder {
  private readonly errors: FoundIssue[] = [];
  private readonly warnings: FoundIssue[] = [];
  private omitted = 0;
  private readonly releases = new Map<string, Set<FhirRelease>>();

  addIssues(issues: readonly FoundIssue[], omitted = 0): void {
    this.omitted += omitted;
    for (const issue of issues) {
      const list = issue.severity === 'error' ? this.errors : this.warnings;
      if (list.length < maximumIssues) list.push(issue);
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
    const listed = all.slice(0, maximumIssues);
    return {
      valid: this.errors.length === 0,
      ...root,
      releasesByType: Object.fromEntries(
        [...this.releases].map(([type, releases]) => [type, [...releases].sort()]),
      ),
      issues: withChoices(listed),
      omittedIssues: this.omitted + all.length - listed.length,
    };
  }
}

/** Makes the messages; the first issue about each type and release also says why that release was chosen. */
function withChoices(issues: readonly FoundIssue[]): readonly ReportedIssue[] {
  const explained = new Set<string>();
  return issues.map((issue) => {
    const { choice } = issue;
    const subject = `${choice?.typeName} ${choice?.release}`;
    if (choice === undefined || explained.has(subject)) return madeIssue(issue);
    explained.add(subject);
    return { ...madeIssue(issue), whyRelease: choice.reason() };
  });
}
