import type { TierName } from '../../contract/scope.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';

/** What `check` was asked on the command line. */
export interface CheckOptions {
  readonly installation?: string;
  readonly tier: TierName;
  readonly only: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly progress: boolean;
  readonly known?: string;
  readonly baseline?: string;
  readonly saveBaseline?: string;
  readonly evidence?: string;
}

/** What `plan` was asked on the command line. */
export interface PlanOptions {
  readonly installation?: string;
  readonly tier: TierName;
  readonly only: readonly string[];
  readonly json?: boolean;
}

/** A run that has ended, and where its reports are written. */
export interface EndedRun {
  readonly record: RunRecord;
  readonly directory: string;
}
