import { expect, test } from '@playwright/test';
import { emptySnapshot, formatSnapshot, parseSnapshot } from '../../../monitor/state/snapshot.ts';

const observations = '[{"gap":"GAP-LIST-SHAPE","endpoint":"GET /api/v3/projects","answer":"array"}]';

/** As a history stores it since version 0.1.0. */
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
