import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { endpoints } from '../contract/document/endpoints.ts';
import { median } from '../engine/record/statistics.ts';
import { type Metrics, makeMetrics } from '../monitor/metrics/metrics.ts';
import { makeMetricProducer } from '../monitor/telemetry/metric-producer.ts';
import { exportInParts } from '../monitor/telemetry/telemetry.ts';
import { serve } from '../tests/support/serving.ts';
import type { BenchRow } from './row.ts';

const installations = 1000;
const exports = 5;
/** A collector's default limit. */
const collectorTakes = 20 * 1024 * 1024;

/** Exports the metrics of 1,000 installations by OpenTelemetry, to a collector in the same process. */
export async function benchOtlp(): Promise<readonly BenchRow[]> {
  let largest = 0;
  const collector = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => {
      largest = Math.max(largest, bytes);
      response.end('{}');
    });
  });
  const { baseUrl, close } = await serve(collector);
  const monitored = fill(makeMetrics({ suiteVersion: '1', nodeVersion: '1' }));
  const meters = new MeterProvider({
    readers: [
      new PeriodicExportingMetricReader({
        exporter: exportInParts(new OTLPMetricExporter({ url: `${baseUrl}/v1/metrics` })),
        metricProducers: [makeMetricProducer(monitored.sources, { name: 'bench', version: '1' })],
      }),
    ],
  });
  const tookMs: number[] = [];
  const stallsMs: number[] = [];
  for (let round = 0; round < exports; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const startMs = performance.now();
    await meters.forceFlush();
    tookMs.push(performance.now() - startMs);
    // A stall is seen when it is over.
    await wait(50);
    delay.disable();
    stallsMs.push(delay.max / 1e6);
  }
  await meters.shutdown();
  await close();
  const what = `OTLP export of ${installations.toLocaleString('en')} installations`;
  const largestMb = Math.round(largest / 1e5) / 10;
  return [
    { name: what, value: Math.round(median(tookMs) ?? Number.NaN), unit: 'ms' },
    { name: `${what}: longest stall`, value: Math.round(median(stallsMs) ?? Number.NaN), unit: 'ms' },
    {
      name: `${what}: largest request`,
      value: largestMb,
      unit: 'MB',
      ok: largest < collectorTakes,
      target: '< 21',
    },
  ];
}

/** Every installation after one standard run. */
function fill(metrics: Metrics): Metrics {
  for (let number = 0; number < installations; number += 1) {
    const installation = `installation-${number}`;
    metrics.add(installation);
    metrics.of(installation)?.setState('conforming');
    metrics.of(installation)?.setNextRun(Date.now());
    metrics.countRun({
      installation,
      tier: 'standard',
      endpoints: endpoints.map(({ id }) => ({ endpoint: id, judged: 9, failed: 0, up: true, seconds: 0.02 })),
      requestSeconds: [0.02, 0.03],
      phaseSeconds: {},
      requests: 30,
      throttled: 0,
      endedSeconds: 1,
      conformingSeconds: 1,
      coverage: 1,
      drift: 0,
    });
  }
  return metrics;
}
