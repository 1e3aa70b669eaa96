import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import {
  askWaitOf,
  emptySnapshot,
  formatSnapshot,
  makeShareText,
  parseSnapshot,
} from '../../../monitor/state/snapshot.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const observations = '[{"gap":"GAP-LIST-SHAPE","endpoint":"GET /api/v3/projects","answer":"array"}]';

/** The stored format since version 0.1.0. */
const stored = {
  version: 2,
  standing: {
    state: 'violating',
    doubts: { kind: 'good', runs: 1 },
    openFailures: [
      { check: 'success.status', endpoint: 'GET /api/v3/users', sinceMs: 1000, runs: 2, runId: 'run-2' },
    ],
  },
  shown: 'maintenance',
  shownSinceMs: 3000,
  cause: 'A maintenance window is open.',
  lastStandardMs: 2000,
  certificateMs: 9000,
  coverage: 0.5,
  baseline: observations,
  baselineSinceMs: 500,
  observations,
  drift: [],
  windows: [{ fromMs: 3000, toMs: 4000 }],
};

test('a stored snapshot is read, and stored again unchanged', () => {
  const snapshot = parseSnapshot(JSON.stringify(stored));
  expect(snapshot).toEqual({
    tracked: {
      state: 'violating',
      pending: { kind: 'good', runs: 1 },
      openFailures: stored.standing.openFailures,
    },
    state: 'maintenance',
    stateSinceMs: 3000,
    cause: 'A maintenance window is open.',
    lastStandardMs: 2000,
    certificateMs: 9000,
    coverage: 0.5,
    baseline: observations,
    baselineSinceMs: 500,
    observations,
    drift: [],
    operatorWindows: [{ fromMs: 3000, toMs: 4000 }],
  });
  expect(JSON.parse(formatSnapshot(snapshot))).toEqual(stored);
});

test('an installation without a snapshot, or with one of another version, starts with an empty one', () => {
  expect(parseSnapshot(undefined)).toEqual(emptySnapshot);
  expect(parseSnapshot('{"version":1,"shown":"violating"}')).toEqual(emptySnapshot);
  expect(parseSnapshot(formatSnapshot(emptySnapshot))).toEqual(emptySnapshot);
});

test('a monitor waits no longer than it was asked to, however far ahead the clock of the previous monitor is', () => {
  const nowMs = 1_000_000;
  const askAfterMs = nowMs + 300_000;
  expect(askWaitOf({ ...emptySnapshot, askAfterMs, askWaitMs: 1_000 }, nowMs)).toBe(1_000);
  expect(askWaitOf({ ...emptySnapshot, askAfterMs: nowMs + 400, askWaitMs: 1_000 }, nowMs)).toBe(400);
  expect(askWaitOf(emptySnapshot, nowMs)).toBeLessThanOrEqual(0);
});

test('installations with the same observations share one copy in memory', () => {
  const share = makeShareText();
  const amount = 500;
  const snapshotOf = (observations: string): string =>
    formatSnapshot({ ...emptySnapshot, observations, baseline: observations });
  const bytesOf = (texts: (index: number) => string): number => {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const kept = Array.from({ length: amount }, (_, index) => parseSnapshot(snapshotOf(texts(index)), share));
    collectGarbage();
    const bytes = process.memoryUsage().heapUsed - before;
    expect(kept[amount - 1]?.baseline).toBe(texts(amount - 1));
    return bytes;
  };
  const long = (index: number): string => JSON.stringify([String(index).padStart(10_000, '.')]);
  const same = bytesOf(() => long(1));
  // Texts that are no longer seen are forgotten, so that the table of shared texts stays bounded.
  const different = bytesOf(long);
  expect(same).toBeLessThan(different / 4);
});
