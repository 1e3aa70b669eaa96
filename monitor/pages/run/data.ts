import { endpoints } from '../../../contract/document/endpoints.ts';
import { observationKey } from '../../../contract/gaps/observe.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { compareRecords } from '../../../reports/comparison/compare.ts';
import { judgedInBoth } from '../../../reports/comparison/keep-integration.ts';
import type { History, KeptRun } from '../../history/history.ts';
import type {
  FailureEvidence,
  GridOutcome,
  KeptExchange,
  KeptFailure,
  RunDetail,
  RunRow,
} from '../../model.ts';
import { keptRecord } from '../compare/kept-record.ts';
import { failureViews, runFindingViews } from '../shared/finding-views.ts';
import { frameView, type ViewSources } from '../shared/frame-view.ts';
import type { FailureView, FindingView, FrameView, ObservationView } from '../shared/model.ts';
import { iso } from '../shared/times.ts';
import { installationUrl, runUrl } from '../shared/urls.ts';

/** A request, what came of it, and what failed because of it. */
export interface ExchangeView extends KeptExchange {
  /** The evidence of a failure that it shows. */
  readonly evidence?: FailureEvidence | undefined;
}

/** What differs from the last run of the same tier before it. */
export type RunComparisonView = ReturnType<typeof compareRuns>;

/** What the page of a run shows: its row, with times as texts, and what was found. */
export interface RunView
  extends Omit<RunRow, 'installation' | 'location' | `${string}Ms` | 'countsAs'>,
    Pick<RunDetail, 'verdicts' | 'phases'> {
  readonly frame: FrameView;
  readonly installation: { readonly name: string; readonly url: string; readonly baseUrl: string };
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly failures: readonly FailureView[];
  /** The failures by cause, the most severe first; faults of the suite are in none. */
  readonly findings: readonly FindingView[];
  /** Per endpoint, in the document's order. */
  readonly endpoints: readonly {
    readonly endpoint: string;
    readonly outcome: GridOutcome;
    readonly ms?: number;
  }[];
  readonly observations: readonly ObservationView[];
  /** In the order in which they were sent; left out if they are not kept. */
  readonly exchanges?: readonly ExchangeView[] | undefined;
  readonly comparison?: RunComparisonView | undefined;
  readonly previousUrl?: string | undefined;
  readonly nextUrl?: string | undefined;
}

/** Compares a run with the last one of its tier before it; nothing if there is none. */
async function comparisonWithPrevious(
  run: KeptRun,
  history: Pick<History, 'runs' | 'run'>,
): Promise<RunComparisonView | undefined> {
  const { installation, tier, startedMs } = run.row;
  const [row] = await history.runs({ installation, tiers: [tier], beforeMs: startedMs, limit: 1 });
  const before = row === undefined ? undefined : await history.run(row.id);
  return before === undefined ? undefined : compareRuns(before, run);
}

/** What differs between two runs of a tier. What only one of them judged or observed is no difference. Pure. */
export function compareRuns(before: KeptRun, after: KeptRun) {
  const recordOf = (run: KeptRun): RunRecord => keptRecord({ ...run, cells: [] }, '');
  const { changes } = compareRecords(recordOf(before), recordOf(after));
  const answers = new Map(before.detail.observations.map((one) => [observationKey(one), one.answer]));
  const [beforeMs, afterMs] = [before.row.medianMs, after.row.medianMs];
  return {
    url: runUrl(before.row.id),
    startedAt: iso(before.row.startedMs),
    /** The state that it found, if it was another one. */
    state: before.row.state === after.row.state ? undefined : before.row.state,
    /** How many checks both judged. */
    judgedByBoth: judgedInBoth.flatMap((name) => changes[name]).length,
    /** Checks that fail now and did not then, and the other way round. */
    broken: changes.broke,
    fixed: changes.fixed,
    /** Observations that are not what they were. */
    changed: after.detail.observations.flatMap((one) => {
      const answer = answers.get(observationKey(one));
      if (answer === undefined || answer === one.answer) return [];
      return [{ gap: one.gap, endpoint: one.endpoint, before: answer, after: one.answer }];
    }),
    medianMs:
      beforeMs === undefined || afterMs === undefined ? undefined : { before: beforeMs, after: afterMs },
  };
}

/** Exchanges, each with the evidence of a failure that it shows: both are about the same request. Pure. */
export function exchangeViews(
  exchanges: readonly KeptExchange[],
  failures: readonly KeptFailure[],
): readonly ExchangeView[] {
  const shown = failures.flatMap(({ evidence }) => (evidence === undefined ? [] : [evidence]));
  return exchanges.map((exchange) => {
    const { key, status, path } = exchange;
    const own = shown.filter((one) => one.key === key && one.status === status && one.url.endsWith(path));
    const evidence = own.find(({ headers }) => headers !== undefined) ?? own[0];
    return evidence === undefined ? exchange : { ...exchange, evidence };
  });
}

/**
 * What the page of a run shows.
 * @returns nothing when the history does not have the run, or no longer has it
 */
export async function runView(
  id: string,
  history: History,
  sources: ViewSources,
): Promise<RunView | undefined> {
  const found = await history.run(id);
  if (found === undefined) return undefined;
  const { row, detail } = found;
  const target = sources.fleet.get(row.installation);
  const { previous, next } = await history.neighbours(row);
  const open = target?.snapshot.tracked.openFailures ?? [];
  const failures = failureViews(detail.failures, open);
  return {
    frame: frameView(sources),
    installation: {
      name: row.installation,
      url: installationUrl(row.installation),
      baseUrl: target?.monitored.installation.baseUrl ?? '',
    },
    id: row.id,
    tier: row.tier,
    trigger: row.trigger,
    state: row.state,
    ...(row.cause === undefined ? {} : { cause: row.cause }),
    startedAt: iso(row.startedMs),
    finishedAt: iso(row.finishedMs),
    durationMs: row.finishedMs - row.startedMs,
    cutShort: row.cutShort,
    inMaintenance: row.inMaintenance,
    ...(row.recheck === undefined ? {} : { recheck: row.recheck }),
    requests: row.requests,
    retried: row.retried,
    throttled: row.throttled,
    coverage: row.coverage,
    totals: row.totals,
    failures,
    findings: runFindingViews(failures, detail.verdicts),
    endpoints: endpoints.flatMap(({ id: endpoint }) => {
      const cell = detail.endpoints[endpoint];
      return cell === undefined ? [] : [{ endpoint, ...cell }];
    }),
    ...(detail.verdicts === undefined ? {} : { verdicts: detail.verdicts }),
    observations: detail.observations,
    phases: detail.phases,
    exchanges: detail.exchanges && exchangeViews(detail.exchanges, detail.failures),
    comparison: await comparisonWithPrevious(found, history),
    previousUrl: previous && runUrl(previous),
    nextUrl: next && runUrl(next),
  };
}
