import type { BodyMemory } from '../../engine/http/body-memory.ts';

/** Room for every body at once. */
export const boundlessMemory: BodyMemory = {
  maximumBytes: Number.POSITIVE_INFINITY,
  reserve: async () => () => undefined,
};
