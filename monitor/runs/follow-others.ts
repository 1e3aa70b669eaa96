import type { Follower } from '../history/driver.ts';
import { restoreRuns } from './make-target.ts';
import type { MonitoredTarget } from './monitored-target.ts';
import { type News, parseNews } from './news.ts';
import type { ExecuteRunContext } from './run-context.ts';
import type { RunQueue } from './run-queue.ts';
import { refreshShares } from './shares.ts';
import { showRun, showSnapshot } from './show-run.ts';
import { readSnapshot } from './write-snapshot.ts';

interface FollowOptions {
  readonly context: ExecuteRunContext;
  readonly queue: RunQueue;
  readonly get: (name: string) => MonitoredTarget | undefined;
  readonly all: () => readonly MonitoredTarget[];
}

/** Makes what brings pages and metrics up to date with what other monitors of the same history do. */
export function makeFollower({ context, queue, get, all }: FollowOptions): Follower {
  const { history, metrics, clock, log, me } = context;
  /** Of each target, one after the other. */
  const working = new Map<string, Promise<void>>();

  const inOrder = (name: string, work: () => Promise<void>): void => {
    const before = working.get(name) ?? Promise.resolve();
    const now = before.then(work).catch((thrown: Error) => {
      log.warn({ installation: name, reason: thrown.message }, 'what another monitor did could not be read');
    });
    working.set(name, now);
    void now.finally(() => working.get(name) === now && working.delete(name));
  };

  const follow = async (target: MonitoredTarget, { row, figures, jobId }: News): Promise<void> => {
    const { name } = target.monitored.installation;
    await readSnapshot(target, history);
    const isRun = row !== undefined || jobId !== undefined;
    const last = row ?? (isRun ? (await history.runs({ installation: name, limit: 1 }))[0] : undefined);
    if (last === undefined || target.recent.some(({ id }) => id === last.id)) {
      showSnapshot(target, metrics);
      metrics.setDrift(name, target.snapshot.drift.length);
    } else {
      showRun(target, last, figures, metrics);
      await refreshShares(target, history, clock.nowMs());
    }
  };

  return {
    onNews(text) {
      const news = parseNews(text);
      if (news?.jobId !== undefined) queue.hasEnded(news.jobId);
      const target = news?.installation === undefined ? undefined : get(news.installation);
      if (news === undefined || news.by === me || target === undefined) return;
      inOrder(target.monitored.installation.name, () => follow(target, news));
    },
    onGap() {
      queue.mayHaveEnded();
      for (const target of all()) {
        inOrder(target.monitored.installation.name, async () => {
          await readSnapshot(target, history);
          await restoreRuns(target, context);
        });
      }
    },
  };
}
