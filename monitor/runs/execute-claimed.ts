import { setTimeout as wait } from 'node:timers/promises';
import type { History } from '../history/history.ts';
import { executeRun } from './execute-run.ts';
import type { TargetState } from './monitored-target.ts';
import { probeEnds } from './probe-turn.ts';
import type { ExecuteRunContext } from './run-context.ts';
import type { Claim, RunEnd, RunRequest } from './run-queue.ts';
import { stillDue } from './still-due.ts';
import { takeTurn } from './take-turn.ts';
import { readSnapshot } from './write-snapshot.ts';

const readAgainAfterMs = 1_000;

/** Makes a run that this monitor was given among several, from what the others left, if it is due still. Never rejects. */
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
  // A run that was due when a probe kept it waiting is made, however many of its times that probe took.
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
  const waitMs = (target.snapshot.askAfterMs ?? 0) - clock.nowMs();
  if (waitMs > 0) target.rateLimiter.pauseFor(waitMs);
  return executeRun(target, request, context, claim);
}

async function canRead(target: TargetState, history: History): Promise<boolean> {
  return readSnapshot(target, history).then(
    () => true,
    () => false,
  );
}
