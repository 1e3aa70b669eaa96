import { setImmediate } from 'node:timers/promises';

/** After so long without a pause, other work gets its turn. */
const turnMs = 10;

/** Makes what long work calls between its steps: it waits for a moment where the last one was long ago. */
export function yieldEvery(): () => Promise<void> {
  let endsMs = performance.now() + turnMs;
  return async () => {
    if (performance.now() < endsMs) return;
    await setImmediate();
    endsMs = performance.now() + turnMs;
  };
}
