import { InvalidArgumentError } from 'commander';
import type { RunScope, TierName } from '../../contract/scope.ts';
import type { Installation } from '../../engine/configuration/installation.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { UsageError } from '../../engine/user-error.ts';
import { type ReportName, reportNames } from '../../reports/formats.ts';
import type { ExitCode } from '../exit-codes.ts';

/** One of several runs that share the work. */
export interface Shard {
  /** From 1. */
  readonly current: number;
  readonly total: number;
}

/** Parses the value of `--shard`: "2/3". */
export function parseShard(text: string): Shard {
  const [, current = 0, total = 0] = (/^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? []).map(Number);
  if (current === 0 || current > total) throw new InvalidArgumentError('Write 2/3 for the second of three.');
  return { current, total };
}

/**
 * The part of a scope that belongs to a shard. All of an endpoint stays in one shard, so that each shard sends its own
 * requests.
 * @throws UsageError if there are fewer endpoints than shards
 */
export function shardOf(scope: RunScope, { current, total }: Shard): RunScope {
  const all = [...new Set(scope.checkCases.map(({ endpoint }) => endpoint.id))];
  const own = all.filter((_, index) => index % total === current - 1);
  if (own.length === 0)
    throw new UsageError(
      `--shard: nothing is left for ${current}/${total}: there are ${all.length} endpoints.`,
    );
  const isOwn = ({ endpoint }: RunScope['checkCases'][number] | RunScope['gapCases'][number]): boolean =>
    own.includes(endpoint.id);
  return { ...scope, checkCases: scope.checkCases.filter(isOwn), gapCases: scope.gapCases.filter(isOwn) };
}

/** The command-line options of `check`. */
export interface CheckOptions {
  readonly installation?: string;
  /** Default: full, or the tier of the evidence that is judged again. */
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
  /** The reports to write next to run.json. */
  readonly report?: readonly CheckReport[];
  /** Where to write them, in place of REPORTS_DIR. */
  readonly reportDir?: string;
  /** The result is printed alone. */
  readonly writesNothing?: true;
}

/** A report by name; `github` is not a file but the output in a step of GitHub Actions. */
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
  /** Missing when kept evidence was judged again. */
  readonly installation?: Installation;
}

/** Reports on runs. */
export interface RunReporter {
  /** Called as soon as a run has ended: what follows may be killed. */
  readonly add: (ended: EndedRun) => Promise<void>;
  /**
   * Called once, after the last run.
   * @returns the most severe exit code of all
   */
  readonly end: () => Promise<ExitCode>;
}

/** Collects the values of a repeatable option. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
