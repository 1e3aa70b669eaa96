import type { EndpointId } from '../../../../contract/endpoints.ts';
import type { Seen } from '../evidence.ts';

export type Answers = Readonly<Record<string, Seen>>;

/** What a check says where its requests, by their names in its entry, were answered like this, and which one shows it. */
export type Row = readonly [answers: Answers, outcome: string];

export interface CheckRows {
  readonly check: string;
  readonly at: EndpointId;
  readonly rows: readonly Row[];
}
