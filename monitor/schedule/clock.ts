/** Ends a timer. */
export type Cancel = () => void;

/** Where the monitor gets its time from: the system's in production, a simulated one in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Calls `work` at `atMs`, or as soon as possible when that is past. */
  readonly at: (atMs: number, work: () => void) => Cancel;
}

/** The longest that a timer of Node waits; longer waits are made of several. */
const longestTimerMs = 2 ** 31 - 1;

/** The system's time. Its timers do not keep a process alive. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  at(atMs, work) {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const leftMs = Math.max(0, atMs - Date.now());
      timer = setTimeout(leftMs > longestTimerMs ? wait : work, Math.min(leftMs, longestTimerMs));
      timer.unref();
    };
    wait();
    return () => clearTimeout(timer);
  },
};
