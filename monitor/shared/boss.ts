import type { JobAttempt, PgBoss } from 'pg-boss';
import { groupBy } from '../../engine/group-by.ts';
import type { Secret } from '../../engine/secret.ts';
import { HistoryError, HistorySettingsError, type RunInTransaction } from '../history/driver.ts';
import type { RunRequest } from '../running/run-queue.ts';

/** The schema of pg-boss, and the queues in it. */
const schema = 'evidence_contract_jobs';
const runsQueue = 'runs';
const lostQueue = 'lost-runs';

/** A location has its own queue, since jobs are fetched by queue name only. */
function queueOf(location: string | undefined): string {
  return location === undefined ? runsQueue : `${runsQueue}/${location}`;
}

/** A job without a heartbeat for this time goes to another monitor; pg-boss allows no less than 10 s. */
export const heartbeatSeconds = 15;
/** How often each monitor looks for jobs without heartbeats. */
const superviseSeconds = 5;
/** How often a run whose monitor died is restarted before it is given up. */
const mostRetries = 5;
/** A monitor that cannot execute a run returns it; it must not take it again at once. */
const retryAfterSeconds = 2;
/** A run that no monitor could start is removed; it was missed long before. */
const keepWaitingSeconds = 3_600;
/** A finished run is remembered, so that it is not offered again. Later its snapshot prevents that. */
export const keepEndedSeconds = 600;
/** In addition to the deadline of an installation: for the recheck, and a slow database. */
const marginSeconds = 120;
const mostConnections = 4;
const connectTimeoutMs = 5_000;

/** A run as a job. */
export interface RunJob extends JobAttempt {
  readonly data: RunRequest;
}

/** A run that any free monitor may execute. */
export interface RunOffer {
  readonly id: string;
  readonly request: RunRequest;
  readonly deadlineMs: number;
}

/** The operations of pg-boss that the monitor needs. Each method rejects while the database is unavailable. */
export interface RunJobs {
  /** Adds jobs that neither exist nor existed; resolves to the ids of the added ones. */
  readonly add: (offers: readonly RunOffer[]) => Promise<ReadonlySet<string>>;
  /** Fetches jobs that any monitor may have, or those of a location. */
  readonly fetch: (most: number, location?: string) => Promise<readonly RunJob[]>;
  /** Renews jobs; resolves to the ids of those that still belong to this process. */
  readonly touch: (jobs: readonly RunJob[]) => Promise<readonly string[]>;
  /**
   * Ends a job. False if the job no longer belongs to this attempt.
   * @param run takes part in a transaction
   */
  readonly complete: (job: RunJob, run?: RunInTransaction) => Promise<boolean>;
  /** Returns a job, to be started again. */
  readonly giveBack: (job: RunJob, reason: string) => Promise<void>;
  /** Whether each of these jobs has ended; unknown jobs are left out. */
  readonly find: (ids: readonly string[], location?: string) => Promise<ReadonlyMap<string, boolean>>;
  /** Whether some monitor currently has this job. */
  readonly isUnderWay: (id: string, location?: string) => Promise<boolean>;
  /** Whether some monitor currently has a job of an installation. */
  readonly isActive: (installation: string, locations?: readonly string[]) => Promise<boolean>;
  /** Takes the runs that were given up because each monitor that started one had died. */
  readonly takeLost: () => Promise<readonly RunRequest[]>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the shared queue of runs: one job per due run, and one at a time per installation.
 * @throws HistorySettingsError if pg-boss is not installed, HistoryError if the database refuses it
 */
export async function openRunJobs(url: Secret, onError: (reason: string) => void): Promise<RunJobs> {
  const boss = await makeBoss(url);
  boss.on('error', (error) => onError(codeOf(error)));
  try {
    await boss.start();
    await boss.createQueue(lostQueue, { retentionSeconds: 86_400, deleteAfterSeconds: 3_600 });
    await boss.createQueue(runsQueue, queueSettings);
  } catch (thrown) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw new HistoryError(
      `The database of DATABASE_URL cannot keep the queue of runs (${codeOf(thrown)}). Its user needs the right to create a schema in it, or to write in the one of the queue.`,
    );
  }
  const made = new Map<string, Promise<string>>([[runsQueue, Promise.resolve(runsQueue)]]);
  /** The queue of a location, created on first use. */
  const queueFor = (location: string | undefined): Promise<string> => {
    const name = queueOf(location);
    const known = made.get(name);
    if (known !== undefined) return known;
    const making = boss.createQueue(name, queueSettings).then(() => name);
    made.set(name, making);
    making.catch(() => made.delete(name));
    return making;
  };
  return {
    async add(offers) {
      const added: string[] = [];
      for (const [location, some] of groupBy(offers, ({ request }) => request.location))
        added.push(
          ...((await boss.insert(await queueFor(location), some.map(jobOf), { returnId: true })) ?? []),
        );
      return new Set(added);
    },
    fetch: async (most, location) => boss.fetch<RunRequest>(await queueFor(location), { batchSize: most }),
    async touch(jobs) {
      const queues = [...groupBy(jobs, ({ data }) => queueOf(data.location))];
      const touched = await Promise.all(
        queues.map(async ([queue, some]) => (await boss.touch(queue, attemptsOf(some))) as Settled),
      );
      return touched.flatMap(({ settled }) => settled ?? []);
    },
    async complete(job, run) {
      const options = run === undefined ? {} : { db: { executeSql: transactionOf(run) } };
      const settled = (await boss.complete(
        queueOf(job.data.location),
        attemptsOf([job]),
        null,
        options,
      )) as Settled;
      return settled.affected === 1;
    },
    async giveBack(job, reason) {
      await boss.fail(queueOf(job.data.location), attemptsOf([job]), { reason });
    },
    async find(ids, location) {
      // pg-boss looks up one job at a time.
      const { rows } = await boss
        .getDb()
        .executeSql(`SELECT id, state::text FROM ${schema}.job WHERE name = $1 AND id = ANY($2::uuid[])`, [
          queueOf(location),
          ids,
        ]);
      const found = rows as readonly { readonly id: string; readonly state: string }[];
      return new Map(found.map(({ id, state }) => [id, endStates.includes(state)]));
    },
    async isUnderWay(id, location) {
      const [job] = await boss.findJobs(await queueFor(location), { id });
      return job?.state === 'active';
    },
    async isActive(installation, locations = []) {
      const jobs = await Promise.all(
        [undefined, ...locations].map(async (location) =>
          boss.findJobs(await queueFor(location), { key: installation }),
        ),
      );
      return jobs.flat().some(({ state }) => state === 'active');
    },
    async takeLost() {
      const jobs = await boss.fetch<RunRequest>(lostQueue, { batchSize: 100 });
      if (jobs.length > 0) await boss.complete(lostQueue, attemptsOf(jobs));
      return jobs.map(({ data }) => data);
    },
    close: () => boss.stop({ graceful: false }),
  };
}

function jobOf({ id, request, deadlineMs }: RunOffer) {
  return {
    id,
    data: request,
    singletonKey: request.installation,
    priority: request.trigger === 'operator' ? 1 : 0,
    expireInSeconds: Math.ceil(deadlineMs / 1000) + marginSeconds,
  };
}

const queueSettings = {
  policy: 'singleton',
  deadLetter: lostQueue,
  heartbeatSeconds,
  retryLimit: mostRetries,
  retryDelay: retryAfterSeconds,
  retentionSeconds: keepWaitingSeconds,
  deleteAfterSeconds: keepEndedSeconds,
} as const;

const endStates: readonly string[] = ['completed', 'cancelled', 'failed'];

/** The result of pg-boss statements that settle or renew jobs. */
interface Settled {
  readonly affected?: number;
  readonly settled?: readonly string[] | null;
}

async function makeBoss(url: Secret): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss').catch(() => {
    throw new HistorySettingsError(
      'Several monitors share a database by pg-boss, which is not installed. Install it next to evidence-contract: npm install pg-boss@12.38.0',
    );
  });
  return new PgBoss({
    connectionString: url.reveal(),
    schema,
    application_name: 'evidence-contract queue',
    max: mostConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    // How often ended jobs are removed: by default once a day.
    maintenanceIntervalSeconds: keepEndedSeconds,
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
}

function attemptsOf(jobs: readonly JobAttempt[]): JobAttempt[] {
  return jobs.map(({ id, retryCount }) => ({ id, retryCount }));
}

function transactionOf(run: RunInTransaction) {
  return async (sql: string, parameters: unknown[] = []) => ({
    rows: [...(await run(sql, parameters)).rows] as Record<string, unknown>[],
  });
}

/** A short reason that never contains the address or the password. */
function codeOf(thrown: unknown): string {
  const { code, message } = (thrown ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' ? code : String(message ?? 'unknown').slice(0, 200);
}
