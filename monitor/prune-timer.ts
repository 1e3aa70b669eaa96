import type { History } from './history/history.ts';
import type { Log } from './log.ts';
import type { Retention } from './model.ts';
import type { Clock } from './schedule/clock.ts';

/** What removes old runs from the history, again and again. */
export interface PruneTimer {
  /** Starts nothing more; resolves when a pass under way has ended. */
  readonly stop: () => Promise<void>;
}

interface PruneTimerOptions {
  readonly history: History;
  readonly clock: Clock;
  readonly log: Log;
  /** Asked before each pass, since a reload may change it. */
  readonly retention: () => Retention;
}

const firstAfterMs = 60_000;
const everyMs = 3_600_000;

/** Prunes the history a minute from now, and every hour after that. */
export function startPruneTimer({ history, clock, log, retention }: PruneTimerOptions): PruneTimer {
  let pass: Promise<unknown> = Promise.resolve();
  const prune = (): void => {
    pass = history
      .prune(clock.nowMs(), retention())
      .catch((thrown: Error) => log.error({ reason: thrown.message }, 'the history could not be pruned'));
    cancel = clock.at(clock.nowMs() + everyMs, prune);
  };
  let cancel = clock.at(clock.nowMs() + firstAfterMs, prune);
  return {
    async stop() {
      cancel();
      await pass;
    },
  };
}
