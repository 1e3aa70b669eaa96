const tickMs = 20;
/** The usual delay of a timer in an otherwise idle program. */
const usualMs = 10;

/** A time is falsified if the lag exceeds both: milliseconds, and a share of the whole time. */
const falsifiedAbove = { ms: 50, share: 0.1 } as const;

/** One measurement of a watch. */
export type Lag = ReturnType<ReturnType<typeof makeLagWatch>>;

/**
 * Measures the lag of the event loop: while the loop is busy, it reads no answer, however long one has been waiting.
 * The timer runs only from the first start to the last stop.
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
    // Earlier delays do not count, even while the loop is busy.
    const beforeMs = lostMs + lateMs();
    return {
      /** For how many milliseconds since the start this program was too busy to read arrived data. */
      lostMs: (): number => Math.max(0, lostMs + lateMs() - beforeMs),
      stop(): void {
        watching -= 1;
        if (watching === 0) clearInterval(timer);
      },
    };
  };
}

/** True if the measured times say more about this program than about the installation. */
export function isFalsified(lostMs: number, totalMs: number): boolean {
  return lostMs > falsifiedAbove.ms && lostMs > totalMs * falsifiedAbove.share;
}
