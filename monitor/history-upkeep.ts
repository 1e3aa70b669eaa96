import { roughDuration } from '../reports/words.ts';
import type { History } from './history/history.ts';
import { type RetentionStatus, retentionStatusOf } from './history/retention-status.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Retention } from './model.ts';
import type { Clock } from './schedule/clock.ts';

/** Regularly removes old runs from the history, and knows how far back the rest reaches. */
export interface HistoryUpkeep {
  /** Measures at once, and prunes regularly from then on. */
  readonly start: () => void;
  /** Measures again: the promised retention may have changed. */
  readonly measure: () => Promise<void>;
  /** The latest measurement; undefined before the first one. */
  readonly keeping: () => RetentionStatus | undefined;
  /** Stops; resolves when a current pass has ended. */
  readonly stop: () => Promise<void>;
}

interface HistoryUpkeepOptions {
  readonly history: History;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Read before each pass, since a reload may change it. */
  readonly retention: () => Retention;
}

const firstAfterMs = 60_000;
const everyMs = 3_600_000;

/** Prunes the history a minute after the start, and every hour from then on. */
export function makeHistoryUpkeep(options: HistoryUpkeepOptions): HistoryUpkeep {
  const { history, clock, metrics, log, retention } = options;
  let pass: Promise<unknown> = Promise.resolve();
  let cancel = (): void => undefined;
  let keeping: RetentionStatus | undefined;
  let reported = '';

  const look = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    keeping = retentionStatusOf(await history.reach(nowMs, retention()), retention(), nowMs, history.kind);
    metrics.setHistory(keeping);
    const { isCut, keptMs, promisedMs, bytes } = keeping;
    const [kept, promised] = [roughDuration(keptMs), roughDuration(promisedMs)];
    // Logged once, and again when it changes.
    if (isCut && reported !== kept)
      log.warn(
        { kept, promised, bytes },
        'the history keeps runs for a shorter time than monitor.retention promises: raise its maximumMegabytes, or lower its passing',
      );
    reported = isCut ? kept : '';
  };
  const measure = (): Promise<void> =>
    look().catch((thrown: Error) =>
      log.warn({ reason: thrown.message }, 'how far back the history reaches could not be read'),
    );
  const prune = (): void => {
    pass = history
      .prune(clock.nowMs(), retention())
      .then(measure)
      .catch((thrown: Error) => log.error({ reason: thrown.message }, 'the history could not be pruned'));
    cancel = clock.at(clock.nowMs() + everyMs, prune);
  };

  return {
    start() {
      pass = measure();
      cancel = clock.at(clock.nowMs() + firstAfterMs, prune);
    },
    measure,
    keeping: () => keeping,
    async stop() {
      cancel();
      await pass;
    },
  };
}
