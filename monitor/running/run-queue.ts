import PQueue from 'p-queue';
import type { CommitOptions } from '../history/driver.ts';
import type { RunTrigger, Slot } from '../model.ts';
import type { Due } from '../schedule/due-times.ts';
import type { Turn } from '../state/snapshot.ts';

/** A run that is due, or that an operator wants. */
export interface RunRequest {
  readonly installation: string;
  /** From where it is to be made; left out if any monitor may make it. */
  readonly location?: string | undefined;
  readonly slot: Slot;
  readonly trigger: RunTrigger;
  /** Left out if an operator requested it. */
  readonly due?: Due | undefined;
}

/** The right to make one run, if several monitors could. */
export interface Claim {
  readonly jobId: string;
  /** Aborted when the right is lost, or the monitor stops and cannot wait any longer. */
  readonly signal: AbortSignal;
  /** False once another monitor may make the run. */
  readonly isHeld: () => boolean;
  /** Ends the job in the transaction that records its run; false if it is another monitor's. */
  readonly confirm: NonNullable<CommitOptions['confirm']>;
  /** Whether the job of another run is some monitor's just now. */
  readonly isUnderWay: (other: Turn) => Promise<boolean>;
}

/**
 * What became of a run: `recorded`, or `ended` without a record. `unwritten`: the store was away or another monitor had the
 * run, so it is not for this one to end it.
 */
export type RunEnd = 'recorded' | 'ended' | 'unwritten';

/** Makes a run. Never rejects. Without a claim, no other monitor could make it. */
export type ExecuteRun = (request: RunRequest, claim?: Claim) => Promise<RunEnd>;

/** Where due runs wait for their turn. */
export interface RunQueue {
  /** Offers a run. Resolves when it has ended, on any monitor, or has turned out not to be due any more. */
  readonly offer: (request: RunRequest) => Promise<void>;
  readonly setConcurrency: (concurrentRuns: number) => void;
  /** A monitor that shares the queue has ended this job. */
  readonly hasEnded: (jobId: string) => void;
  /** Any number of jobs may have ended unheard. */
  readonly mayHaveEnded: () => void;
  /** Starts nothing more, and resolves when what this process runs has ended. */
  readonly stop: () => Promise<void>;
}

/**
 * Makes a queue in the memory of this process: at most this many runs are under way at once.
 * @param onUnderWay called with the number of runs under way, whenever it changes
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
    stop: async () => undefined,
  };
}
