import { setTimeout as wait } from 'node:timers/promises';
import { heartbeatSeconds, type RunJob, type RunJobs } from './boss.ts';
import { jobIdOf } from './job-id.ts';
import { makeLeases } from './leases.ts';
import type { ExecuteRun, RunQueue, RunRequest } from './run-queue.ts';

export interface SharedQueueOptions {
  readonly jobs: RunJobs;
  readonly execute: ExecuteRun;
  /** Called with the number of runs under way in this process, whenever it changes. */
  readonly onUnderWay: (count: number) => void;
  readonly deadlineMsOf: (installation: string) => number;
  /** The location whose runs this process takes beside those that anyone may make; nothing where none are named. */
  readonly location?: () => string | undefined;
  /** Lets the other monitors know that a job has ended without a record. */
  readonly announceEnd: (jobId: string) => Promise<void>;
  /** Called with a run that could not be offered, since the database is away: it is missed. */
  readonly onMissed: (request: RunRequest) => void;
  /** Called with a run that was given up, after each monitor that began it had died. */
  readonly onGivenUp: (request: RunRequest) => void;
  /** Aborted when the monitor stops and cannot wait any longer. */
  readonly cut: AbortSignal;
  /** How long a run is offered again and again. */
  readonly patienceMs?: number;
}

/** A run that is waited for. */
interface Offered {
  readonly sinceMs: number;
  readonly location: string | undefined;
  readonly resolve: () => void;
}

/** A due run waits for a job that another monitor takes, or has ended, to be heard of; beyond this it asks. */
const askAfterMs = 10_000;
/** What another monitor left is found by looking; what is due here is looked for at once. */
const lookEveryMs = 2_000;
const offerAgainAfterMs = 1_000;
/** A run that cannot be offered for so long, since the database is away, is missed. */
const usualPatienceMs = 45_000;
/** So much sooner than the database does, a monitor takes a job for lost that it could not renew. */
const leaseMarginMs = 2_000;

/**
 * Makes the queue that several monitors share. Every monitor offers every run when it is due, and the database keeps one
 * job of it; whichever monitor is free takes it.
 */
export function makeSharedQueue(options: SharedQueueOptions): RunQueue {
  const { jobs, execute, onUnderWay, cut, patienceMs = usualPatienceMs } = options;
  const offered = new Map<string, Offered>();
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
  let lookAgain = false;

  const hasEnded = (jobId: string): void => offered.get(jobId)?.resolve();
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
      if (outcome !== 'unwritten') hasEnded(job.id);
    } finally {
      cut.removeEventListener('abort', end);
      lease.end();
    }
  };

  const begin = (job: RunJob, askedMs: number): void => {
    const running = run(job, askedMs)
      // The database is away: it gives the job to somebody else when this monitor has said nothing for too long.
      .catch(() => undefined)
      .finally(() => {
        underWay.delete(job);
        onUnderWay(underWay.size);
        look();
      });
    underWay.set(job, running);
    onUnderWay(underWay.size);
  };

  /** At most so many; runs of its location first, which nobody else takes. */
  const take = async (most: number): Promise<readonly RunJob[]> => {
    const location = options.location?.();
    const own = location === undefined ? [] : await jobs.fetch(most, location);
    if (own.length === most) return own;
    const others = jobs.fetch(most - own.length);
    // What was given is begun, though the database goes away before it gives the rest.
    return own.length === 0 ? others : [...own, ...(await others.catch(() => []))];
  };

  const takeAll = async (): Promise<void> => {
    do {
      lookAgain = false;
      const free = concurrency - underWay.size;
      if (isStopping || free <= 0) return;
      const askedMs = performance.now();
      const taken = await take(free);
      if (isStopping) {
        for (const job of taken) await jobs.giveBack(job, 'the monitor stops');
        return;
      }
      for (const job of taken) begin(job, askedMs);
      lookAgain ||= taken.length > 0;
    } while (lookAgain);
  };

  /** Takes as many jobs as this process may run. */
  const look = (): void => {
    lookAgain = true;
    looking ??= takeAll()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  };

  const askFor = async (jobId: string, location: string | undefined): Promise<void> => {
    if (!isUnderWay(jobId) && (await jobs.hasEnded(jobId, location))) hasEnded(jobId);
  };

  const askForOld = async (olderThanMs: number): Promise<void> => {
    const beforeMs = performance.now() - olderThanMs;
    for (const [jobId, { sinceMs, location }] of [...offered])
      if (sinceMs <= beforeMs) await askFor(jobId, location);
  };

  const inBackground = (work: () => Promise<void>): void => void work().catch(() => undefined);
  const timers = [
    setInterval(look, lookEveryMs),
    setInterval(() => inBackground(() => askForOld(askAfterMs)), askAfterMs),
    setInterval(
      () => inBackground(async () => (await jobs.takeLost()).forEach(options.onGivenUp)),
      askAfterMs,
    ),
  ];
  for (const timer of timers) timer.unref();

  /** Adds a job, again and again while the database is away. */
  const add = async (jobId: string, request: RunRequest): Promise<boolean> => {
    const untilMs = performance.now() + patienceMs;
    for (;;) {
      try {
        return await jobs.add(jobId, request, options.deadlineMsOf(request.installation));
      } catch (thrown) {
        if (isStopping || performance.now() + offerAgainAfterMs > untilMs) throw thrown;
        await wait(offerAgainAfterMs, undefined, { ref: false });
      }
    }
  };

  return {
    async offer(request) {
      if (isStopping) return;
      const jobId = jobIdOf(request);
      const ended = new Promise<void>((resolve) =>
        offered.set(jobId, { sinceMs: performance.now(), location: request.location, resolve }),
      );
      try {
        const isNew = await add(jobId, request).catch(() => undefined);
        if (isNew === undefined) {
          options.onMissed(request);
          return;
        }
        look();
        // Where the database is away just now, the run is asked for again later: it was offered, so it is not missed.
        if (!isNew) await askFor(jobId, request.location).catch(() => undefined);
        if (isStopping) return;
        await ended;
      } finally {
        offered.delete(jobId);
      }
    },
    setConcurrency(concurrentRuns) {
      concurrency = concurrentRuns;
      look();
    },
    hasEnded,
    mayHaveEnded: () => inBackground(() => askForOld(0)),
    async stop() {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      for (const [jobId, { resolve }] of offered) if (!isUnderWay(jobId)) resolve();
      await looking;
      await Promise.all(underWay.values());
      for (const { resolve } of offered.values()) resolve();
      leases.stop();
    },
  };
}
