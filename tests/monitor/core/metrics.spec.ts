import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { endpoints } from '../../../contract/document/endpoints.ts';
import type { Phases } from '../../../contract/judging/exchange.ts';
import { severityIds } from '../../../contract/severity.ts';
import type { InstallationState } from '../../../contract/state.ts';
import { figuresOf, restoredFigures } from '../../../monitor/metrics/figures.ts';
import { makeMetrics } from '../../../monitor/metrics/metrics.ts';
import { type MetricName, metricNames } from '../../../monitor/metrics/names.ts';
import type { RunExecutor } from '../../../monitor/running/run-context.ts';
import { showInMetrics } from '../../../monitor/state/show-in-metrics.ts';
import { emptySnapshot } from '../../../monitor/state/snapshot.ts';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { slow } from '../../support/long.ts';
import { locationOf, needs } from '../../support/needs.ts';
import { often } from '../../support/often.ts';
import { exchange, record, users, verdict } from '../../support/records.ts';
import { seriesValue, withMonitoring } from '../support/monitoring.ts';
import { sampleCommit } from '../support/sample-runs.ts';

const installation = 'alpha';

const oneRun = {
  installation,
  tier: 'pulse',
  endpoints: [],
  requestSeconds: [],
  phaseSeconds: {},
  requests: 3,
  resent: 0,
  throttled: 0,
  withdrawn: 0,
} as const;

function ownLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.includes(`installation="${installation}"`));
}

test.describe('metrics', () => {
  test("start with every metric of the summary, at 0 apart from four, and no URL but the monitor's own", async () => {
    await withMonitoring({}, async ({ get }) => {
      const { text, headers } = await get('/metrics');
      expect(headers.get('content-type')).toContain('text/plain');
      for (const { name, isDetail } of Object.values<MetricName>(metricNames))
        expect(text.includes(`# HELP ${name} `), name).toBe(isDetail !== true);
      const series = text.split('\n').filter((line) => line.includes('installation="alpha"'));
      const nonZero = series.filter((line) => !line.endsWith(' 0')).map((line) => line.split('{')[0]);
      expect(nonZero).toEqual([
        metricNames.state.name,
        metricNames.nextRunTime.name,
        metricNames.lastCompleteTime.name,
        metricNames.standardInterval.name,
      ]);
      const addresses = text.split('\n').filter((line) => line.includes('http://'));
      expect(addresses).toEqual([
        expect.stringMatching(/^evidence_contract_monitor_info\{.*url="http:\/\/127/),
      ]);
    });
  });

  test('show each change in the next scrape, although lines are cached between scrapes', async () => {
    const metrics = makeMetrics({ suiteVersion: '1', nodeVersion: '20' });
    const changes: readonly (() => void)[] = [
      () => metrics.add(installation),
      () => metrics.of(installation)?.restore({ state: 'conforming', drift: 2 }),
      () => metrics.of(installation)?.setState('violating'),
      () => metrics.of(installation)?.setFindings(severityIds),
      () => metrics.of(installation)?.setNextRun(5_000),
      () => metrics.of(installation)?.setDrift(7),
      () => metrics.of(installation)?.setAcknowledged(9_000),
      () => metrics.of(installation)?.setCause({ key: 'cause', text: 'It broke.' }),
      () => metrics.of(installation)?.setLabels({ tags: ['north'] }),
      () => metrics.of(installation)?.setLastComplete(11_000),
      () => metrics.of(installation)?.setStandardInterval(13_000),
      () => metrics.of(installation)?.countRequests({ requests: 3, retried: 1, throttled: 0 }),
      () => metrics.countRun({ ...oneRun, requests: 17 }),
      () =>
        metrics.of(installation)?.setLocations([{ location: 'south', state: 'conforming', isSilent: false }]),
      () => metrics.remove(installation),
      () => metrics.add(installation),
    ];
    let before = ownLines(await metrics.text('prometheus'));
    for (const [index, change] of changes.entries()) {
      change();
      const after = ownLines(await metrics.text('prometheus'));
      expect(after, `change ${index}`).not.toEqual(before);
      expect(ownLines(await metrics.text('prometheus'))).toEqual(after);
      before = after;
    }
  });

  test('have no series for endpoints, findings and causes of a healthy installation, and need less than 2.5 kB for it', async () => {
    const name = 'installation-1234';
    const metrics = makeMetrics({ suiteVersion: '1', nodeVersion: '20' });
    metrics.add(name);
    metrics.of(name)?.restore({ state: 'conforming', drift: 0, certificateSeconds: 1_764_000_000 });
    metrics.of(name)?.setNextRun(1_764_000_000_123);
    metrics.of(name)?.setLastComplete(1_764_000_000_123);
    metrics.of(name)?.setStandardInterval(900_000);
    metrics.countRun({
      installation: name,
      tier: 'standard',
      endpoints: endpoints.map(({ id }) => ({ endpoint: id, judged: 9, failed: 0, up: true, seconds: 0.02 })),
      requestSeconds: Array.from({ length: 10_000 }, (_, index) => (index % 10) / 8),
      phaseSeconds: { connect: 0.001 },
      requests: 100_000,
      resent: 1000,
      throttled: 1000,
      withdrawn: 1000,
      endedSeconds: 1_764_000_000.123,
      conformingSeconds: 1_764_000_000.123,
      coverage: 0.987,
      drift: 0,
    });
    const text = await metrics.text('prometheus');
    const own = text.split('\n').filter((line) => line.includes(name));
    expect(own.join('\n').length).toBeLessThan(2500);
    expect(own.length).toBeGreaterThan(20);
    expect(seriesValue(text, metricNames.resent.name, { installation: name })).toBe(1000);
    // A request that took as long as the bound counts in its bucket: 0, 125, 250, 375 and 500 ms.
    const bucket = `${metricNames.requestDuration.name}_bucket`;
    expect(seriesValue(text, bucket, { installation: name, le: '0.5' })).toBe(5000);
    for (const { name: other } of [
      metricNames.endpointUp,
      metricNames.findings,
      metricNames.installationInfo,
    ])
      expect(text).not.toContain(`${other}{`);
  });

  test('keep a series at 0 for the previous state, since alerts hold the value of the last scrape', async () => {
    const metrics = makeMetrics({ suiteVersion: '1', nodeVersion: '20' });
    metrics.add(installation);
    metrics.of(installation)?.restore({ state: 'unreachable' });
    metrics.of(installation)?.setState('conforming');
    const text = await metrics.text('prometheus');
    const states = text.split('\n').filter((line) => line.startsWith(`${metricNames.state.name}{`));
    expect(states).toEqual([
      `${metricNames.state.name}{installation="alpha",state="unreachable"} 0`,
      `${metricNames.state.name}{installation="alpha",state="conforming"} 1`,
    ]);
  });

  test('have no series for a phase that no request of the run measured, as while the monitor was busy', async () => {
    const metrics = makeMetrics({ suiteVersion: '1', nodeVersion: '20' });
    metrics.add(installation);
    const shownAfter = (phasesMs: Phases, lagMs?: number): readonly string[] => {
      const one = exchange('e1', 'GET /api/v3/users', {
        phasesMs,
        ...(lagMs === undefined ? {} : { lagMs }),
      });
      const context = { tier: 'pulse', inMaintenance: false } as const;
      const run = record([], { installation: { name: installation, baseUrl: '' }, exchanges: [one] });
      metrics.countRun(figuresOf(run, context, {}, 0));
      return (metrics.details(installation, 'prometheus') ?? '')
        .split('\n')
        .filter((line) => line.startsWith(`${metricNames.phase.name}{`));
    };
    const series = (phase: string, seconds: number): string =>
      `${metricNames.phase.name}{installation="alpha",phase="${phase}"} ${seconds}`;
    expect(shownAfter({ connect: 5, firstByte: 60, transfer: 0, total: 65 })).toEqual([
      series('connect', 0.005),
      series('first_byte', 0.06),
      series('transfer', 0),
    ]);
    expect(shownAfter({ connect: 5, firstByte: 960, transfer: 0, total: 965 }, 900)).toEqual([]);
  });

  test('call no endpoint up that was not shown to work, count nothing withdrawn in maintenance, and restore the times of scheduled runs only', () => {
    const run = record([verdict('availability.endpoint-answers', users, 'untestable')]);
    const { row } = sampleCommit({ startedMs: 0, finishedMs: 1_000 });
    const figures = figuresOf(run, row, { [users]: { outcome: 'untestable' } }, 0);
    expect(figures.endpoints).toEqual([{ endpoint: users, judged: 0, failed: 0, up: false }]);
    // What maintenance causes is no sign of an installation that fails now and then.
    const recheck = { asked: 3, stillFailing: 1 };
    const withdrawnIn = (inMaintenance: boolean) =>
      figuresOf(run, { ...row, recheck, inMaintenance }, {}, 0).withdrawn;
    expect([withdrawnIn(false), withdrawnIn(true)]).toEqual([2, 0]);
    const byHand = { ...row, trigger: 'operator', finishedMs: 9_000 } as const;
    expect(restoredFigures({ state: 'conforming', drift: [] }, [row, byHand]).endedSeconds).toBe(1);
  });

  test('keep a series at 0 for an acknowledgement that has ended, since alerts hold the last value', async () => {
    const metrics = makeMetrics({ suiteVersion: '1', nodeVersion: '20' });
    const { name } = metricNames.acknowledgedUntil;
    const shown = async () => seriesValue(await metrics.text('prometheus'), name, { installation });
    metrics.add(installation);
    metrics.of(installation)?.setAcknowledged(0);
    expect(await shown()).toBeUndefined();
    metrics.of(installation)?.setAcknowledged(60_000);
    expect(await shown()).toBe(60);
    metrics.of(installation)?.setAcknowledged(0);
    expect(await shown()).toBe(0);
  });

  test('show no acknowledgement of another state, since it silences alerts', async () => {
    const metrics = makeMetrics({ suiteVersion: '1', nodeVersion: '20' });
    metrics.add(installation);
    const acknowledged = {
      incident: 'a',
      state: 'violating',
      untilMs: 60_000,
      who: 'ann',
      reason: 'x',
    } as const;
    const shownIn = async (state: 'violating' | 'unreachable') => {
      showInMetrics(installation, { ...emptySnapshot, state, acknowledged }, metrics);
      return seriesValue(await metrics.text('prometheus'), metricNames.acknowledgedUntil.name, {
        installation,
      });
    };
    expect([await shownIn('violating'), await shownIn('unreachable')]).toEqual([60, 0]);
  });

  test('keep the text of a cause while its key is the same, since each text is a series of its own', async () => {
    const metrics = makeMetrics({ suiteVersion: '1', nodeVersion: '20' });
    metrics.add(installation);
    const info = async (): Promise<readonly string[]> =>
      (await metrics.text('prometheus'))
        .split('\n')
        .filter((line) => line.startsWith(`${metricNames.installationInfo.name}{`));
    const series = (cause: string): string =>
      `${metricNames.installationInfo.name}{installation="alpha",cause="${cause}"} 1`;
    metrics.of(installation)?.setCause({ key: 'violating a', text: 'At 12:00:01.' });
    metrics.of(installation)?.setCause({ key: 'violating a', text: 'At 12:01:01.' });
    expect(await info()).toEqual([series('At 12:00:01.')]);
    metrics.of(installation)?.setCause({ key: 'violating a b', text: 'Another.' });
    expect(await info()).toEqual([series('Another.')]);
    metrics.remove(installation);
    expect(await info()).toEqual([]);
  });

  test('update a cause if its wording changes, but not if only its numbers do', async () => {
    const metrics = makeMetrics({ suiteVersion: '1', nodeVersion: '20' });
    metrics.add(installation);
    const shown = async (
      cause: string,
      state: InstallationState = 'unreachable',
    ): Promise<string | undefined> => {
      showInMetrics(installation, { ...emptySnapshot, state, cause }, metrics);
      const text = await metrics.text('prometheus');
      return /installation_info\{.*cause="([^"]*)"/.exec(text)?.[1];
    };
    expect(await shown('Its certificate expired 3 min ago.')).toBe('Its certificate expired 3 min ago.');
    expect(await shown('Its certificate expired 4 min ago.')).toBe('Its certificate expired 3 min ago.');
    expect(await shown('Its certificate is of another host.')).toBe('Its certificate is of another host.');
    for (const state of ['unknown', 'incomplete', 'throttled', 'maintenance'] as const)
      for (const cause of ['One cause.', 'Another cause.']) expect(await shown(cause, state)).toBe(cause);
  });

  test('report a scheduled run: state, cause, coverage, requests and times, and the endpoints of one installation', async () => {
    const service = { publicUrl: 'https://monitor.example/evidence' };
    await withMonitoring({ service }, async ({ asked, get, nextRun, breakEndpoint, goodRun }) => {
      const infosIn = (text: string): readonly string[] =>
        text.split('\n').filter((line) => line.startsWith(`${metricNames.installationInfo.name}{`));
      const first = (await get('/metrics')).text;
      expect(first).toContain(
        'evidence_contract_monitor_info{location="default",url="https://monitor.example/evidence"} 1',
      );
      expect(seriesValue(first, metricNames.standardInterval.name, { installation })).toBe(600);
      await nextRun();
      const good = (await get('/metrics')).text;
      const endpoint = 'GET /api/v3/users';
      expect(seriesValue(good, metricNames.runs.name, { tier: 'standard' })).toBe(1);
      expect(seriesValue(good, metricNames.endpointUp.name, { installation })).toBeUndefined();
      expect(seriesValue(good, metricNames.state.name, { installation, state: 'conforming' })).toBe(1);
      expect(seriesValue(good, metricNames.coverage.name, { installation })).toBe(1);
      const sent = seriesValue(good, metricNames.requests.name, { installation });
      expect(sent).toBe(asked());
      const timed = seriesValue(good, `${metricNames.requestDuration.name}_count`, { installation }) ?? 0;
      // Times measured while this machine was too busy to read answers are left out.
      const untimed = seriesValue(good, metricNames.untimedRequests.name, {}) ?? 0;
      expect(timed + untimed).toBe(sent);
      expect(seriesValue(good, metricNames.runFailures.name, { installation })).toBe(0);
      const { text } = await get('/metrics?installation=alpha');
      for (const { id } of endpoints) {
        expect(seriesValue(text, metricNames.endpointUp.name, { endpoint: id }), id).toBe(1);
        expect(seriesValue(text, metricNames.endpointChecks.name, { endpoint: id }), id).toBeGreaterThan(0);
        expect(seriesValue(text, metricNames.endpointCheckFailures.name, { endpoint: id }), id).toBe(0);
      }
      expect(seriesValue(text, metricNames.lastConformingTime.name, { installation })).toBeGreaterThan(1e9);
      // Prometheus may scrape both, so no metric may be in both.
      const namesOf = (one: string): ReadonlySet<string | undefined> =>
        new Set(one.split('\n').map((line) => /^(\w+)\{installation/.exec(line)?.[1]));
      const summary = namesOf(good);
      expect([...namesOf(text)].filter((one) => one !== undefined && summary.has(one))).toEqual([]);
      for (const query of ['installation=beta', 'installation=', 'installation=alpha&installation=alpha'])
        expect((await get(`/metrics?${query}`)).status, query).toBe(404);
      breakEndpoint(endpoint);
      await nextRun();
      const bad = (await get('/metrics')).text;
      expect(seriesValue(bad, metricNames.endpointUp.name, { installation, endpoint })).toBe(0);
      expect(seriesValue(bad, metricNames.checkFailures.name, { installation })).toBeGreaterThan(0);
      expect(seriesValue(bad, metricNames.runFailures.name, { installation })).toBe(1);
      expect(seriesValue(bad, metricNames.state.name, { installation, state: 'conforming' })).toBe(0);
      expect(seriesValue(bad, metricNames.state.name, { installation, state: 'violating' })).toBe(1);
      expect(infosIn(bad)).toEqual([expect.stringMatching(/installation="alpha",cause="[^"]*status 500/)]);
      const completeSeconds = seriesValue(bad, metricNames.lastCompleteTime.name, { installation });
      const { row } = (await get('/api/v1/installations/alpha')).json();
      expect(new Date((completeSeconds ?? 0) * 1000).toISOString()).toBe(row?.stateSince);
      await goodRun();
      expect(infosIn((await get('/metrics')).text)).toEqual([]);
    });
  });

  test('report when the next run is due, or 0 if none is planned', async () => {
    const nextOf = (text: string): number | undefined =>
      seriesValue(text, metricNames.nextRunTime.name, { installation });
    await withMonitoring({}, async ({ get, nextRun, monitor }) => {
      const dueSeconds = (): number =>
        (monitor.fleet.get(installation)?.scheduler.next()[0]?.atMs ?? Number.NaN) / 1000;
      const first = dueSeconds();
      expect(nextOf((await get('/metrics')).text)).toBe(first);
      await nextRun();
      expect(dueSeconds()).toBeGreaterThan(first);
      expect(nextOf((await get('/metrics')).text)).toBe(dueSeconds());
    });
    const block = { schedule: { pulse: 'off', standard: 'off', full: 'off' } };
    await withMonitoring({ block }, async ({ get }) => {
      expect(nextOf((await get('/metrics')).text)).toBe(0);
    });
  });

  test('pass promtool, as do the answers to probes', async () => {
    needs('promtool');
    await withMonitoring({}, async ({ get, nextRun }) => {
      await nextRun();
      for (const path of ['/metrics', '/metrics?installation=alpha', '/probe?target=alpha&module=pulse']) {
        const { text } = await get(path);
        const said = spawnSync(locationOf('promtool'), ['check', 'metrics'], { input: text });
        expect(`${said.stdout}${said.stderr}`).toBe('');
        expect(said.status).toBe(0);
      }
    });
  });
});

test.describe('probe', () => {
  test("accepts only configured targets and known modules, uses blackbox_exporter's names, and caches its answer", async () => {
    await withMonitoring({}, async ({ get, asked, clock, breakEndpoint, reference }) => {
      for (const query of [
        '',
        'target=beta',
        `target=${encodeURIComponent(reference.baseUrl)}`,
        'target=alpha&module=full',
        'target=__proto__',
      ]) {
        const { status, text } = await get(`/probe?${query}`);
        expect(status, query).toBe(400);
        expect(text).not.toContain('probe_success');
      }
      expect(asked()).toBe(0);
      const first = await get('/probe?target=alpha&module=pulse');
      expect(first.status).toBe(200);
      for (const name of ['probe_success', 'probe_duration_seconds', 'probe_http_status_code']) {
        expect(seriesValue(first.text, name, {}), name).toBeGreaterThan(0);
      }
      expect(seriesValue(first.text, 'probe_http_duration_seconds', { phase: 'processing' })).toBeGreaterThan(
        0,
      );
      expect(seriesValue(first.text, 'probe_ip_protocol', {})).toBe(4);
      expect(seriesValue(first.text, 'probe_http_version', {})).toBe(1.1);
      expect(seriesValue(first.text, 'probe_dns_lookup_time_seconds', {})).toBe(0);
      const requests = asked();
      expect(requests).toBe(3);
      breakEndpoint('GET /api/v3/projects');
      expect((await get('/probe?target=alpha')).text).toBe(first.text);
      expect(asked()).toBe(requests);
      await clock.moveTo(clock.nowMs() + 31_000);
      const third = await get('/probe?target=alpha');
      expect(seriesValue(third.text, 'probe_success', {})).toBe(0);
    });
  });

  test('never imports, even where runs do', async () => {
    const allowed: boolean[] = [];
    const execute: RunExecutor = async ({ allowImport }) => {
      allowed.push(allowImport);
      return { record: record([]) };
    };
    await withMonitoring({ installation: { allowImport: true }, options: { execute } }, async ({ get }) => {
      await get('/probe?target=alpha&module=standard');
    });
    expect(allowed).toEqual([false]);
  });

  test('fails within the scrape timeout if the installation does not answer', slow, async () => {
    // Accepts a request and never answers.
    const silent = { before: () => undefined };
    await withMonitoring({ transforms: [silent] }, async ({ get }) => {
      const { status, text } = await get('/probe?target=alpha', {
        'x-prometheus-scrape-timeout-seconds': '3',
      });
      expect(status).toBe(200);
      expect(seriesValue(text, 'probe_success', {})).toBe(0);
      expect(seriesValue(text, 'probe_duration_seconds', {})).toBeLessThan(3);
    });
  });

  test('is repeated for callers that wait longer than the caller that cut it short', slow, async () => {
    const released: (() => void)[] = [];
    let isHolding = true;
    const holding: ResponseTransform = {
      before: (_request, _response, next) => {
        if (isHolding) released.push(next);
        else next();
      },
    };
    const impatient = { 'x-prometheus-scrape-timeout-seconds': '0.7' };
    await withMonitoring({ transforms: [holding] }, async ({ get }) => {
      const success = async (headers = {}): Promise<number | undefined> =>
        seriesValue((await get('/probe?target=alpha', headers)).text, 'probe_success', {});
      const cut = success(impatient);
      await expect.poll(() => released.length, often).toBeGreaterThan(0);
      // Callers that wait longer must not get its answer, neither while it is in progress nor afterwards.
      const [patient, alsoPatient] = [success(), success({ 'x-prometheus-scrape-timeout-seconds': '30' })];
      expect(await cut).toBe(0);
      isHolding = false;
      for (const release of released) release();
      expect(await patient).toBe(1);
      expect(await alsoPatient).toBe(1);
      expect(await success()).toBe(1);
    });
  });
});
