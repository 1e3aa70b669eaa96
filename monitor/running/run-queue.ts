import PQueue from 'p-queue';
import type { CommitOptions } from '../history/driver.ts';
import type { RunTrigger, Slot } from '../model.ts';
import type { Due } from '../schedule/due-times.ts';
import type { Turn } from '../state/snapshot.ts';

/** A run that is due, or that an operator requested. */
export interface RunRequest {
  readonly installation: string;
  /** Its location; left out if any monitor may execute it. */
  readonly location?: string | undefined;
  readonly slot: Slot;
  readonly trigger: RunTrigger;
  /** Left out if an operator requested it. */
  readonly due?: Due | undefined;
}

/** The right to execute one run, if several monitors could. */
export interface Claim {
  readonly jobId: string;
  /** Aborted when the right is lost, or the monitor stops and cannot wait any longer. */
  readonly signal: AbortSignal;
  /** False once another monitor may execute the run. */
  readonly isHeld: () => boolean;
  /** Ends the job in the transaction that records its run; false if it belongs to another monitor. */
  readonly confirm: NonNullable<CommitOptions['confirm']>;
  /** Whether some monitor currently has the job of another run. */
  readonly isUnderWay: (other: Turn) => Promise<boolean>;
}

/**
 * The end of a run: `recorded`, or `ended` without a record. `unwritten`: the store was unavailable or another monitor
 * had the run, so this one must not end it.
 */
export type RunEnd = 'recorded' | 'ended' | 'unwritten';

/** Executes a run. Never rejects. Without a claim, no other monitor could execute it. */
export type ExecuteRun = (request: RunRequest, claim?: Claim) => Promise<RunEnd>;

/** The queue of due runs. */
export interface RunQueue {
  /** Offers a run. Resolves when it has ended, on any monitor, or is no longer due. */
  readonly offer: (request: RunRequest) => Promise<void>;
  readonly setConcurrency: (concurrentRuns: number) => void;
  /** A monitor that shares the queue has ended this job. */
  readonly hasEnded: (jobId: string) => void;
  /** Any number of jobs may have ended without news. */
  readonly mayHaveEnded: () => void;
  /** Since when a database has not answered the request for runs, in milliseconds since 1970; undefined if none waits. */
  readonly unansweredSinceMs: () => number | undefined;
  /** Starts nothing more, and resolves when the runs of this process have ended. */
  readonly stop: () => Promise<void>;
}

/**
 * Makes a queue in the memory of this process with limited concurrency.
 * @param onUnderWay called with the number of current runs, whenever it changes
 */
export function makeLocalQueue(execute: ExecuteRun, onUnderWay: (count: number) => void): RunQueue {
  const queue = new PQueue({ concurrency: 1 });
  let underWay = 0;
  const count = (difference: 1 | -1): void => {
    underWay += difference;
    onUnderWay(underWay);
  };
  return {
    offer: (request) =>
      queue.add(async () => {
        count(1);
        try {
          await execute(request);
        } finally {
          count(-1);
        }
      }),
    setConcurrency(concurrentRuns) {
      queue.concurrency = concurrentRuns;
    },
    hasEnded: () => undefined,
    mayHaveEnded: () => undefined,
    unansweredSinceMs: () => undefined,
    stop: async () => undefined,
  };
}
