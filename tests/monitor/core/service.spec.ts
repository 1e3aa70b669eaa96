import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ConfigurationError } from '../../../engine/configuration/problems.ts';
import { Secret } from '../../../engine/secret.ts';
import { failureReasons, metricNames, stateLabels } from '../../../monitor/metrics/names.ts';
import type { Behaviour } from '../../../reference/index.ts';
import {
  configurationOf,
  installationOf,
  operatorToken,
  seriesValue,
  withMonitoring,
} from '../support/monitoring.ts';

const installation = 'alpha';

test.describe('metrics', () => {
  test('every series of an installation is there from the start, at 0, and none has a URL', async () => {
    await withMonitoring({}, async ({ get }) => {
      const { text, headers } = await get('/metrics');
      expect(headers.get('content-type')).toContain('text/plain');
      for (const { name, labels } of Object.values(metricNames)) {
        expect(text).toContain(`# HELP ${name} `);
        if (!(labels as readonly string[]).includes('installation')) continue;
        const series = text
          .split('\n')
          .filter((line) => line.startsWith(name) && line.includes(`installation="${installation}"`));
        expect(series.length, name).toBeGreaterThan(0);
        const nonZero = series.filter((line) => !line.endsWith(' 0'));
        expect(nonZero).toEqual(
          name === metricNames.state.name ? [`${name}{installation="alpha",state="unknown"} 1`] : [],
        );
      }
      const ofInstallation = text.split('\n').filter((line) => line.includes('installation="alpha"'));
      expect(ofInstallation.length).toBeLessThan(100);
      expect(text).not.toContain('http://');
    });
  });

  test('tell of a scheduled run: tiers, checks, endpoints, state, times, coverage', async () => {
    await withMonitoring({}, async ({ get, nextRun, breakEndpoint }) => {
      await nextRun();
      const good = (await get('/metrics')).text;
      const endpoint = 'GET /api/v3/users';
      expect(seriesValue(good, metricNames.runs.name, { installation, tier: 'standard' })).toBe(1);
      expect(seriesValue(good, metricNames.endpointUp.name, { installation, endpoint })).toBe(1);
      expect(seriesValue(good, metricNames.state.name, { installation, state: 'conforming' })).toBe(1);
      expect(seriesValue(good, metricNames.coverage.name, { installation })).toBe(1);
      expect(seriesValue(good, metricNames.requests.name, { installation })).toBe(28);
      expect(seriesValue(good, `${metricNames.requestDuration.name}_count`, { installation })).toBe(28);
      expect(seriesValue(good, metricNames.lastConformingTime.name, { installation })).toBeGreaterThan(1e9);
      for (const reason of failureReasons) {
        expect(seriesValue(good, metricNames.runFailures.name, { installation, reason })).toBe(0);
      }
      breakEndpoint(endpoint);
      await nextRun();
      const bad = (await get('/metrics')).text;
      expect(seriesValue(bad, metricNames.endpointUp.name, { installation, endpoint })).toBe(0);
      expect(seriesValue(bad, metricNames.checkFailures.name, { installation, endpoint })).toBeGreaterThan(0);
      expect(seriesValue(bad, metricNames.runFailures.name, { installation, reason: 'violating' })).toBe(1);
      const states = stateLabels.map((state) =>
        seriesValue(bad, metricNames.state.name, { installation, state }),
      );
      expect(states.reduce((sum = 0, value = 0) => sum + value)).toBe(1);
      expect(seriesValue(bad, metricNames.state.name, { installation, state: 'violating' })).toBe(1);
    });
  });

  test('are clean by promtool, probe answers too', async () => {
    test.skip(spawnSync('promtool', ['--version']).status !== 0, 'promtool is not installed');
    await withMonitoring({}, async ({ get, nextRun }) => {
      await nextRun();
      for (const path of ['/metrics', '/probe?target=alpha&module=pulse']) {
        const { text } = await get(path);
        const said = spawnSync('promtool', ['check', 'metrics'], { input: text });
        expect(`${said.stdout}${said.stderr}`).toBe('');
        expect(said.status).toBe(0);
      }
    });
  });
});

test.describe('probe', () => {
  test("answers in blackbox_exporter's names, and not again before its minimum age", async () => {
    await withMonitoring({}, async ({ get, asked, clock, breakEndpoint }) => {
      const first = await get('/probe?target=alpha&module=pulse');
      expect(first.status).toBe(200);
      for (const name of ['probe_success', 'probe_duration_seconds', 'probe_http_status_code']) {
        expect(seriesValue(first.text, name, {}), name).toBeGreaterThan(0);
      }
      expect(seriesValue(first.text, 'probe_http_duration_seconds', { phase: 'processing' })).toBeGreaterThan(
        0,
      );
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

  test('takes configured names only, and known modules', async () => {
    await withMonitoring({}, async ({ get, asked, reference }) => {
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
    });
  });

  test('honours the time limit of the scrape', async () => {
    // It takes a request and never answers.
    const silent = { before: () => undefined };
    await withMonitoring({ behaviours: [silent] }, async ({ get }) => {
      const { status, text } = await get('/probe?target=alpha', {
        'x-prometheus-scrape-timeout-seconds': '1',
      });
      expect(status).toBe(200);
      expect(seriesValue(text, 'probe_success', {})).toBe(0);
      expect(seriesValue(text, 'probe_duration_seconds', {})).toBeLessThan(1);
    });
  });
});

test.describe('access', () => {
  test('actions need the operator token, and are refused where none is configured', async () => {
    const actions = [
      '/-/reload',
      '/api/v1/installations/alpha/run',
      '/api/v1/installations/alpha/maintenance',
    ];
    await withMonitoring({}, async ({ post, settle, asked }) => {
      for (const path of actions) {
        expect((await post(path)).status, path).toBe(401);
        const wrong = await post(path, {}, 'tk-9f8e7d6c5b4a3z2y1');
        expect(wrong.status, path).toBe(401);
        expect(wrong.json().error).toContain('operator token');
      }
      expect(asked()).toBe(0);
      expect((await post(actions[1] ?? '', { tier: 'pulse' }, operatorToken)).status).toBe(202);
      await settle();
      expect(asked()).toBe(3);
    });
  });

  test('without a token nothing can be changed, and the sentence says what to set', async () => {
    await withMonitoring({ withToken: false }, async ({ post, get }) => {
      const refused = await post('/api/v1/installations/alpha/run', {}, operatorToken);
      expect(refused.status).toBe(403);
      expect(refused.json().error).toContain('MONITOR_TOKEN');
      expect((await get('/installations/alpha')).text).toContain('MONITOR_TOKEN');
    });
  });

  test('pages, metrics and JSON can be put behind a token or a password; health cannot', async () => {
    const read = {
      token: new Secret('reader-token-for-tests'),
      basic: { user: 'ann', password: new Secret('correct horse') },
    };
    const basic = (user: string, password: string): Record<string, string> => ({
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    });
    await withMonitoring({ service: { read } }, async ({ get }) => {
      const closed = [
        '/',
        '/installations/alpha',
        '/metrics',
        '/api/v1/installations',
        '/probe?target=alpha',
        '/runs/x',
      ];
      for (const path of closed) {
        const refused = await get(path);
        expect(refused.status, path).toBe(401);
        expect(refused.headers.get('www-authenticate')).toContain('Basic');
        expect((await get(path, basic('ann', 'wrong'))).status, path).toBe(401);
        expect((await get(path, basic('bob', 'correct horse'))).status, path).toBe(401);
      }
      const keys = [
        basic('ann', 'correct horse'),
        basic('anyone', 'reader-token-for-tests'),
        { authorization: 'Bearer reader-token-for-tests' },
        { authorization: `Bearer ${operatorToken}` },
      ];
      for (const headers of keys) expect((await get('/api/v1/installations', headers)).status).toBe(200);
      expect((await get('/healthz')).status).toBe(200);
      expect((await get('/readyz')).status).toBe(200);
    });
  });

  test('a reader cannot act', async () => {
    await withMonitoring(
      { service: { read: { token: new Secret('reader-token-for-tests') } } },
      async ({ post }) => {
        const path = '/api/v1/installations/alpha/run';
        expect((await post(path, {}, 'reader-token-for-tests')).status).toBe(401);
        expect((await post(path, {}, operatorToken)).status).toBe(202);
      },
    );
  });

  test('answers carry a strict policy, and large bodies are refused', async () => {
    await withMonitoring({}, async ({ get, post }) => {
      const { headers } = await get('/');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
      const large = await post(
        '/api/v1/installations/alpha/run',
        { tier: 'x'.repeat(20_000) },
        operatorToken,
      );
      expect(large.status).toBe(413);
    });
  });
});

test.describe('configuration', () => {
  test('a reload takes what is new, and drops the series of what is gone', async () => {
    const next: { read?: () => never | ReturnType<typeof configurationOf> } = {};
    const readAgain = async () => {
      if (next.read === undefined) throw new Error('Nothing to read.');
      return next.read();
    };
    await withMonitoring({ options: { readAgain } }, async ({ get, post, reference }) => {
      next.read = () => configurationOf(installationOf(reference, { name: 'beta' }));
      const done = await post('/-/reload', {}, operatorToken);
      expect(done.json()).toEqual({ ok: true, installations: 1 });
      await expect
        .poll(async () => (await get('/metrics')).text.includes('installation="alpha"'))
        .toBe(false);
      expect((await get('/metrics')).text).toContain('installation="beta"');
      expect((await get('/installations/alpha')).status).toBe(404);

      next.read = () => {
        throw new ConfigurationError([
          { place: 'installations.yaml, line 3', message: 'The name x is not known here.' },
        ]);
      };
      const refused = await post('/-/reload', {}, operatorToken);
      expect(refused.status).toBe(422);
      expect(refused.json().problems).toEqual(['installations.yaml, line 3: The name x is not known here.']);
      const { text } = await get('/metrics');
      expect(seriesValue(text, metricNames.reloadSuccess.name, {})).toBe(0);
      expect(text).toContain('installation="beta"');
    });
  });
});

test('a damaged history is moved aside with a clear message, and the monitor runs', async () => {
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
  const echo: Behaviour = {
    transformAnswer: (answer, { headers, endpoint }) =>
      endpoint === 'GET /api/v3/users' && answer.status === 200
        ? { ...answer, status: 500, body: { error: JSON.stringify(headers) } }
        : answer,
  };
  const block = { schedule: { pulse: 'off', standard: '10m', full: 'off' }, notify: [{ url: webhook }] };
  await withMonitoring(
    { behaviours: [echo], block, options: { notificationPausesMs: [] } },
    async ({ get, nextRun, log, folder, reference, monitor }) => {
      await nextRun();
      await expect.poll(() => log()).toContain('A webhook did not accept');
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
        for (const secret of secrets) {
          for (let start = 0; start + 8 <= secret.length; start += 1) {
            expect(text.includes(secret.slice(start, start + 8)), `${place} shows a part of a secret`).toBe(
              false,
            );
          }
        }
      }
    },
  );
});

test('the JSON API gives runs, their detail and incidents, and says what is wrong with a query', async () => {
  await withMonitoring({}, async ({ get, nextRun, breakEndpoint }) => {
    await nextRun();
    breakEndpoint('GET /api/v3/users');
    await nextRun();
    breakEndpoint(undefined);
    await nextRun();
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
    expect((await get('/api/v1/nothing')).status).toBe(404);
  });
});

test('maintenance by the operator: runs go on, the state says so, figures leave them out', async () => {
  await withMonitoring({}, async ({ get, post, nextRun, breakEndpoint, clock }) => {
    await nextRun();
    const path = '/api/v1/installations/alpha/maintenance';
    expect((await post(path, { minutes: -1 }, operatorToken)).status).toBe(400);
    expect((await post(path, { minutes: 30 }, operatorToken)).json().state).toBe('maintenance');
    breakEndpoint('GET /api/v3/users');
    await nextRun();
    const { row, maintenance } = (await get('/api/v1/installations/alpha')).json();
    expect(row?.state).toBe('maintenance');
    expect(maintenance?.[0]).toMatchObject({ source: 'operator', isActive: true });
    const metrics = (await get('/metrics')).text;
    expect(seriesValue(metrics, metricNames.runFailures.name, { installation, reason: 'violating' })).toBe(0);
    expect((await post(path, { minutes: 0 }, operatorToken)).json().state).toBe('conforming');
    const { runs } = (await get('/api/v1/runs')).json();
    expect(runs?.[0]).toMatchObject({ inMaintenance: true, countsAs: 'excluded' });
    expect(clock.nowMs()).toBeGreaterThan(0);
  });
});

test('forms of a page need its CSRF token and the operator token', async () => {
  await withMonitoring({}, async ({ get, monitor, settle, asked }) => {
    const page = await get('/installations/alpha');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(csrf).not.toBe('');
    const send = (fields: Record<string, string>, headers: Record<string, string>): Promise<Response> =>
      fetch(new URL('/installations/alpha/run', monitor.url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields),
        headers,
      });
    const good = { csrf, token: operatorToken, tier: 'pulse' };
    expect((await send({ ...good, csrf: 'x' }, { cookie })).status).toBe(403);
    expect((await send(good, {})).status).toBe(403);
    const wrong = await send({ ...good, token: 'no-such-token' }, { cookie });
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain('This is not the operator token.');
    expect(asked()).toBe(0);
    const done = await send(good, { cookie });
    expect(done.status).toBe(303);
    expect((await get(done.headers.get('location') ?? '')).text).toContain('The run was started.');
    await settle();
    expect(asked()).toBe(3);
  });
});

test('a stop records the run under way as cut short, and takes no new one', async () => {
  const holding = { before: (_request: unknown, _response: unknown) => undefined } as never;
  await withMonitoring(
    { behaviours: [holding], options: { stopGraceMs: 50 } },
    async ({ monitor, clock, folder }) => {
      const [first] = monitor.fleet.all().flatMap(({ timetable }) => timetable.next());
      await clock.moveTo(first?.atMs ?? 0);
      await expect.poll(() => monitor.fleet.get('alpha')?.timetable.underWay()).toBe('standard');
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
