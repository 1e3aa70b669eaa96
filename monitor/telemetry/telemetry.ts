import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { MetricData, PushMetricExporter, ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { Installation } from '../../engine/configuration/installation.ts';
import type { RequestTracer } from '../../engine/http/sent.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { MonitoredTier, RunTrigger } from '../model.ts';

/** Some 450 kB of JSON, which block this thread for 10 ms. */
const mostPoints = 2_000;

/**
 * Exports metrics in requests of limited size, one after the other: a thousand installations have 22 MB, which
 * collectors refuse (20 MiB by default), and which would block everything else while being serialised. The first
 * failing request ends the export with its result.
 */
export function exportInParts(exporter: Required<PushMetricExporter>, most = mostPoints): PushMetricExporter {
  const send = (metrics: ResourceMetrics): Promise<ExportResult> =>
    new Promise((resolve) => exporter.export(metrics, resolve));
  const sendAll = async (metrics: ResourceMetrics): Promise<ExportResult> => {
    for (const part of partsOf(metrics, most)) {
      const result = await send(part);
      if (result.code !== ExportResultCode.SUCCESS) return result;
    }
    return { code: ExportResultCode.SUCCESS };
  };
  return {
    export(metrics, callback) {
      sendAll(metrics).then(callback, (error: Error) => callback({ code: ExportResultCode.FAILED, error }));
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
    selectAggregationTemporality: (instrument) => exporter.selectAggregationTemporality(instrument),
    selectAggregation: (instrument) => exporter.selectAggregation(instrument),
  };
}

/** The same points in parts of at most this number, in order. */
export function* partsOf(metrics: ResourceMetrics, most: number): Generator<ResourceMetrics> {
  const { resource, scopeMetrics } = metrics;
  for (const { scope, metrics: all } of scopeMetrics) {
    let part: MetricData[] = [];
    let points = 0;
    for (const metric of all) {
      for (const slice of slicesOf(metric, most)) {
        const size = slice.dataPoints.length;
        if (points > 0 && points + size > most) {
          yield { resource, scopeMetrics: [{ scope, metrics: part }] };
          part = [];
          points = 0;
        }
        part.push(slice);
        points += size;
      }
    }
    if (part.length > 0) yield { resource, scopeMetrics: [{ scope, metrics: part }] };
  }
}

function slicesOf(metric: MetricData, most: number): readonly MetricData[] {
  const { dataPoints } = metric;
  const count = Math.max(1, Math.ceil(dataPoints.length / most));
  return Array.from(
    { length: count },
    (_, index) =>
      ({ ...metric, dataPoints: dataPoints.slice(index * most, (index + 1) * most) }) as MetricData,
  );
}

/** The facts about a run at its start. */
interface TracedRun {
  readonly tier: MonitoredTier;
  readonly trigger: RunTrigger | 'probe';
  readonly id?: string;
}

/** The trace of one run. */
export interface RunTrace {
  readonly tracer: RequestTracer;
  /** Ends it, with the record of the run if there is one. Only the first call has an effect. */
  readonly end: (record?: RunRecord) => void;
}

/** Exports the monitor's activity to an OpenTelemetry collector. */
export interface Telemetry {
  readonly startRun: (installation: Installation, run: TracedRun) => RunTrace;
  /** Exports the rest, within a few seconds. */
  readonly close: () => Promise<void>;
}
