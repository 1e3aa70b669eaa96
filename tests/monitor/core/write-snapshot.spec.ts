import { expect, test } from '@playwright/test';
import { StaleWriteError } from '../../../monitor/history/driver.ts';
import type { History, KeptSnapshot } from '../../../monitor/history/history.ts';
import type { TargetState } from '../../../monitor/state/monitored-target.ts';
import { emptySnapshot, formatSnapshot } from '../../../monitor/state/snapshot.ts';
import { readSnapshot, takeOver, writeFromSnapshot } from '../../../monitor/state/write-snapshot.ts';
import { sampleTarget } from '../support/sample-target.ts';

const named = (cause: string) => ({ ...emptySnapshot, cause });

function targetAt(version: number): TargetState {
  return { ...sampleTarget(), snapshot: named('in memory'), version };
}

/** A history with this snapshot, which accepts only writes over its version. */
function historyWith(kept: KeptSnapshot | undefined): Pick<History, 'snapshot'> & { written: number[] } {
  return { snapshot: async () => kept, written: [] };
}

function write(target: TargetState, history: ReturnType<typeof historyWith>): Promise<string | undefined> {
  return writeFromSnapshot(target, history as unknown as History, async () => {
    history.written.push(target.version);
    const newest = await history.snapshot('test');
    if ((newest?.version ?? 0) !== target.version) throw new StaleWriteError();
    return target.snapshot.cause;
  });
}

const keptAt = (version: number): KeptSnapshot => ({
  text: formatSnapshot(named('in the history')),
  version,
});

for (const { name, memory, kept, from, tries } of [
  { name: 'the version in memory', memory: 3, kept: keptAt(3), from: 'in memory', tries: [3] },
  {
    name: 'a newer version in the history',
    memory: 3,
    kept: keptAt(7),
    from: 'in the history',
    tries: [3, 7],
  },
  {
    name: 'an older version in the history, restored from a copy',
    memory: 7,
    kept: keptAt(3),
    from: 'in the history',
    tries: [7, 3],
  },
  {
    name: 'memory if the history has no snapshot yet',
    memory: 0,
    kept: undefined,
    from: 'in memory',
    tries: [0],
  },
]) {
  test(`a write is based on ${name}`, async () => {
    const history = historyWith(kept);
    expect(await write(targetAt(memory), history)).toBe(from);
    expect(history.written).toEqual(tries);
  });
}

test('a write that is refused although the version has not changed is tried once', async () => {
  const target = targetAt(3);
  const history = historyWith(keptAt(3)) as unknown as History;
  let tries = 0;
  const refused = writeFromSnapshot(target, history, () => {
    tries += 1;
    return Promise.reject(new StaleWriteError());
  });
  await expect(refused).rejects.toThrow(StaleWriteError);
  expect(tries).toBe(1);
});

test('a target does not return to an older snapshot, in either order of news', async () => {
  const target = targetAt(3);
  await readSnapshot(target, historyWith(keptAt(5)) as unknown as History);
  takeOver(target, named('written before'), 4);
  expect([target.snapshot.cause, target.version]).toEqual(['in the history', 5]);
  takeOver(target, named('written after'), 6);
  await readSnapshot(target, historyWith(keptAt(5)) as unknown as History);
  expect([target.snapshot.cause, target.version]).toEqual(['written after', 6]);
});
