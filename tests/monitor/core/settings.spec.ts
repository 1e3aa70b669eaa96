import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { defaults } from '../../../engine/configuration/installation.ts';
import { secretsIn } from '../../../engine/secret.ts';
import { readMonitorConfiguration } from '../../../monitor/configuration/monitor-configuration.ts';
import { readServiceSettings } from '../../../monitor/configuration/service-settings.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { problemsOf } from '../support/problems-of.ts';

const schemaText = readFileSync(new URL('../../../schemas/monitor.schema.json', import.meta.url), 'utf8');

const alpha = makeTestInstallation({ name: 'alpha', pace: defaults.pace });

function planOf(monitor: unknown, common?: unknown) {
  const [first] = readMonitorConfiguration({
    common,
    installations: [{ ...alpha, allowImport: true, monitor }],
  }).installations;
  if (first === undefined) throw new Error('No installation was read.');
  return first.plan;
}

test('without a monitor block the defaults are 1 min, 15 min and 6 h, without imports', () => {
  const { schedule, failAfter, recoverAfter, maintenance, notify } = planOf(undefined);
  expect(schedule).toEqual({
    pulse: { kind: 'interval', text: '1m', everyMs: 60_000 },
    standard: { kind: 'interval', text: '15m', everyMs: 900_000 },
    full: { kind: 'interval', text: '6h', everyMs: 21_600_000 },
    imports: { kind: 'off', text: 'off' },
  });
  expect({ failAfter, recoverAfter, maintenance, notify }).toEqual({
    failAfter: 1,
    recoverAfter: 1,
    maintenance: [],
    notify: [],
  });
});

test('the block of an installation overrides the common one setting by setting', () => {
  const common = { schedule: { pulse: '30s', standard: '5m' }, failAfter: 2, timezone: 'Europe/Berlin' };
  const plan = planOf({ schedule: { standard: '0 * * * *' }, imports: { schedule: '0 4 * * 0' } }, common);
  expect(plan.schedule.pulse).toEqual({ kind: 'interval', text: '30s', everyMs: 30_000 });
  expect(plan.schedule.standard).toEqual({ kind: 'cron', text: '0 * * * *', timezone: 'Europe/Berlin' });
  expect(plan.schedule.imports).toEqual({ kind: 'cron', text: '0 4 * * 0', timezone: 'Europe/Berlin' });
  expect(plan.failAfter).toBe(2);
});

const mistakes: readonly { readonly title: string; readonly block: unknown; readonly reported: RegExp }[] = [
  {
    title: 'a misspelt name',
    block: { shedule: {} },
    reported: /The name shedule is not known here\. Did you mean schedule\?/,
  },
  {
    title: 'an interval without a unit',
    block: { schedule: { pulse: '15' } },
    reported: /schedule\.pulse: .*number and a unit/,
  },
  { title: 'an interval that is too short', block: { schedule: { pulse: '1s' } }, reported: /at least 5 s/ },
  {
    title: 'an invalid cron expression',
    block: { schedule: { full: '61 * * * *' } },
    reported: /schedule\.full: .*cron/,
  },
  {
    title: 'a cron expression that never matches',
    block: { schedule: { full: '0 0 30 2 *' } },
    reported: /matches some date/,
  },
  {
    title: 'an unknown time zone',
    block: { timezone: 'Europe/Nowhere' },
    reported: /time zone is not known/,
  },
  {
    title: 'a window with both forms',
    block: { maintenance: [{ cron: '0 3 * * *', duration: '1h', from: 'x', to: 'y' }] },
    reported: /either cron and duration, or from and to/,
  },
  {
    title: 'a window that ends before it begins',
    block: { maintenance: [{ from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }] },
    reported: /does not end after it begins/,
  },
  {
    title: 'an unknown state',
    block: { notify: [{ url: 'http://x.example', states: ['down'] }] },
    reported: /Write one of conforming, /,
  },
  { title: 'failAfter 0', block: { failAfter: 0 }, reported: /failAfter: This must be >= 1/ },
];
for (const { title, block, reported } of mistakes) {
  test(`an invalid block is refused with one clear problem: ${title}`, () => {
    const problems = problemsOf(() =>
      readMonitorConfiguration({ installations: [{ ...alpha, monitor: block }] }),
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(reported);
  });
}

test('scheduled imports are refused without allowImport', () => {
  const block = { imports: { schedule: '0 4 * * 0' } };
  const problems = problemsOf(() =>
    readMonitorConfiguration({ installations: [{ ...alpha, monitor: block }] }),
  );
  expect(problems).toEqual([
    'monitor of alpha.imports: Imports are scheduled, but the installation does not say allowImport: true. Say both or none.',
  ]);
});

test('window times without an offset are in the configured time zone, or in UTC', () => {
  const windowsOf = (block: object): readonly unknown[] => {
    const { installations } = readMonitorConfiguration({ installations: [{ ...alpha, monitor: block }] });
    return (installations[0]?.plan.maintenance ?? []).map((window) =>
      'fromMs' in window ? [window.fromMs, window.toMs].map((ms) => new Date(ms).toISOString()) : window,
    );
  };
  const window = { from: '2026-07-01T20:00', to: '2026-07-01T22:30:15' };
  const inBerlin = [['2026-07-01T18:00:00.000Z', '2026-07-01T20:30:15.000Z']];
  expect(windowsOf({ timezone: 'Europe/Berlin', maintenance: [window] })).toEqual(inBerlin);
  expect(windowsOf({ maintenance: [{ ...window, timezone: 'Europe/Berlin' }] })).toEqual(inBerlin);
  expect(windowsOf({ maintenance: [window] })).toEqual([
    ['2026-07-01T20:00:00.000Z', '2026-07-01T22:30:15.000Z'],
  ]);
  expect(
    windowsOf({ timezone: 'Europe/Berlin', maintenance: [{ ...window, from: '2026-07-01T17:00+00:00' }] }),
  ).toEqual([['2026-07-01T17:00:00.000Z', '2026-07-01T20:30:15.000Z']]);
});

test('a mistake in the common block is reported once, however many installations inherit it', () => {
  const common = {
    timezone: 'Nowhere',
    schedule: { pulse: 'often' },
    maintenance: [{ from: 'x', to: 'y' }],
    notify: [{ url: 'x' }],
  };
  const own = { maintenance: [{ from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }] };
  const problems = problemsOf(() =>
    readMonitorConfiguration({
      common,
      installations: [alpha, { ...alpha, name: 'beta', monitor: own }],
    }),
  );
  expect(problems.map((line) => line.split(': ')[0])).toEqual([
    'monitor.timezone',
    'monitor.schedule.pulse',
    'monitor.maintenance.0',
    'monitor.notify.0.url',
    'monitor of beta.maintenance.0',
  ]);
});

test('a bearer token of a webhook with fewer than 8 characters is refused', () => {
  const monitor = { notify: [{ url: 'https://hooks.example/x', bearer: 'seven77' }] };
  expect(problemsOf(() => readMonitorConfiguration({ installations: [{ ...alpha, monitor }] }))).toEqual([
    'monitor of alpha.notify.0.bearer: The bearer token is shorter than 8 characters: it could not be kept out of reports and logs.',
  ]);
});

test('settings of the service are read from the environment, and all mistakes are reported at once', () => {
  const read = (variables: Record<string, string>) => readServiceSettings(variables, '/somewhere');
  const usual = read({});
  expect(usual).toMatchObject({
    port: 9470,
    host: '127.0.0.1',
    dataDirectory: '/somewhere/data',
    refreshSeconds: 30,
  });
  expect({ ...usual.read, ...secretsIn(usual), publicUrl: usual.publicUrl }).toEqual({});
  expect(read({ MONITOR_TOKEN: 'long-enough-token' }).token?.reveal()).toBe('long-enough-token');
  const wrong = {
    PORT: '70000',
    HOST: '',
    DATABASE_URL: 'mysql://x',
    MONITOR_TOKEN: 'short',
    MONITOR_READ_TOKEN: 'a-long-enough-token',
    MONITOR_READ_TOKEN_FILE: 'there',
    MONITOR_BASIC_AUTH: 'no-colon',
    MONITOR_URL: 'nowhere',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:password-of-it@collector.example',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization',
  };
  const problems = problemsOf(() => read(wrong));
  expect(problems.map((line) => line.split(': ')[0]).toSorted()).toEqual(
    [
      'PORT',
      'HOST',
      'DATABASE_URL',
      'MONITOR_TOKEN',
      'MONITOR_READ_TOKEN_FILE',
      'MONITOR_BASIC_AUTH',
      'MONITOR_URL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_HEADERS',
    ].toSorted(),
  );
  expect(problems.join('\n')).not.toMatch(/a-long-enough-token|password-of-it/);
  expect(() => read({ MONITOR_URL: 'https://ann:her-password@monitor.example' })).toThrow(/links would show/);
  expect(() => read({ MONITOR_URL: 'https://monitor.example/tools/' })).toThrow(/at the root of their host/);
  expect(read({ MONITOR_URL: 'https://monitor.example/' }).publicUrl).toBe('https://monitor.example');
  const collector = read({
    OTEL_EXPORTER_OTLP_ENDPOINT: ' http://127.0.0.1:4318/ ',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20abc, x-scope-orgid=team1',
  });
  expect(collector.otlpEndpoint).toBe('http://127.0.0.1:4318');
  expect(
    Object.entries(collector.otlpHeaders ?? {}).map(([name, value]) => `${name}: ${value.reveal()}`),
  ).toEqual(['authorization: Bearer abc', 'x-scope-orgid: team1']);
});

test('the monitor schema is valid, allows no additional properties and describes every property', () => {
  const schema = JSON.parse(schemaText) as Record<string, unknown>;
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false });
  expect(ajv.validateSchema(schema)).toBe(true);
  const open: string[] = [];
  const undescribed: string[] = [];
  const definitions = schema.$defs as Record<string, Record<string, unknown>>;
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, properties, additionalProperties, $ref } = node as Record<string, unknown>;
    if (type === 'object' && additionalProperties !== false) open.push(path);
    for (const [name, property] of Object.entries(
      (properties ?? {}) as Record<string, Record<string, unknown> | false>,
    )) {
      if (property === false || path.includes('oneOf')) continue;
      const target = definitions[String(property.$ref).replace('#/$defs/', '')];
      if (property.description === undefined && target?.description === undefined)
        undescribed.push(`${path}/${name}`);
    }
    if ($ref !== undefined) return;
    for (const [name, child] of Object.entries(node)) visit(child, `${path}/${name}`);
  };
  visit(schema, '');
  expect({ open, undescribed }).toEqual({ open: [], undescribed: [] });
});
