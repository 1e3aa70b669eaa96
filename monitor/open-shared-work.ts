import type { ServiceSettings } from './configuration/service-settings.ts';
import type { MakeQueue } from './running/fleet.ts';
import { makeProbeTurns, type ProbeTurns } from './running/probe-turn.ts';
import type { ExecuteRunContext } from './running/run-context.ts';
import { openRunJobs } from './shared/boss.ts';
import { formatNews } from './shared/news.ts';
import { makeSharedQueue } from './shared/shared-queue.ts';

/** The means by which several monitors with one database share their runs. */
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
