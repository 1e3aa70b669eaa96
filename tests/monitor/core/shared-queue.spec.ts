import { expect, test } from '@playwright/test';
import type { Claim, RunEnd, RunRequest } from '../../../monitor/running/run-queue.ts';
import type { RunJob, RunJobs } from '../../../monitor/shared/boss.ts';
import { jobIdOf } from '../../../monitor/shared/offers.ts';
import { makeSharedQueue } from '../../../monitor/shared/shared-queue.ts';
import { often } from '../../support/often.ts';

const request: RunRequest = {
  installation: 'alpha',
  slot: 'pulse',
  trigger: 'schedule',
  due: { kind: 'time', atMs: 7 },
};
const job: RunJob = { id: jobIdOf(request), retryCount: 1, data: request };

interface Scene {
  /** The calls of the queue to the database and to its monitor. */
  readonly said: string[];
  readonly queue: ReturnType<typeof makeSharedQueue>;
}

/** A queue over a database with these overrides, and runs with this end. */
function stage(
  jobs: Partial<RunJobs>,
  execute: (claim: Claim) => Promise<RunEnd> = async () => 'recorded',
  { patienceMs = 0, location }: { readonly patienceMs?: number; readonly location?: string } = {},
): Scene {
  const said: string[] = [];
  const waiting = [job];
  const queue = makeSharedQueue({
    jobs: {
      isActive: async () => false,
      isUnderWay: async () => false,
      add: async (offers) => new Set(offers.map(({ id }) => id)),
      fetch: async () => waiting.splice(0),
      touch: async (all) => all.map(({ id }) => id),
      async complete() {
        said.push('completed');
        return true;
      },
      async giveBack() {
        said.push('given back');
      },
      find: async (ids) => new Map(ids.map((id) => [id, false])),
      takeLost: async () => [],
      close: async () => undefined,
      ...jobs,
    },
    execute: (_request, claim) => (claim === undefined ? Promise.resolve('ended') : execute(claim)),
    onUnderWay: (count) => said.push(`under way: ${count}`),
    compete: () => ({ rightTo: () => 'here', giveUp: async () => undefined }),
    deadlineMsOf: () => 1_000,
    announceEnd: async () => void said.push('announced'),
    onMissed: () => said.push('missed'),
    onGivenUp: () => said.push('given up'),
    cut: new AbortController().signal,
    patienceMs,
    location: () => location,
  });
  return { said, queue };
}

const away = (): Promise<never> => Promise.reject(new Error('away'));

test('the queue does not complete the job of a recorded run, whose commit has ended it', async () => {
  const { said, queue } = stage({});
  await queue.offer(request);
  await queue.stop();
  expect(said).toEqual(['under way: 1', 'under way: 0']);
});

test('the queue completes the job of a run without a record and announces its end to the other monitors', async () => {
  const { said, queue } = stage({}, async () => 'ended');
  await queue.offer(request);
  await queue.stop();
  expect(said).toEqual(['under way: 1', 'completed', 'announced', 'under way: 0']);
});

test('a run that could not be stored is given back and awaited until a monitor ends it', async () => {
  const { said, queue } = stage({}, async () => 'unwritten');
  let isOver = false;
  const offered = queue.offer(request).then(() => {
    isOver = true;
  });
  await expect.poll(() => said, often).toEqual(['under way: 1', 'given back', 'under way: 0']);
  expect(isOver).toBe(false);
  queue.hasEnded(job.id);
  await offered;
  await queue.stop();
});

test('a run that another monitor offered and ended is not awaited', async () => {
  const { said, queue } = stage({
    add: async () => new Set(),
    fetch: async () => [],
    find: async (ids) => new Map(ids.map((id) => [id, true])),
  });
  await queue.offer(request);
  await queue.stop();
  expect(said).toEqual([]);
});

test('a run that another monitor offered is not missed if the database fails when the queue looks it up', async () => {
  let isAsked = false;
  const find = (): Promise<never> => {
    isAsked = true;
    return away();
  };
  const { said, queue } = stage({ add: async () => new Set(), fetch: async () => [], find });
  const offered = queue.offer(request);
  await expect.poll(() => isAsked, often).toBe(true);
  queue.hasEnded(job.id);
  await offered;
  expect(said).toEqual([]);
  await queue.stop();
});

test('a run is offered again while the database is unavailable, and is missed once no time for retries is left', async () => {
  const { said, queue } = stage({ add: away, fetch: away });
  await queue.offer(request);
  expect(said).toEqual(['missed']);
  let offers = 0;
  const patient = stage(
    {
      async add(all) {
        offers += 1;
        return offers === 2 ? new Set(all.map(({ id }) => id)) : away();
      },
    },
    undefined,
    { patienceMs: 60_000 },
  );
  await patient.queue.offer(request);
  expect(offers).toBe(2);
  expect(patient.said).not.toContain('missed');
  await Promise.all([queue.stop(), patient.queue.stop()]);
});

test('the queue says since when the database has not answered it', async () => {
  let answer = (): void => undefined;
  const beganMs = Date.now();
  const { queue } = stage({
    fetch: () =>
      new Promise((resolve) => {
        answer = () => resolve([]);
      }),
  });
  queue.setConcurrency(1);
  await expect.poll(() => queue.unansweredSinceMs() ?? 0, often).toBeGreaterThanOrEqual(beganMs);
  answer();
  await expect.poll(() => queue.unansweredSinceMs(), often).toBeUndefined();
  await queue.stop();
});

test('the request for runs counts as unanswered from the first refusal on', async () => {
  const { queue } = stage({ fetch: away });
  queue.setConcurrency(1);
  await expect.poll(() => queue.unansweredSinceMs(), often).toBeDefined();
  const sinceMs = queue.unansweredSinceMs();
  queue.setConcurrency(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(queue.unansweredSinceMs()).toBe(sinceMs);
  await queue.stop();
});

test('a run of this location begins even if the database then fails to return other runs', async () => {
  const waiting = [job];
  const { said, queue } = stage(
    { fetch: async (_most, location) => (location === 'oslo' ? waiting.splice(0) : away()) },
    undefined,
    { location: 'oslo' },
  );
  queue.setConcurrency(2);
  await queue.offer(request);
  await queue.stop();
  expect(said).toEqual(['under way: 1', 'under way: 0']);
});

test('a stopping queue begins no run and gives back a job that it receives meanwhile', async () => {
  let begin: ((jobs: readonly RunJob[]) => void) | undefined;
  const { said, queue } = stage({
    fetch: () =>
      new Promise((resolve) => {
        begin = resolve;
      }),
  });
  const offered = queue.offer(request);
  await expect.poll(() => begin, often).toBeDefined();
  const stopped = queue.stop();
  begin?.([job]);
  await Promise.all([offered, stopped]);
  expect(said).toEqual(['given back']);
  await queue.offer(request);
});
