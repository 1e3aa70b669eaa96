import type { Observation } from '../../contract/observe.ts';
import type { MonitoredTier } from '../model.ts';

/** What one run observed. */
export interface ObservationRun {
  readonly id: string;
  readonly startedMs: number;
  /** Equal ones of several runs are the same array. */
  readonly observations: readonly Observation[];
}

export interface ObservationQuery {
  readonly installation: string;
  readonly tiers: readonly MonitoredTier[];
  /** Started at or before this. */
  readonly untilMs?: number;
}
