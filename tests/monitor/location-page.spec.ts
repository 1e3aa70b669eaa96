import { expect, test } from '@playwright/test';
import { readMonitorConfiguration } from '../../monitor/configuration/monitor-configuration.ts';
import { renderInstallation } from '../../monitor/pages/installation/view.ts';
import { renderOverview } from '../../monitor/pages/overview/view.ts';
import { locationMarks, locationsView } from '../../monitor/pages/shared/run-views.ts';
import type { MonitoredTarget } from '../../monitor/state/monitored-target.ts';
import { emptySnapshot, type LocationSnapshot, type Snapshot } from '../../monitor/state/snapshot.ts';
import { initialState } from '../../monitor/state/tracked-state.ts';
import { htmlProblems } from '../support/html-problems.ts';
import { makeTestInstallation } from '../support/installation.ts';
import { installationView, overviewView, rowOf } from './pages/sample-views.ts';
import { textOf } from './support/text-of.ts';

const noon = Date.UTC(2026, 10, 21, 12);

function heard(state: 'conforming' | 'unreachable', more: Partial<LocationSnapshot> = {}): LocationSnapshot {
  return {
    tracked: { ...initialState, state },
    sinceMs: noon,
    lastRun: { id: `run-of-${state}`, atMs: noon + 3_600_000 },
    ...(state === 'unreachable' ? { cause: 'Nothing listens there <script>.' } : {}),
    ...more,
  };
}

function targetOf(
  of: readonly string[],
  locations: Snapshot['locations'],
): Pick<MonitoredTarget, 'monitored' | 'snapshot'> {
  const [monitored] = readMonitorConfiguration({
    location: 'dublin',
    installations: [{ ...makeTestInstallation({ name: 'alpha' }), monitor: { locations: { of } } }],
  }).installations;
  if (monitored === undefined) throw new Error('Nothing was read.');
  const tracked = { ...initialState, state: 'conforming' as const };
  return {
    monitored,
    snapshot: {
      ...emptySnapshot,
      tracked,
      state: 'conforming',
      ...(locations === undefined ? {} : { locations }),
    },
  };
}

const three = targetOf(['dublin', 'oslo', 'rome'], {
  dublin: heard('conforming'),
  oslo: heard('unreachable'),
  rome: heard('conforming', { isSilent: true }),
});

test('the installation page shows the state that each location finds, since when, and its last run', async () => {
  const view = { ...installationView(), locations: locationsView(three) };
  const page = String(await renderInstallation(view));
  const [section = ''] = /<section[^>]*id="locations"[\s\S]*?<\/section>/.exec(page) ?? [];
  const text = textOf(section);
  expect(text).toContain('2 of 3 locations');
  expect(text).toMatch(/dublin \(this monitor\) Conforming for 65 min/);
  expect(text).toMatch(/oslo Unreachable for 65 min Nothing listens there &lt;script&gt;\. 5 min ago/);
  expect(text).toMatch(/rome Silent last found: Conforming/);
  expect(section).toContain('href="/runs/run-of-unreachable"');
  expect(page).toContain('href="#locations"');
  expect(await htmlProblems(page)).toEqual([]);
});

test('a location without a run is listed without a state', () => {
  const locations = locationsView(targetOf(['dublin', 'oslo'], undefined));
  expect(locations?.of).toEqual([
    { name: 'dublin', isSilent: false, isHere: true },
    { name: 'oslo', isSilent: false, isHere: false },
  ]);
});

test('the overview marks locations that differ or are silent; it marks nothing if all agree', async () => {
  const marks = locationMarks(three);
  expect(marks).toEqual({ differing: ['oslo'], silent: ['rome'] });
  const view = { ...overviewView(), installations: [rowOf('alpha', 'conforming', { locations: marks })] };
  const page = String(await renderOverview(view));
  expect(page).toContain('href="/installations/alpha#locations"');
  expect(page).toContain('not from oslo; rome silent');
  expect(await htmlProblems(page)).toEqual([]);
  expect(
    locationMarks(targetOf(['dublin', 'oslo'], { dublin: heard('conforming'), oslo: heard('conforming') })),
  ).toBeUndefined();
});

test('an installation with one location or none shows no locations', async () => {
  const single = targetOf(['dublin'], { dublin: heard('unreachable') });
  expect([locationsView(single), locationMarks(single)]).toEqual([undefined, undefined]);
  expect(String(await renderInstallation(installationView()))).not.toMatch(/location/i);
});
