import { collectDefaultMetrics, Registry } from 'prom-client';
import { metricNames } from '../../../monitor/metrics/names.ts';
import { textOf } from './files.ts';

/** Words of PromQL that stand where a metric could. */
const words = new Set(
  'and or unless by without on ignoring group_left group_right bool offset ALERTS up'.split(' '),
);

/** The metrics that a query reads. Label matchers, strings, durations, groupings and functions are no metrics. */
export function metricsIn(query: string): readonly string[] {
  const bare = query
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""')
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ');
  const found = bare.matchAll(/[a-zA-Z_:][a-zA-Z0-9_:]*(?!\s*\()(?![a-zA-Z0-9_:])/g);
  return [...new Set([...found].map(([name]) => name).filter((name) => !words.has(name)))];
}

/** The label names that a query matches or groups by, and the values to which it compares `state`. */
export function labelsIn(query: string): {
  readonly names: readonly string[];
  readonly states: readonly string[];
} {
  const matchers = [...query.matchAll(/([a-zA-Z_]\w*)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)];
  const grouped = [...query.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim()),
  );
  return {
    names: [...new Set([...matchers.map(([, name = '']) => name), ...grouped])].filter((name) => name !== ''),
    states: matchers.filter(([, name]) => name === 'state').flatMap(([, , value = '']) => value.split('|')),
  };
}

/** Every series name that the monitor serves: its own, with the parts of histograms, and those of Node.js. */
export function servedNames(): ReadonlySet<string> {
  const own = Object.values(metricNames).flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const register = new Registry();
  collectDefaultMetrics({ register });
  return new Set([...own, ...register.getMetricsAsArray().map(({ name }) => name)]);
}

interface Target {
  readonly expr: string;
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly Target[];
}

export interface Dashboard {
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly query: string | { readonly query: string } }[];
  };
  readonly annotations: { readonly list: readonly Target[] };
}

export function dashboard(): Dashboard {
  return JSON.parse(textOf('operations/grafana/dashboards/evidence-contract.json')) as Dashboard;
}

/** Every query of the dashboard as Prometheus gets it, for all installations. */
export function dashboardQueries(): readonly string[] {
  const { panels, annotations } = dashboard();
  const targets = [...panels.flatMap(({ targets: own = [] }) => own), ...annotations.list];
  return targets.map(({ expr }) =>
    expr.replaceAll('$installation', '.+').replaceAll('$__rate_interval', '5m'),
  );
}
