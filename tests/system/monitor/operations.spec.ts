import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { severityIds } from '../../../contract/severity.ts';
import { stateIds } from '../../../contract/state.ts';
import { metricNames } from '../../../monitor/metrics/names.ts';
import {
  alerts,
  promtool,
  root,
  ruleFile,
  ruleFiles,
  rulesOf,
  textOf,
  yamlDocuments,
} from '../../monitor/operations/files.ts';
import {
  dashboard,
  dashboardQueries,
  labelsIn,
  metricsIn,
  type Panel,
  servedNames,
} from '../../monitor/operations/queries.ts';
import { needs } from '../../support/needs.ts';

const rules = ruleFiles.flatMap((name) => rulesOf(ruleFile(name)));
const recorded = rules.flatMap(({ record }) => (record === undefined ? [] : [record]));
const ruleQueries = rules.map(({ expr }) => expr);
/** `le` belongs to histograms, the others come from Prometheus itself. */
const foreignLabels = ['le', 'job', 'instance', 'alertname', 'alertstate'];

function unknownMetrics(queries: readonly string[]): readonly string[] {
  const known = new Set([...servedNames(), ...recorded]);
  return queries.flatMap(metricsIn).filter((name) => !known.has(name));
}

function unknownLabels(queries: readonly string[]): readonly string[] {
  const known = new Set([...Object.values(metricNames).flatMap(({ labels }) => labels), ...foreignLabels]);
  return queries.flatMap((query) => labelsIn(query).names).filter((name) => !known.has(name));
}

function unknownStates(queries: readonly string[]): readonly string[] {
  const known: readonly string[] = stateIds;
  return queries.flatMap((query) => labelsIn(query).states).filter((state) => !known.includes(state));
}

test('the query parser of these tests finds metrics, labels and states, and nothing else', () => {
  const query =
    'histogram_quantile(0.9, sum by (le, tier) (rate(some_bucket{state=~"a|b", job!="x"}[5m]))) > 3 and on (zone) a:b:c == 1 unless up';
  expect(metricsIn(query)).toEqual(['some_bucket', 'a:b:c']);
  expect(labelsIn(query)).toEqual({ names: ['state', 'job', 'le', 'tier', 'zone'], states: ['a', 'b'] });
  expect(unknownMetrics(['evidence_contract_installation_sate == 1'])).toEqual([
    'evidence_contract_installation_sate',
  ]);
});

test('every YAML file of operations is valid', () => {
  const files = readdirSync(`${root}operations`, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ya?ml$/.test(name),
  );
  expect(files.length).toBeGreaterThanOrEqual(10);
  for (const file of files) expect(yamlDocuments(`operations/${file}`).length, file).toBeGreaterThan(0);
});

test.describe('The rules', () => {
  test('are valid, and so is the configuration of Prometheus that loads them', async () => {
    needs('promtool');
    // The file of the token is there only in operation, and promtool looks for it.
    const folder = test.info().outputPath('configuration');
    cpSync(`${root}operations/prometheus/rules`, `${folder}/rules`, { recursive: true });
    writeFileSync(`${folder}/read-token`, 'token');
    const text = textOf('operations/prometheus/prometheus.yml');
    const local = text.replace(/credentials_file: .+/, 'credentials_file: read-token');
    expect(local).not.toBe(text);
    writeFileSync(`${folder}/prometheus.yml`, local);
    const checked = await promtool('check', 'config', `${folder}/prometheus.yml`);
    expect(checked.said).toContain('SUCCESS: 2 rule files found');
    expect(checked.ok, checked.said).toBe(true);
  });

  for (const name of ['alerts', 'alerts-over-hours', 'recording', 'texts']) {
    test(`pass their unit tests: ${name}`, async () => {
      needs('promtool');
      // They simulate days of many series.
      test.setTimeout(300_000);
      const tested = await promtool('test', 'rules', `operations/prometheus/tests/${name}.test.yml`);
      expect(tested.ok, tested.said).toBe(true);
    });
  }

  test('read only metrics, labels and states that the monitor has', () => {
    expect(unknownMetrics(ruleQueries)).toEqual([]);
    expect(unknownLabels(ruleQueries)).toEqual([]);
    expect(unknownStates(ruleQueries)).toEqual([]);
  });

  test('give each alert a summary, a description, a severity, and an occurrence in a unit test', () => {
    const tests = ['alerts', 'alerts-over-hours']
      .map((name) => textOf(`operations/prometheus/tests/${name}.test.yml`))
      .join('\n');
    for (const { alert, labels, annotations } of alerts()) {
      const severity = labels?.severity ?? '';
      expect(
        ['EvidenceContractWatchdog', 'EvidenceContractAcknowledged'].includes(alert)
          ? ['none']
          : ['critical', 'warning', 'info'],
        alert,
      ).toContain(severity);
      expect(annotations?.summary, alert).toMatch(/\w/);
      expect(annotations?.description, alert).toMatch(/\.$/);
      expect(tests, alert).toContain(`alertname="${alert}", severity="${severity}"`);
    }
  });

  test('read in their texts only metrics and labels that the monitor has, and list all severities in order', () => {
    const texts = alerts().flatMap(({ annotations = {} }) => Object.values(annotations));
    const queries = texts.flatMap((text) =>
      [...text.matchAll(/printf "([^"]*(?:evidence_contract)[^"]*)"/g)].map(([, query = '']) =>
        query.replaceAll('%q', '"x"'),
      ),
    );
    expect(queries.length).toBeGreaterThan(0);
    expect(unknownMetrics(queries)).toEqual([]);
    expect(unknownLabels(queries)).toEqual([]);
    const lists = texts.flatMap((text) => [...text.matchAll(/ args ((?:"[a-z-]+" ?)+)/g)]);
    expect(lists.map(([, list = '']) => [...list.matchAll(/"([^"]+)"/g)].map(([, id]) => id))).toEqual([
      severityIds,
    ]);
  });

  test('give each alert a cause, a link and a section in the runbook, which has no other sections', () => {
    const sections = [...textOf('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(new Set(sections)).toEqual(new Set(alerts().map(({ alert }) => alert)));
    for (const { alert, annotations } of alerts()) {
      expect(annotations?.cause, alert).toMatch(/\w/);
      expect(annotations?.link, alert).toMatch(
        /^\{\{ with query ".+" \}\}.*\{\{ end \}\}(?:\/monitor|\/installations\/\{\{ \$labels\.installation \}\})?$/,
      );
      expect(annotations?.runbook_url).toMatch(new RegExp(`}}/runbook#${alert.toLowerCase()}$`));
    }
  });
});

interface Alertmanager {
  readonly route: Route;
  readonly receivers: readonly { readonly name: string }[];
  readonly time_intervals: readonly { readonly name: string }[];
  readonly inhibit_rules: readonly {
    readonly source_matchers: readonly string[];
    readonly target_matchers: readonly string[];
  }[];
}
interface Route {
  readonly receiver: string;
  readonly matchers?: readonly string[];
  readonly active_time_intervals?: readonly string[];
  readonly routes?: readonly Route[];
}

test('the example of Alertmanager names only existing receivers, time intervals and alert labels', () => {
  const example = yamlDocuments('operations/alertmanager/alertmanager.yml')[0] as Alertmanager;
  const routes = [example.route, ...(example.route.routes ?? [])];
  const receivers = example.receivers.map(({ name }) => name);
  const times = example.time_intervals.map(({ name }) => name);
  for (const { receiver, active_time_intervals = [] } of routes) {
    expect(receivers).toContain(receiver);
    for (const name of active_time_intervals) expect(times).toContain(name);
  }
  const matchers = [
    ...routes.flatMap(({ matchers: own = [] }) => own),
    ...example.inhibit_rules.flatMap(({ source_matchers, target_matchers }) => [
      ...source_matchers,
      ...target_matchers,
    ]),
  ];
  for (const matcher of matchers) {
    const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(matcher) ?? [];
    const texts = alerts().map(({ alert, labels }) => (label === 'alertname' ? alert : labels?.[label]));
    const isMet = (text = ''): boolean =>
      operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(text) : text === value;
    expect(texts.some(isMet), matcher).toBe(true);
  }
});

test.describe('The dashboard', () => {
  test('reads only metrics, labels and states that the monitor has', () => {
    expect(dashboardQueries().length).toBeGreaterThan(25);
    expect(unknownMetrics(dashboardQueries())).toEqual([]);
    expect(unknownLabels(dashboardQueries())).toEqual([]);
    expect(unknownStates(dashboardQueries())).toEqual([]);
  });

  test('has queries that Prometheus understands', async () => {
    needs('promtool');
    const rules = dashboardQueries().map((expr, index) => ({ record: `dashboard:query:${index}`, expr }));
    const file = test.info().outputPath('dashboard-queries.json');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const checked = await promtool('check', 'rules', file);
    expect(checked.ok, checked.said).toBe(true);
  });

  test('shows every metric about an installation, together with the rules, except for a list of four', () => {
    const shown = new Set([...dashboardQueries(), ...ruleQueries].flatMap(metricsIn));
    const parts = (name: string): readonly string[] => [name, `${name}_bucket`];
    const hidden = Object.values(metricNames)
      .filter(({ labels }) => (labels as readonly string[]).includes('installation'))
      .map(({ name }) => name)
      .filter((name) => !parts(name).some((part) => shown.has(part)));
    // The page of the installation shows when it last conformed; on a dashboard the state over time does.
    // Tags select series; an installation without any has none. Checks by endpoint are for those who scrape details.
    expect(hidden).toEqual([
      'evidence_contract_endpoint_checks_total',
      'evidence_contract_endpoint_check_failures_total',
      'evidence_contract_last_conforming_timestamp_seconds',
      'evidence_contract_installation_tag',
    ]);
  });

  test('has variables for data source and installation, and panels with descriptions that do not overlap', () => {
    const { panels, templating } = dashboard();
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'installation']);
    const charts = panels.filter(({ type }) => type !== 'row');
    for (const panel of charts) {
      expect(panel.datasource?.uid, panel.title).toBe(`\${datasource}`);
      expect(panel.description, panel.title).toMatch(/\.$/);
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const overlapping = panels.filter((one) =>
      panels.some((other) => one.id < other.id && overlaps(one, other)),
    );
    expect(overlapping.map(({ title }) => title)).toEqual([]);
  });
});

function overlaps({ gridPos: one }: Panel, { gridPos: other }: Panel): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  );
}
