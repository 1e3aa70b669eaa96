import { expect, test } from '@playwright/test';
import type { InstallationState } from '../../../contract/state.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import type { WatchedFrom } from '../../../monitor/configuration/watched-from.ts';
import type { RunRow } from '../../../monitor/model.ts';
import { asSeenFrom, nextLocationSnapshot, showLocations } from '../../../monitor/shared/locations.ts';
import { nextSnapshot } from '../../../monitor/state/next-snapshot.ts';
import { type RunContext, runRowFrom } from '../../../monitor/state/run-facts.ts';
import {
  emptySnapshot,
  formatSnapshot,
  parseSnapshot,
  type Snapshot,
} from '../../../monitor/state/snapshot.ts';
import { exchange, record as makeRecord, users, verdict } from '../../support/records.ts';

const three: WatchedFrom = { of: ['frankfurt', 'dublin', 'oslo'], agree: 2 };
const strict = { failAfter: 1, recoverAfter: 1, wasInterrupted: false };

let clockMs = Date.UTC(2026, 2, 10, 12);

/** The record of a run that finds this state. One failing check makes it violating. */
function recordOf(state: InstallationState): RunRecord {
  clockMs += 60_000;
  const outcome = state === 'violating' ? 'fail' : state === 'conforming' ? 'pass' : 'untestable';
  const at = new Date(clockMs).toISOString();
  return makeRecord([verdict('success.status', users, outcome)], {
    state,
    tier: 'standard',
    ...(state === 'conforming' || state === 'violating' ? {} : { cause: `It is ${state}.` }),
    startedAt: at,
    finishedAt: at,
    coverage: outcome === 'untestable' ? 0 : 1,
    ...(state === 'conforming' ? {} : { exchanges: [exchange(`e-${state}`, users, { status: 500 })] }),
  });
}

/** The row of a scheduled run. */
function rowOf(record: RunRecord, more: Partial<RunContext> = {}): RunRow {
  const usual = { id: `run-${clockMs}`, trigger: 'schedule', inMaintenance: false } as const;
  const tier = record.tier === 'pulse' ? 'pulse' : 'standard';
  return runRowFrom(record, { ...usual, tier, ...more });
}

/** The update after one more run from a location; each snapshot is written and read again. */
function run(
  before: Snapshot,
  location: string,
  state: InstallationState,
  options: Partial<typeof strict> & { readonly watched?: WatchedFrom; readonly maintenance?: string } = {},
) {
  const { watched = three, maintenance, ...thresholds } = options;
  const record = recordOf(state);
  const row = rowOf(record, { inMaintenance: maintenance !== undefined, location });
  const update = nextLocationSnapshot(
    before,
    record,
    row,
    { ...strict, ...thresholds, maintenance },
    { watched, location, endMs: clockMs },
  );
  return { ...update, snapshot: parseSnapshot(formatSnapshot(update.snapshot)) };
}

/** The states shown after each of these runs, given as `location state`. */
function shownAfter(runs: readonly string[], options: Parameters<typeof run>[3] = {}) {
  let snapshot = emptySnapshot;
  const changes: string[] = [];
  const shown = runs.map((one) => {
    const [location = '', state = ''] = one.split(' ');
    const update = run(snapshot, location, state as InstallationState, options);
    ({ snapshot } = update);
    if (update.change !== undefined) changes.push(`${update.change.from} to ${update.change.to}`);
    return snapshot.state;
  });
  return { shown, changes, snapshot };
}

test('the cause and curl line come from a run that found the shown state, not from a location with another state', () => {
  const { snapshot } = shownAfter([
    'frankfurt key-rejected',
    'dublin key-rejected',
    'oslo unreachable',
    'frankfurt key-rejected',
    'oslo unreachable',
  ]);
  expect([snapshot.state, snapshot.cause]).toEqual([
    'key-rejected',
    expect.stringMatching(/^It is key-rejected/),
  ]);
  expect(snapshot.evidence?.curl).toContain('e-key-rejected');
});

const stories: readonly {
  readonly title: string;
  readonly runs: readonly string[];
  readonly failAfter?: number;
  readonly changes: readonly string[];
  readonly cause?: string;
}[] = [
  {
    title:
      'an installation that one location cannot reach stays conforming, and the cause names the location',
    runs: ['frankfurt conforming', 'dublin conforming', 'oslo unreachable', 'frankfurt conforming'],
    changes: ['unknown to conforming'],
    cause: 'Unreachable from oslo; conforming from dublin and frankfurt.',
  },
  {
    title: 'an installation recovers as soon as too few locations agree that it is down',
    runs: [
      'frankfurt conforming',
      'oslo unreachable',
      'dublin unreachable',
      'frankfurt unreachable',
      'dublin conforming',
      'oslo conforming',
      'frankfurt conforming',
    ],
    changes: ['unknown to conforming', 'conforming to unreachable', 'unreachable to conforming'],
  },
  {
    title: 'a violation that one location finds is enough, and no other location can close it',
    runs: ['frankfurt conforming', 'oslo violating', 'dublin conforming', 'frankfurt conforming'],
    changes: ['unknown to conforming', 'conforming to violating'],
    cause: 'Violating from oslo; conforming from dublin and frankfurt.',
  },
  {
    title: 'the first location alone cannot declare an installation down',
    runs: ['oslo unreachable'],
    changes: [],
    cause: 'Unreachable from oslo. 2 of 3 locations have to agree that it is down.',
  },
  {
    title: 'failAfter counts the runs of each location separately',
    runs: [
      'frankfurt conforming',
      'oslo conforming',
      'dublin conforming',
      'oslo unreachable',
      'dublin unreachable',
      'oslo unreachable',
      'dublin unreachable',
    ],
    failAfter: 2,
    changes: ['unknown to conforming', 'conforming to unreachable'],
    cause: 'It is unreachable. Unreachable from dublin and oslo; conforming from frankfurt.',
  },
];

for (const { title, runs, failAfter = 1, changes, cause } of stories) {
  test(`locations: ${title}`, () => {
    const { changes: seen, snapshot } = shownAfter(runs, { failAfter });
    expect(seen).toEqual(changes);
    if (cause === undefined) expect(snapshot.cause).toBeUndefined();
    else expect(snapshot.cause).toContain(cause);
  });
}

test('a single location gives the same states and changes as a monitor without locations, run by run', () => {
  const states: readonly InstallationState[] = [
    'conforming',
    'violating',
    'violating',
    'unreachable',
    'conforming',
    'throttled',
    'not-this-api',
    'maintenance',
    'key-rejected',
    'unknown',
    'violating',
    'conforming',
  ];
  let alone = emptySnapshot;
  let named = emptySnapshot;
  for (const state of states) {
    const beforeMs = clockMs;
    const update = run(named, 'oslo', state, { watched: { of: ['oslo'], agree: 1 } });
    clockMs = beforeMs;
    const record = recordOf(state);
    const row = rowOf(record);
    const usual = nextSnapshot(alone, record, row, strict);
    alone = parseSnapshot(formatSnapshot(usual.snapshot));
    const { locations: _locations, tracked, ...rest } = update.snapshot;
    const { baseUrl: _address, tracked: trackedAlone, ...restAlone } = alone;
    expect(update.change).toEqual(usual.change);
    expect({ ...rest, state: tracked.state, open: tracked.openFailures }).toEqual({
      ...restAlone,
      state: trackedAlone.state,
      open: trackedAlone.openFailures,
    });
    named = update.snapshot;
  }
});

test('a location shows as conforming only after a complete run of all endpoints at its address', () => {
  const watched = { of: ['oslo', 'dublin'], agree: 1 };
  let before = emptySnapshot;
  const stateAfter = (location: string, tier: 'pulse' | 'standard', baseUrl: string): InstallationState => {
    const record = { ...recordOf('conforming'), tier, installation: { name: 'alpha', baseUrl } };
    const options = { ...strict, asksEveryEndpoint: true };
    const where = { watched, location, endMs: clockMs };
    before = nextLocationSnapshot(before, record, rowOf(record, { location }), options, where).snapshot;
    return before.state;
  };
  expect(stateAfter('oslo', 'pulse', 'https://in.example')).toBe('unknown');
  expect(stateAfter('oslo', 'standard', 'https://in.example')).toBe('conforming');
  // Each location may have an address of its own.
  expect(stateAfter('dublin', 'standard', 'https://out.example')).toBe('conforming');
  expect(stateAfter('oslo', 'pulse', 'https://in.example')).toBe('conforming');
  expect(stateAfter('oslo', 'pulse', 'https://moved.example')).toBe('unknown');
});

test('a new location starts with the failures that were open before, and a removed location is forgotten', () => {
  const { snapshot: before } = shownAfter([]);
  const record = recordOf('violating');
  const row = rowOf(record);
  const known = nextSnapshot(before, record, row, strict).snapshot;
  const pulse = { ...recordOf('conforming'), tier: 'pulse' as const, verdicts: [] };
  const next = nextLocationSnapshot(known, pulse, rowOf(pulse, { location: 'oslo' }), strict, {
    watched: three,
    location: 'oslo',
    endMs: clockMs,
  });
  expect(next.change).toBeUndefined();
  expect(next.snapshot.tracked.openFailures).toEqual(known.tracked.openFailures);
  const fewer = run(next.snapshot, 'dublin', 'conforming', { watched: { of: ['dublin', 'rome'], agree: 2 } });
  expect(Object.keys(fewer.snapshot.locations ?? {})).toEqual(['dublin']);
  expect(fewer.snapshot.state).toBe('conforming');
});

test('each location continues from its own state and failures, not from those of the others', () => {
  const { snapshot } = shownAfter(['oslo violating', 'dublin conforming', 'frankfurt unreachable']);
  expect(asSeenFrom(snapshot, 'oslo').tracked.openFailures).toHaveLength(1);
  expect(asSeenFrom(snapshot, 'dublin').tracked.openFailures).toEqual([]);
  expect(asSeenFrom(snapshot, 'dublin').state).toBe('conforming');
  expect(asSeenFrom(snapshot, 'frankfurt').state).toBe('unreachable');
  expect(asSeenFrom(snapshot, undefined)).toBe(snapshot);
});

test('a failure that two locations found is open since the first of them, with the last run that found it', () => {
  const { snapshot } = shownAfter(['oslo violating', 'dublin violating']);
  const [first, last] = [clockMs - 60_000, clockMs];
  expect(snapshot.tracked.openFailures).toMatchObject([{ sinceMs: first, runId: `run-${last}`, runs: 2 }]);
});

test('one location of three that cannot reach an installation does not lower its coverage; two do', () => {
  const { snapshot } = shownAfter(['dublin conforming', 'frankfurt conforming', 'oslo unreachable']);
  expect(snapshot.coverage).toBe(1);
  expect(run(snapshot, 'dublin', 'unreachable').snapshot.coverage).toBe(0);
});

test('maintenance applies to all locations, and the agreed state returns after it', () => {
  const { snapshot } = shownAfter(['dublin conforming', 'frankfurt conforming']);
  const during = run(snapshot, 'oslo', 'unreachable', { maintenance: 'A maintenance window is open.' });
  expect([during.snapshot.state, during.snapshot.cause]).toEqual([
    'maintenance',
    'A maintenance window is open.',
  ]);
  const after = showLocations(during.snapshot, three, { installation: 'alpha', atMs: clockMs });
  expect(after.snapshot.state).toBe('conforming');
});
