import type { BodyMemory } from '../../engine/http/rate-limiter.ts';

/** Room for every body at once. */
export const boundlessMemory: BodyMemory = {
  maximumBytes: Number.POSITIVE_INFINITY,
  reserve: async () => () => undefined,
};
