import type { TargetState } from './monitored-target.ts';

/** Before that a run is not late: it waits for its turn. As in EvidenceContractMonitorBehind. */
const lateAfterMs = 60_000;

/**
 * By how much a run is overdue that has not begun; nothing if none is. Pure.
 * @param isShared another monitor may make it, for as long as a run may take
 */
export function overdueMs(
  { dueMs, running, monitored }: Pick<TargetState, 'dueMs' | 'running' | 'monitored'>,
  nowMs: number,
  isShared: boolean,
): number | undefined {
  if (dueMs === undefined || running !== undefined) return undefined;
  const lateMs = nowMs - dueMs;
  const allowedMs = lateAfterMs + (isShared ? monitored.installation.deadlineMs : 0);
  return lateMs > allowedMs ? lateMs : undefined;
}
