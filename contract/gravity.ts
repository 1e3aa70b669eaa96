import { hasValidKey, type RequestSpec } from './request.ts';

/**
 * How grave it is that a requirement is broken: one table, from which the order of findings and the labels of reports and
 * metrics are made. The document states no gravity: it orders what is reported, and never changes a verdict.
 */
interface GravityRow {
  readonly id: string;
  /** For headings, at the start of a sentence. */
  readonly label: string;
  /** A sentence. */
  readonly meaning: string;
}

/** The gravest first. */
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
] as const satisfies readonly GravityRow[];

export type Gravity = (typeof rows)[number]['id'];

export const gravities: readonly (GravityRow & { readonly id: Gravity })[] = rows;

/** The ids of all grades, the gravest first. */
export const gravityIds: readonly Gravity[] = rows.map(({ id }) => id);

const labels = new Map<string, string>(rows.map(({ id, label }) => [id, label]));

/** "Open door"; the id itself where another version of the suite wrote it. */
export function gravityLabel(gravity: Gravity): string {
  return labels.get(gravity) ?? gravity;
}

/** Sorts the graver first. */
export function compareGravity(one: Gravity, other: Gravity): number {
  return gravityIds.indexOf(one) - gravityIds.indexOf(other);
}

function graver(one: Gravity, other: Gravity): Gravity {
  return compareGravity(one, other) <= 0 ? one : other;
}

function lighter(one: Gravity, other: Gravity): Gravity {
  return compareGravity(one, other) <= 0 ? other : one;
}

/** What of an answer counts for the gravity of a failure that it shows. */
export interface ShownAnswer {
  /** Missing where no complete answer came. */
  readonly status?: number;
  readonly key?: RequestSpec['key'];
}

/**
 * How grave a failure is.
 * @param usual what the table of checks says
 * @param shown the answer that shows it: who is refused is not let in, and a service that fails shows nothing else
 */
export function gravityOfFailure(usual: Gravity, shown: ShownAnswer | undefined): Gravity {
  if (shown === undefined) return usual;
  const { status, key } = shown;
  if (status === undefined || status >= 500) return 'outage';
  if (status < 200 || (status >= 300 && status < 400)) return 'wrong-status';
  if (status === 200 || status === 201) return usual;
  if (status < 300) return graver(usual, 'wrong-status');
  return key !== undefined && hasValidKey({ key }) ? lighter(usual, 'unavailable') : usual;
}
