import type { JobAttempt } from 'pg-boss';
import type { ExecuteRun, RunQueue, RunRequest } from '../running/run-queue.ts';
import { heartbeatSeconds, type RunJob, type RunJobs } from './boss.ts';
import { makeOffers, type OffersOptions } from './offers.ts';

/** The right of this process to a job, while it is certain that no other process has it. */
export interface Lease<Job extends JobAttempt> {
  readonly attempt: Job;
  /** Aborted when the right is lost. */
  readonly signal: AbortSignal;
  readonly isHeld: () => boolean;
  /** Gives up the right: the work has ended. */
  readonly end: () => void;
}

export interface Leases<Job extends JobAttempt> {
  /** Starts a lease of a job that was requested at `askedMs`, by the clock of `now`. */
  readonly take: (attempt: Job, askedMs: number) => Lease<Job>;
  readonly stop: () => void;
}

interface LeasesOptions<Job extends JobAttempt> {
  /**
   * Tells the queue that these jobs are in progress; resolves to the ids of those that still belong to this process.
   */
  readonly touch: (attempts: readonly Job[]) => Promise<readonly string[]>;
  /**
   * The duration of a lease after the queue last confirmed it: it ends before the queue gives the job to another
   * process.
   */
  readonly lengthMs: number;
  readonly refreshMs: number;
  /** A monotonic clock that continues while the process is stopped. */
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
    // Including expired ones: their results wait for the database, which must not give the jobs to another process.
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
  /** Called with the number of current runs in this process, whenever it changes. */
  readonly onUnderWay: (count: number) => void;
  /** Tells the other monitors that a job has ended without a record. */
  readonly announceEnd: (jobId: string) => Promise<void>;
  /** Called with a run that was given up because each monitor that started it had died. */
  readonly onGivenUp: (request: RunRequest) => void;
  /** Aborted when the monitor stops and cannot wait any longer. */
  readonly cut: AbortSignal;
  /** How long offering a run is retried. */
  readonly patienceMs?: number;
}

/** Jobs that another monitor abandoned are found by polling. */
const lookEveryMs = 2_000;
/** Jobs are fetched in batches, for runs that come due, and slots that become free, at about the same time. */
const gatherMs = 100;
const takeLostEveryMs = 10_000;
/** A run that cannot be offered for this time, because the database is unavailable, is missed. */
const usualPatienceMs = 45_000;
/** How much sooner than the database a monitor considers a job lost that it could not renew. */
const leaseMarginMs = 2_000;

/** Makes the queue that several monitors share. The database keeps one job per due run; any free monitor takes it. */
export function makeSharedQueue(options: SharedQueueOptions): RunQueue {
  const { jobs, execute, onUnderWay, cut } = options;
  /** By attempt: a monitor that lost a run may get it again. */
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
  /** The last fetch returned as many jobs as there were free slots. */
  let isCrowded = false;
  let unansweredSinceMs: number | undefined;

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
      // The database is unavailable: it gives the job to another monitor after too long a silence.
      .catch(() => undefined)
      .finally(() => {
        underWay.delete(job);
        onUnderWay(underWay.size);
        lookWithin(isCrowded && underWay.size <= concurrency / 2 ? 0 : gatherMs);
      });
    underWay.set(job, running);
    onUnderWay(underWay.size);
  };

  /** Takes at most this number; first the runs of its location, which no other monitor takes. */
  const take = async (most: number): Promise<readonly RunJob[]> => {
    const location = options.location();
    const own = location === undefined ? [] : await jobs.fetch(most, location);
    if (own.length === most) return own;
    const others = jobs.fetch(most - own.length);
    // Received jobs are started even if the database becomes unavailable before the rest arrives.
    return own.length === 0 ? others : [...own, ...(await others.catch(() => []))];
  };

  /** Takes as many jobs as this process may run. */
  const takeAll = async (): Promise<void> => {
    const free = concurrency - underWay.size;
    if (isStopping || free <= 0) return;
    const askedMs = performance.now();
    unansweredSinceMs ??= Date.now();
    const taken = await take(free);
    unansweredSinceMs = undefined;
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
    unansweredSinceMs: () => unansweredSinceMs,
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
