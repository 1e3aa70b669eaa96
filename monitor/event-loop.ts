import { setImmediate } from 'node:timers/promises';

/** How many installations are read together: enough that statements cost little, few enough that rows take little room. */
const mostTogether = 500;

/** Splits a list into parts of which each is read by one statement, and lets other work go on between them. */
export async function* portionsOf<T>(all: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let first = 0; first < all.length; first += mostTogether) {
    if (first > 0) await setImmediate();
    yield all.slice(first, first + mostTogether);
  }
}

/** After how long without a pause other work gets its turn. */
const turnMs = 10;

/** Makes what long work calls between its steps: it waits for a moment if the last wait was long ago. */
export function yieldEvery(): () => Promise<void> {
  let endsMs = performance.now() + turnMs;
  return async () => {
    if (performance.now() < endsMs) return;
    await setImmediate();
    endsMs = performance.now() + turnMs;
  };
}
