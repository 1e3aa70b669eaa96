import { setTimeout as wait } from 'node:timers/promises';
import { ValueType } from '@opentelemetry/api';
import type { ExportResult } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  type AggregationOption,
  AggregationTemporality,
  AggregationType,
  DataPointType,
  type MetricData,
  type PushMetricExporter,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { expect, test } from '@playwright/test';
import { exportInParts, partsOf } from '../../../monitor/telemetry/telemetry.ts';

function metric(name: string, points: number): MetricData {
  return {
    descriptor: { name, description: '', unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPointType: DataPointType.GAUGE,
    dataPoints: Array.from({ length: points }, (_, value) => ({
      startTime: [0, 0],
      endTime: [1, 0],
      value,
      attributes: { name },
    })),
  };
}

function resourceMetrics(...metrics: readonly MetricData[]): ResourceMetrics {
  return {
    resource: emptyResource(),
    scopeMetrics: [{ scope: { name: 'test' }, metrics: [...metrics] }],
  };
}

/** Name and number of points of each metric, by part. */
function shapes(parts: Iterable<ResourceMetrics>): readonly (readonly string[])[] {
  return [...parts].map(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) =>
      metrics.map(({ descriptor, dataPoints }) => `${descriptor.name} ${dataPoints.length}`),
    ),
  );
}

const cases: readonly (readonly [
  name: string,
  given: ResourceMetrics,
  parts: readonly (readonly string[])[],
])[] = [
  ['an empty set of metrics', resourceMetrics(), []],
  ['a metric without data points', resourceMetrics(metric('a', 0)), [['a 0']]],
  [
    'a set of metrics that fits into one part',
    resourceMetrics(metric('a', 4), metric('b', 6)),
    [['a 4', 'b 6']],
  ],
  [
    'a metric that does not fit next to another one',
    resourceMetrics(metric('a', 5), metric('b', 6)),
    [['a 5'], ['b 6']],
  ],
  [
    'a metric with more points than fit into a part',
    resourceMetrics(metric('a', 21)),
    [['a 10'], ['a 10'], ['a 1']],
  ],
  [
    'the rest of a large metric together with the next one',
    resourceMetrics(metric('a', 12), metric('b', 3), metric('c', 6)),
    [['a 10'], ['a 2', 'b 3'], ['c 6']],
  ],
];

for (const [name, given, parts] of cases) {
  test(`parts exported for ${name}: ${parts.length}`, () => {
    expect(shapes(partsOf(given, 10))).toEqual(parts);
  });
}

test('every data point is exported once and in order', () => {
  const parts = [...partsOf(resourceMetrics(metric('a', 25), metric('b', 7)), 10)];
  const points = parts.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) =>
      metrics.flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ value }) => `${descriptor.name}${value}`),
      ),
    ),
  );
  const all = (name: string, count: number) => Array.from({ length: count }, (_, value) => `${name}${value}`);
  expect(points).toEqual([...all('a', 25), ...all('b', 7)]);
});

/** Keeps the metrics it receives; gives these results one after the other, and then success. */
function makeExporter(results: readonly ExportResult[] = []) {
  const sent: ResourceMetrics[] = [];
  let underWay = 0;
  let most = 0;
  const calls: string[] = [];
  const exporter: Required<PushMetricExporter> = {
    async export(metrics, callback) {
      const result = results[sent.length] ?? { code: 0 };
      sent.push(metrics);
      underWay += 1;
      most = Math.max(most, underWay);
      await wait(1);
      underWay -= 1;
      callback(result);
    },
    forceFlush: async () => void calls.push('flush'),
    shutdown: async () => void calls.push('shutdown'),
    selectAggregationTemporality: () => AggregationTemporality.DELTA,
    selectAggregation: (): AggregationOption => ({ type: AggregationType.DROP }),
  };
  return { exporter, sent, calls, most: () => most };
}

const exported = (exporter: PushMetricExporter, metrics: ResourceMetrics): Promise<ExportResult> =>
  new Promise((resolve) => exporter.export(metrics, resolve));

test('parts are sent one after the other, and the export succeeds if all are accepted', async () => {
  const { exporter, sent, most } = makeExporter();
  expect(await exported(exportInParts(exporter, 10), resourceMetrics(metric('a', 45)))).toEqual({ code: 0 });
  expect(shapes(sent)).toEqual([['a 10'], ['a 10'], ['a 10'], ['a 10'], ['a 5']]);
  expect(most()).toBe(1);
});

test('the first rejected part ends the export with its result', async () => {
  const refused = { code: 1, error: new Error('503') };
  const { exporter, sent } = makeExporter([{ code: 0 }, refused]);
  expect(await exported(exportInParts(exporter, 10), resourceMetrics(metric('a', 45)))).toBe(refused);
  expect(sent).toHaveLength(2);
});

test('flush, shutdown, temporality and aggregation are left to the exporter itself', async () => {
  const { exporter, calls } = makeExporter();
  const inParts = exportInParts(exporter);
  await inParts.forceFlush();
  await inParts.shutdown();
  expect(calls).toEqual(['flush', 'shutdown']);
  expect(inParts.selectAggregationTemporality?.('COUNTER' as never)).toBe(AggregationTemporality.DELTA);
  expect(inParts.selectAggregation?.('COUNTER' as never)).toEqual({ type: AggregationType.DROP });
});
