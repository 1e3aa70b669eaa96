import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { shorten } from '../../contract/judging/describe.ts';
import type { AbortReason } from '../evidence/collected-evidence.ts';
import { startPausableTimeout } from '../http/pausable-timeout.ts';

/** Ends a run early; the first reason counts. */
export type RunAbort = ReturnType<typeof startRunAbort>;

/** The abort reason for a fault of this suite. */
export function faultOf(thrown: unknown): AbortReason {
  const message = thrown instanceof Error ? thrown.message : 'unknown cause';
  return { kind: 'fault', reason: `this suite failed (${shorten(message, 200)})` };
}

/**
 * Starts the deadline of a run.
 * @param outside ends the run as interrupted
 */
export function startRunAbort(deadlineMs: number, outside?: AbortSignal) {
  const controller = new AbortController();
  const signal: AbortSignal = controller.signal;
  // Every request that waits for the rate limiter adds a listener.
  setMaxListeners(0, signal);
  let first: AbortReason | undefined;
  const abort = (reason: AbortReason): void => {
    first ??= reason;
    controller.abort(reason);
  };
  const deadline = startPausableTimeout(deadlineMs, () => {
    abort({ kind: 'deadline', reason: `the deadline of ${deadlineMs / 1000} s for a run passed` });
  });
  const onOutside = (): void => abort({ kind: 'interrupted', reason: 'the run was interrupted' });
  if (outside?.aborted === true) onOutside();
  outside?.addEventListener('abort', onOutside, { once: true });
  return {
    /** Aborted with the reason. */
    signal,
    reason: (): AbortReason | undefined => first,
    abort,
    /** Milliseconds until the deadline. */
    remainingMs: deadline.leftMs,
    /** Stops the clock of the deadline until `resume`. */
    pause: deadline.pause,
    resume: deadline.resume,
    /** Cancels the deadline. */
    close(): void {
      deadline.stop();
      outside?.removeEventListener('abort', onOutside);
    },
  };
}

/** Keeps a fault of this suite within the run that it happened in. */
export type FaultBarrier = ReturnType<typeof makeFaultBarrier>;

/**
 * Makes a barrier. An exception is attributed to a run by its asynchronous context: timers, streams and promises keep
 * it. So does a connection that outlives the run, which is why the context drops the run when that ends: a plan and its
 * evidence would stay in memory for as long as the connection.
 */
export function makeFaultBarrier() {
  const runs = new AsyncLocalStorage<{ onFault?: (thrown: unknown) => void }>();
  return {
    /** Runs some work; `onFault` receives errors that its callbacks throw later, which nothing else could catch. */
    async run<T>(onFault: (thrown: unknown) => void, work: () => Promise<T>): Promise<T> {
      const running: { onFault?: (thrown: unknown) => void } = { onFault };
      try {
        return await runs.run(running, work);
      } finally {
        delete running.onFault;
      }
    },
    /**
     * Routes an uncaught exception to the run that caused it. For the process's `uncaughtException`.
     * @returns false if no run did
     */
    catch(thrown: unknown): boolean {
      const running = runs.getStore();
      running?.onFault?.(thrown);
      return running !== undefined;
    },
  };
}
