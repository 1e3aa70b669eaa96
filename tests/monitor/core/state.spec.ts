import { expect, test } from '@playwright/test';
import type { EndpointId } from '../../../contract/endpoints.ts';
import type { InstallationState } from '../../../contract/state.ts';
import type { Outcome } from '../../../contract/verdict.ts';
import type { StateChange } from '../../../monitor/history/history.ts';
import { incidentsOf } from '../../../monitor/history/incidents.ts';
import { type Found, firstStanding, type Standing, standingAfter } from '../../../monitor/runs/standing.ts';
import { isInWindow, windowsBetween } from '../../../monitor/schedule/windows.ts';

const users: EndpointId = 'GET /api/v3/users';
const projects: EndpointId = 'GET /api/v3/projects';
const strict = { failAfter: 1, recoverAfter: 1 };

let runs = 0;
function run(state: InstallationState, ...verdicts: readonly [string, EndpointId, Outcome][]): Found {
  runs += 1;
  return {
    runId: `run-${runs}`,
    state,
    verdicts: verdicts.map(([check, endpoint, outcome]) => ({ check, endpoint, outcome })),
  };
}

function after(founds: readonly Found[], thresholds = strict): Standing {
  return founds.reduce(
    (standing, found, index) => standingAfter(standing, found, index, thresholds),
    firstStanding,
  );
}

const good = (): Found => run('conforming', ['a', users, 'pass']);
const bad = (): Found => run('violating', ['a', users, 'fail']);
const pulse = (): Found => run('conforming', ['p', projects, 'pass']);
const down = (): Found => run('unreachable', ['a', users, 'untestable']);

const stories: readonly {
  readonly title: string;
  readonly founds: readonly Found[];
  readonly failAfter?: number;
  readonly recoverAfter?: number;
  readonly state: InstallationState;
}[] = [
  { title: 'the first run decides at once', founds: [bad()], failAfter: 3, state: 'violating' },
  { title: 'one bad run is enough by default', founds: [good(), bad()], state: 'violating' },
  {
    title: 'with failAfter 3 two bad runs are not',
    founds: [good(), bad(), bad()],
    failAfter: 3,
    state: 'conforming',
  },
  { title: 'and three are', founds: [good(), bad(), bad(), bad()], failAfter: 3, state: 'violating' },
  {
    title: 'a good run in between starts the count again',
    founds: [good(), bad(), bad(), good(), bad(), bad()],
    failAfter: 3,
    state: 'conforming',
  },
  { title: 'one good run recovers by default', founds: [bad(), good()], state: 'conforming' },
  { title: 'with recoverAfter 2 one does not', founds: [bad(), good()], recoverAfter: 2, state: 'violating' },
  { title: 'and two do', founds: [bad(), good(), good()], recoverAfter: 2, state: 'conforming' },
  {
    title: 'a pulse does not forgive what a standard run found',
    founds: [bad(), pulse(), pulse()],
    state: 'violating',
  },
  {
    title: 'a pulse does not count twice what a standard run found once',
    founds: [good(), bad(), pulse(), pulse(), pulse()],
    failAfter: 2,
    state: 'conforming',
  },
  { title: 'a pulse finds that nothing answers', founds: [good(), down()], state: 'unreachable' },
  { title: 'who is back is back where it stood', founds: [bad(), down(), pulse()], state: 'violating' },
  { title: 'who is back and well is conforming', founds: [good(), down(), pulse()], state: 'conforming' },
  { title: 'what could not be judged is not forgiven', founds: [bad(), down(), good()], state: 'conforming' },
  {
    title: 'a check that is no longer asked for is closed',
    founds: [bad(), run('conforming', ['a', users, 'skip'])],
    state: 'conforming',
  },
];

for (const { title, founds, failAfter = 1, recoverAfter = 1, state } of stories) {
  test(`state: ${title}`, () => {
    expect(after(founds, { failAfter, recoverAfter }).state).toBe(state);
  });
}

test('an open failure remembers since when, how often, and in which run it was last seen', () => {
  const last = bad();
  const { openFailures } = after([good(), bad(), pulse(), last]);
  expect(openFailures).toEqual([{ check: 'a', endpoint: users, sinceMs: 1, runs: 2, runId: last.runId }]);
  expect(after([bad(), good()]).openFailures).toEqual([]);
});

test('incidents run from the first change for the worse to the recovery, and tell the gravest state', () => {
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
    change(6, 'violating', 'conforming'),
    change(7, 'conforming', 'maintenance'),
    change(8, 'maintenance', 'violating'),
  ].toReversed();
  const at = (ms: number): string => new Date(ms).toISOString();
  expect(incidentsOf(newestFirst)).toEqual([
    { id: 'alpha-8', installation: 'alpha', state: 'violating', startedAt: at(8), cause: 'violating at 8' },
    { id: 'beta-3', installation: 'beta', state: 'unreachable', startedAt: at(3), cause: 'unreachable at 3' },
    {
      id: 'alpha-2',
      installation: 'alpha',
      state: 'unreachable',
      startedAt: at(2),
      endedAt: at(6),
      cause: 'unreachable at 4',
    },
  ]);
});

test('maintenance windows: repeated, single and of the operator; the beginning belongs to them, the end does not', () => {
  const hourMs = 3_600_000;
  const noon = Date.UTC(2026, 2, 10, 12);
  const weekly = { cron: '0 3 * * 2', timezone: 'Europe/Berlin', durationMs: 2 * hourMs };
  const single = { fromMs: noon, toMs: noon + hourMs };
  const tuesday = Date.UTC(2026, 2, 10, 2);
  expect(isInWindow([weekly], [], tuesday - 1)).toBe(false);
  expect(isInWindow([weekly], [], tuesday)).toBe(true);
  expect(isInWindow([weekly], [], tuesday + 2 * hourMs - 1)).toBe(true);
  expect(isInWindow([weekly], [], tuesday + 2 * hourMs)).toBe(false);
  expect(isInWindow([single], [], noon)).toBe(true);
  expect(isInWindow([single], [], noon + hourMs)).toBe(false);
  expect(isInWindow([], [{ fromMs: noon, toMs: noon + 1 }], noon)).toBe(true);
  // The clocks went forward on 29 March: the same wall time is an hour earlier in UTC.
  const windows = windowsBetween([weekly, single], [], noon - 12 * hourMs, noon + 21 * 24 * hourMs);
  expect(windows.map(({ fromMs, source }) => [new Date(fromMs).toISOString(), source])).toEqual([
    ['2026-03-10T02:00:00.000Z', 'schedule'],
    ['2026-03-10T12:00:00.000Z', 'one-off'],
    ['2026-03-17T02:00:00.000Z', 'schedule'],
    ['2026-03-24T02:00:00.000Z', 'schedule'],
    ['2026-03-31T01:00:00.000Z', 'schedule'],
  ]);
});
