const tickMs = 20;
/** A timer is that late in a program that has nothing else to do. */
const usualMs = 10;

/** Times are falsified by more than both: milliseconds, and a share of the whole time. */
const falsified = { ms: 50, share: 0.1 } as const;

/** One beginning of a watch. */
export type Lag = ReturnType<ReturnType<typeof makeLagWatch>>;

/**
 * Makes what begins to watch the event loop: while that works on something, it reads no answer, however long one has been
 * waiting. The timer runs only between a beginning and the last stop.
 */
export function makeLagWatch() {
  let watching = 0;
  let lostMs = 0;
  let tickedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const lateMs = (): number => {
    const late = performance.now() - tickedMs - tickMs;
    return late > usualMs ? late : 0;
  };
  const tick = (): void => {
    lostMs += lateMs();
    tickedMs = performance.now();
  };
  return () => {
    if (watching === 0) {
      tickedMs = performance.now();
      timer = setInterval(tick, tickMs).unref();
    }
    watching += 1;
    // Earlier delays do not count, also while the loop is busy.
    const beforeMs = lostMs + lateMs();
    return {
      /** For how many milliseconds since the beginning this program was too busy to read arrived data. */
      lostMs: (): number => Math.max(0, lostMs + lateMs() - beforeMs),
      stop(): void {
        watching -= 1;
        if (watching === 0) clearInterval(timer);
      },
    };
  };
}

/** True if times that were taken meanwhile say more about this program than about the installation. */
export function isFalsified(lostMs: number, totalMs: number): boolean {
  return lostMs > falsified.ms && lostMs > totalMs * falsified.share;
}
