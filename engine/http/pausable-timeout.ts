/** A time limit that can stand still: while an exchange waits for its turn, its time does not run. */
export interface PausableTimeout {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
}

/** Starts a limit; `onEnd` is called once the time that ran adds up to it. */
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
    pause,
    resume() {
      if (timer !== undefined) return;
      startedAt = performance.now();
      timer = setTimeout(onEnd, Math.max(0, leftMs));
    },
    stop: pause,
  };
}
