import { setTimeout as wait } from 'node:timers/promises';
import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import { claimedRateLimiter, handoverMs } from '../shared/shares.ts';
import type { TargetState } from '../state/monitored-target.ts';
import { askWaitOf, formatSnapshot, type Snapshot } from '../state/snapshot.ts';
import { readSnapshot, takeOver, writeFromSnapshot } from '../state/write-snapshot.ts';
import type { ExecuteRunContext } from './run-context.ts';

/** Turns for requests outside of runs, if several monitors may send them. */
export interface ProbeTurns {
  /**
   * Runs work while no other monitor sends requests to the installation, and blocks others meanwhile.
   * @param limitMs the limit for waiting and working together
   * @returns undefined if the turn did not come in time
   */
  readonly take: <T>(
    target: TargetState,
    limitMs: number,
    work: (turn: { readonly rateLimiter: RateLimiter; readonly leftMs: number }) => Promise<T>,
  ) => Promise<T | undefined>;
}

interface ProbeTurnOptions extends Pick<ExecuteRunContext, 'history' | 'clock'> {
  /** Whether some monitor is running an installation. */
  readonly isRunning: (installation: string, locations?: readonly string[]) => Promise<boolean>;
  /** A monotonic clock that continues while the process is stopped. */
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<void>;
}

const lookAgainAfterMs = 250;
/** Covers the budget of a run that has just ended, and clock differences. */
const marginMs = 1_000;

/**
 * Makes turns that the shared history stores. A probe first writes its intent, then looks for a run; a run is claimed
 * first, then looks for a probe. So at least one of them sees the other, and a probe gives way.
 */
export function makeProbeTurns({
  history,
  clock,
  isRunning,
  now = () => performance.now(),
  pause = wait,
}: ProbeTurnOptions): ProbeTurns {
  const save = (target: TargetState, change: (before: Snapshot) => Snapshot | undefined): Promise<boolean> =>
    writeFromSnapshot(target, history, async () => {
      const snapshot = change(target.snapshot);
      if (snapshot === undefined) return false;
      const { version } = target;
      const { name } = target.monitored.installation;
      await history.saveSnapshot(name, formatSnapshot(snapshot), {}, { expectedVersion: version });
      takeOver(target, snapshot, version + 1);
      return true;
    });

  const reserve = (target: TargetState, untilMs: number, waitedMs: number): Promise<boolean> =>
    save(target, (before) => {
      const nowMs = clock.nowMs();
      const { probedUntilMs = 0, askWaitMs = Number.POSITIVE_INFINITY } = before;
      const mayAsk = askWaitOf(before, nowMs) <= 0 || waitedMs >= askWaitMs;
      const isFree = probedUntilMs <= nowMs && mayAsk;
      return isFree ? { ...before, probedUntilMs: untilMs } : undefined;
    });

  const release = (target: TargetState, forMs = 0): Promise<boolean> =>
    save(target, ({ probedUntilMs: _ended, ...rest }) => {
      const nowMs = clock.nowMs();
      const askWaitMs = Math.max(forMs, askWaitOf(rest, nowMs));
      return askWaitMs <= 0 ? rest : { ...rest, askAfterMs: nowMs + askWaitMs, askWaitMs };
    });

  return {
    async take(target, limitMs, work) {
      const { installation } = target.monitored;
      const startMs = now();
      const leftMs = (): number => limitMs - (now() - startMs);
      let seen = { version: target.version, atMs: startMs };
      for (; leftMs() > 0; await pause(lookAgainAfterMs)) {
        await readSnapshot(target, history);
        // The clock of the monitor that wrote it may be ahead: the local time since it was seen counts.
        if (target.version !== seen.version) seen = { version: target.version, atMs: now() };
        const forMs = leftMs() + marginMs;
        const turnMs = now();
        if (!(await reserve(target, clock.nowMs() + forMs, now() - seen.atMs))) continue;
        if (await isRunning(installation.name, target.monitored.plan.locations?.of)) {
          await release(target);
          continue;
        }
        const ended = AbortSignal.timeout(Math.ceil(forMs));
        const rateLimiter = claimedRateLimiter(target.rateLimiter, {
          signal: ended,
          // After a stop, a process may run code before its timers fire.
          isHeld: () => now() - turnMs < forMs,
        });
        try {
          return await work({ rateLimiter, leftMs: leftMs() });
        } finally {
          const { perSecond } = installation.pace;
          // If this fails, the turn ends when its time is over.
          await release(target, handoverMs(target.rateLimiter, perSecond)).catch(() => undefined);
        }
      }
      return undefined;
    },
  };
}

/** Waits until no probe sends requests to an installation; no longer than a claim holds. */
export async function probeEnds(
  target: TargetState,
  { history, clock, pause = wait }: Pick<ProbeTurnOptions, 'history' | 'clock' | 'pause'>,
  isHeld: () => boolean,
): Promise<void> {
  while ((target.snapshot.probedUntilMs ?? 0) > clock.nowMs() && isHeld()) {
    await pause(lookAgainAfterMs);
    await readSnapshot(target, history).catch(() => undefined);
  }
}
