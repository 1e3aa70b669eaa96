import { allCheckCases, catalogue } from '../contract/checks/catalogue.ts';
import { requirementsAt, type Topic } from '../contract/checks/check.ts';
import { type EndpointId, endpoints as endpointRows } from '../contract/document/endpoints.ts';
import { type RequirementId, requirements as requirementRows } from '../contract/document/requirements.ts';
import { gaps as gapRows } from '../contract/gaps/gaps.ts';
import type { CheckId } from './table-names.ts';

/** One check, and the endpoints it judges. */
export interface ContractCheck {
  /** Permanent. */
  readonly id: CheckId;
  /** What holds when it passes; completes the sentence "GET /api/v3/users …". */
  readonly title: string;
  readonly topic: Topic;
  readonly endpoints: readonly EndpointId[];
  /** The requirements it judges at any of them. */
  readonly requirements: readonly RequirementId[];
}

/** One thing that the document states, in our own words. */
export interface ContractRequirement {
  /** Permanent. */
  readonly id: RequirementId;
  /** The section of the document. */
  readonly section: string;
  readonly statement: string;
  /** Why no answer of the API could break it; missing if one could. */
  readonly notObservable?: string;
}

/** One thing that the document leaves open: observed, never failed. */
export interface ContractGap {
  /** Permanent. */
  readonly id: string;
  readonly section: string;
  readonly statement: string;
}

/** The contract as data: what the document states and leaves open, and which checks judge which endpoint. */
export const contract: {
  readonly endpoints: readonly EndpointId[];
  readonly requirements: readonly ContractRequirement[];
  readonly gaps: readonly ContractGap[];
  readonly checks: readonly ContractCheck[];
} = {
  endpoints: endpointRows.map(({ id }) => id),
  requirements: requirementRows,
  gaps: gapRows.map(({ id, section, statement }) => ({ id, section, statement })),
  checks: catalogue.map((check) => {
    const places = allCheckCases.filter((one) => one.check === check).map(({ endpoint }) => endpoint);
    const { id, title, topic } = check;
    return {
      // The file of names is generated from this table.
      id: id as CheckId,
      title,
      topic,
      endpoints: places.map((endpoint) => endpoint.id),
      requirements: [...new Set(places.flatMap((endpoint) => requirementsAt(endpoint, check)))],
    };
  }),
};
