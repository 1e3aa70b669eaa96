import PQueue from 'p-queue';

/** Where due runs wait for their turn: at most so many are under way at once. */
export interface RunQueue {
  /** Resolves when the work has ended. */
  readonly add: (work: () => Promise<void>) => Promise<void>;
  readonly setConcurrency: (concurrentRuns: number) => void;
}

/**
 * Makes a queue in the memory of this process.
 * @param onUnderWay called with the number of runs under way, whenever it changes
 */
export function makeRunQueue(onUnderWay: (count: number) => void): RunQueue {
  const queue = new PQueue({ concurrency: 1 });
  let underWay = 0;
  const count = (difference: 1 | -1): void => {
    underWay += difference;
    onUnderWay(underWay);
  };
  return {
    add: (work) =>
      queue.add(async () => {
        count(1);
        try {
          await work();
        } finally {
          count(-1);
        }
      }),
    setConcurrency(concurrentRuns) {
      queue.concurrency = concurrentRuns;
    },
  };
}
