import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Secret } from '../../engine/secret.ts';
import { suiteVersion } from '../../engine/version.ts';
import type { Log } from '../log.ts';
import type { MetricSource } from '../metrics/installation-samples.ts';
import { makeMetricProducer } from './metric-producer.ts';
import { makeRunTraces } from './run-traces.ts';
import type { Telemetry } from './telemetry.ts';
import { exportInParts } from './telemetry.ts';

export interface OtlpOptions {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, Secret>>;
  /** The id of this process. */
  readonly me: string;
  readonly sources: () => readonly MetricSource[];
  readonly log: Log;
}

const scope = { name: 'evidence-contract', version: suiteVersion };
const closeLimitMs = 3_000;

/**
 * Exports traces and metrics by OpenTelemetry's own SDK. Loading it takes memory and time, so only exporting monitors
 * do.
 */
export function startOtlp({ endpoint, headers: secrets, me, sources, log }: OtlpOptions): Telemetry {
  const headers = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, value.reveal()]));
  // The environment's description of the service takes precedence.
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'evidence-contract-monitor',
        'service.version': suiteVersion,
        'service.instance.id': me,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
  const spans = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers });
  const points = new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, headers });
  reportFailures(spans, 'traces', log);
  reportFailures(points, 'metrics', log);
  const tracers = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: spans })],
  });
  const reader = new PeriodicExportingMetricReader({
    exporter: exportInParts(points),
    metricProducers: [makeMetricProducer(sources, scope)],
  });
  const meters = new MeterProvider({ resource, readers: [reader] });
  return {
    startRun: makeRunTraces(tracers.getTracer(scope.name, scope.version)),
    async close() {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, closeLimitMs).unref());
      const closed = Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
      await Promise.race([closed, limit]);
    },
  };
}

interface Exporter<T> {
  export: (items: T, callback: (result: ExportResult) => void) => void;
}

/** Logs once when a collector refuses data, and once when it accepts them again. */
function reportFailures<T>(exporter: Exporter<T>, what: string, log: Log): void {
  const send = exporter.export.bind(exporter);
  let isFailing = false;
  exporter.export = (items, callback) =>
    send(items, (result) => {
      const hasFailed = result.code !== ExportResultCode.SUCCESS;
      if (hasFailed && !isFailing)
        log.warn(
          { what, reason: result.error?.message },
          'the OpenTelemetry collector does not take what it is sent',
        );
      if (!hasFailed && isFailing)
        log.info({ what }, 'the OpenTelemetry collector takes what it is sent again');
      isFailing = hasFailed;
      callback(result);
    });
}
