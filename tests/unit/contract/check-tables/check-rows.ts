import type { EndpointId } from '../../../../contract/document/endpoints.ts';
import type { Seen } from '../evidence.ts';

export type Answers = Readonly<Record<string, Seen>>;

/**
 * The outcome of a check for these answers, and the request that shows it: `not-shown` for a verdict that the endpoint was
 * not shown to work, `nothing` for no verdict.
 */
export type Row = readonly [answers: Answers, outcome: string];

export interface CheckRows {
  readonly check: string;
  readonly at: EndpointId;
  readonly rows: readonly Row[];
}
