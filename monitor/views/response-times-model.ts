import type { InstallationState } from '../../contract/state.ts';

/**
 * Spans of the chart of response times, by their names in addresses, and the steps in which it draws them; the short ones have a
 * point for each run.
 */
export const latencySpans = [
  { id: '1h', hours: 1, stepHours: 0 },
  { id: '6h', hours: 6, stepHours: 0 },
  { id: '24h', hours: 24, stepHours: 1 },
  { id: '7d', hours: 168, stepHours: 2 },
  { id: '30d', hours: 720, stepHours: 6 },
  { id: '90d', hours: 2160, stepHours: 24 },
] as const;
export type LatencySpan = (typeof latencySpans)[number]['id'];

/** Response times in a step of time. Whatever is left out is not known. */
export interface LatencyStepView {
  /** When the step began, or the run that it is. */
  readonly at: string;
  readonly runUrl?: string;
  /** Scheduled runs that count. */
  readonly runs: number;
  /** How many of them found the installation down, and not conforming. */
  readonly down: number;
  readonly bad: number;
  /** Percentiles of the requests that were answered, in milliseconds; of older hours the median alone is known. */
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
}

/** Something that the chart marks beside response times. */
export interface IncidentSpanView {
  readonly state: InstallationState;
  readonly from: string;
  readonly to: string;
}

/** A time from which an installation answered otherwise: as a rule, another version of it. */
export interface DeploymentView {
  readonly at: string;
  /** What is otherwise, as a phrase. */
  readonly text: string;
  /** The comparison of the runs around it. */
  readonly url: string;
}

/** A line of the chart, by the name of its figure. */
export interface LatencyLineView {
  readonly name: 'p50' | 'p95' | 'p99';
  readonly title: string;
}

export interface ResponseTimesView {
  readonly span: LatencySpan;
  readonly from: string;
  readonly to: string;
  /** 0: each step is a run. */
  readonly stepMs: number;
  /** The endpoint whose times they are; left out for those of all requests. */
  readonly endpoint?: string;
  /** From below. Of an endpoint there are too few requests for percentiles: `p95` has the slowest of each step. */
  readonly lines: readonly LatencyLineView[];
  readonly steps: readonly LatencyStepView[];
  /** Percentiles of all requests of the span, in milliseconds; left out where they are not known. */
  readonly whole?: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly incidents: readonly IncidentSpanView[];
  /** When somebody accepted other answers as the baseline: most often after an upgrade. */
  readonly upgrades: readonly string[];
  readonly deployments: readonly DeploymentView[];
  /** So many changes that they are no deployments: answers differ from run to run. */
  readonly unsteady?: number;
}

/** How much of what the objective allows is used up. */
export interface ObjectiveView {
  /** The share of runs that is to find the installation available. */
  readonly target: number;
  readonly days: number;
  /** Runs that count, those that the objective lets fail, and those that did. */
  readonly counted: number;
  readonly allowed: number;
  readonly failed: number;
}
