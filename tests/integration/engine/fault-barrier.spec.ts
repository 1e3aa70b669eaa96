import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { makeFaultBarrier } from '../../../engine/run/run-abort.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { startReference } from '../../../reference-server/index.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';
import { slow } from '../../support/long.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

/** Places where this suite may throw an exception that no caller can catch. */
const places: readonly (readonly [string, (fault: () => never) => void])[] = [
  ['a timer', (fault) => void setTimeout(fault, 5)],
  ['a rejected promise', (fault) => void Promise.resolve().then(fault)],
  ['the next turn of the event loop', (fault) => void setImmediate(fault)],
];

for (const [place, throwFrom] of places) {
  test(`an exception in ${place} ends the run that it belongs to, and no other`, slow, async () => {
    const faults = makeFaultBarrier();
    const uncaught: boolean[] = [];
    const listener = (thrown: unknown): void => void uncaught.push(faults.catch(thrown));
    // The test runner listens as well, and would count the exception against this test.
    const others = process.listeners('uncaughtException');
    const rejections = process.listeners('unhandledRejection');
    process.removeAllListeners('uncaughtException').removeAllListeners('unhandledRejection');
    process.on('uncaughtException', listener);
    const reference = await startReference({ rateLimit: 'off' });
    const installation = makeTestInstallation({ baseUrl: reference.baseUrl, ...allKeys(reference.keys) });
    const bodies = sharedBodies();
    try {
      let isThrown = false;
      const [faulty, sound] = await Promise.all([
        runInstallation(installation, {
          bodies,
          faults,
          onExchange() {
            if (isThrown) return;
            isThrown = true;
            throwFrom(() => {
              throw new Error('a mistake of ours');
            });
          },
        }),
        runInstallation(installation, { bodies, faults }),
      ]);
      expect(uncaught).toEqual([true]);
      expect(faulty.record).toMatchObject({ state: 'unknown', abortReason: 'fault', cutShort: true });
      expect(faulty.record.cause).toBe('The run ended early: this suite failed (a mistake of ours).');
      expect(sound.record).toMatchObject({ state: 'conforming', coverage: 1 });
    } finally {
      process.off('uncaughtException', listener);
      for (const other of others) process.on('uncaughtException', other);
      for (const other of rejections) process.on('unhandledRejection', other);
      await reference.close();
    }
  });
}

test(
  'an exception while a body is read ends the run as a fault, and the record keeps its exchanges',
  slow,
  async () => {
    const reader = sharedBodies();
    const reference = await startReference({ rateLimit: 'off' });
    const installation = makeTestInstallation({ baseUrl: reference.baseUrl, ...allKeys(reference.keys) });
    let readings = 0;
    const bodies = {
      ...reader,
      read: (...given: Parameters<typeof reader.read>) => {
        readings += 1;
        if (readings === 20) throw new TypeError('a mistake of ours');
        return reader.read(...given);
      },
    };
    const { record } = await runInstallation(installation, { bodies });
    await reference.close();
    expect(record).toMatchObject({ state: 'unknown', abortReason: 'fault' });
    expect(record.exchanges.length).toBeGreaterThan(10);
  },
);

test('a timer that outlives a run does not keep the run in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const faults = makeFaultBarrier();
  const timers: NodeJS.Timeout[] = [];
  const runOnce = async (): Promise<WeakRef<object>> => {
    const plan = {};
    const onFault = (): void => expect(plan).toEqual({});
    await faults.run(onFault, async () => void timers.push(setInterval(doNothing, 60_000)));
    return new WeakRef(plan);
  };
  const plan = await runOnce();
  await wait(10);
  collectGarbage();
  expect(plan.deref()).toBeUndefined();
  for (const timer of timers) clearInterval(timer);
});

/** Declared outside the test, since a function inside would keep its variables alive. */
function doNothing(): void {}
