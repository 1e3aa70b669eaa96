import { expect, test } from '@playwright/test';
import { StaleWriteError } from '../../../monitor/history/driver.ts';
import type { History } from '../../../monitor/history/history.ts';
import { takeTurn } from '../../../monitor/running/execute-run.ts';
import type { Claim, RunRequest } from '../../../monitor/running/run-queue.ts';
import { emptySnapshot, formatSnapshot, parseSnapshot, type Turn } from '../../../monitor/state/snapshot.ts';
import { sampleTarget } from '../support/sample-target.ts';

const request: RunRequest = { installation: 'alpha', location: 'oslo', slot: 'pulse', trigger: 'schedule' };
const others: Turn = { location: 'dublin', jobId: 'job-of-dublin' };

/** A store with one snapshot, and the jobs that are under way. */
function stage({
  of = ['dublin', 'oslo'],
  turn,
  active = [] as readonly string[],
}: {
  of?: string[];
  turn?: Turn;
  active?: readonly string[];
}) {
  const underWay = new Set(active);
  let kept = {
    text: formatSnapshot({ ...emptySnapshot, ...(turn === undefined ? {} : { turn }) }),
    version: 3,
  };
  let writes = 0;
  const history = {
    snapshot: async () => kept,
    async saveSnapshot(
      _name: string,
      text: string,
      _event: unknown,
      { expectedVersion }: { expectedVersion: number },
    ) {
      if (expectedVersion !== kept.version) throw new StaleWriteError();
      writes += 1;
      kept = { text, version: kept.version + 1 };
    },
  } as unknown as History;
  const target = sampleTarget('alpha', { locations: { of, agree: 1, here: 'oslo' } });
  let looks = 0;
  const claim = (heldFor = 5): Claim => ({
    jobId: 'job-of-oslo',
    signal: new AbortController().signal,
    isHeld: () => looks < heldFor,
    confirm: async () => true,
    isUnderWay: async ({ jobId }) => underWay.has(jobId),
  });
  return {
    target,
    history,
    claim,
    underWay,
    looks: () => looks,
    writes: () => writes,
    turn: () => parseSnapshot(kept.text).turn,
    take: (held?: number, onLook: (look: number) => void = () => undefined) =>
      takeTurn(target, request, history, claim(held), async () => {
        looks += 1;
        onLook(looks);
      }),
  };
}

const own: Turn = { location: 'oslo', jobId: 'job-of-oslo' };

test('a run takes a free turn', async () => {
  const { take, turn, looks } = stage({});
  expect(await take()).toBe(true);
  expect([turn(), looks()]).toEqual([own, 0]);
});

test('a run waits for the run of another location to end, and then takes the turn', async () => {
  const { take, turn, looks, underWay } = stage({ turn: others, active: [others.jobId] });
  const taken = take(9, (look) => {
    if (look === 3) underWay.clear();
  });
  expect(await taken).toBe(true);
  expect([turn(), looks()]).toEqual([own, 3]);
});

test('the turn of a run that is no longer under way is taken at once', async () => {
  const { take, turn, looks } = stage({ turn: others });
  expect(await take()).toBe(true);
  expect([turn(), looks()]).toEqual([own, 0]);
});

test('a run that loses its claim while it waits does not take the turn', async () => {
  const { take, turn, writes } = stage({ turn: others, active: [others.jobId] });
  expect(await take(2)).toBe(false);
  expect([turn(), writes()]).toEqual([others, 0]);
});

test('a stopping monitor no longer waits for a turn', async () => {
  const { target, history, claim, writes } = stage({ turn: others, active: [others.jobId] });
  const stopping = new AbortController();
  let pauses = 0;
  const taken = takeTurn(target, request, history, { ...claim(), signal: stopping.signal }, async () => {
    pauses += 1;
    stopping.abort();
  });
  expect(await taken).toBe(false);
  expect([pauses, writes()]).toEqual([1, 0]);
});

test('a run that is restarted after its monitor died still has its turn', async () => {
  const { take, writes } = stage({ turn: own, active: [own.jobId] });
  expect(await take()).toBe(true);
  expect(writes()).toBe(0);
});

test('only one of two runs that want the turn at the same time gets it', async () => {
  const { target, history, claim, take, writes, turn } = stage({ active: [own.jobId, others.jobId] });
  let left = 3;
  const second = takeTurn(
    { ...target },
    { ...request, location: 'dublin' },
    history,
    { ...claim(), jobId: others.jobId, isHeld: () => left > 0 },
    async () => {
      left -= 1;
    },
  );
  const both = await Promise.all([second, take(3)]);
  expect(both.toSorted()).toEqual([false, true]);
  expect(writes()).toBe(1);
  expect(turn()).toEqual(both[0] ? others : own);
});

test('an installation with a single location needs no turn', async () => {
  const { take, writes } = stage({ of: ['oslo'] });
  expect(await take()).toBe(true);
  expect(writes()).toBe(0);
});
