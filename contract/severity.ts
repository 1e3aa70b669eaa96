/**
 * How severe it is that a requirement is broken: one table, from which the order of findings and the labels of reports and
 * metrics are made. The document states no severity: it orders the reports, and never changes a verdict.
 */
interface SeverityRow {
  readonly id: string;
  /** For headings, at the start of a sentence. */
  readonly label: string;
  /** A sentence. */
  readonly meaning: string;
}

/** The most severe first. */
const rows = [
  { id: 'open-door', label: 'Open door', meaning: 'A request without a valid key is let in.' },
  { id: 'wrong-data', label: 'Wrong data', meaning: 'A user gets the data of another user.' },
  {
    id: 'outage',
    label: 'Outage',
    meaning: 'No answer comes, or the service itself fails (status 500 and above).',
  },
  {
    id: 'unavailable',
    label: 'Unavailable',
    meaning: 'A valid key is refused, or an endpoint or a record is missing.',
  },
  {
    id: 'wrong-status',
    label: 'Wrong status',
    meaning: 'An answer has another status than the document states.',
  },
  {
    id: 'wrong-content',
    label: 'Wrong content',
    meaning: 'A success holds something else than the document promises: no JSON, no list, no valid FHIR.',
  },
  {
    id: 'wrong-form',
    label: 'Wrong form',
    meaning: 'The body of an error, a message or a header has another form, or something more is there.',
  },
] as const satisfies readonly SeverityRow[];

export type Severity = (typeof rows)[number]['id'];

export const severities: readonly (SeverityRow & { readonly id: Severity })[] = rows;

/** The ids of all grades, the most severe first. */
export const severityIds: readonly Severity[] = rows.map(({ id }) => id);

const labels = new Map<string, string>(rows.map(({ id, label }) => [id, label]));

/** "Open door"; the id itself if another version of the suite wrote it. */
export function severityLabel(severity: Severity): string {
  return labels.get(severity) ?? severity;
}

/** What opens an installation to others: worth a message although it is known to be broken. */
const exposures: readonly Severity[] = ['open-door', 'wrong-data'];

/** True for an exposure that is more severe than what was known; false if nothing is known of either. */
export function isExposureBeyond(now: Severity | undefined, known: Severity | undefined): boolean {
  if (now === undefined || known === undefined) return false;
  return exposures.includes(now) && compareSeverity(now, known) < 0;
}

/** Sorts the more severe first. */
export function compareSeverity(one: Severity, other: Severity): number {
  return severityIds.indexOf(one) - severityIds.indexOf(other);
}
