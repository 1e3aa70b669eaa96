import type { ServiceSettings } from './configuration/service-settings.ts';
import { openRunJobs } from './runs/boss.ts';
import type { MakeQueue } from './runs/fleet.ts';
import { formatNews } from './runs/news.ts';
import { makeProbeTurns, type ProbeTurns } from './runs/probe-turn.ts';
import type { ExecuteRunContext } from './runs/run-context.ts';
import { makeSharedQueue } from './runs/shared-queue.ts';

/** What several monitors with one database share their runs by. */
export interface SharedWork {
  readonly makeQueue: MakeQueue;
  readonly probeTurns: ProbeTurns;
  readonly close: () => Promise<void>;
}

/**
 * Opens the queue of runs in the database of DATABASE_URL; nothing without one.
 * @throws HistoryError when it cannot be used
 */
export async function openSharedWork(
  { databaseUrl }: ServiceSettings,
  { me, history, clock, metrics, log, signal }: ExecuteRunContext,
): Promise<SharedWork | undefined> {
  const { compete } = history;
  if (databaseUrl === undefined || compete === undefined) return undefined;
  const jobs = await openRunJobs(databaseUrl, (reason) =>
    log.warn({ reason }, 'the queue of runs has no connection to PostgreSQL'),
  );
  return {
    makeQueue: (execute, { deadlineMsOf, location }) =>
      makeSharedQueue({
        jobs,
        execute,
        compete,
        deadlineMsOf,
        location,
        onUnderWay: metrics.setRunsUnderWay,
        announceEnd: (jobId) => history.announce(formatNews({ by: me, jobId })),
        onMissed({ installation, location: from, slot, due }) {
          metrics.countSkippedTicks(1);
          log.warn({ installation, location: from, slot, due }, 'a run was missed: the database is away');
        },
        onGivenUp({ installation, location: from, slot, due }) {
          metrics.countFault();
          log.error(
            { installation, location: from, slot, due },
            'a run was given up: each monitor that began it has died',
          );
        },
        cut: signal,
      }),
    probeTurns: makeProbeTurns({ history, clock, isRunning: jobs.isActive }),
    close: jobs.close,
  };
}
