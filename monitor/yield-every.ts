import { setImmediate } from 'node:timers/promises';

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
