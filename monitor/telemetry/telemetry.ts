import type { Installation } from '../../engine/configuration/installation.ts';
import type { RequestTracer } from '../../engine/http/sent.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { MonitoredTier, RunTrigger } from '../model.ts';

/** What is known of a run when it begins. */
export interface TracedRun {
  readonly tier: MonitoredTier;
  readonly trigger: RunTrigger | 'probe';
  readonly id?: string;
}

/** The trace of one run. */
export interface RunTrace {
  readonly tracer: RequestTracer;
  /** Ends it, with the record of the run, if it ended well. Calls after the first change nothing. */
  readonly end: (record?: RunRecord) => void;
}

/** Exports what the monitor does to an OpenTelemetry collector. */
export interface Telemetry {
  readonly startRun: (installation: Installation, run: TracedRun) => RunTrace;
  /** Exports the rest, within a few seconds. */
  readonly close: () => Promise<void>;
}
