import { endpoints } from '../../contract/endpoints.ts';

const number = endpoints.length;

/** How many requests a provider's usual limit leaves room for: a fixed part, and a part for each endpoint. */
export const bounds = {
  /** 90 with fourteen endpoints. */
  oneKey: 6 + 6 * number,
  /** 125 with fourteen endpoints. */
  everything: 13 + 8 * number,
  surveyMore: 60,
} as const;
