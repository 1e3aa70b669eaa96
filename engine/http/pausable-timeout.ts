/** A timeout that can be paused: the time that an exchange waits for its turn does not count. */
export interface PausableTimeout {
  /** Adds this many milliseconds, also after the end, which comes once more then. Does nothing in a pause. */
  readonly extend: (ms: number) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
  /** Milliseconds until the end, as if no further pause came. */
  readonly leftMs: () => number;
}

/** Starts a timeout. `onEnd` is called when the time outside pauses reaches the limit. */
export function startPausableTimeout(limitMs: number, onEnd: () => void): PausableTimeout {
  let leftMs = limitMs;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(onEnd, leftMs);
  const pause = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    leftMs -= performance.now() - startedAt;
  };
  return {
    extend(ms) {
      if (timer === undefined) return;
      pause();
      leftMs = Math.max(0, leftMs) + ms;
      startedAt = performance.now();
      timer = setTimeout(onEnd, leftMs);
    },
    pause,
    resume() {
      if (timer !== undefined) return;
      startedAt = performance.now();
      timer = setTimeout(onEnd, Math.max(0, leftMs));
    },
    stop: pause,
    leftMs: () => (timer === undefined ? leftMs : leftMs - (performance.now() - startedAt)),
  };
}
