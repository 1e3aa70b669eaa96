import type { JobAttempt } from 'pg-boss';

/** The right of this process to a job, for as long as it can know that nobody else was given it. */
export interface Lease<Job extends JobAttempt> {
  readonly attempt: Job;
  /** Aborted when the right is lost. */
  readonly signal: AbortSignal;
  readonly isHeld: () => boolean;
  /** Gives the right up: the work has ended. */
  readonly end: () => void;
}

export interface Leases<Job extends JobAttempt> {
  /** Begins a lease of a job that was asked for at `askedMs`, by the clock of `now`. */
  readonly take: (attempt: Job, askedMs: number) => Lease<Job>;
  readonly stop: () => void;
}

interface LeasesOptions<Job extends JobAttempt> {
  /** Tells the queue that these jobs are being worked on; resolves to the ids of those that are still this process's. */
  readonly touch: (attempts: readonly Job[]) => Promise<readonly string[]>;
  /** A lease ends so long after the queue last agreed to it: sooner than the queue gives the job to somebody else. */
  readonly lengthMs: number;
  readonly refreshMs: number;
  /** A clock that never jumps, and goes on while the process is stopped. */
  readonly now: () => number;
}

/** Makes leases that are renewed together, by one statement. */
export function makeLeases<Job extends JobAttempt>({
  touch,
  lengthMs,
  refreshMs,
  now,
}: LeasesOptions<Job>): Leases<Job> {
  const held = new Map<Job, { confirmedMs: number; readonly controller: AbortController }>();

  const loseExpired = (): void => {
    for (const { confirmedMs, controller } of held.values())
      if (now() - confirmedMs >= lengthMs) controller.abort();
  };

  const refresh = async (): Promise<void> => {
    loseExpired();
    // Those that have expired, too: their results wait for the database, which is to give the jobs to nobody else.
    const attempts = [...held];
    if (attempts.length === 0) return;
    const askedMs = now();
    const ids = new Set(await touch(attempts.map(([attempt]) => attempt)));
    for (const [attempt, lease] of attempts) {
      if (ids.has(attempt.id)) lease.confirmedMs = askedMs;
      else lease.controller.abort();
    }
  };

  const timer = setInterval(() => void refresh().catch(loseExpired), refreshMs);
  timer.unref();
  return {
    take(attempt, askedMs) {
      const lease = { confirmedMs: askedMs, controller: new AbortController() };
      held.set(attempt, lease);
      return {
        attempt,
        signal: lease.controller.signal,
        isHeld() {
          loseExpired();
          return !lease.controller.signal.aborted;
        },
        end: () => void held.delete(attempt),
      };
    },
    stop: () => clearInterval(timer),
  };
}
