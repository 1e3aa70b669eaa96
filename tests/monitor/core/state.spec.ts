import { expect, test } from '@playwright/test';
import type { EndpointId } from '../../../contract/document/endpoints.ts';
import type { Outcome } from '../../../contract/judging/verdict.ts';
import type { InstallationState } from '../../../contract/state.ts';
import { incidentsOf } from '../../../monitor/history/incidents.ts';
import type { StateChange } from '../../../monitor/model.ts';
import { announce } from '../../../monitor/running/announce.ts';
import {
  type OperatorMaintenance,
  type WindowRule,
  windowsBetween,
} from '../../../monitor/schedule/windows.ts';
import { showState } from '../../../monitor/state/shown-state.ts';
import { emptySnapshot, type Snapshot } from '../../../monitor/state/snapshot.ts';
import {
  initialState,
  nextState,
  type RunResult,
  shownFailures,
  type TrackedState,
} from '../../../monitor/state/tracked-state.ts';
import { makeTestInstallation } from '../../support/installation.ts';

const users: EndpointId = 'GET /api/v3/users';
const projects: EndpointId = 'GET /api/v3/projects';
const strict = { failAfter: 1, recoverAfter: 1 };

let runs = 0;
function run(state: InstallationState, ...verdicts: readonly [string, EndpointId, Outcome][]): RunResult {
  runs += 1;
  return {
    runId: `run-${runs}`,
    tier: 'standard',
    state,
    verdicts: verdicts.map(([check, endpoint, outcome]) => ({ check, endpoint, outcome })),
  };
}

function after(results: readonly RunResult[], thresholds = strict): TrackedState {
  return results.reduce(
    (tracked, result, index) => nextState(tracked, result, index, thresholds),
    initialState,
  );
}

const good = (): RunResult => run('conforming', ['a', users, 'pass']);
const goodAt = (endpoint: EndpointId): RunResult => run('conforming', ['a', endpoint, 'pass']);
const bad = (): RunResult => run('violating', ['a', users, 'fail']);
const pulse = (): RunResult => ({ ...run('conforming', ['p', projects, 'pass']), tier: 'pulse' });
const badPulse = (): RunResult => ({ ...run('violating', ['p', projects, 'fail']), tier: 'pulse' });
const throttled = (): RunResult => run('throttled', ['b', users, 'pass'], ['a', users, 'untestable']);
const throttledWhole = (): RunResult => ({ ...run('throttled', ['a', users, 'untestable']), tier: 'full' });
const unknown = (): RunResult => run('unknown', ['a', users, 'untestable']);
const unknownInPart = (): RunResult => run('unknown', ['b', users, 'pass'], ['a', users, 'untestable']);
const partial = (): RunResult => ({ ...run('unknown', ['a', users, 'pass']), isPartial: true });
const down = (): RunResult => run('unreachable', ['a', users, 'untestable']);

test('a run that reaches its deadline before it judges anything does not end an incident', () => {
  expect(after([down(), unknown()]).state).toBe('unreachable');
  expect(after([down(), unknown(), good()]).state).toBe('conforming');
  expect(after([good(), unknown()]).state).toBe('unknown');
  for (const incident of [bad(), notShown(users)]) {
    expect(after([incident, unknown()])).toEqual(after([incident]));
  }
});

test('a withdrawn failure is remembered until a run judges its check, a withdrawn outage until any run', () => {
  const withdrawing = { ...good(), withdrawn: ['unreachable', `b ${projects}`] };
  expect(after([withdrawing]).withdrawn).toEqual(withdrawing.withdrawn);
  expect(after([withdrawing, good()]).withdrawn).toEqual([`b ${projects}`]);
  expect(after([withdrawing, run('conforming', ['b', projects, 'pass'])]).withdrawn).toBeUndefined();
});

/** A run with one verdict at the import. */
function atImport(outcome: Outcome, imports?: RunResult['imports']): RunResult {
  const state = outcome === 'fail' ? 'violating' : 'conforming';
  return { ...run(state, ['a', 'POST /api/v3/fhir_imports', outcome]), imports };
}

/** A full run in which a throttled answer had a wrong form, or none was throttled. */
function full(isThrottled: boolean): RunResult {
  const failed = run('violating', ['errors.throttled-answer', users, 'fail']);
  return { ...(isThrottled ? failed : good()), tier: 'full', wasThrottled: isThrottled };
}
/** A run with a check that rests on one request, and the requests that the run settled. */
function resting(outcome: 'pass' | 'fail', settled: readonly string[]): RunResult {
  const requests = [{ endpoint: users, request: { key: 'header', accept: 'anything' } }] as const;
  const found = run(outcome === 'fail' ? 'violating' : 'conforming', ['a', users, outcome]);
  const verdicts = found.verdicts.map((one) => ({ ...one, requests }));
  return { ...found, verdicts, settled: new Set(settled) };
}
/** A full run that could not show these endpoints to work. */
function notShown(...all: readonly EndpointId[]): RunResult {
  const found = run(
    'incomplete',
    ...all.map((one): [string, EndpointId, Outcome] => ['a', one, 'untestable']),
  );
  return {
    ...found,
    tier: 'full',
    verdicts: found.verdicts.map((one) => ({ ...one, isNotShown: true as const })),
  };
}
/** A full run with a failure at an endpoint and these verdicts of checks that it could not judge. */
function badLacking(bad: EndpointId, ...lacking: readonly RunResult['verdicts'][number][]): RunResult {
  const found = run('violating', ['a', bad, 'fail']);
  return { ...found, tier: 'full', verdicts: [...found.verdicts, ...lacking] };
}
const atUsers = { check: 'a', endpoint: users, outcome: 'untestable' } as const;
const unthrottled = (): RunResult => ({ ...good(), wasThrottled: false });

const stories: readonly {
  readonly title: string;
  readonly results: readonly RunResult[];
  readonly failAfter?: number;
  readonly recoverAfter?: number;
  readonly state: InstallationState;
}[] = [
  {
    title: 'a run cut short by its deadline leaves the state as it was',
    results: [good(), partial()],
    state: 'conforming',
  },
  {
    title: 'a pass in a run cut short by its deadline ends the failure',
    results: [bad(), partial()],
    state: 'conforming',
  },
  {
    title: 'a failure that a run cut short by its deadline did not judge stays open',
    results: [badPulse(), partial()],
    state: 'violating',
  },
  {
    title: 'a run cut short by its deadline does not show a recovery from an outage',
    results: [down(), partial()],
    state: 'unknown',
  },
  {
    title: 'a wrong form of throttled answers ends with an unthrottled run of the same tier',
    results: [full(true), full(false)],
    state: 'conforming',
  },
  {
    title: 'a wrong form of throttled answers does not end with a smaller unthrottled run',
    results: [full(true), unthrottled()],
    state: 'violating',
  },
  {
    title: 'a wrong form of throttled answers does not end with a throttled or an unreachable run',
    results: [
      full(true),
      { ...full(false), wasThrottled: true },
      { ...down(), tier: 'full', wasThrottled: false },
      good(),
    ],
    state: 'violating',
  },
  {
    title: 'an endpoint that a full run could not show to work is shown by any run that passes there',
    results: [notShown(users), good()],
    state: 'conforming',
  },
  {
    title: 'an installation stays incomplete until every endpoint is shown to work',
    results: [notShown(users, projects), good()],
    state: 'incomplete',
  },
  {
    title: 'an installation stays incomplete after a run that does not judge the endpoint',
    results: [notShown(users), pulse()],
    state: 'incomplete',
  },
  {
    title: 'a failure does not hide that an endpoint was not shown to work',
    results: [notShown(users), badLacking(projects, { ...atUsers, isNotShown: true }), goodAt(projects)],
    state: 'incomplete',
  },
  {
    title: 'an endpoint not shown to work only because of a failure is conforming once the failure ends',
    results: [badLacking(projects, { ...atUsers, isNotShown: true, isExplained: true }), goodAt(projects)],
    state: 'conforming',
  },
  {
    title: 'a failure does not hide throttling',
    results: [badLacking(projects, { ...atUsers, isThrottled: true }), goodAt(projects)],
    state: 'throttled',
  },
  {
    title: 'a pass without the requests of a failure does not end it',
    results: [resting('fail', []), resting('pass', [`${users} header`])],
    state: 'violating',
  },
  {
    title: 'a pass with the requests of a failure ends it',
    results: [resting('fail', []), resting('pass', [`${users} header accept anything`])],
    state: 'conforming',
  },
  {
    title: 'a pass of a run that began before another run found the failure does not end it',
    results: [good(), bad(), { ...good(), foundBy: new Set() }],
    state: 'violating',
  },
  {
    title: 'a throttled run that judged only a part does not end a violation',
    results: [resting('fail', []), { ...resting('pass', []), state: 'throttled' }],
    state: 'violating',
  },
  {
    title: 'with failAfter 3, the first run of an installation decides at once',
    results: [bad()],
    failAfter: 3,
    state: 'violating',
  },
  {
    title: 'with failAfter 3, three failing runs in a row change the state',
    results: [good(), bad(), bad(), bad()],
    failAfter: 3,
    state: 'violating',
  },
  {
    title: 'with failAfter 3, a passing run in between restarts the count',
    results: [good(), bad(), bad(), good(), bad(), bad()],
    failAfter: 3,
    state: 'conforming',
  },
  {
    title: 'with recoverAfter 2, one passing run does not end a violation',
    results: [bad(), good()],
    recoverAfter: 2,
    state: 'violating',
  },
  {
    title: 'with recoverAfter 2, two passing runs end a violation',
    results: [bad(), good(), good()],
    recoverAfter: 2,
    state: 'conforming',
  },
  {
    title: 'with recoverAfter 2, a run that does not judge the open failure is not a second pass',
    results: [bad(), good(), pulse(), pulse()],
    recoverAfter: 2,
    state: 'violating',
  },
  {
    title: 'with recoverAfter 2, a run that does not judge the open failure does not interrupt two passes',
    results: [bad(), good(), pulse(), good()],
    recoverAfter: 2,
    state: 'conforming',
  },
  {
    title: 'with recoverAfter 2, each failure has to pass twice',
    results: [bad(), badPulse(), good(), good(), pulse()],
    recoverAfter: 2,
    state: 'violating',
  },
  {
    title: 'with recoverAfter 2, a failure that returns has to pass twice again',
    results: [bad(), good(), bad(), good()],
    recoverAfter: 2,
    state: 'violating',
  },
  {
    title: 'with failAfter and recoverAfter 2, one pass ends an unconfirmed failure',
    results: [good(), bad(), good(), bad()],
    failAfter: 2,
    recoverAfter: 2,
    state: 'conforming',
  },
  {
    title: 'a run that finds another fault does not begin a recovery',
    results: [bad(), down(), good()],
    failAfter: 2,
    recoverAfter: 2,
    state: 'violating',
  },
  {
    title: 'a pulse does not close a failure that only a standard run judges',
    results: [bad(), pulse(), pulse()],
    state: 'violating',
  },
  {
    title: 'with failAfter 2, pulses do not count a failure of one standard run again',
    results: [good(), bad(), pulse(), pulse(), pulse()],
    failAfter: 2,
    state: 'conforming',
  },
  {
    title: 'an unreachable run makes the installation unreachable',
    results: [good(), down()],
    state: 'unreachable',
  },
  {
    title: 'an unreachable pulse makes the installation unreachable',
    results: [good(), { ...down(), tier: 'pulse' }],
    state: 'unreachable',
  },
  {
    title: 'after an outage, earlier failures are still open',
    results: [bad(), down(), pulse()],
    state: 'violating',
  },
  {
    title: 'after an outage, an installation without earlier failures is conforming',
    results: [good(), down(), pulse()],
    state: 'conforming',
  },
  {
    title: 'a passing pulse does not end the throttling of a standard run',
    results: [good(), throttled(), pulse(), pulse()],
    state: 'throttled',
  },
  {
    title: 'a passing standard run ends the throttling of a standard run',
    results: [good(), throttled(), pulse(), good(), pulse()],
    state: 'conforming',
  },
  {
    title: 'a passing pulse does not make up for a standard run that judged only a part',
    results: [good(), unknownInPart(), pulse()],
    state: 'unknown',
  },
  {
    title: 'a passing pulse ends the throttling of a full run that judged nothing',
    results: [good(), throttledWhole(), pulse()],
    state: 'conforming',
  },
  {
    title: 'a passing pulse counts after a run that judged nothing before its deadline',
    results: [good(), unknown(), pulse()],
    state: 'conforming',
  },
  {
    title: 'a fully throttled run does not clear the throttling of a run that judged a part',
    results: [throttled(), throttledWhole(), pulse()],
    state: 'throttled',
  },
  {
    title: 'an outage does not end the throttling of a standard run',
    results: [throttled(), down(), pulse()],
    state: 'throttled',
  },
  {
    title: 'a failure that a pulse finds is more severe than throttling',
    results: [throttled(), badPulse()],
    state: 'violating',
  },
  {
    title: 'throttling is shown again after a failure that a pulse found has ended',
    results: [throttled(), badPulse(), pulse()],
    state: 'throttled',
  },
  {
    title: 'a fully throttled run leaves a violation as it was',
    results: [bad(), throttledWhole()],
    state: 'violating',
  },
  {
    title: 'a violation that is repaired during full throttling ends with the first passing run',
    results: [bad(), throttledWhole(), good()],
    state: 'conforming',
  },
  {
    title: 'a fully throttled run after an outage makes the state throttled, not violating as before',
    results: [bad(), down(), throttledWhole()],
    state: 'throttled',
  },
  {
    title: 'a passing pulse ends the throttling of a pulse',
    results: [good(), { ...throttled(), tier: 'pulse' }, pulse()],
    state: 'conforming',
  },
  {
    title: 'a failure of a check that is no longer asked for is closed',
    results: [bad(), run('conforming', ['a', users, 'skip'])],
    state: 'conforming',
  },
  {
    title: 'a failure at the import found by a run that does not import is closed by a skip',
    results: [atImport('fail', 'others'), atImport('skip', 'others')],
    state: 'conforming',
  },
  {
    title: 'a failure found by an importing run is not closed by a skip in a run that does not import',
    results: [atImport('fail', 'this'), atImport('skip', 'others')],
    state: 'violating',
  },
  {
    title: 'a failure found by an importing run is not closed by a pass in a run that does not import',
    results: [atImport('fail', 'this'), atImport('pass', 'others')],
    state: 'violating',
  },
  {
    title: 'a failure found by an importing run is closed by a pass in an importing run',
    results: [atImport('fail', 'this'), atImport('pass', 'this')],
    state: 'conforming',
  },
  {
    title: 'a failure found by an importing run is closed by a skip once no run imports',
    results: [atImport('fail', 'this'), atImport('skip')],
    state: 'conforming',
  },
];

for (const { title, results, failAfter = 1, recoverAfter = 1, state } of stories) {
  test(`state: ${title}`, () => {
    expect(after(results, { failAfter, recoverAfter }).state).toBe(state);
  });
}

test('a failure that another one explains is hidden, and shown again if the other ends before it is judged', () => {
  const door = bad();
  const crash = run('violating', ['b', users, 'fail']);
  const repaired = run('conforming', ['b', users, 'pass']);
  const hidden: RunResult = {
    ...crash,
    verdicts: [...crash.verdicts, { check: 'a', endpoint: users, outcome: 'untestable', isExplained: true }],
  };
  const shownAfter = (...results: readonly RunResult[]): readonly string[] =>
    shownFailures(after(results).openFailures).map(({ check }) => check);
  expect(shownAfter(door, hidden)).toEqual(['b']);
  expect(after([door, hidden]).openFailures).toHaveLength(2);
  expect(shownAfter(door, hidden, repaired)).toEqual(['a']);
  expect(after([door, hidden, repaired]).state).toBe('violating');
  expect(shownAfter(door, hidden, repaired, good())).toEqual([]);
  // A check that was merely not asked for stays open and visible.
  expect(shownAfter(door, crash)).toEqual(['a', 'b']);
});

test('an open failure keeps its start, the number of runs that found it, and the last of these runs', () => {
  const last = bad();
  const { openFailures } = after([good(), bad(), pulse(), last]);
  const open = { check: 'a', endpoint: users, sinceMs: 1, runs: 2, runId: last.runId, tier: 'standard' };
  expect(openFailures).toEqual([open]);
  expect(after([bad(), good()]).openFailures).toEqual([]);
});

test('an incident lasts from the first change for the worse to the recovery and shows the most severe state', () => {
  const change = (
    atMs: number,
    from: InstallationState,
    to: InstallationState,
    installation = 'alpha',
  ): StateChange => ({
    installation,
    atMs,
    from,
    to,
    cause: `${to} at ${atMs}`,
  });
  const newestFirst = [
    change(1, 'unknown', 'conforming'),
    change(2, 'conforming', 'violating'),
    change(3, 'conforming', 'unreachable', 'beta'),
    change(4, 'violating', 'unreachable'),
    change(5, 'unreachable', 'violating'),
    change(6, 'violating', 'unreachable'),
    change(7, 'unreachable', 'conforming'),
    change(8, 'conforming', 'maintenance'),
    change(9, 'maintenance', 'violating'),
  ].toReversed();
  const at = (ms: number): string => new Date(ms).toISOString();
  const step = (ms: number, state: string) => ({ at: at(ms), state, cause: `${state} at ${ms}` });
  const begun = (installation: string, ms: number, state: string) => ({
    id: `${installation}-${ms}`,
    installation,
    state,
    startedAt: at(ms),
    cause: `${state} at ${ms}`,
    course: [step(ms, state)],
  });
  expect(incidentsOf(newestFirst)).toEqual([
    begun('alpha', 9, 'violating'),
    begun('beta', 3, 'unreachable'),
    {
      ...begun('alpha', 2, 'unreachable'),
      cause: 'unreachable at 4',
      endedAt: at(7),
      endedBy: { state: 'conforming' },
      course: [step(2, 'violating'), step(4, 'unreachable'), step(5, 'violating'), step(6, 'unreachable')],
    },
  ]);
});

test('a change of state is later than the previous one even if the clock was set back', () => {
  const shown = (before: Snapshot, state: InstallationState, atMs: number) =>
    showState(before, { installation: 'alpha', state, atMs });
  const first = shown(emptySnapshot, 'violating', 100);
  const second = shown(first.snapshot, 'conforming', 40);
  expect([first.change?.atMs, second.change?.atMs, second.snapshot.stateSinceMs]).toEqual([100, 101, 101]);
  // The time of a state stays while the state lasts.
  expect(shown(second.snapshot, 'conforming', 500).snapshot.stateSinceMs).toBe(101);
  const [told] = announce(first.snapshot, second, {
    installation: makeTestInstallation({ name: 'alpha' }),
    plan: { notify: [{ name: 'hook', type: 'webhook' }] as never },
    atMs: 40,
  }).notifications;
  expect(told?.notification).toMatchObject({ id: 'alpha-101', atMs: 101 });
});

test('a channel for some states hears when one of them begins, and when it ends', () => {
  const plan = { notify: [{ name: 'hook', type: 'webhook', states: ['unreachable'] }] as never };
  const told = (from: InstallationState, to: InstallationState): number => {
    const installation = makeTestInstallation({ name: 'alpha' });
    const before = { ...emptySnapshot, state: from, notifiedMs: 1 };
    const update = showState(before, { installation: 'alpha', state: to, atMs: 2 });
    return announce(before, update, { installation, plan, atMs: 2 }).notifications.length;
  };
  expect(told('violating', 'unreachable')).toBe(1);
  expect(told('unreachable', 'conforming')).toBe(1);
  expect(told('violating', 'conforming')).toBe(0);
});

test('a window that begins right after another is not reported again; the first run after both is', () => {
  const announcer = {
    installation: makeTestInstallation({ name: 'alpha' }),
    plan: { notify: [{ name: 'hook', type: 'webhook' }] as never },
  };
  const steps = ['violating', 'maintenance', 'unknown', 'maintenance', 'unknown', 'conforming'] as const;
  let snapshot = emptySnapshot;
  const reported = steps.map((state, atMs) => {
    const update = showState(snapshot, { installation: 'alpha', state, atMs });
    const { snapshot: after, notifications } = announce(snapshot, update, { ...announcer, atMs });
    snapshot = after;
    return notifications.map(({ notification: { from, to } }) => `${from} to ${to}`).join();
  });
  expect(reported).toEqual([
    'unknown to violating',
    'violating to maintenance',
    '',
    '',
    '',
    'maintenance to conforming',
  ]);
});

test('maintenance windows can recur, be single or set by an operator; they include their start but not their end', () => {
  const none = { operatorWindows: [] };
  const isInWindow = (rules: readonly WindowRule[], operator: OperatorMaintenance, atMs: number): boolean =>
    windowsBetween(rules, operator, atMs, atMs + 1).length > 0;
  const hourMs = 3_600_000;
  const noon = Date.UTC(2026, 2, 10, 12);
  const weekly = { cron: '0 3 * * 2', timezone: 'Europe/Berlin', durationMs: 2 * hourMs };
  const single = { fromMs: noon, toMs: noon + hourMs };
  const tuesday = Date.UTC(2026, 2, 10, 2);
  expect(isInWindow([weekly], none, tuesday - 1)).toBe(false);
  expect(isInWindow([weekly], none, tuesday)).toBe(true);
  expect(isInWindow([weekly], none, tuesday + 2 * hourMs - 1)).toBe(true);
  expect(isInWindow([weekly], none, tuesday + 2 * hourMs)).toBe(false);
  expect(isInWindow([single], none, noon)).toBe(true);
  expect(isInWindow([single], none, noon + hourMs)).toBe(false);
  expect(isInWindow([], { operatorWindows: [{ fromMs: noon, toMs: noon + 1 }] }, noon)).toBe(true);
  // The clocks went forward on 29 March: the same wall time is an hour earlier in UTC.
  const windows = windowsBetween([weekly, single], none, noon - 12 * hourMs, noon + 21 * 24 * hourMs);
  expect(windows.map(({ fromMs, source }) => [new Date(fromMs).toISOString(), source])).toEqual([
    ['2026-03-10T02:00:00.000Z', 'schedule'],
    ['2026-03-10T12:00:00.000Z', 'one-off'],
    ['2026-03-17T02:00:00.000Z', 'schedule'],
    ['2026-03-24T02:00:00.000Z', 'schedule'],
    ['2026-03-31T01:00:00.000Z', 'schedule'],
  ]);
});
