import { yieldEvery } from '../event-loop.ts';
import type { Family, Head } from './exposition.ts';
import type { InstallationMetrics } from './installation-metrics.ts';
import { type Labels, type MetricName, metricNames, type TakeSample } from './names.ts';

/** Returns metrics in the form of a prom-client registry. */
export interface MetricSource {
  readonly getMetricsAsJSON: () => unknown;
}

/** The lines of an installation by metric. */
export type SampleLines = ReadonlyMap<MetricName, readonly string[]>;

/**
 * Writes the summaries of installations, each metric family once, and yields to other work in between.
 * @param written the lines of installations without changes since; those of the others are added
 */
export async function writeSummaries(
  all: readonly InstallationMetrics[],
  written: WeakMap<InstallationMetrics, SampleLines>,
): Promise<readonly Family[]> {
  const families = new Map<MetricName, string[]>(
    Object.values<MetricName>(metricNames)
      .filter(({ isDetail, labels }) => isDetail !== true && labels.includes('installation'))
      .map((metric) => [metric, []]),
  );
  const pause = yieldEvery();
  for (const one of all) {
    const own = written.get(one) ?? linesOf(one.summary);
    written.set(one, own);
    for (const [metric, lines] of own) families.get(metric)?.push(...lines);
    await pause();
  }
  return [...families].map(familyOf);
}

export function writeDetails({ details }: InstallationMetrics): readonly Family[] {
  return [...linesOf(details)].map(familyOf);
}

/** The metrics of an installation in the form of a prom-client registry. */
export function collect(give: (take: TakeSample) => void): readonly object[] {
  const families = new Map<MetricName, object[]>();
  give((metric, value, labels, more, suffix = '') => {
    const values = families.get(metric) ?? [];
    families.set(metric, values);
    values.push({ value, labels: { ...labels, ...more }, metricName: metric.name + suffix });
  });
  return [...families].map(([{ name, help, type }, values]) => ({ name, help, type, values }));
}

function linesOf(give: (take: TakeSample) => void): SampleLines {
  const families = new Map<MetricName, string[]>();
  let written: { readonly labels: Labels; readonly list: string } | undefined;
  give((metric, value, labels, more = {}, suffix = '') => {
    const lines = families.get(metric) ?? [];
    families.set(metric, lines);
    if (written?.labels !== labels) written = { labels, list: labelList(labels) };
    lines.push(`${metric.name}${suffix}{${written.list}${labelList(more, ',')}} ${value}`);
  });
  return families;
}

function familyOf([metric, lines]: readonly [MetricName, readonly string[]]): Family {
  return { head: headOf(metric), lines };
}

function headOf({ name, type, help }: MetricName): Head {
  return { help: `# HELP ${name} ${help}`, type: `# TYPE ${name} ${type}` };
}

/** @param before precedes the first label */
function labelList(labels: Labels, before = ''): string {
  let list = '';
  for (const label in labels)
    list += `${list === '' ? before : ','}${label}="${escaped(labels[label] ?? '')}"`;
  return list;
}

const special = /[\\"\n]/;

function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
