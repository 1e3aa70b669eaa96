import { setTimeout as wait } from 'node:timers/promises';
import type { InstallationState } from '../../contract/state.ts';
import { portionsOf } from '../event-loop.ts';
import type { Follower } from '../history/driver.ts';
import type { RunFigures } from '../metrics/figures.ts';
import type { RunRow } from '../model.ts';
import { restoreRuns } from '../running/make-target.ts';
import type { ExecuteRunContext } from '../running/run-context.ts';
import type { RunQueue } from '../running/run-queue.ts';
import type { MonitoredTarget } from '../state/monitored-target.ts';
import { showRun, showSnapshot } from '../state/show-in-metrics.ts';
import { readSnapshot } from '../state/write-snapshot.ts';
import { countRun, readShares } from './shares.ts';

/** The news that a monitor sends to the others with its writes. */
export interface News {
  /** The monitor that sent it. */
  readonly by: string;
  /** The installation whose snapshot has changed. */
  readonly installation?: string;
  /** The job that has ended. */
  readonly jobId?: string;
  /** The run that was recorded. */
  readonly row?: RunRow;
  /** The displayed state of the installation after it. */
  readonly shown?: InstallationState;
  /** Its figures for metrics, if there is room. */
  readonly figures?: RunFigures;
}

/** The limit of PostgreSQL. */
const mostBytes = 7_999;

/**
 * Formats news. Parts that do not fit are left out: others read them from the history, but cannot count the requests.
 */
export function formatNews(news: News): string {
  const { figures: _figures, ...withoutFigures } = news;
  const { row: _row, ...least } = withoutFigures;
  const texts = [news, withoutFigures, least].map((one) => JSON.stringify(one));
  return texts.find((text) => Buffer.byteLength(text) <= mostBytes) ?? '';
}

/** Undefined if another user of the channel sent the message. */
export function parseNews(text: string): News | undefined {
  try {
    const news = JSON.parse(text) as Partial<News>;
    return typeof news.by === 'string' ? (news as News) : undefined;
  } catch {
    return undefined;
  }
}

interface FollowOptions {
  readonly context: ExecuteRunContext;
  readonly queue: RunQueue;
  readonly get: (name: string) => MonitoredTarget | undefined;
  readonly all: () => readonly MonitoredTarget[];
  /** A newer snapshot of a target was read. */
  readonly onSnapshot: (target: MonitoredTarget) => void;
  /** News may have been missed. */
  readonly onReconnect: () => void;
}

/** News is collected, so that one statement reads it. */
const gatherMs = 250;
const readAgainAfterMs = 2_000;
const mostAttempts = 10;

/** Follows the work of other monitors of the same history. */
export interface FleetFollower extends Follower {
  /** Handles the news about targets that arrived while they were being made. */
  readonly catchUp: (added: readonly MonitoredTarget[]) => void;
}

/** Makes the follower that updates pages and metrics with the work of other monitors of the same history. */
export function makeFollower({
  context,
  queue,
  get,
  all,
  onSnapshot,
  onReconnect,
}: FollowOptions): FleetFollower {
  const { history, metrics, clock, log, me, signal } = context;
  /** Pending work of each target, in sequence. */
  const working = new Map<string, Promise<void>>();
  const heard: { readonly target: MonitoredTarget; readonly news: News }[] = [];
  /** Installations with news but without a target: they are being made, or are not configured here. */
  const unknown = new Set<string>();

  /** Retries while the database is unavailable, until a newer read supersedes it. */
  const retryWhileAway = async (names: readonly string[], work: () => Promise<void>): Promise<void> => {
    for (let left = mostAttempts; ; left -= 1) {
      try {
        return await work();
      } catch (thrown) {
        if (left <= 1 || signal.aborted) {
          const reason = thrown instanceof Error ? thrown.message : 'unknown';
          const [first, ...others] = names;
          const fields = { installation: first, others: others.length, reason };
          return log.warn(fields, 'what another monitor did could not be read');
        }
      }
      await wait(readAgainAfterMs, undefined, { ref: false });
    }
  };

  const inOrder = (names: readonly string[], work: () => Promise<void>): Promise<void> => {
    const before = Promise.all(names.map((name) => working.get(name)));
    const now = before.then(() => retryWhileAway(names, work));
    for (const name of names) {
      working.set(name, now);
      void now.finally(() => working.get(name) === now && working.delete(name));
    }
    return now;
  };

  const follow = async (target: MonitoredTarget, { row, shown, figures, jobId }: News): Promise<void> => {
    const { name } = target.monitored.installation;
    await readSnapshot(target, history);
    onSnapshot(target);
    const isRun = row !== undefined || jobId !== undefined;
    const last = row ?? (isRun ? (await history.runs({ installation: name, limit: 1 }))[0] : undefined);
    if (last === undefined || target.recent.some(({ id }) => id === last.id)) {
      showSnapshot(target, metrics);
      metrics.of(name)?.setDrift(target.snapshot.drift.length);
    } else {
      showRun(target, last, figures, metrics);
      // It is unknown what a run counts that did not fit into the news.
      if (row === undefined) await readShares([target], history, clock.nowMs());
      else countRun(target, row, shown);
    }
  };

  const followAll = (): void => {
    for (const { target, news } of heard.splice(0))
      void inOrder([target.monitored.installation.name], () => follow(target, news));
  };

  const readAgain = async (targets: readonly MonitoredTarget[]): Promise<void> => {
    for await (const some of portionsOf(targets)) {
      const names = some.map(({ monitored }) => monitored.installation.name);
      await inOrder(names, async () => {
        await Promise.all(some.map((target) => readSnapshot(target, history)));
        some.forEach(onSnapshot);
        await restoreRuns(some, context);
      });
    }
  };

  return {
    onNews(text) {
      const news = parseNews(text);
      if (news?.jobId !== undefined) queue.hasEnded(news.jobId);
      const { by, installation = '' } = news ?? {};
      if (news === undefined || by === me || installation === '') return;
      const target = get(installation);
      if (target === undefined) {
        unknown.add(installation);
        return;
      }
      if (heard.length === 0) setTimeout(followAll, gatherMs).unref();
      heard.push({ target, news });
    },
    catchUp(added) {
      const missed = added.filter(({ monitored }) => unknown.delete(monitored.installation.name));
      void readAgain(missed);
    },
    onReconnect() {
      onReconnect();
      queue.mayHaveEnded();
      void readAgain(all());
    },
  };
}
