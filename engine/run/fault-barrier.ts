import { AsyncLocalStorage } from 'node:async_hooks';

/** Keeps a fault of this suite within the run that it happened in. */
export interface FaultBarrier {
  /** Runs some work; `onFault` receives what its callbacks throw later, which nothing else could catch. */
  readonly run: <T>(onFault: (thrown: unknown) => void, work: () => Promise<T>) => Promise<T>;
  /**
   * Hands an uncaught exception to the run that it belongs to. For the process's `uncaughtException`.
   * @returns false if it belongs to none
   */
  readonly catch: (thrown: unknown) => boolean;
}

/** Makes a barrier. What belongs to a run is known by its asynchronous context: timers, streams and promises keep it. */
export function makeFaultBarrier(): FaultBarrier {
  const runs = new AsyncLocalStorage<(thrown: unknown) => void>();
  return {
    run: (onFault, work) => runs.run(onFault, work),
    catch(thrown) {
      const onFault = runs.getStore();
      onFault?.(thrown);
      return onFault !== undefined;
    },
  };
}
