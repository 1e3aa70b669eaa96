import type { Claimed, Settlement } from '../history/outbox.ts';
import type { SendResult } from './send-result.ts';

/** Pauses after the first failed attempts; later ones are as long as the last. */
const pausesMs: readonly number[] = [1_000, 10_000, 60_000, 300_000, 900_000, 1_800_000];
/** The longest wait that a receiver may ask for, or a pause. */
export const longestPauseMs = 3_600_000;
export const giveUpAfterMs = 86_400_000;
/** A notification that a receiver refuses for its content holds up those after it. */
const giveUpRefusedAfterMs = 3_600_000;

/** What follows from an attempt: delivered, later again, or given up. Pure. */
export function settlementOf(
  { attempts, createdMs }: Pick<Claimed, 'attempts' | 'createdMs'>,
  result: SendResult,
  nowMs: number,
): Exclude<Settlement, { status: 'released' }> {
  if (result.ok) return { status: 'delivered', atMs: nowMs };
  const { reason, isRefused, waitMs = 0 } = result;
  const pauseMs = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? longestPauseMs;
  const nextMs = nowMs + Math.max(pauseMs, waitMs);
  const lastMs = createdMs + (isRefused ? giveUpRefusedAfterMs : giveUpAfterMs);
  if (nextMs > lastMs) return { status: 'given-up', atMs: nowMs, reason };
  return { status: 'waiting', nextMs, reason };
}
