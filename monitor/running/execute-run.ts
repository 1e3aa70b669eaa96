import { setTimeout as wait } from 'node:timers/promises';
import { type Installation, withSettingNames } from '../../engine/configuration/installation.ts';
import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { RequestTracer } from '../../engine/http/sent.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { History } from '../history/history.ts';
import { stillDue } from '../shared/offers.ts';
import { countRun } from '../shared/shares.ts';
import type { TargetState } from '../state/monitored-target.ts';
import { showRun } from '../state/show-in-metrics.ts';
import { askWaitOf, formatSnapshot } from '../state/snapshot.ts';
import { readSnapshot, takeOver, writeFromSnapshot } from '../state/write-snapshot.ts';
import type { RunTrace } from '../telemetry/telemetry.ts';
import { type PlannedRun, planRun, stillBelieved, tierOf } from './plan-run.ts';
import { probeEnds } from './probe-turn.ts';
import { type RecordedRun, recordRun } from './record-run.ts';
import type { ExecuteRunContext } from './run-context.ts';
import type { Claim, RunEnd, RunRequest } from './run-queue.ts';
import {
  type Look,
  mergeLooks,
  type RecheckedRun,
  recheckScope,
  thirdScope,
  withoutRecheck,
} from './second-look.ts';

/** Also granted to a run that its deadline ended: its failures are rechecked before they count. */
const shortestRecheckMs = 20_000;

/** One run of one target, in stages: plan, collect, recheck, conclude, commit, publish. Never rejects. */
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
    const planned = isAlongside ? { ...usual, rateLimiter: withPriority(usual.rateLimiter) } : usual;
    target.running ??= { id: planned.id, tier: planned.tier };
    runId = planned.id;
    trace = context.telemetry?.startRun(planned.installation, planned);
    const asked = await ask(planned, context, trace?.tracer);
    const believed = stillBelieved(target, planned);
    const rechecked = await recheck({ ...planned, believed }, asked, context, trace?.tracer);
    trace?.end(rechecked.record);
    context.metrics.countUntimed(rechecked.record);
    const record = withWrittenNames(rechecked.record, planned.installation);
    const ended = { ...rechecked, record, endMs: context.clock.nowMs() };
    const written = await recordRun(target, planned, ended, context);
    if (written === undefined) return 'unwritten';
    publish(target, planned, written, context);
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
    // Another run may be in progress next to this pulse.
    if (target.running?.id === runId) delete target.running;
  }
}

/** The same budget, but its requests precede all waiting ones. */
function withPriority(rateLimiter: RateLimiter): RateLimiter {
  return {
    ...rateLimiter,
    run: (work, signal) => rateLimiter.run(work, signal, true),
    // Keeps the pace that the current run has found.
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

/** Operators read the cause: it names settings as they wrote them. */
function withWrittenNames(record: RunRecord, installation: Installation): RunRecord {
  const { cause } = record;
  return cause === undefined ? record : { ...record, cause: withSettingNames(cause, installation) };
}

/** Rechecks failures within the rest of the deadline; imports are not sent again. */
async function recheck(
  { installation, tier, rateLimiter, startMs, claim, believed }: PlannedRun,
  asked: Look,
  { clock, execute, signal: stop }: ExecuteRunContext,
  tracer: RequestTracer | undefined,
): Promise<RecheckedRun> {
  const signal = claim?.signal ?? stop;
  const first = { ...asked, believed };
  const scope = recheckScope(first, installation.allowImport);
  if (scope === undefined) return withoutRecheck(first);
  const leftMs = installation.deadlineMs - (clock.nowMs() - startMs);
  const limited = {
    ...installation,
    deadlineMs: Math.max(shortestRecheckMs, leftMs),
    allowImport: false,
  };
  const second = { ...(await execute(limited, { tier, scope, rateLimiter, signal, tracer })), believed };
  const third = thirdScope(first, second);
  const look = third && (await execute(limited, { tier, scope: third, rateLimiter, signal, tracer }));
  // Failures that could not be rechecked do not count.
  if (signal.aborted)
    return withoutRecheck({
      ...first,
      record: { ...first.record, cutShort: true, abortReason: 'interrupted' },
    });
  return mergeLooks(first, second, look);
}

/** Shows the run, and triggers its notifications. */
function publish(
  target: TargetState,
  { installation }: PlannedRun,
  { concluded: { row, shown, change, notifications = [] }, figures }: RecordedRun,
  { metrics, notifier, log }: ExecuteRunContext,
): void {
  showRun(target, row, figures, metrics);
  countRun(target, row, shown);
  if (notifications.length > 0) notifier.wake();
  if (change === undefined) return;
  const { from, to } = change;
  log.info({ installation: installation.name, from, to, run: row.id }, 'state changed');
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'unknown';
}

const lookAgainAfterMs = 500;

/**
 * Waits until no other location sends requests to an installation, and blocks the others meanwhile: they share one
 * request budget. The turn ends with the run, in its transaction, or with its job. With a single location, the job is
 * the turn.
 * @returns false if the claim was lost before the turn came, or the monitor stops
 */
export async function takeTurn(
  target: TargetState,
  { location, installation }: RunRequest,
  history: History,
  claim: Claim,
  pause: (ms: number) => Promise<unknown> = wait,
): Promise<boolean> {
  if (location === undefined || (target.monitored.plan.locations?.of.length ?? 0) < 2) return true;
  const { jobId } = claim;
  const take = (): Promise<boolean> =>
    writeFromSnapshot(target, history, async () => {
      const { snapshot, version } = target;
      const { turn } = snapshot;
      if (turn?.jobId === jobId) return true;
      if (turn !== undefined && (await claim.isUnderWay(turn))) return false;
      const taken = { ...snapshot, turn: { location, jobId } };
      await history.saveSnapshot(installation, formatSnapshot(taken), {}, { expectedVersion: version });
      takeOver(target, taken, version + 1);
      return true;
    });
  for (; claim.isHeld() && !claim.signal.aborted; await pause(lookAgainAfterMs)) {
    // While the database is unavailable, the claim expires by itself.
    await readSnapshot(target, history).catch(() => undefined);
    if (await take().catch(() => false)) return true;
  }
  return false;
}

const readAgainAfterMs = 1_000;

/**
 * Executes a run assigned to this monitor by the shared queue, based on the snapshot that others left, if it is still
 * due. Never rejects.
 */
export async function executeClaimed(
  target: TargetState,
  request: RunRequest,
  context: ExecuteRunContext,
  claim: Claim,
): Promise<RunEnd> {
  const { clock, history, metrics, log } = context;
  while (!(await canRead(target, history))) {
    if (!claim.isHeld()) return 'unwritten';
    await wait(readAgainAfterMs);
  }
  if (!(await takeTurn(target, request, history, claim))) return 'unwritten';
  // A run that was delayed by a probe is executed, even if the probe lasted for several of its due times.
  const readyMs = clock.nowMs();
  await probeEnds(target, { history, clock }, claim.isHeld);
  const { installation, location, slot, due } = request;
  const found = stillDue(request, target.monitored.plan.schedule, target.snapshot, readyMs);
  if (found === 'missed') {
    metrics.countSkippedTicks(1);
    log.warn(
      { installation, location, slot, due },
      'a run was missed: no monitor began it before the next one was due',
    );
  }
  if (found !== 'due') return 'ended';
  const waitMs = askWaitOf(target.snapshot, clock.nowMs());
  if (waitMs > 0) target.rateLimiter.pauseFor(waitMs);
  return executeRun(target, request, context, claim);
}

async function canRead(target: TargetState, history: History): Promise<boolean> {
  return readSnapshot(target, history).then(
    () => true,
    () => false,
  );
}
