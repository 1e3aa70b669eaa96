import { createHash, randomUUID } from 'node:crypto';
import { groupBy } from '../../engine/group-by.ts';
import type { Competition, Rights } from '../history/driver.ts';
import type { Slot } from '../model.ts';
import type { RunRequest } from '../running/run-queue.ts';
import { type Due, seedOfSlot, watchName } from '../schedule/due-times.ts';
import { nextTime, type Rule } from '../schedule/rule.ts';
import type { Snapshot } from '../state/snapshot.ts';
import { initialState } from '../state/tracked-state.ts';
import { keepEndedSeconds, type RunJobs } from './boss.ts';
import { asSeenFrom } from './locations.ts';

/**
 * The job id of a run. A scheduled run has the same id from every monitor, so that the database keeps one of them; each
 * operator's request has its own.
 */
export function jobIdOf({ installation, location, slot, due }: RunRequest): string {
  if (due === undefined) return randomUUID();
  const time = due.kind === 'time' ? due.atMs : due.afterMs;
  const digest = createHash('sha256')
    .update(
      JSON.stringify([installation, slot, due.kind, time, ...(location === undefined ? [] : [location])]),
    )
    .digest();
  // Marks a custom UUID (version 8).
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

export interface OffersOptions {
  readonly jobs: Pick<RunJobs, 'add' | 'find'>;
  /** Competes for the right to offer the runs that all monitors find due at the same time. */
  readonly compete: (competition: Competition) => Rights;
  readonly deadlineMsOf: (installation: string) => number;
  /** The location whose runs this process offers besides those that any monitor may execute. */
  readonly location: () => string | undefined;
  /** Runs were added, or another monitor is about to add them. */
  readonly onOffered: () => void;
  /** Called with a run that could not be offered because the database is unavailable: it is missed. */
  readonly onMissed: (request: RunRequest) => void;
  /** How long offering a run is retried. */
  readonly patienceMs: number;
}

/** Due runs, each until some monitor has ended it. */
export interface Offers {
  /** Resolves when the run has ended, or is missed. */
  readonly offer: (request: RunRequest) => Promise<void>;
  readonly hasEnded: (jobId: string) => void;
  /** Looks up all runs, since news of them may have been missed. */
  readonly ask: () => void;
  /** Offers nothing more; drops all runs except those of this process. */
  readonly stop: (isUnderWay: (jobId: string) => boolean) => void;
  /** Drops the rest. */
  readonly end: () => void;
}

interface Offered {
  readonly request: RunRequest;
  readonly sinceMs: number;
  /** By this monitor, or by the one responsible. */
  isAdded: boolean;
  readonly resolve: () => void;
}

/** Runs that come due together are added by one statement. */
const gatherMs = 50;
const addAgainAfterMs = 1_000;
/** A run without news of its end for this time is looked up, and offered again if it does not exist. */
const askAfterMs = 10_000;
/**
 * Finished runs are remembered for a monitor with a late clock: it would wait for a run whose end it has already seen.
 */
const keepEndedMs = 60_000;

/**
 * Makes the offers of one monitor among several. Each monitor knows each due run, and waits for its end. One of them,
 * chosen by the database, adds the jobs; if it disappears, another one replaces it and adds the missing ones. If two do
 * so for a moment, it does no harm, since they use the same job ids.
 */
export function makeOffers(options: OffersOptions): Offers {
  const { jobs, onOffered, patienceMs } = options;
  const offered = new Map<string, Offered>();
  const ended = new Map<string, number>();
  let isStopping = false;
  let adding: NodeJS.Timeout | undefined;

  const hasEnded = (jobId: string): void => {
    offered.get(jobId)?.resolve();
    const nowMs = performance.now();
    ended.set(jobId, nowMs);
    for (const [id, atMs] of ended) {
      if (nowMs - atMs <= keepEndedMs) break;
      ended.delete(id);
    }
  };

  const addWithin = (ms: number): void => {
    if (isStopping) return;
    adding ??= setTimeout(() => {
      adding = undefined;
      void add();
    }, ms);
  };

  const add = async (): Promise<void> => {
    const all = [...offered].filter(([, { isAdded }]) => !isAdded);
    if (all.length === 0) return;
    for (const [, one] of all) one.isAdded = true;
    try {
      const added = await jobs.add(
        all.map(([id, { request }]) => ({
          id,
          request,
          deadlineMs: options.deadlineMsOf(request.installation),
        })),
      );
      onOffered();
      // If the database is unavailable just now, the others are looked up later.
      await find(all.filter(([id]) => !added.has(id))).catch(() => undefined);
    } catch {
      for (const [, one] of all) {
        one.isAdded = false;
        if (performance.now() - one.sinceMs + addAgainAfterMs <= patienceMs) continue;
        options.onMissed(one.request);
        one.resolve();
      }
      addWithin(addAgainAfterMs);
    }
  };

  const find = async (some: readonly (readonly [string, Offered])[]): Promise<void> => {
    for (const [location, those] of groupBy(some, ([, { request }]) => request.location)) {
      const found = await jobs.find(
        those.map(([id]) => id),
        location,
      );
      for (const [id, one] of those) {
        if (found.get(id) === true) hasEnded(id);
        else one.isAdded = found.has(id);
      }
    }
    addWithin(gatherMs);
  };

  const askForOld = (olderThanMs: number): void => {
    const beforeMs = performance.now() - olderThanMs;
    const old = [...offered].filter(([, { isAdded, sinceMs }]) => isAdded && sinceMs <= beforeMs);
    if (old.length > 0) void find(old).catch(() => undefined);
  };

  const rights = options.compete({
    wanted: () => ['', ...(options.location() === undefined ? [] : [options.location() ?? ''])],
    onGained: () => askForOld(0),
  });
  const timer = setInterval(() => askForOld(askAfterMs), askAfterMs);
  timer.unref();

  return {
    async offer(request) {
      const jobId = jobIdOf(request);
      if (isStopping || ended.has(jobId)) return;
      // A start, and an operator's request, is not due at every monitor.
      const isElsewhere =
        request.due?.kind === 'time' && rights.rightTo(request.location ?? '') === 'elsewhere';
      const over = new Promise<void>((resolve) =>
        offered.set(jobId, { request, sinceMs: performance.now(), isAdded: isElsewhere, resolve }),
      );
      if (isElsewhere) onOffered();
      else addWithin(gatherMs);
      await over;
      offered.delete(jobId);
    },
    hasEnded,
    ask: () => askForOld(0),
    stop(isUnderWay) {
      isStopping = true;
      clearTimeout(adding);
      clearInterval(timer);
      for (const [jobId, { resolve }] of offered) if (!isUnderWay(jobId)) resolve();
      void rights.giveUp().catch(() => undefined);
    },
    end() {
      for (const { resolve } of offered.values()) resolve();
    },
  };
}

/** Half of the time for which the queue remembers a run: the run is removed some time after that has passed. */
const rememberedMs = (keepEndedSeconds * 1000) / 2;

/**
 * Whether a run that was offered some time ago should still be executed. Pure. `done`: it has been executed. `missed`:
 * the next run of its slot is already due, or has overtaken it, and missed runs are not made up for.
 */
export function stillDue(
  { installation, location, slot, due }: RunRequest,
  schedule: Readonly<Record<Slot, Rule>>,
  snapshot: Snapshot,
  nowMs: number,
): 'due' | 'done' | 'missed' {
  if (due === undefined) return 'due';
  const { lastStandardMs, lastDue } = asSeenFrom(snapshot, location);
  if (due.kind === 'start') return (lastStandardMs ?? 0) === due.afterMs ? 'due' : 'done';
  const lastMs = lastDue?.[slot] ?? 0;
  if (due.atMs <= lastMs) return isOvertaken(due.atMs, lastMs, nowMs) ? 'missed' : 'done';
  const nextMs = nextTime(schedule[slot], seedOfSlot(watchName(installation, location), slot), due.atMs);
  return nextMs !== undefined && nextMs <= nowMs ? 'missed' : 'due';
}

/**
 * Whether a later run replaced this one while it waited for its monitor to be given up or for the database. An executed
 * run is not assigned again while the queue remembers it. A clock that has jumped back offers old runs again.
 */
function isOvertaken(atMs: number, lastMs: number, nowMs: number): boolean {
  return atMs < lastMs && lastMs <= nowMs && nowMs - atMs < rememberedMs;
}

/** Marks a scheduled time as run. */
export function markDone(snapshot: Snapshot, slot: Slot, due: Due | undefined, location?: string): Snapshot {
  if (due?.kind !== 'time') return snapshot;
  if (location === undefined) return { ...snapshot, lastDue: { ...snapshot.lastDue, [slot]: due.atMs } };
  const known = snapshot.locations?.[location] ?? { tracked: initialState };
  const lastDue = { ...known.lastDue, [slot]: due.atMs };
  return { ...snapshot, locations: { ...snapshot.locations, [location]: { ...known, lastDue } } };
}
