import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { severityIds } from '../../../contract/severity.ts';
import { ConfigurationError } from '../../../engine/configuration/problems.ts';
import type { Monitor } from '../../../monitor/index.ts';
import { metricNames } from '../../../monitor/metrics/names.ts';
import type { RunExecutor } from '../../../monitor/running/run-context.ts';
import { readShares } from '../../../monitor/shared/shares.ts';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { slow } from '../../support/long.ts';
import { often } from '../../support/often.ts';
import { partsOf } from '../../support/parts-of.ts';
import { record, users, verdict } from '../../support/records.ts';
import { makeFakeClock } from '../support/fake-clock.ts';
import {
  configurationOf,
  installationOf,
  operatorToken,
  seriesValue,
  withMonitoring,
} from '../support/monitoring.ts';
import { sampleTarget } from '../support/sample-target.ts';

const installation = 'alpha';

test.describe('configuration', () => {
  test('a reload adds new installations, removes the series of old ones, and reports problems', async () => {
    await withMonitoring({}, async ({ get, post, reload, reference }) => {
      const done = await reload(configurationOf(installationOf(reference, { name: 'beta' })));
      expect(done.json()).toEqual({ ok: true, installations: 1 });
      await expect
        .poll(async () => (await get('/metrics')).text.includes('installation="alpha"'))
        .toBe(false);
      expect((await get('/metrics')).text).toContain('installation="beta"');
      expect((await get('/installations/alpha')).status).toBe(404);

      const twice = [post('/-/reload', {}, operatorToken), post('/-/reload', {}, operatorToken)];
      for (const answer of await Promise.all(twice)) expect(answer.json().ok).toBe(true);
      expect((await get('/api/v1/installations')).json().installations).toHaveLength(1);

      expect((await reload(new Error('The disk is gone'))).json().problems).toEqual([
        'The configuration could not be loaded: The disk is gone.',
      ]);
      const refused = await reload(
        new ConfigurationError([
          { place: 'installations.yaml, line 3', message: 'The name x is not known here.' },
        ]),
      );
      expect(refused.status).toBe(422);
      expect(refused.json().problems).toEqual(['installations.yaml, line 3: The name x is not known here.']);
      const { text } = await get('/metrics');
      expect(seriesValue(text, metricNames.reloadSuccess.name, {})).toBe(0);
      expect(text).toContain('installation="beta"');
    });
  });

  test('a reload with another address of an installation begins a standard run there at once', async () => {
    await withMonitoring({}, async ({ monitor, nextRun, reload, reference }) => {
      await nextRun();
      const runs = (): readonly unknown[] => monitor.fleet.get('alpha')?.recent ?? [];
      expect(runs()).toHaveLength(1);
      await reload(configurationOf(installationOf(reference)));
      const baseUrl = reference.baseUrl.replace('127.0.0.1', 'localhost');
      await reload(configurationOf(installationOf(reference, { baseUrl })));
      await expect.poll(() => runs().length, often).toBe(2);
      expect(runs().at(-1)).toMatchObject({ tier: 'standard', state: 'conforming' });
      expect(monitor.fleet.get('alpha')?.snapshot.baseUrl).toBe(baseUrl);
    });
  });

  test('an installation that is removed and added again during a run takes over the result of that run', async () => {
    const releasing = new EventEmitter();
    let outcome: 'pass' | 'fail' = 'pass';
    let held = 0;
    let at = new Date().toISOString();
    const execute: RunExecutor = async ({ name, baseUrl }, { tier }) => {
      const state = outcome === 'fail' ? 'violating' : 'conforming';
      if (outcome === 'fail') {
        held += 1;
        if (held === 1) await once(releasing, 'release');
      }
      return {
        record: record([verdict('success.json-body', users, outcome)], {
          installation: { name, baseUrl },
          tier,
          state,
          startedAt: at,
          finishedAt: at,
        }),
      };
    };
    await withMonitoring({ options: { execute } }, async ({ monitor, clock, nextRun, reload, reference }) => {
      const moment = () => new Date(monitor.fleet.get('alpha')?.scheduler.next()[0]?.atMs ?? 0);
      at = moment().toISOString();
      await nextRun();
      outcome = 'fail';
      at = moment().toISOString();
      await clock.moveTo(Date.parse(at));
      await expect.poll(() => held, often).toBe(1);
      await reload(configurationOf(installationOf(reference, { name: 'beta' })));
      await reload(configurationOf(installationOf(reference)));
      releasing.emit('release');
      const known = () => monitor.fleet.get('alpha');
      await expect.poll(() => known()?.recent.length, often).toBe(2);
      expect(known()?.snapshot.state).toBe('violating');
      outcome = 'pass';
      await nextRun();
      expect(known()?.snapshot.state).toBe('conforming');
      const changes = await monitor.history.changes({ limit: 9 });
      expect(changes.map(({ to }) => to)).toEqual(['conforming', 'violating', 'conforming']);
    });
  });
});

test('a damaged history is moved aside with a clear message, and the monitor starts', async () => {
  await withMonitoring({}, async ({ folder, nextRun, monitor }) => {
    await nextRun();
    await monitor.close();
    writeFileSync(join(folder, 'monitor.db'), 'This is no database. '.repeat(500));
    await withMonitoring({ folder }, async ({ log, get, nextRun: next }) => {
      expect(log()).toContain('is damaged. It was moved to');
      await next();
      expect((await get('/api/v1/runs')).json().runs).toHaveLength(1);
      const aside = readdirSync(folder).filter((name) => name.includes('.damaged-'));
      expect(aside.length).toBeGreaterThan(0);
      expect(readFileSync(join(folder, aside[0] ?? ''), 'utf8')).toContain('This is no database.');
    });
  });
});

test('no part of a key or a token gets into pages, metrics, logs or the history', async () => {
  const webhook = 'https://hooks.invalid/services/very-secret-path-of-hook';
  const echo: ResponseTransform = {
    transformAnswer: (answer, { headers, endpoint }) =>
      endpoint === 'GET /api/v3/users' && answer.status === 200
        ? { ...answer, status: 500, body: { error: JSON.stringify(headers) } }
        : answer,
  };
  const block = { schedule: { pulse: 'off', standard: '10m', full: 'off' }, notify: [{ url: webhook }] };
  await withMonitoring(
    { transforms: [echo], block },
    async ({ get, nextRun, log, folder, reference, monitor }) => {
      await nextRun();
      await expect.poll(() => log(), often).toContain('a notification was not taken');
      const [run] = (await get('/api/v1/runs')).json().runs ?? [];
      const paths = [
        '/',
        '/installations/alpha',
        `/runs/${run?.id}`,
        '/metrics',
        '/api/v1/installations',
        '/api/v1/installations/alpha',
        `/api/v1/runs/${run?.id}`,
        '/api/v1/incidents',
        '/incidents',
        '/incidents.atom',
        '/installations/alpha/document',
        `/runs/${run?.id}/document`,
        `/installations/alpha/compare?from=${run?.id}`,
      ];
      const texts = await Promise.all(
        paths.map(async (path) => ({ place: path, text: (await get(path)).text })),
      );
      expect(texts.find(({ place }) => place.startsWith('/runs/'))?.text).toContain('status 500');
      await monitor.close();
      const files = readdirSync(folder).map((name) => ({
        place: name,
        text: readFileSync(join(folder, name), 'latin1'),
      }));
      const secrets = [
        reference.keys.first,
        reference.keys.second,
        reference.keys.revoked,
        operatorToken,
        'very-secret-path-of-hook',
      ];
      for (const { place, text } of [...texts, ...files, { place: 'log', text: log() }]) {
        const shown = secrets.flatMap((secret) => partsOf(secret, text));
        expect(shown, `${place} shows a part of a secret`).toEqual([]);
      }
    },
  );
});

test('the JSON API returns runs, their details and incidents, and answers 400 or 404 to bad requests', async () => {
  await withMonitoring({}, async ({ get, nextRun, badRun, goodRun }) => {
    await nextRun();
    await badRun();
    await goodRun();
    const { runs } = (await get('/api/v1/runs?installation=alpha&limit=10')).json();
    expect(runs?.map(({ state }) => state)).toEqual(['conforming', 'violating', 'conforming']);
    const bad = (await get(`/api/v1/runs/${runs?.[1]?.id}`)).json();
    expect(bad.failures?.[0]?.endpoint).toBe('GET /api/v3/users');
    expect(bad.failures?.[0]?.evidence?.status).toBe(500);
    expect(bad.recheck?.stillFailing).toBeGreaterThan(0);
    const { incidents } = (await get('/api/v1/incidents')).json();
    expect(incidents).toHaveLength(1);
    expect(incidents?.[0]).toMatchObject({ installation: 'alpha', state: 'violating', run: runs?.[1]?.id });
    expect(incidents?.[0]?.endedAt).toBeDefined();
    for (const query of ['tier=unknown', 'limit=0', 'limit=1000', 'since=yesterday']) {
      expect((await get(`/api/v1/runs?${query}`)).status, query).toBe(400);
    }
    expect((await get('/api/v1/runs/none')).status).toBe(404);
    for (const path of [
      '/runs/%00',
      '/api/v1/runs?installation=a%00',
      '/installations/%00',
      '/probe?target=%00',
    ])
      expect((await get(path)).status, path).toBe(400);
    expect((await get('/api/v1/nothing')).status).toBe(404);
  });
});

test('while the history does not answer, the page of an installation is made from memory, and a run page fails', async () => {
  await withMonitoring({}, async ({ get, badRun, monitor }) => {
    await badRun();
    const away = async (): Promise<never> => {
      throw new Error('The database is away.');
    };
    const { history } = monitor;
    Object.assign(history, {
      runs: away,
      runsWithCells: away,
      run: away,
      changes: away,
      figures: away,
      days: away,
      latencies: away,
      observationRuns: away,
    });
    const { status, text } = await get('/installations/alpha');
    expect(status).toBe(200);
    expect(text).toContain('The history is not available');
    expect(text).toContain('<title>alpha: violating');
    expect(text).toContain('GET /api/v3/users');
    expect(text).toContain(`/runs/${monitor.fleet.get('alpha')?.recent.at(-1)?.id}`);
    const run = '/runs/kq3x1a2b3deadbeef';
    expect((await get(run)).status).toBe(500);
    Object.assign(history, { lostSinceMs: () => 1 });
    const refused = await get(run);
    expect(refused.status).toBe(503);
    expect(refused.text).toContain('This takes the database of the monitor, which does not answer now.');
  });
});

test('a monitor whose queue of runs has not answered for ten seconds is not ready and says so', async () => {
  await withMonitoring({}, async ({ monitor, nextRun, get }) => {
    await nextRun();
    const waits = (ms: number) => Object.assign(monitor.fleet, { unansweredSinceMs: () => Date.now() - ms });
    waits(5_000);
    expect((await get('/readyz')).status).toBe(200);
    expect((await get('/monitor')).text).toContain('The monitor is well');
    waits(11_000);
    expect((await get('/readyz')).status).toBe(503);
    expect((await get('/monitor')).text).toContain('no run begins');
  });
});

test('a stop records the current run as cut short and starts no other', async () => {
  const holding = { before: (_request: unknown, _response: unknown) => undefined } as never;
  await withMonitoring(
    { transforms: [holding], options: { stopGraceMs: 50 } },
    async ({ monitor, clock, folder }) => {
      const [first] = monitor.fleet.all().flatMap(({ scheduler }) => scheduler.next());
      await clock.moveTo(first?.atMs ?? 0);
      await expect.poll(() => monitor.fleet.get('alpha')?.scheduler.underWay(), often).toBe('standard');
      await monitor.close();
      await withMonitoring({ folder }, async ({ get }) => {
        const { runs } = (await get('/api/v1/runs')).json();
        expect(runs).toHaveLength(1);
        expect(runs?.[0]).toMatchObject({ cutShort: true, countsAs: 'excluded' });
        expect((await get('/api/v1/installations')).json().installations?.[0]?.state).toBe('unknown');
      });
    },
  );
});

test('current findings are reported by severity, and a restarted monitor has the same state and metrics', async () => {
  const known = [metricNames.coverage, metricNames.lastRunTime, metricNames.drift];
  const valuesIn = (text: string): readonly (number | undefined)[] =>
    known.map(({ name }) => seriesValue(text, name, { installation }));
  const foundIn = (text: string): readonly string[] =>
    severityIds.filter(
      (severity) => seriesValue(text, metricNames.findings.name, { installation, severity }) === 1,
    );
  await withMonitoring({}, async ({ folder, nextRun, badRun, monitor, get }) => {
    await nextRun();
    expect(foundIn((await get('/metrics')).text)).toEqual([]);
    await badRun();
    const before = (await get('/metrics')).text;
    expect(foundIn(before)).toEqual(['outage']);
    expect((await get('/api/v1/installations')).json()).toMatchObject({
      installations: [{ findings: 1, severity: 'outage' }],
    });
    await monitor.close();
    await withMonitoring({ folder }, async (again) => {
      const { row, failures } = (await again.get('/api/v1/installations/alpha')).json();
      expect(row?.state).toBe('violating');
      expect(failures?.map(({ endpoint }) => endpoint)).toEqual(['GET /api/v3/users']);
      const metrics = (await again.get('/metrics')).text;
      expect(seriesValue(metrics, metricNames.state.name, { installation, state: 'violating' })).toBe(1);
      expect(foundIn(metrics)).toEqual(['outage']);
      expect(valuesIn(metrics)).toEqual(valuesIn(before));
      expect((await again.get('/')).text).toContain('Violating');
    });
  });
});

test('a monitor that was stopped when a full run was due catches up on it once', slow, async () => {
  const block = { schedule: { pulse: 'off', standard: 'off', full: '1h' } };
  const hourMs = 3_600_000;
  await withMonitoring({ block }, async ({ folder, nextRun, clock: first, monitor }) => {
    await nextRun();
    await monitor.close();
    const clock = makeFakeClock(first.nowMs() + 1.5 * hourMs);
    const soon = { folder, block, options: { clock } };
    const dueInMs = ({ fleet }: Monitor): number =>
      (fleet.get('alpha')?.scheduler.next()[0]?.atMs ?? 0) - clock.nowMs();
    await withMonitoring(soon, async ({ monitor: restarted, get, settle }) => {
      expect(dueInMs(restarted)).toBeLessThan(10_000);
      await clock.moveTo(clock.nowMs() + 10_000);
      await settle();
      expect((await get('/api/v1/runs')).json().runs?.map(({ tier }) => tier)).toEqual(['full', 'full']);
      expect(dueInMs(restarted)).toBeGreaterThan(60_000);
    });
    await withMonitoring(soon, async ({ monitor: again }) => {
      expect(dueInMs(again)).toBeGreaterThan(60_000);
    });
  });
});

test('a reload during a full run does not treat it as missed', slow, async () => {
  const full = { schedule: { pulse: 'off', standard: 'off', full: '1h' } };
  await withMonitoring({ block: full }, async (monitoring) => {
    const { nextRun, monitor, clock, reference, reload, settle, get } = monitoring;
    await nextRun();
    const next = configurationOf(installationOf(reference), {
      schedule: { ...full.schedule, full: '61m' },
    });
    await clock.moveTo(monitor.fleet.get('alpha')?.scheduler.next()[0]?.atMs ?? 0);
    expect(monitor.fleet.get('alpha')?.scheduler.underWay()).toBe('full');
    expect((await reload(next)).status).toBe(200);
    await expect.poll(() => monitor.fleet.get('alpha')?.scheduler.next().length, often).toBe(1);
    await clock.moveTo(clock.nowMs() + 10_000);
    await settle();
    expect((await get('/api/v1/runs')).json().runs).toHaveLength(2);
  });
});

test('a reload while the history is unavailable is refused and changes nothing; it works once the history is back', async () => {
  await withMonitoring({}, async ({ monitor, reference, get, reload, nextRun, log }) => {
    await nextRun();
    const next = configurationOf({ ...installationOf(reference), name: 'beta' });
    const { history } = monitor;
    const { snapshots, recentRuns, shareTotals } = history;
    const away = () => Promise.reject(new Error('connection refused'));
    const names = async () =>
      (await get('/api/v1/installations')).json().installations?.map(({ name }) => name);
    for (const missing of [{ snapshots: away }, { recentRuns: away }, { shareTotals: away }]) {
      Object.assign(history, { snapshots, recentRuns, shareTotals }, missing);
      const refused = await reload(next);
      expect(refused.status).toBe(422);
      expect(refused.json().problems?.[0]).toContain('The configuration could not be loaded');
      expect(await names()).toEqual(['alpha']);
      expect((await get('/metrics')).text).not.toContain('installation="beta"');
    }
    expect(log()).toContain('the configuration could not be loaded again; the old one stays');
    Object.assign(history, { snapshots, recentRuns, shareTotals });
    await nextRun();
    expect((await get('/api/v1/runs')).json().runs).toHaveLength(2);
    expect((await reload(next)).status).toBe(200);
    expect(await names()).toEqual(['beta']);
  });
});

test(
  'a passing pulse does not count as conforming while a failure outside its scope is open',
  slow,
  async () => {
    const block = { schedule: { pulse: '1m', standard: '10m', full: 'off' } };
    await withMonitoring({ block }, async ({ nextRun, breakEndpoint, monitor, get, clock }) => {
      breakEndpoint('GET /api/v3/key_questions');
      const target = monitor.fleet.get('alpha');
      while (target?.snapshot.state !== 'violating') await nextRun();
      const before = target.figures?.day;
      for (let pulse = 0; pulse < 3; pulse += 1) await nextRun();
      const { runs } = (await get('/api/v1/runs?limit=3')).json();
      expect(runs?.map(({ tier, state }) => `${tier} ${state}`)).toEqual(Array(3).fill('pulse conforming'));
      const { counted = 0, up = 0, conforming = 0 } = before ?? {};
      expect(target.figures?.day).toEqual({ counted: counted + 3, up: up + 3, conforming });
      // A fresh read of the history, as after a restart, gives the same figures.
      const anew = sampleTarget();
      await readShares([anew], monitor.history, clock.nowMs());
      expect(anew.figures?.day).toEqual(target.figures?.day);
    });
  },
);
