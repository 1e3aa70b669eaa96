import type { JobAttempt } from 'pg-boss';
import type { ExecuteRun, RunQueue, RunRequest } from '../running/run-queue.ts';
import { heartbeatSeconds, type RunJob, type RunJobs } from './boss.ts';
import { makeOffers, type OffersOptions } from './offers.ts';

/** The right of this process to a job, for as long as it can know that no other process was given it. */
export interface Lease<Job extends JobAttempt> {
  readonly attempt: Job;
  /** Aborted when the right is lost. */
  readonly signal: AbortSignal;
  readonly isHeld: () => boolean;
  /** Gives the right up: the work has ended. */
  readonly end: () => void;
}

export interface Leases<Job extends JobAttempt> {
  /** Begins a lease of a job that was asked for at `askedMs`, by the clock of `now`. */
  readonly take: (attempt: Job, askedMs: number) => Lease<Job>;
  readonly stop: () => void;
}

interface LeasesOptions<Job extends JobAttempt> {
  /** Tells the queue that these jobs are being worked on; resolves to the ids of those that are still this process's. */
  readonly touch: (attempts: readonly Job[]) => Promise<readonly string[]>;
  /** How long after the queue last agreed to it a lease ends: sooner than the queue gives the job to another process. */
  readonly lengthMs: number;
  readonly refreshMs: number;
  /** A clock that never jumps, and goes on while the process is stopped. */
  readonly now: () => number;
}

/** Makes leases that are renewed together, by one statement. */
export function makeLeases<Job extends JobAttempt>({
  touch,
  lengthMs,
  refreshMs,
  now,
}: LeasesOptions<Job>): Leases<Job> {
  const held = new Map<Job, { confirmedMs: number; readonly controller: AbortController }>();

  const loseExpired = (): void => {
    for (const { confirmedMs, controller } of held.values())
      if (now() - confirmedMs >= lengthMs) controller.abort();
  };

  const refresh = async (): Promise<void> => {
    loseExpired();
    // Those that have expired, too: their results wait for the database, which must not give the jobs to another process.
    const attempts = [...held];
    if (attempts.length === 0) return;
    const askedMs = now();
    const ids = new Set(await touch(attempts.map(([attempt]) => attempt)));
    for (const [attempt, lease] of attempts) {
      if (ids.has(attempt.id)) lease.confirmedMs = askedMs;
      else lease.controller.abort();
    }
  };

  const timer = setInterval(() => void refresh().catch(loseExpired), refreshMs);
  timer.unref();
  return {
    take(attempt, askedMs) {
      const lease = { confirmedMs: askedMs, controller: new AbortController() };
      held.set(attempt, lease);
      return {
        attempt,
        signal: lease.controller.signal,
        isHeld() {
          loseExpired();
          return !lease.controller.signal.aborted;
        },
        end: () => void held.delete(attempt),
      };
    },
    stop: () => clearInterval(timer),
  };
}

export interface SharedQueueOptions
  extends Pick<OffersOptions, 'compete' | 'deadlineMsOf' | 'location' | 'onMissed'> {
  readonly jobs: RunJobs;
  readonly execute: ExecuteRun;
  /** Called with the number of runs under way in this process, whenever it changes. */
  readonly onUnderWay: (count: number) => void;
  /** Lets the other monitors know that a job has ended without a record. */
  readonly announceEnd: (jobId: string) => Promise<void>;
  /** Called with a run that was given up, after each monitor that began it had died. */
  readonly onGivenUp: (request: RunRequest) => void;
  /** Aborted when the monitor stops and cannot wait any longer. */
  readonly cut: AbortSignal;
  /** How long a run is offered again and again. */
  readonly patienceMs?: number;
}

/** Jobs that another monitor left are found by polling. */
const lookEveryMs = 2_000;
/** Jobs are taken together: those that come due, and those for the slots of runs that end, at about the same time. */
const gatherMs = 100;
const takeLostEveryMs = 10_000;
/** A run that cannot be offered for this time, since the database is away, is missed. */
const usualPatienceMs = 45_000;
/** How much sooner than the database a monitor considers a job lost that it could not renew. */
const leaseMarginMs = 2_000;

/**
 * Makes the queue that several monitors share. The database keeps one job of each due run; any monitor that is free takes
 * it.
 */
export function makeSharedQueue(options: SharedQueueOptions): RunQueue {
  const { jobs, execute, onUnderWay, cut } = options;
  /** By attempt: a monitor that lost a run may be given it again. */
  const underWay = new Map<RunJob, Promise<void>>();
  const leases = makeLeases({
    touch: jobs.touch,
    lengthMs: heartbeatSeconds * 1000 - leaseMarginMs,
    refreshMs: (heartbeatSeconds * 1000) / 3,
    now: () => performance.now(),
  });
  let concurrency = 1;
  let isStopping = false;
  let looking: Promise<void> | undefined;
  let planned: { readonly atMs: number; readonly timer: NodeJS.Timeout } | undefined;
  /** The last look gave as many jobs as there was room for. */
  let isCrowded = false;

  const isUnderWay = (jobId: string): boolean => [...underWay.keys()].some(({ id }) => id === jobId);

  const run = async (job: RunJob, askedMs: number): Promise<void> => {
    const lease = leases.take(job, askedMs);
    const ending = new AbortController();
    const end = (): void => ending.abort();
    for (const signal of [lease.signal, cut]) signal.addEventListener('abort', end, { once: true });
    try {
      const outcome = await execute(job.data, {
        jobId: job.id,
        signal: ending.signal,
        isHeld: lease.isHeld,
        confirm: (statement) => jobs.complete(job, statement),
        isUnderWay: (other) => jobs.isUnderWay(other.jobId, other.location),
      });
      if (outcome === 'unwritten' && lease.isHeld()) await jobs.giveBack(job, outcome);
      if (outcome === 'ended' && (await jobs.complete(job))) await options.announceEnd(job.id);
      if (outcome !== 'unwritten') offers.hasEnded(job.id);
    } finally {
      cut.removeEventListener('abort', end);
      lease.end();
    }
  };

  const begin = (job: RunJob, askedMs: number): void => {
    const running = run(job, askedMs)
      // The database is away: it gives the job to another monitor when this monitor has said nothing for too long.
      .catch(() => undefined)
      .finally(() => {
        underWay.delete(job);
        onUnderWay(underWay.size);
        lookWithin(isCrowded && underWay.size <= concurrency / 2 ? 0 : gatherMs);
      });
    underWay.set(job, running);
    onUnderWay(underWay.size);
  };

  /** At most this number; runs of its location first, which no other monitor takes. */
  const take = async (most: number): Promise<readonly RunJob[]> => {
    const location = options.location();
    const own = location === undefined ? [] : await jobs.fetch(most, location);
    if (own.length === most) return own;
    const others = jobs.fetch(most - own.length);
    // The jobs that were given are begun, though the database goes away before it gives the rest.
    return own.length === 0 ? others : [...own, ...(await others.catch(() => []))];
  };

  /** Takes as many jobs as this process may run. */
  const takeAll = async (): Promise<void> => {
    const free = concurrency - underWay.size;
    if (isStopping || free <= 0) return;
    const askedMs = performance.now();
    const taken = await take(free);
    if (isStopping) {
      for (const job of taken) await jobs.giveBack(job, 'the monitor stops');
      return;
    }
    isCrowded = taken.length === free;
    for (const job of taken) begin(job, askedMs);
  };

  const look = (): void => {
    planned = undefined;
    if (looking === undefined)
      looking = takeAll()
        .catch(() => undefined)
        .finally(() => {
          looking = undefined;
        });
    else lookWithin(gatherMs);
  };

  const lookWithin = (ms: number): void => {
    const atMs = performance.now() + ms;
    if (isStopping || (planned !== undefined && planned.atMs <= atMs)) return;
    clearTimeout(planned?.timer);
    planned = { atMs, timer: setTimeout(look, ms) };
  };

  const offers = makeOffers({
    ...options,
    patienceMs: options.patienceMs ?? usualPatienceMs,
    onOffered: () => lookWithin(gatherMs),
  });
  const timers = [
    setInterval(() => lookWithin(0), lookEveryMs),
    setInterval(
      () =>
        void jobs.takeLost().then(
          (lost) => lost.forEach(options.onGivenUp),
          () => undefined,
        ),
      takeLostEveryMs,
    ),
  ];
  for (const timer of timers) timer.unref();

  return {
    offer: offers.offer,
    setConcurrency(concurrentRuns) {
      concurrency = concurrentRuns;
      lookWithin(0);
    },
    hasEnded: offers.hasEnded,
    mayHaveEnded: offers.ask,
    async stop() {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      clearTimeout(planned?.timer);
      offers.stop(isUnderWay);
      await looking;
      await Promise.all(underWay.values());
      offers.end();
      leases.stop();
    },
  };
}
