/** Cancels a timer. */
export type Cancel = () => void;

/** The source of time: the system in production, a simulation in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Calls `work` at `atMs`, or as soon as possible if that is past. */
  readonly at: (atMs: number, work: () => void) => Cancel;
}

/** The longest wait of a Node timer; longer waits take several. */
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
