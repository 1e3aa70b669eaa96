import { expect, test } from '@playwright/test';
import type { Observation } from '../../contract/gaps/observe.ts';
import type { Software } from '../../engine/record/software.ts';
import type { EndpointTime } from '../../monitor/history/endpoint-times.ts';
import type { ObservationRun } from '../../monitor/history/history.ts';
import { latencyChart } from '../../monitor/pages/installation/latency-chart.ts';
import { deploymentViews, endpointSteps } from '../../monitor/pages/installation/response-times.ts';
import { installationView } from './pages/sample-views.ts';

const noon = Date.UTC(2026, 2, 10, 12);
const hourMs = 3_600_000;
const observed = (answer: string): readonly Observation[] => [
  { gap: 'GAP-LIST-SHAPE', endpoint: 'GET /api/v3/projects', answer },
];

/** Runs an hour apart: written oldest first, returned newest first. */
function runsOf(
  ...made: readonly (readonly [answer: string, software?: Software])[]
): readonly ObservationRun[] {
  return made
    .map(([answer, software], index) => ({
      id: `run-${index}`,
      startedMs: noon + index * hourMs,
      observations: observed(answer),
      ...(software === undefined ? {} : { software }),
    }))
    .toReversed();
}

const cases: readonly (readonly [string, readonly ObservationRun[], readonly string[]])[] = [
  ['nothing changes', runsOf(['array', { server: 'a' }], ['array', { server: 'a' }]), []],
  [
    'the server names another version',
    runsOf(['array', { server: 'a/1' }], ['array', { server: 'a/2' }]),
    ['server: a/1 → a/2'],
  ],
  ['an observation changes', runsOf(['array'], ['object']), ['1 observation changed']],
  [
    'both change',
    runsOf(['array', { server: 'a/1' }], ['object', { server: 'a/2' }]),
    ['server: a/1 → a/2; 1 observation changed'],
  ],
  ['a header is new, as behind another proxy', runsOf(['array'], ['array', { server: 'a' }]), []],
];
for (const [what, runs, texts] of cases) {
  test(`deployments that are found if ${what}: ${texts.join() || 'none'}`, () => {
    expect(deploymentViews('staging', runs).deployments.map(({ text }) => text)).toEqual(texts);
  });
}

test('neither an outage nor its end counts as a deployment', () => {
  const [after, during, before] = runsOf(['array'], ['status 500'], ['array']);
  if (after === undefined || during === undefined || before === undefined)
    throw new Error('There are three.');
  const failing = new Set(['GET /api/v3/projects']);
  expect(deploymentViews('staging', [after, { ...during, failing }, before]).deployments).toEqual([]);
});

test('a deployment links to the comparison of the runs before and after it', () => {
  const runs = runsOf(['array', { server: 'a' }], ['array', { server: 'b' }], ['array', { server: 'b' }]);
  expect(deploymentViews('staging', runs).deployments).toEqual([
    {
      at: '2026-03-10T13:00:00.000Z',
      text: 'server: a → b',
      url: '/installations/staging/compare?from=run-0&to=run-1',
    },
  ]);
});

test('answers that alternate between two versions are counted as changes, not as deployments', () => {
  const turns = Array.from({ length: 30 }, (_, index) => ['array', { server: `a/${index % 2}` }] as const);
  expect(deploymentViews('staging', runsOf(...turns))).toEqual({ deployments: [], unsteady: 29 });
  const { responseTimes } = installationView();
  const page = String(latencyChart({ ...responseTimes, deployments: [], unsteady: 29 }));
  expect(page).toContain('Answers changed 29 times');
  expect(page).not.toContain('class="deployment"');
});

test('the chart marks a deployment, and the list says what changed', () => {
  const page = String(latencyChart(installationView().responseTimes));
  expect(page).toMatch(/<line class="deployment"[^>]* data-mark data-at="[^"]+"><title>Deployment, /);
  expect(page).toContain(
    'server: nginx/1.26 → nginx/1.27. <a href="/installations/staging/compare?from=a&amp;to=b">',
  );
});

test('the times of an endpoint are the median and the slowest answer of each step', () => {
  const time = (minutes: number, ms?: number, outcome: EndpointTime['outcome'] = 'pass'): EndpointTime => ({
    atMs: noon + minutes * 60_000,
    outcome,
    ...(ms === undefined ? {} : { ms }),
  });
  const times = [time(0, 10), time(15, 30), time(30, 20), time(60, undefined, 'fail')];
  expect(endpointSteps(times, hourMs)).toEqual([
    { at: '2026-03-10T12:00:00.000Z', runs: 3, down: 0, bad: 0, p50: 20, p95: 30 },
    { at: '2026-03-10T13:00:00.000Z', runs: 1, down: 0, bad: 1 },
  ]);
});

test('the chart of an endpoint has only the lines Median and Slowest, and only the columns of an endpoint', () => {
  const { responseTimes } = installationView();
  const page = String(
    latencyChart({
      ...responseTimes,
      endpoint: 'GET /api/v3/users',
      lines: [
        { name: 'p50', title: 'Median' },
        { name: 'p95', title: 'Slowest' },
      ],
    }),
  );
  expect([...page.matchAll(/<path[^>]* data-series="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'p95',
    'p50',
  ]);
  expect([...page.matchAll(/<th scope="col"[^>]*>([^<]+)</g)].map(([, title]) => title)).toEqual([
    'From',
    'Runs',
    'With a broken requirement',
    'Median',
    'Slowest',
  ]);
  expect(page).toContain('Response times of GET /api/v3/users by');
});
