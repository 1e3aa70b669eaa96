import { setImmediate } from 'node:timers/promises';

/**
 * The number of installations read together: enough that statements cost little, few enough that rows need little
 * memory.
 */
const portionSize = 500;

/** Splits a list into portions, each for one statement, and yields to other work between them. */
export async function* portionsOf<T>(all: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let first = 0; first < all.length; first += portionSize) {
    if (first > 0) await setImmediate();
    yield all.slice(first, first + portionSize);
  }
}

/** Other work gets a turn after this time without a pause. */
const turnMs = 10;

/** Makes a function that long work calls between its steps: it yields if the last pause was long ago. */
export function yieldEvery(): () => Promise<void> {
  let endsMs = performance.now() + turnMs;
  return async () => {
    if (performance.now() < endsMs) return;
    await setImmediate();
    endsMs = performance.now() + turnMs;
  };
}
