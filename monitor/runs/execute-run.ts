import { randomBytes } from 'node:crypto';
import type { CheckCase } from '../../contract/judge.ts';
import { type RunScope, scopeOf, type TierName } from '../../contract/scope.ts';
import type { Installation } from '../../engine/configuration/installation.ts';
import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { Slot } from '../configuration/monitor-configuration.ts';
import type { History } from '../history/history.ts';
import type { Log } from '../log.ts';
import { figuresOf } from '../metrics/figures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { MonitoredTier } from '../model.ts';
import type { Notifier } from '../notifier.ts';
import type { Clock } from '../schedule/clock.ts';
import { isInWindow } from '../schedule/windows.ts';
import { afterRun } from './after-run.ts';
import { type MonitoredTarget, mostRecentRuns, sharesOf } from './monitored-target.ts';
import { confirmed, type Recheck, recheckScope } from './recheck.ts';
import { runDetailFrom, runRowFrom } from './run-facts.ts';
import { readSnapshot } from './snapshot.ts';
import { keyOf, type OpenFailure } from './standing.ts';

/** Runs an scope over an installation: the engine in production, a stub in tests of the schedule. */
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
  readonly log: Log;
  /** Aborted when the monitor stops and cannot wait any longer. */
  readonly signal: AbortSignal;
}

const shortestRecheckMs = 1_000;
const dayMs = 86_400_000;

/**
 * One run of one installation, from the request to the page: ask, ask again what failed, judge where it stands,
 * write it down, count it, tell it. Never rejects.
 */
export async function executeRun(
  target: MonitoredTarget,
  slot: Slot,
  trigger: 'schedule' | 'operator',
  context: ExecuteRunContext,
): Promise<void> {
  const { clock, metrics, log, signal } = context;
  const tier: MonitoredTier = slot === 'imports' ? 'full' : slot;
  const { installation: configured, plan } = target.monitored;
  const startMs = clock.nowMs();
  const id = runIdAt(startMs);
  target.running = { id, tier };
  try {
    const installation = { ...configured, allowImport: configured.allowImport && slot === 'imports' };
    const inMaintenance = isInWindow(plan.maintenance, target.snapshot.windows, startMs);
    const scope = scopeFor(tier, target.snapshot.standing.openFailures);
    const { record, recheck } = await askTwice(
      installation,
      tier,
      scope,
      target.rateLimiter,
      context,
      startMs,
    );
    const row = runRowFrom(record, {
      id,
      tier,
      trigger,
      inMaintenance,
      ...(recheck === undefined ? {} : { recheck }),
    });
    const { snapshot, change } = afterRun(target.snapshot, record, row, {
      ...plan,
      wasInterrupted: signal.aborted && record.cutShort,
    });
    const snapshotText = JSON.stringify(snapshot);
    target.snapshot = readSnapshot(snapshotText);
    target.recent = [...target.recent, structuredClone(row)].slice(-mostRecentRuns);
    const detail = runDetailFrom(record);
    await write(context, {
      row,
      detail,
      snapshot: snapshotText,
      ...(change === undefined ? {} : { change }),
    });
    if (trigger === 'schedule') {
      const drift = { drift: snapshot.drift.length };
      metrics.countRun(figuresOf(record, tier, detail.endpoints, { inMaintenance, ...drift }));
    } else metrics.countRequests(configured.name, record.requests, record.throttled);
    metrics.setState(configured.name, snapshot.shown);
    if (change !== undefined) {
      log.info({ installation: configured.name, from: change.from, to: change.to, run: id }, 'state changed');
      context.notifier.tell(configured, plan.notify, change);
    }
    await refreshShares(target, context.history, clock.nowMs());
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unknown';
    log.error(
      { installation: configured.name, tier, reason },
      'a run broke down: this is a fault of the monitor',
    );
  } finally {
    delete target.running;
  }
}

/** Reads the uptime of the last 24 hours, 7 and 30 days. */
export async function refreshShares(target: MonitoredTarget, history: History, nowMs: number): Promise<void> {
  const { name } = target.monitored.installation;
  const [day, week, month] = await Promise.all(
    [1, 7, 30].map(async (days) => (await history.figures(nowMs - days * dayMs, name)).get(name)),
  );
  target.shares = sharesOf(day, week, month);
}

async function askTwice(
  installation: Installation,
  tier: TierName,
  scope: RunScope,
  rateLimiter: RateLimiter,
  { clock, execute, signal }: ExecuteRunContext,
  startMs: number,
): Promise<{ readonly record: RunRecord; readonly recheck?: Recheck }> {
  const { record } = await execute(installation, { tier, scope, rateLimiter, signal });
  const again = signal.aborted ? undefined : recheckScope(record);
  if (again === undefined) return { record };
  const leftMs = Math.max(shortestRecheckMs, installation.deadlineMs - (clock.nowMs() - startMs));
  const limited = { ...installation, deadlineMs: leftMs, allowImport: false };
  const second = await execute(limited, { tier, scope: again, rateLimiter, signal });
  return signal.aborted ? { record } : confirmed(record, second.record);
}

/** A tier, and for the standard one also what fails since a full run: so the end of a failure is seen soon. */
function scopeFor(tier: MonitoredTier, open: readonly OpenFailure[]): RunScope {
  const scope = scopeOf(tier);
  if (tier !== 'standard' || open.length === 0) return scope;
  const key = ({ check, endpoint }: CheckCase): string => keyOf({ check: check.id, endpoint: endpoint.id });
  const asked = new Set(scope.checkCases.map(key));
  const wanted = new Set(open.map(keyOf));
  const more = scopeOf('full').checkCases.filter((checkCase) => {
    return wanted.has(key(checkCase)) && !asked.has(key(checkCase)) && checkCase.check.needs !== 'imports';
  });
  return { ...scope, checkCases: [...scope.checkCases, ...more] };
}

async function write(
  { history, metrics, log }: ExecuteRunContext,
  commit: Parameters<History['commitRun']>[0],
): Promise<void> {
  try {
    await history.commitRun(commit);
  } catch (thrown) {
    metrics.countHistoryError();
    const reason = thrown instanceof Error ? thrown.message : 'unknown';
    log.error({ installation: commit.row.installation, reason }, 'a run could not be written to the history');
  }
}

/** Ids sort by time and cannot be guessed to collide. */
export function runIdAt(startMs: number): string {
  return `${startMs.toString(36).padStart(9, '0')}${randomBytes(4).toString('hex')}`;
}
