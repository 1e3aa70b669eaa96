/**
 * Starts a timeout that can be paused, so that an exchange's waiting time does not count. Calls `onEnd` when the time
 * outside pauses reaches the limit.
 */
export function startPausableTimeout(limitMs: number, onEnd: () => void) {
  let leftMs = limitMs;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(onEnd, leftMs);
  const pause = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    leftMs -= performance.now() - startedAt;
  };
  const resume = (): void => {
    if (timer !== undefined) return;
    startedAt = performance.now();
    timer = setTimeout(onEnd, Math.max(0, leftMs));
  };
  return {
    /** Adds milliseconds, even after the end, which then happens once more. Does nothing in a pause. */
    extend(ms: number): void {
      if (timer === undefined) return;
      pause();
      leftMs = Math.max(0, leftMs) + ms;
      resume();
    },
    pause,
    resume,
    stop: pause,
    /** Milliseconds until the end, assuming no further pause. */
    leftMs: (): number => (timer === undefined ? leftMs : leftMs - (performance.now() - startedAt)),
  };
}
