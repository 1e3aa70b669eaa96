import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type HistogramMetricData,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import { groupBy } from '../../engine/group-by.ts';
import { yieldEvery } from '../event-loop.ts';
import type { MetricSource } from '../metrics/installation-samples.ts';

/** A metric as returned by prom-client; the library's types omit the names of its samples. */
interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: unknown;
  readonly values: readonly Sample[];
}

interface Sample {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly metricName?: string;
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

/**
 * Passes the metrics of the monitor to OpenTelemetry, with the names and values of `/metrics`. Yields to other work in
 * between.
 */
export function makeMetricProducer(
  sources: () => readonly MetricSource[],
  scope: { readonly name: string; readonly version: string },
): MetricProducer {
  const startTime = millisToHrTime(Date.now() - performance.now());
  return {
    async collect() {
      const times = { startTime, endTime: millisToHrTime(Date.now()) };
      const pause = yieldEvery();
      const parts: MetricData[] = [];
      for (const source of sources()) {
        const families = (await source.getMetricsAsJSON()) as unknown as readonly Family[];
        parts.push(...families.flatMap((family) => metricOf(family, times)));
        await pause();
      }
      const byName = groupBy(parts, ({ descriptor }) => descriptor.name);
      const metrics = [...byName.values()].flatMap(joined);
      const scopeMetrics = [{ scope, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

/** One metric from its parts in all sources. */
function joined(parts: readonly MetricData[]): readonly MetricData[] {
  const [first] = parts;
  if (first === undefined) return [];
  return [{ ...first, dataPoints: parts.flatMap<unknown>(({ dataPoints }) => dataPoints) } as MetricData];
}

/** A histogram without samples has no data point. */
function metricOf({ name, help, type, values: samples }: Family, times: Times): readonly MetricData[] {
  const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE };
  const aggregationTemporality = AggregationTemporality.CUMULATIVE;
  const shared = { descriptor, aggregationTemporality };
  const points = samples.map(({ value, labels }) => ({ ...times, value, attributes: { ...labels } }));
  switch (type) {
    case 'counter':
      return [{ ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }];
    case 'gauge':
      return [{ ...shared, dataPointType: DataPointType.GAUGE, dataPoints: points }];
    case 'histogram':
      return [{ ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(samples, times) }];
    default:
      return [];
  }
}

/** Prometheus buckets are cumulative; those of OpenTelemetry are not. */
function histograms(samples: readonly Sample[], times: Times): HistogramMetricData['dataPoints'] {
  const bySeries = groupBy(samples, ({ labels: { le: _bound, ...labels } }) => JSON.stringify(labels));
  return [...bySeries.values()].map(
    (series): DataPoint<HistogramMetricData['dataPoints'][number]['value']> => {
      const sampleOf = (suffix: string): number =>
        series.find(({ metricName = '' }) => metricName.endsWith(suffix))?.value ?? 0;
      const buckets = series
        .filter(({ metricName = '' }) => metricName.endsWith('_bucket'))
        .map(({ labels, value }) => ({ bound: Number(labels.le === '+Inf' ? Infinity : labels.le), value }))
        .toSorted((one, other) => one.bound - other.bound);
      const { le: _bound, ...attributes } = series[0]?.labels ?? {};
      return {
        ...times,
        attributes: attributes as Attributes,
        value: {
          buckets: {
            boundaries: buckets.map(({ bound }) => bound).filter(Number.isFinite),
            counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
          },
          sum: sampleOf('_sum'),
          count: sampleOf('_count'),
        },
      };
    },
  );
}
