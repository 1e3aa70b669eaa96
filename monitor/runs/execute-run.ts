import type { RunScope, TierName } from '../../contract/scope.ts';
import type { Installation } from '../../engine/configuration/installation.ts';
import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { History, RunCommit } from '../history/history.ts';
import type { Log } from '../log.ts';
import { figuresOf } from '../metrics/figures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { RunTrigger, Slot } from '../model.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { Clock } from '../schedule/clock.ts';
import { concludeRun } from './conclude-run.ts';
import { mostRecentRuns, type TargetState } from './monitored-target.ts';
import { type PlannedRun, planRun, tierOf } from './plan-run.ts';
import { mergeRecheck, type RecheckedRun, recheckScope } from './recheck.ts';
import { refreshShares } from './shares.ts';
import { showInMetrics } from './show-in-metrics.ts';
import type { Snapshot } from './snapshot.ts';
import { parseSnapshot } from './snapshot-format.ts';

/** Runs a scope over an installation: the engine in production, a stub in tests of the schedule. */
export type RunExecutor = (
  installation: Installation,
  options: {
    readonly tier: TierName;
    readonly scope: RunScope;
    readonly rateLimiter: RateLimiter;
    readonly signal: AbortSignal;
  },
) => Promise<{ readonly record: RunRecord }>;

export interface ExecuteRunContext {
  readonly clock: Clock;
  readonly execute: RunExecutor;
  readonly history: History;
  readonly metrics: Metrics;
  readonly notifier: Notifier;
  /** Address of the monitor's own pages, as others reach them. */
  readonly pagesUrl: () => string;
  readonly log: Log;
  /** Aborted when the monitor stops and cannot wait any longer. */
  readonly signal: AbortSignal;
}

const shortestRecheckMs = 1_000;

/** One run of one target, in stages: plan, ask, re-check, conclude, commit, publish. Never rejects. */
export async function executeRun(
  target: TargetState,
  slot: Slot,
  trigger: RunTrigger,
  context: ExecuteRunContext,
): Promise<void> {
  try {
    const planned = planRun(target, slot, trigger, context.clock.nowMs());
    target.running = { id: planned.id, tier: planned.tier };
    const asked = await ask(planned, context);
    const rechecked = await recheck(planned, asked, context);
    const concluded = concludeRun(planned, rechecked, target.snapshot, {
      ...planned.plan,
      wasInterrupted: context.signal.aborted && rechecked.record.cutShort,
    });
    const snapshot = remember(target, concluded);
    await commit(concluded, context);
    publish(planned, rechecked.record, snapshot, concluded, context);
    await refreshShares(target, context.history, context.clock.nowMs());
  } catch (thrown) {
    const { name: installation } = target.monitored.installation;
    const reason = reasonOf(thrown);
    context.metrics.countFault();
    context.log.error({ installation, tier: tierOf(slot), reason }, 'a run failed by a fault of the monitor');
  } finally {
    delete target.running;
  }
}

async function ask(
  { installation, tier, scope, rateLimiter }: PlannedRun,
  { execute, signal, metrics, log }: ExecuteRunContext,
): Promise<RunRecord> {
  const { record } = await execute(installation, { tier, scope, rateLimiter, signal });
  if (record.abortReason === 'fault') {
    metrics.countFault();
    log.error({ installation: installation.name, tier, reason: record.cause }, 'a run ended by a fault');
  }
  return record;
}

/** Asks once more what failed, within what is left of the deadline; imports are not repeated. */
async function recheck(
  { installation, tier, rateLimiter, startMs }: PlannedRun,
  first: RunRecord,
  { clock, execute, signal }: ExecuteRunContext,
): Promise<RecheckedRun> {
  const scope = signal.aborted ? undefined : recheckScope(first);
  if (scope === undefined) return { record: first };
  const leftMs = installation.deadlineMs - (clock.nowMs() - startMs);
  const limited = {
    ...installation,
    deadlineMs: Math.max(shortestRecheckMs, leftMs),
    allowImport: false,
  };
  const { record: second } = await execute(limited, { tier, scope, rateLimiter, signal });
  return signal.aborted ? { record: first } : mergeRecheck(first, second);
}

/** Pages show the run from now on. What is kept in memory is a copy, without any text that the run still holds. */
function remember(target: TargetState, { row, snapshot }: RunCommit): Snapshot {
  target.snapshot = parseSnapshot(snapshot);
  target.recent = [...target.recent, structuredClone(row)].slice(-mostRecentRuns);
  return target.snapshot;
}

/** Writes the run to the history. A history that cannot be written stops neither the metrics nor the notifications. */
async function commit(
  concluded: RunCommit,
  { history, metrics, notifier, log }: ExecuteRunContext,
): Promise<void> {
  try {
    await history.commitRun(concluded);
  } catch (thrown) {
    metrics.countHistoryError();
    const { installation } = concluded.row;
    log.error({ installation, reason: reasonOf(thrown) }, 'a run could not be written to the history');
    notifier.keep(concluded.notifications ?? []);
  }
}

/** Counts the run in the metrics, and notifies of a change of state. */
function publish(
  { installation }: PlannedRun,
  record: RunRecord,
  snapshot: Snapshot,
  { row, detail, change, notifications = [] }: RunCommit,
  { metrics, notifier, log }: ExecuteRunContext,
): void {
  if (row.trigger === 'schedule') {
    metrics.countRun(figuresOf(record, row, detail.endpoints, snapshot.drift.length));
  } else metrics.countRequests(installation.name, record.requests, record.throttled);
  showInMetrics(installation.name, snapshot, metrics);
  if (notifications.length > 0) notifier.wake();
  if (change === undefined) return;
  const { from, to } = change;
  log.info({ installation: installation.name, from, to, run: row.id }, 'state changed');
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'unknown';
}
