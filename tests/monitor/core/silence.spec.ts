import { expect, test } from '@playwright/test';
import {
  type Monitored,
  readMonitorConfiguration,
} from '../../../monitor/configuration/monitor-configuration.ts';
import type { RunRequest } from '../../../monitor/running/run-queue.ts';
import { makeDueTimes, seedOfSlot, watchName } from '../../../monitor/schedule/due-times.ts';
import { nextTime } from '../../../monitor/schedule/rule.ts';
import { showLocations } from '../../../monitor/shared/locations.ts';
import { jobIdOf, markDone, stillDue } from '../../../monitor/shared/offers.ts';
import { nextSilenceMs, silentAfterMs, withSilence } from '../../../monitor/state/silence.ts';
import { emptySnapshot, type LocationSnapshot, type Snapshot } from '../../../monitor/state/snapshot.ts';
import { initialState } from '../../../monitor/state/tracked-state.ts';
import { makeTestInstallation } from '../../support/installation.ts';

const minuteMs = 60_000;
const noon = Date.UTC(2026, 2, 10, 12);
/** Three intervals of the pulses, plus the deadline. */
const afterMs = 3 * minuteMs + 120_000;

function monitoredWith(of: readonly string[], schedule: unknown = undefined): Monitored {
  const block = { locations: { of }, ...(schedule === undefined ? {} : { schedule }) };
  const installation = { ...makeTestInstallation({ name: 'alpha', deadlineMs: 120_000 }), monitor: block };
  const [first] = readMonitorConfiguration({ location: of[0], installations: [installation] }).installations;
  if (first === undefined) throw new Error('Nothing was read.');
  return first;
}

const places = ['dublin', 'frankfurt', 'oslo'];
const three = monitoredWith(places);

function heard(atMs: number): LocationSnapshot {
  return { tracked: { ...initialState, state: 'conforming' }, lastRun: { id: `run-${atMs}`, atMs } };
}

const snapshot: Snapshot = {
  ...emptySnapshot,
  state: 'conforming',
  locations: { dublin: heard(noon), frankfurt: heard(noon + minuteMs), oslo: heard(noon - 30 * minuteMs) },
};

for (const { name, schedule, is } of [
  { name: 'with pulses', schedule: undefined, is: afterMs },
  {
    name: 'with standard runs alone',
    schedule: { pulse: 'off', standard: '10m', full: '6h' },
    is: 32 * minuteMs,
  },
  {
    name: 'with one standard run a day',
    schedule: { pulse: 'off', standard: '0 3 * * *', full: 'off' },
    is: (3 * 24 * 60 + 2) * minuteMs,
  },
  {
    name: 'never without scheduled runs',
    schedule: { pulse: 'off', standard: 'off', full: 'off' },
    is: Number.POSITIVE_INFINITY,
  },
]) {
  test(`a location is silent three intervals and a deadline after its last run: ${name}`, () => {
    expect(silentAfterMs(monitoredWith(['dublin', 'oslo'], schedule), noon)).toBe(is);
  });
}

const silences: readonly {
  readonly name: string;
  readonly nowMs: number;
  readonly sinceMs: number;
  readonly silent: readonly string[];
}[] = [
  {
    name: 'a location that has not been heard for half an hour',
    nowMs: noon + minuteMs,
    sinceMs: 0,
    silent: ['oslo'],
  },
  { name: 'no location right after a start', nowMs: noon + minuteMs, sinceMs: noon, silent: [] },
  { name: 'no location before the time is over', nowMs: noon + afterMs - 1, sinceMs: noon, silent: [] },
  {
    name: 'the locations not heard for the whole time',
    nowMs: noon + afterMs,
    sinceMs: noon,
    silent: ['dublin', 'oslo'],
  },
  {
    name: 'all locations after the time is over for each',
    nowMs: noon + afterMs + minuteMs,
    sinceMs: noon,
    silent: ['dublin', 'frankfurt', 'oslo'],
  },
];

for (const { name, nowMs, sinceMs, silent } of silences) {
  test(`silent locations: ${name}`, () => {
    const marked = withSilence(three, snapshot, { nowMs, sinceMs });
    const found = Object.entries(marked.locations ?? {}).flatMap(([location, { isSilent }]) =>
      isSilent ? [location] : [],
    );
    expect(found.toSorted()).toEqual(silent);
    expect(marked === snapshot).toBe(silent.length === 0);
    // Marked locations are not marked again.
    expect(withSilence(three, marked, { nowMs, sinceMs })).toBe(marked);
  });
}

test('the next silence counts from the location heard longest ago, but not from before the start', () => {
  expect(nextSilenceMs(three, snapshot, { nowMs: noon, sinceMs: noon - 10 * minuteMs })).toBe(
    noon - 10 * minuteMs + afterMs,
  );
  expect(nextSilenceMs(three, snapshot, { nowMs: noon, sinceMs: noon })).toBe(noon + afterMs);
  const all = withSilence(three, snapshot, { nowMs: noon + afterMs + minuteMs, sinceMs: 0 });
  expect(nextSilenceMs(three, all, { nowMs: noon, sinceMs: 0 })).toBe(Number.POSITIVE_INFINITY);
});

test('a single location is never silent, nor is an installation without locations', () => {
  for (const monitored of [
    monitoredWith(['oslo']),
    { ...three, plan: { ...three.plan, locations: undefined } as never },
  ]) {
    expect(withSilence(monitored, snapshot, { nowMs: noon + 1e9, sinceMs: 0 })).toBe(snapshot);
    expect(nextSilenceMs(monitored, snapshot, { nowMs: noon, sinceMs: 0 })).toBe(Number.POSITIVE_INFINITY);
  }
});

test('one silent location of three does not change the state; if all three are silent, it is unknown', () => {
  const watched = { of: ['dublin', 'frankfurt', 'oslo'], agree: 2 };
  const where = { installation: 'alpha', atMs: noon };
  const one = showLocations(
    withSilence(three, snapshot, { nowMs: noon + minuteMs, sinceMs: 0 }),
    watched,
    where,
  );
  expect(one.change).toBeUndefined();
  expect(one.snapshot.cause).toBe('Conforming from dublin and frankfurt; nothing heard from oslo.');
  const all = showLocations(withSilence(three, snapshot, { nowMs: noon + 1e9, sinceMs: 0 }), watched, where);
  expect(all.change).toMatchObject({ from: 'conforming', to: 'unknown' });
  expect(all.snapshot.cause).toBe('Nothing heard from dublin, frankfurt, and oslo.');
});

const schedule = three.plan.schedule;
const seed = seedOfSlot(watchName('alpha', 'oslo'), 'pulse');
const osloMs = nextTime(schedule.pulse, seed, noon) ?? 0;
const pulse: RunRequest = {
  installation: 'alpha',
  location: 'oslo',
  slot: 'pulse',
  trigger: 'schedule',
  due: { kind: 'time', atMs: osloMs },
};

/** The last states from dublin, frankfurt and oslo, with a question mark for a silent one, and the state shown then. */
const lastWords: readonly {
  readonly name: string;
  readonly before: Snapshot['state'];
  readonly found: readonly [dublin: string, frankfurt: string, oslo: string];
  readonly is: Snapshot['state'];
  /** The end of its cause. */
  readonly says?: string;
}[] = [
  {
    name: 'an outage does not end because a location that found it falls silent',
    before: 'unreachable',
    found: ['unreachable', 'unreachable?', 'conforming'],
    is: 'unreachable',
    says: 'nothing heard from frankfurt. It was down from frankfurt too, when last heard.',
  },
  {
    name: 'an outage continues if the only location still heard finds it',
    before: 'unreachable',
    found: ['unreachable', 'unreachable?', 'conforming?'],
    is: 'unreachable',
  },
  {
    name: 'an outage that enough locations find does not depend on a silent one',
    before: 'unreachable',
    found: ['unreachable', 'unreachable?', 'unreachable'],
    is: 'unreachable',
    says: 'nothing heard from frankfurt.',
  },
  {
    name: 'an outage ends if no location still heard finds it any more',
    before: 'unreachable',
    found: ['conforming', 'unreachable?', 'unreachable?'],
    is: 'conforming',
    says: 'Conforming from dublin; nothing heard from frankfurt and oslo.',
  },
  {
    name: 'the last state from a silent location does not begin an outage',
    before: 'conforming',
    found: ['unreachable', 'unreachable?', 'conforming'],
    is: 'conforming',
  },
  {
    name: 'the last state from a silent location does not end an outage',
    before: 'unreachable',
    found: ['unreachable', 'conforming?', 'unreachable?'],
    is: 'unreachable',
  },
  {
    name: 'a silent location that last found a violation does not keep an outage open',
    before: 'unreachable',
    found: ['unreachable', 'violating?', 'conforming'],
    is: 'conforming',
  },
];

for (const { name, before, found, is, says = '' } of lastWords) {
  test(name, () => {
    const locations = Object.fromEntries(
      found.map((word, index): [string, LocationSnapshot] => {
        const state = word.replace('?', '') as Snapshot['state'];
        const isSilent = word.endsWith('?') ? ({ isSilent: true } as const) : {};
        return [places[index] ?? '', { ...heard(noon), tracked: { ...initialState, state }, ...isSilent }];
      }),
    );
    const { plan } = three;
    if (plan.locations === undefined) throw new Error('No locations are named.');
    const shown = showLocations({ ...snapshot, state: before, locations }, plan.locations, {
      installation: 'alpha',
      atMs: noon,
      runId: 'run',
    });
    expect(shown.snapshot.state).toBe(is);
    expect(shown.snapshot.cause?.endsWith(says), shown.snapshot.cause).toBe(true);
  });
}

test('each location has its own due times, job ids and marks of completed runs', () => {
  const times = ['dublin', 'frankfurt', 'oslo', undefined].map((location) => {
    const due = makeDueTimes(schedule, watchName('alpha', location));
    due.plan(noon);
    return due.all().find(({ slot }) => slot === 'pulse')?.atMs;
  });
  expect(new Set(times).size).toBe(4);
  expect(times[2]).toBe(osloMs);
  const ids = ['dublin', 'oslo', undefined].map((location) => jobIdOf({ ...pulse, location }));
  expect(new Set(ids).size).toBe(3);
  const done = markDone(snapshot, 'pulse', pulse.due, 'oslo');
  expect(stillDue(pulse, schedule, snapshot, osloMs)).toBe('due');
  expect(stillDue(pulse, schedule, done, osloMs)).toBe('done');
  expect(stillDue({ ...pulse, location: 'dublin' }, schedule, done, osloMs)).toBe('due');
  expect(stillDue(pulse, schedule, snapshot, osloMs + minuteMs)).toBe('missed');
  expect(done.lastDue).toBeUndefined();
});
