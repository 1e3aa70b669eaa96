import type { TierName } from '../../contract/scope.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';

/** The command-line options of `check`. */
export interface CheckOptions {
  readonly installation?: string;
  /** Full, where nothing is said; of kept evidence, the one that it was collected for. */
  readonly tier?: TierName;
  readonly only: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly details?: boolean;
  readonly progress: boolean;
  readonly known?: string;
  readonly baseline?: string;
  readonly saveBaseline?: string;
  readonly evidence?: string;
}

/** The command-line options of `plan`. */
export interface PlanOptions {
  readonly installation?: string;
  readonly tier: TierName;
  readonly only: readonly string[];
  readonly json?: boolean;
}

/** The record of a run, and the folder for its reports. */
export interface EndedRun {
  readonly record: RunRecord;
  readonly directory: string;
}
