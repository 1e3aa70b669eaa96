/**
 * The severity of a broken requirement, with the labels of reports and metrics: the most severe first, which determines
 * the order of findings. The document states no severity: it orders the reports, and never changes a verdict.
 */
const labels = {
  'open-door': 'Open door',
  'wrong-data': 'Wrong data',
  outage: 'Outage',
  unavailable: 'Unavailable',
  'wrong-status': 'Wrong status',
  'wrong-content': 'Wrong content',
  'wrong-form': 'Wrong form',
} as const;

export type Severity = keyof typeof labels;

/** The ids of all grades, the most severe first. */
export const severityIds = Object.keys(labels) as readonly Severity[];

/** "Open door"; the id itself if another version of the suite wrote it. */
export function severityLabel(severity: Severity): string {
  return labels[severity] ?? severity;
}

/** Severities that expose an installation to others: worth a notification even if they are known failures. */
const exposures: readonly Severity[] = ['open-door', 'wrong-data'];

/** True for an exposure that is more severe than a known one; false if either is unknown. */
export function isExposureBeyond(now: Severity | undefined, known: Severity | undefined): boolean {
  if (now === undefined || known === undefined) return false;
  return exposures.includes(now) && compareSeverity(now, known) < 0;
}

/** Sorts the more severe first. */
export function compareSeverity(one: Severity, other: Severity): number {
  return severityIds.indexOf(one) - severityIds.indexOf(other);
}
