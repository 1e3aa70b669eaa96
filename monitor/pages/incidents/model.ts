/** Which incidents a list shows. */
export const incidentKinds = ['open', 'ended'] as const;
export type IncidentKind = (typeof incidentKinds)[number];

/** What operators do on an incident, by the end of the address of its form. */
export type IncidentForm = 'notes' | 'acknowledgement' | 'acknowledgement/end';

/** What the address of a list of incidents asks for, as it was typed. */
export interface IncidentQuery {
  /** On the page of all. */
  readonly installation?: string | undefined;
  readonly show?: IncidentKind | undefined;
  /** A day or a moment; without one, as far back as the history knows. */
  readonly from?: string | undefined;
  /** As `from`; without one, until now. */
  readonly to?: string | undefined;
}

/** A page of a list of incidents. */
export interface IncidentList {
  /** On the page of one installation. */
  readonly installation?: string | undefined;
  readonly query: IncidentQuery;
  /** From 1. */
  readonly page: number;
}
