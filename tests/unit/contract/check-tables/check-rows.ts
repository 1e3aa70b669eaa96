import type { EndpointId } from '../../../../contract/document/endpoints.ts';
import type { Seen } from '../evidence.ts';

export type Answers = Readonly<Record<string, Seen>>;

/**
 * What a check says if requests were answered like this, and which one shows it: `not-shown` for a verdict that an endpoint
 * was not shown to work, `nothing` for none at all.
 */
export type Row = readonly [answers: Answers, outcome: string];

export interface CheckRows {
  readonly check: string;
  readonly at: EndpointId;
  readonly rows: readonly Row[];
}
