import { type Installation, withSettingNames } from '../../engine/configuration/installation.ts';
import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { RequestTracer } from '../../engine/http/sent.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { RunRow } from '../model.ts';
import type { RunTrace } from '../telemetry/telemetry.ts';
import type { TargetState } from './monitored-target.ts';
import { type PlannedRun, planRun, tierOf } from './plan-run.ts';
import {
  isMadeAgain,
  type Look,
  mergeRecheck,
  type RecheckedRun,
  recheckScope,
  withoutRecheck,
} from './recheck.ts';
import { type RecordedRun, recordRun } from './record-run.ts';
import type { ExecuteRunContext } from './run-context.ts';
import type { Claim, RunEnd, RunRequest } from './run-queue.ts';
import { refreshShares } from './shares.ts';
import { showRun } from './show-run.ts';

const shortestRecheckMs = 1_000;

/** One run of one target, in stages: plan, ask, re-check, conclude, commit, publish. Never rejects. */
export async function executeRun(
  target: TargetState,
  request: RunRequest,
  context: ExecuteRunContext,
  claim?: Claim,
  isAlongside = false,
): Promise<RunEnd> {
  let trace: RunTrace | undefined;
  let runId: string | undefined;
  try {
    const usual = planRun(target, request, context.clock.nowMs(), claim);
    const planned = isAlongside ? { ...usual, rateLimiter: goingFirst(usual.rateLimiter) } : usual;
    target.running ??= { id: planned.id, tier: planned.tier };
    runId = planned.id;
    trace = context.telemetry?.startRun(planned.installation, planned);
    const asked = await ask(planned, context, trace?.tracer);
    const rechecked = await recheck(planned, asked, context, trace?.tracer);
    trace?.end(rechecked.record);
    context.metrics.countUntimed(rechecked.record);
    const record = withOwnNames(rechecked.record, planned.installation);
    const ended = { ...rechecked, record, endMs: context.clock.nowMs() };
    const written = await recordRun(target, planned, ended, context);
    if (written === undefined) return 'unwritten';
    publish(target, planned, written, context);
    await updateShares(target, written.concluded.row, context);
    return 'recorded';
  } catch (thrown) {
    const { name: installation } = target.monitored.installation;
    const reason = reasonOf(thrown);
    context.metrics.countFault();
    context.log.error(
      { installation, tier: tierOf(request.slot), reason },
      'a run failed by a fault of the monitor',
    );
    return 'ended';
  } finally {
    trace?.end();
    // Not of a run alongside which this pulse was made.
    if (target.running?.id === runId) delete target.running;
  }
}

/** The same budget, of which a few requests are taken before all that wait. */
function goingFirst(rateLimiter: RateLimiter): RateLimiter {
  return {
    ...rateLimiter,
    run: (work, signal) => rateLimiter.run(work, signal, true),
    // The pace that the run under way has found stays.
    restore: () => undefined,
  };
}

async function ask(
  { installation, tier, scope, rateLimiter, connections, claim }: PlannedRun,
  { execute, signal: stop, metrics, log }: ExecuteRunContext,
  tracer: RequestTracer | undefined,
): Promise<Look> {
  const signal = claim?.signal ?? stop;
  const look = await execute(installation, { tier, scope, rateLimiter, signal, tracer, connections });
  const { record } = look;
  if (record.abortReason === 'fault') {
    metrics.countFault();
    log.error({ installation: installation.name, tier, reason: record.cause }, 'a run ended by a fault');
  }
  return look;
}

/** Operators read the cause: it calls settings as they wrote them. */
function withOwnNames(record: RunRecord, installation: Installation): RunRecord {
  const { cause } = record;
  return cause === undefined ? record : { ...record, cause: withSettingNames(cause, installation) };
}

/** Asks once more what failed, within what is left of the deadline; imports are not sent again. */
async function recheck(
  { installation, tier, rateLimiter, startMs, claim }: PlannedRun,
  first: Look,
  { clock, execute, signal: stop }: ExecuteRunContext,
  tracer: RequestTracer | undefined,
): Promise<RecheckedRun> {
  const signal = claim?.signal ?? stop;
  const scope = signal.aborted ? undefined : recheckScope(first);
  if (scope === undefined) return withoutRecheck(first);
  const leftMs = installation.deadlineMs - (clock.nowMs() - startMs);
  const limited = {
    ...installation,
    deadlineMs: Math.max(shortestRecheckMs, leftMs),
    allowImport: false,
  };
  const second = await execute(limited, { tier, scope, rateLimiter, signal, tracer });
  if (signal.aborted) return withoutRecheck(first);
  // A run that was made again is looked at as any other.
  const failsAnew = isMadeAgain(first) && !isMadeAgain(second);
  const third = failsAnew ? recheckScope(second) : undefined;
  if (third === undefined) return mergeRecheck(first, second);
  const look = await execute(limited, { tier, scope: third, rateLimiter, signal, tracer });
  return mergeRecheck(first, { ...second, record: mergeRecheck(second, look).record });
}

/** Shows the run, and has delivered what it gives cause for. */
function publish(
  target: TargetState,
  { installation }: PlannedRun,
  { concluded: { row, change, notifications = [] }, figures }: RecordedRun,
  { metrics, notifier, log }: ExecuteRunContext,
): void {
  showRun(target, row, figures, metrics);
  if (notifications.length > 0) notifier.wake();
  if (change === undefined) return;
  const { from, to } = change;
  log.info({ installation: installation.name, from, to, run: row.id }, 'state changed');
}

/** Where the history cannot be read, pages show the shares of the run before. */
async function updateShares(
  target: TargetState,
  run: RunRow,
  { history, clock, metrics, log }: ExecuteRunContext,
): Promise<void> {
  try {
    await refreshShares(target, history, clock.nowMs(), run);
  } catch (thrown) {
    metrics.countHistoryError();
    const { name: installation } = target.monitored.installation;
    log.warn({ installation, reason: reasonOf(thrown) }, 'the uptime could not be read from the history');
  }
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'unknown';
}
