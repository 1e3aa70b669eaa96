import type { Observation } from '../../contract/observe.ts';
import type { Software } from '../../engine/record/software.ts';
import type { MonitoredTier } from '../model.ts';

/** What one run observed. */
export interface ObservationRun {
  readonly id: string;
  readonly startedMs: number;
  /** Equal ones of several runs are the same array. */
  readonly observations: readonly Observation[];
  /** What the installation said of its software, if it did. */
  readonly software?: Software;
  /** Endpoints at which a check failed: observations there are no sign of another version. Left out if there are none. */
  readonly failing?: ReadonlySet<string>;
}

export interface ObservationQuery {
  readonly installation: string;
  readonly tiers: readonly MonitoredTier[];
  /** Started at or after this. */
  readonly sinceMs?: number;
  /** Started at or before this. */
  readonly untilMs?: number;
}
