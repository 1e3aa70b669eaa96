import { portionsOf } from '../event-loop.ts';
import { hourMs } from '../history/statements.ts';
import { advanceShares } from '../shared/shares.ts';
import type { MonitoredTarget } from '../state/monitored-target.ts';
import type { ExecuteRunContext } from './run-context.ts';

/** Updates the shares of all targets at the start of each hour. */
export interface HourTurn {
  /** Starts nothing more; resolves when current reads have ended. */
  readonly stop: () => Promise<void>;
}

/** The delay before an unavailable history is tried again. */
const againAfterMs = 30_000;

export function startHourTurn(
  { history, clock, log }: Pick<ExecuteRunContext, 'history' | 'clock' | 'log'>,
  all: () => readonly MonitoredTarget[],
): HourTurn {
  let isStopped = false;

  const turn = async (): Promise<void> => {
    for await (const some of portionsOf(all()))
      if (!isStopped) await advanceShares(some, history, clock.nowMs());
  };

  const waitUntil = (atMs: number): (() => void) =>
    clock.at(atMs, () => {
      turning = turn().then(
        () => next(nextHourMs(clock.nowMs())),
        (thrown: unknown) => {
          const reason = thrown instanceof Error ? thrown.message : 'unknown';
          log.warn({ reason }, 'the uptime could not be read from the history');
          next(clock.nowMs() + againAfterMs);
        },
      );
    });

  const next = (atMs: number): void => {
    if (!isStopped) cancel = waitUntil(atMs);
  };

  let turning: Promise<void> = Promise.resolve();
  let cancel = waitUntil(nextHourMs(clock.nowMs()));
  return {
    async stop() {
      isStopped = true;
      cancel();
      await turning;
    },
  };
}

function nextHourMs(nowMs: number): number {
  return (Math.floor(nowMs / hourMs) + 1) * hourMs;
}
