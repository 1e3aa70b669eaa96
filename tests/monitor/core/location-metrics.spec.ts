import { expect, test } from '@playwright/test';
import type { RunFigures } from '../../../monitor/metrics/figures.ts';
import { type Metrics, makeMetrics } from '../../../monitor/metrics/metrics.ts';
import { showInMetrics } from '../../../monitor/state/show-in-metrics.ts';
import { emptySnapshot } from '../../../monitor/state/snapshot.ts';
import { initialState } from '../../../monitor/state/tracked-state.ts';

const users = 'GET /api/v3/users';
const run: RunFigures = {
  installation: 'alpha',
  tier: 'pulse',
  endpoints: [{ endpoint: users, judged: 1, failed: 0, up: true, seconds: 0.2 }],
  requestSeconds: [0.2],
  phaseSeconds: { total: 0.2 } as never,
  requests: 3,
  resent: 0,
  throttled: 0,
  withdrawn: 0,
  endedSeconds: 100,
  conformingSeconds: 100,
  drift: 0,
};
const known = (location: string, state: 'conforming' | 'unreachable', isSilent = false) => ({
  location,
  state,
  isSilent,
  endedSeconds: 50,
});

/** The metrics of an installation that these locations watch. */
function metricsFrom(locations: readonly ReturnType<typeof known>[]): Metrics {
  const metrics = makeMetrics({ suiteVersion: '1', nodeVersion: '20' });
  metrics.add('alpha').setLocations(locations);
  return metrics;
}

/** The samples of one metric, sorted. */
async function samplesOf(metrics: Metrics, name: string): Promise<readonly string[]> {
  return (await ofInstallations(metrics)).split('\n').filter((line) => line.startsWith(`${name}{`));
}

/** The samples of all installations, details included, sorted. */
async function ofInstallations(metrics: Metrics): Promise<string> {
  const text = `${await metrics.text('prometheus')}${metrics.details('alpha', 'prometheus') ?? ''}`;
  const lines = text.split('\n').filter((line) => line.includes('{installation='));
  return [...new Set(lines)].toSorted().join('\n');
}

test('without locations, no series has the location label', async () => {
  const metrics = metricsFrom([]);
  metrics.countRun(run);
  metrics.of('alpha')?.setNextRun(60_000);
  const text = await ofInstallations(metrics);
  expect(text).not.toContain('location="');
  expect(await samplesOf(metrics, 'evidence_contract_last_run_timestamp_seconds')).toEqual([
    'evidence_contract_last_run_timestamp_seconds{installation="alpha"} 100',
  ]);
  expect(await samplesOf(metrics, 'evidence_contract_next_run_timestamp_seconds')).toEqual([
    'evidence_contract_next_run_timestamp_seconds{installation="alpha"} 60',
  ]);
  expect(await samplesOf(metrics, 'evidence_contract_location_silent')).toEqual([]);
});

test('with several locations, only series that depend on the location have its label', async () => {
  const metrics = metricsFrom([known('dublin', 'conforming'), known('oslo', 'unreachable', true)]);
  metrics.countRun({ ...run, location: 'dublin' });
  metrics.of('alpha')?.setNextRun(60_000, 'dublin');
  const up = await samplesOf(metrics, 'evidence_contract_endpoint_up');
  expect(up).toContain(
    `evidence_contract_endpoint_up{installation="alpha",location="dublin",endpoint="${users}"} 1`,
  );
  expect(up.filter((line) => !line.includes('location='))).toEqual([]);
  expect(await samplesOf(metrics, 'evidence_contract_last_run_timestamp_seconds')).toEqual([
    'evidence_contract_last_run_timestamp_seconds{installation="alpha",location="dublin"} 50',
    'evidence_contract_last_run_timestamp_seconds{installation="alpha",location="oslo"} 50',
  ]);
  expect(await samplesOf(metrics, 'evidence_contract_next_run_timestamp_seconds')).toEqual([
    'evidence_contract_next_run_timestamp_seconds{installation="alpha",location="dublin"} 60',
  ]);
  expect(await samplesOf(metrics, 'evidence_contract_location_silent')).toEqual([
    'evidence_contract_location_silent{installation="alpha",location="dublin"} 0',
    'evidence_contract_location_silent{installation="alpha",location="oslo"} 1',
  ]);
  const states = await samplesOf(metrics, 'evidence_contract_location_state');
  expect(states.filter((line) => line.endsWith(' 1'))).toEqual([
    'evidence_contract_location_state{installation="alpha",location="dublin",state="conforming"} 1',
    'evidence_contract_location_state{installation="alpha",location="oslo",state="unreachable"} 1',
  ]);
  for (const name of ['requests_total', 'installation_state', 'coverage_ratio', 'checks_total'])
    for (const line of await samplesOf(metrics, `evidence_contract_${name}`))
      expect(line).not.toContain('location=');
});

test('after a monitor has moved to another location, no next run is shown for its former one', async () => {
  const metrics = metricsFrom([known('dublin', 'conforming'), known('oslo', 'conforming')]);
  const next = () => samplesOf(metrics, 'evidence_contract_next_run_timestamp_seconds');
  metrics.of('alpha')?.setNextRun(60_000, 'dublin');
  metrics.of('alpha')?.setNextRun(70_000, 'oslo');
  expect(await next()).toEqual([
    'evidence_contract_next_run_timestamp_seconds{installation="alpha",location="oslo"} 70',
  ]);
  metrics.of('alpha')?.setNextRun(undefined);
  expect(await next()).toEqual([]);
});

test('after locations are added, replaced or removed, no series of a former location remains', async () => {
  const metrics = metricsFrom([]);
  const usual = await ofInstallations(metrics);
  metrics.of('alpha')?.setLocations([known('dublin', 'conforming'), known('oslo', 'conforming')]);
  metrics.of('alpha')?.setLocations([known('dublin', 'conforming'), known('rome', 'conforming')]);
  expect(await ofInstallations(metrics)).not.toContain('oslo');
  metrics.of('alpha')?.setLocations([]);
  expect(await ofInstallations(metrics)).toEqual(usual);
  metrics.of('alpha')?.setLocations([known('dublin', 'conforming'), known('oslo', 'conforming')]);
  metrics.remove('alpha');
  expect(await ofInstallations(metrics)).not.toContain('alpha');
});

test("the cause gets a new key when a location's state changes, and only then", () => {
  const keys: string[] = [];
  const own = {
    setState: () => undefined,
    setAcknowledged: () => undefined,
    setFindings: () => undefined,
    setCause: ({ key }: { readonly key: string }) => keys.push(key),
  };
  const metrics = { of: () => own } as unknown as Metrics;
  const from = (state: 'conforming' | 'unreachable') => ({ tracked: { ...initialState, state } });
  const show = (locations: Record<string, ReturnType<typeof from>>): unknown =>
    showInMetrics('alpha', { ...emptySnapshot, state: 'conforming', locations }, metrics);
  show({ dublin: from('conforming'), oslo: from('conforming') });
  show({ dublin: from('conforming'), oslo: from('conforming') });
  show({ dublin: from('conforming'), oslo: from('unreachable') });
  showInMetrics('alpha', { ...emptySnapshot, state: 'conforming' }, metrics);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(keys[3]).toBe('conforming');
});

test('the metrics show the run that ended last, regardless of the order in which two locations report', async () => {
  const shown = async (...runs: readonly RunFigures[]): Promise<string> => {
    const metrics = metricsFrom([known('dublin', 'conforming'), known('oslo', 'conforming')]);
    for (const one of runs) metrics.countRun(one);
    const lines = (await ofInstallations(metrics)).split('\n');
    return lines.filter((line) => /_(last_conforming|certificate|coverage|drift)/.test(line)).join('\n');
  };
  const dublin = { ...run, location: 'dublin', certificateSeconds: 900, coverage: 0.5 };
  const oslo = {
    ...run,
    location: 'oslo',
    certificateSeconds: 800,
    coverage: 0.7,
    drift: 2,
    endedSeconds: 103,
    conformingSeconds: 103,
  };
  expect(await shown(oslo, dublin)).toBe(await shown(dublin, oslo));
  expect(await shown(oslo, dublin)).toContain('last_conforming_timestamp_seconds{installation="alpha"} 103');
});
