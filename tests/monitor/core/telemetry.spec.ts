import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { Secret } from '../../../engine/secret.ts';
import { openTelemetryPackages } from '../../../monitor/open.ts';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { often } from '../../support/often.ts';
import { partsOf } from '../../support/parts-of.ts';
import { attributesOf, type Collector, type OtlpSpan, startCollector } from '../support/collector.ts';
import { type Monitoring, operatorToken, seriesValue, withMonitoring } from '../support/monitoring.ts';

const installation = 'alpha';
const headerSecret = 'sentinel-of-otlp-5d0c9f';

/** Collects the `traceparent` header of each request. */
function makeWatcher(): { readonly transform: ResponseTransform; readonly seen: (string | undefined)[] } {
  const seen: (string | undefined)[] = [];
  return {
    seen,
    transform: {
      before: (request, _response, next) => {
        const given = request.headers.traceparent;
        seen.push(Array.isArray(given) ? given.join() : given);
        next();
      },
    },
  };
}

/** Runs a monitor that exports to a collector, and ends both. */
async function withCollector(
  transforms: readonly ResponseTransform[],
  work: (monitoring: Monitoring) => Promise<void>,
  look: (collector: Collector, logged: string) => void | Promise<void>,
  status?: () => number,
): Promise<void> {
  const collector = await startCollector(status);
  const service = {
    otlpEndpoint: collector.url,
    otlpHeaders: { authorization: new Secret(headerSecret) },
  };
  let log = '';
  try {
    await withMonitoring({ service, transforms }, async (monitoring) => {
      await work(monitoring);
      // The rest is exported at the end.
      await monitoring.monitor.close();
      log = monitoring.log();
    });
    await look(collector, log);
  } finally {
    collector.close();
  }
}

const isRun = ({ name }: OtlpSpan): boolean => name.startsWith('run ');

test('a run is one trace with a span per request, propagated by traceparent; metrics are those of /metrics', async () => {
  const { transform, seen } = makeWatcher();
  let asked = 0;
  let text = '';
  await withCollector(
    [transform],
    async (monitoring) => {
      await monitoring.nextRun();
      asked = monitoring.asked();
      text = (await monitoring.get('/metrics')).text;
    },
    ({ spans, texts, resources, metrics }) => {
      const [run, ...others] = spans().filter(isRun);
      const requests = spans().filter((span) => !isRun(span));
      expect(others).toEqual([]);
      expect(requests).toHaveLength(28);
      expect(asked).toBe(28);
      expect(requests.filter(({ traceId }) => traceId !== run?.traceId)).toEqual([]);
      expect(requests.filter(({ parentSpanId }) => parentSpanId !== run?.spanId)).toEqual([]);
      const sent = requests.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
      expect(seen.toSorted()).toEqual(sent.toSorted());
      expect(run?.name).toBe('run standard');
      expect(run === undefined ? {} : attributesOf(run)).toMatchObject({
        'evidence_contract.installation': 'alpha',
        'evidence_contract.tier': 'standard',
        'evidence_contract.trigger': 'schedule',
        'evidence_contract.run_id': expect.stringMatching(/^\w{17}$/),
        'evidence_contract.state': 'conforming',
        'evidence_contract.requests': 28,
        'server.address': '127.0.0.1',
      });
      const users = requests.filter(({ name }) => name === 'GET /api/v3/users').map(attributesOf);
      const statuses = users.map((one) => [one['evidence_contract.key'], one['http.response.status_code']]);
      expect(statuses.toSorted()).toEqual([
        ['header', 200],
        ['none', 401],
      ]);
      expect(texts.filter(({ authorization }) => authorization !== headerSecret)).toEqual([]);
      expect(resources()[0]).toMatchObject({ 'service.name': 'evidence-contract-monitor' });
      // Metrics have the names and values of /metrics.
      const byName = new Map(metrics().map((metric) => [metric.name, metric]));
      // A metric without a sample has only a header.
      const names = [...text.matchAll(/^# TYPE (\S+) \S+\n(?=\w)/gm)].map(([, name]) => name);
      expect(names.length).toBeGreaterThan(40);
      expect(names.filter((name = '') => !byName.has(name))).toEqual([]);
      const sampleOf = (name: string, wanted: Readonly<Record<string, string>>): number | undefined => {
        const metric = byName.get(name);
        const points = metric?.sum?.dataPoints ?? metric?.gauge?.dataPoints ?? [];
        const entries = Object.entries(wanted);
        return points.find((point) => {
          const has = attributesOf(point);
          return entries.every(([label, value]) => has[label] === value);
        })?.asDouble;
      };
      for (const [name, labels] of [
        ['evidence_contract_runs_total', { tier: 'standard' }],
        ['evidence_contract_installation_state', { installation, state: 'conforming' }],
        ['evidence_contract_coverage_ratio', { installation }],
      ] as const) {
        expect(sampleOf(name, labels), name).toBe(1);
        expect(seriesValue(text, name, labels), name).toBe(1);
      }
      expect(byName.get('evidence_contract_runs_total')?.sum?.isMonotonic).toBe(true);
      const [durations] =
        byName.get('evidence_contract_request_duration_seconds')?.histogram?.dataPoints ?? [];
      // A request that a busy monitor could not time is counted, but has no duration.
      const untimed = sampleOf('evidence_contract_untimed_requests_total', {}) ?? 0;
      const timed = Number(durations?.count);
      expect(timed + untimed).toBe(28);
      expect(durations?.bucketCounts?.reduce((sum, count) => sum + Number(count), 0)).toBe(timed);
      expect(durations?.bucketCounts).toHaveLength((durations?.explicitBounds?.length ?? 0) + 1);
    },
  );
});

test('the span of a failing run is an error with its cause, and so are those of its failed requests', async () => {
  await withCollector(
    [],
    async ({ breakEndpoint, badRun, get }) => {
      await badRun();
      breakEndpoint(undefined);
      await get('/probe?target=alpha');
    },
    ({ spans }) => {
      const runs = spans().filter(isRun);
      // The re-check belongs to the run; a probe is a trace of its own.
      expect(runs.map((run) => attributesOf(run)['evidence_contract.trigger'])).toEqual([
        'schedule',
        'probe',
      ]);
      expect(runs[0]?.status).toMatchObject({ code: 2, message: expect.stringContaining('status 500') });
      expect(runs[1]?.status.code).not.toBe(2);
      const broken = spans().filter((span) => !isRun(span) && span.status.code === 2);
      expect(broken.length).toBeGreaterThan(1);
      expect(new Set(broken.map(({ name }) => name))).toEqual(new Set(['GET /api/v3/users']));
      expect(attributesOf(broken[0] ?? { attributes: [] })).toMatchObject({ 'error.type': '500' });
    },
  );
});

test('no part of a key or token is exported', async () => {
  const secrets: string[] = [operatorToken];
  await withCollector(
    [],
    async ({ nextRun, reference, post, settle }) => {
      secrets.push(...Object.values(reference.keys));
      await nextRun();
      expect((await post('/api/v1/installations/alpha/run', { tier: 'full' }, operatorToken)).status).toBe(
        202,
      );
      await settle();
    },
    ({ texts, spans }) => {
      expect(spans().filter(isRun)).toHaveLength(2);
      // A full run sends keys in URLs, also shortened and extended ones.
      expect(spans().length).toBeGreaterThan(100);
      const all = texts.map(({ text }) => text).join('\n');
      expect([...secrets, headerSecret].flatMap((secret) => partsOf(secret, all))).toEqual([]);
    },
  );
});

test('a collector that rejects everything is reported once for each signal and does not affect runs', async () => {
  await withCollector(
    [],
    async ({ nextRun, get }) => {
      await nextRun();
      expect((await get('/api/v1/runs')).json().runs).toMatchObject([{ state: 'conforming' }]);
    },
    (_collector, log) => {
      const reports = log
        .split('\n')
        .filter((line) => line.includes('OpenTelemetry collector does not take'));
      expect(reports.map((line) => (JSON.parse(line) as { readonly what: string }).what).toSorted()).toEqual([
        'metrics',
        'traces',
      ]);
      expect(log).not.toContain(headerSecret.slice(0, 8));
    },
    () => 400,
  );
});

test('only monitor/telemetry imports OpenTelemetry, and without a collector requests have no traceparent', async () => {
  const { transform, seen } = makeWatcher();
  await withMonitoring({ transforms: [transform] }, async ({ nextRun, asked }) => {
    await nextRun();
    await expect.poll(asked, often).toBe(28);
  });
  expect(new Set(seen)).toEqual(new Set([undefined]));
  // Only files in this folder import it statically.
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const importing = ['monitor', 'engine', 'application', 'cli', 'library'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .filter((name) =>
        /^import (?!type).*(?:@opentelemetry|telemetry\/(?:otlp|run-traces|metric-producer))/m.test(
          readFileSync(join(root, name), 'utf8'),
        ),
      ),
  );
  expect(importing.filter((name) => !name.startsWith(join('monitor', 'telemetry')))).toEqual([]);
});

test('the OpenTelemetry packages that the log names are the optional peers, also in the guide and the image', () => {
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as Readonly<Record<'peerDependencies' | 'peerDependenciesMeta', Readonly<Record<string, unknown>>>>;
  const guide = readFileSync(new URL('../../../docs/monitor.md', import.meta.url), 'utf8');
  expect(guide).toContain(`npm install ${openTelemetryPackages.join(' ')}\n`);
  const image = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');
  expect(image).toContain("name.startsWith('@opentelemetry/')");
  const peers = Object.entries(peerDependencies).filter(([name]) => name.startsWith('@opentelemetry/'));
  expect(peers.map(([name, version]) => `${name}@${version}`)).toEqual([...openTelemetryPackages]);
  expect(peers.filter(([name]) => Object(peerDependenciesMeta[name]).optional !== true)).toEqual([]);
});
