import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';
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
  /** A newer snapshot of a target was read. */
  readonly onSnapshot: (target: MonitoredTarget) => void;
  /** News may have been missed. */
  readonly onGap: () => void;
}

/** What is heard is followed together, so that one statement reads it. */
const gatherMs = 250;
/** Runs need most of the connections. */
const readAtOnce = 2;
const readAgainAfterMs = 2_000;
const mostAttempts = 10;

/** Makes what brings pages and metrics up to date with what other monitors of the same history do. */
export function makeFollower({ context, queue, get, all, onSnapshot, onGap }: FollowOptions): Follower {
  const { history, metrics, clock, log, me, signal } = context;
  /** Of each target, one after the other. */
  const working = new Map<string, Promise<void>>();
  const heard: { readonly target: MonitoredTarget; readonly news: News }[] = [];
  const readingAll = new PQueue({ concurrency: readAtOnce });

  /** Does it again while the database is away; a newer reading makes it useless soon enough. */
  const insist = async (name: string, work: () => Promise<void>): Promise<void> => {
    for (let left = mostAttempts; ; left -= 1) {
      try {
        return await work();
      } catch (thrown) {
        if (left <= 1 || signal.aborted) {
          const reason = thrown instanceof Error ? thrown.message : 'unknown';
          return log.warn({ installation: name, reason }, 'what another monitor did could not be read');
        }
      }
      await wait(readAgainAfterMs, undefined, { ref: false });
    }
  };

  const inOrder = (name: string, work: () => Promise<void>): void => {
    const before = working.get(name) ?? Promise.resolve();
    const now = before.then(() => insist(name, work));
    working.set(name, now);
    void now.finally(() => working.get(name) === now && working.delete(name));
  };

  const follow = async (target: MonitoredTarget, { row, figures, jobId }: News): Promise<void> => {
    const { name } = target.monitored.installation;
    await readSnapshot(target, history);
    onSnapshot(target);
    const isRun = row !== undefined || jobId !== undefined;
    const last = row ?? (isRun ? (await history.runs({ installation: name, limit: 1 }))[0] : undefined);
    if (last === undefined || target.recent.some(({ id }) => id === last.id)) {
      showSnapshot(target, metrics);
      metrics.setDrift(name, target.snapshot.drift.length);
    } else {
      showRun(target, last, figures, metrics);
      await refreshShares(target, history, clock.nowMs(), last);
    }
  };

  const followAll = (): void => {
    for (const { target, news } of heard.splice(0))
      inOrder(target.monitored.installation.name, () => follow(target, news));
  };

  return {
    onNews(text) {
      const news = parseNews(text);
      if (news?.jobId !== undefined) queue.hasEnded(news.jobId);
      const target = news?.installation === undefined ? undefined : get(news.installation);
      if (news === undefined || news.by === me || target === undefined) return;
      if (heard.length === 0) setTimeout(followAll, gatherMs).unref();
      heard.push({ target, news });
    },
    onGap() {
      onGap();
      queue.mayHaveEnded();
      for (const target of all()) {
        const readAgain = async (): Promise<void> => {
          await readSnapshot(target, history);
          onSnapshot(target);
          await restoreRuns(target, context);
        };
        inOrder(target.monitored.installation.name, () => readingAll.add(readAgain));
      }
    },
  };
}
