import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { StaleWriteError } from '../../../monitor/history/driver.ts';
import type { History, KeptSnapshot } from '../../../monitor/history/history.ts';
import { makeProbeTurns, probeEnds } from '../../../monitor/running/probe-turn.ts';
import { sampleTarget } from '../support/sample-target.ts';

/** A store with one snapshot, and monitors that share it, each with a target of its own. */
function makeStore() {
  let kept: KeptSnapshot | undefined;
  let isRunning = false;
  let nowMs = Date.UTC(2026, 2, 10);
  const clock = { nowMs: () => nowMs, at: () => () => undefined };
  /** Each pause advances the clock that all monitors share. */
  const pause = async (ms: number): Promise<void> => {
    nowMs += ms;
    await setImmediate();
  };
  const history = {
    snapshot: async () => kept,
    saveSnapshot: async (
      _name: string,
      text: string,
      _event: unknown,
      options: { expectedVersion: number },
    ) => {
      if ((kept?.version ?? 0) !== options.expectedVersion) throw new StaleWriteError();
      kept = { text, version: options.expectedVersion + 1 };
    },
  } as unknown as History;
  return {
    setRunning: (now: boolean) => {
      isRunning = now;
    },
    target: () => sampleTarget(),
    turns: makeProbeTurns({ history, clock, pause, now: () => nowMs, isRunning: async () => isRunning }),
    waiting: { history, clock, pause },
    pass: (ms: number) => {
      nowMs += ms;
    },
    nowMs: () => nowMs,
    text: () => kept?.text ?? '',
  };
}

test('three monitors probe one at a time, and each gets its turn', async () => {
  const { turns, target } = makeStore();
  let underWay = 0;
  let most = 0;
  const work = async (): Promise<string> => {
    underWay += 1;
    most = Math.max(most, underWay);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    underWay -= 1;
    return 'asked';
  };
  const results = await Promise.all(
    [target(), target(), target()].map((one) => turns.take(one, 60_000, work)),
  );
  expect(results).toEqual(['asked', 'asked', 'asked']);
  expect(most).toBe(1);
});

test('a probe waits for a run to end, and is refused if that takes longer than it may wait', async () => {
  const { turns, target, setRunning, text, nowMs } = makeStore();
  setRunning(true);
  let asked = 0;
  const work = async (): Promise<number> => {
    asked += 1;
    return asked;
  };
  expect(await turns.take(target(), 300, work)).toBeUndefined();
  // The refused probe left no mark that would keep a run waiting.
  expect(JSON.parse(text())).not.toHaveProperty('probedUntilMs');
  const before = nowMs();
  const later = turns.take(target(), 10_000, work);
  while (nowMs() < before + 2_000) await setImmediate();
  expect(asked).toBe(0);
  setRunning(false);
  expect(await later).toBe(1);
});

test('a run that is claimed during a probe begins once the probe has ended', async () => {
  const { turns, target, waiting, nowMs } = makeStore();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isProbing = false;
  const probe = turns.take(target(), 10_000, async () => {
    isProbing = true;
    await held;
    isProbing = false;
  });
  while (!isProbing) await setImmediate();
  const other = target();
  other.snapshot = { ...other.snapshot, probedUntilMs: nowMs() + 10_000 };
  const began = probeEnds(other, waiting, () => true).then(() => isProbing);
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  release();
  expect(await began).toBe(false);
  await probe;
});

test('a turn expires, so that a process that was suspended sends nothing when it resumes', async () => {
  const { turns, target, pass } = makeStore();
  const sent = await turns.take(target(), 50, async ({ rateLimiter }) => {
    const send = (): Promise<string> => rateLimiter.run(async () => 'sent', new AbortController().signal);
    const early = await send();
    // Beyond the limit and its margin.
    pass(1_200);
    return [early, await send().catch(() => 'refused')];
  });
  expect(sent).toEqual(['sent', 'refused']);
});

test('a failing probe releases its turn for the next one', async () => {
  const { turns, target } = makeStore();
  const failing = turns.take(target(), 5_000, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await turns.take(target(), 5_000, async () => 'asked')).toBe('asked');
});
