import type { TierName } from '../../contract/scope.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { type ReportName, reportNames } from '../../reports/formats.ts';
import type { Shard } from '../shard.ts';

/** The command-line options of `check`. */
export interface CheckOptions {
  readonly installation?: string;
  /** Full, where nothing is said; of kept evidence, the one that it was collected for. */
  readonly tier?: TierName;
  readonly only: readonly string[];
  readonly shard?: Shard;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly details?: boolean;
  readonly progress: boolean;
  readonly known?: string;
  readonly baseline?: string;
  readonly saveBaseline?: string;
  readonly saveKnown?: string;
  /** Shows the report in a browser. */
  readonly open?: boolean;
  readonly evidence?: string;
  /** The reports to write beside run.json. */
  readonly report?: readonly CheckReport[];
  /** Where to write them, in place of REPORTS_DIR. */
  readonly reportDir?: string;
}

/** A report by its name; `github` is none of a file, but what a step of GitHub Actions shows. */
export type CheckReport = ReportName | 'github';

export const checkReports: readonly CheckReport[] = [...reportNames, 'github'];

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
