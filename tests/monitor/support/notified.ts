import { expect } from '@playwright/test';
import { often } from '../../support/often.ts';
import type { Monitoring } from './monitoring.ts';
import type { Receiver } from './receiver.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const schedule = { pulse: 'off', standard: '10m', full: 'off' };

/** The monitor block of an installation with one channel. */
export function blockFor(notify: unknown, more: object = {}): unknown {
  return { schedule, notify: [notify], ...more };
}

/** Moves time until a receiver has had so many messages. */
export async function until(
  { received }: Receiver,
  count: number,
  { clock }: Monitoring,
  stepMs = minuteMs,
): Promise<void> {
  const arrived = async (): Promise<number> => {
    await clock.moveTo(clock.nowMs() + stepMs);
    return received.length;
  };
  await expect.poll(arrived, often).toBeGreaterThanOrEqual(count);
}

/** Waits until the result of the last attempt is kept, since the pause begins there, and moves time to the next one. */
export async function nextAttempt({ received }: Receiver, { clock, monitor }: Monitoring): Promise<void> {
  const nextMs = async (): Promise<number> => (await monitor.history.outbox.list('alpha', 1))[0]?.nextMs ?? 0;
  await expect.poll(nextMs, often).toBeGreaterThan(clock.nowMs());
  const before = received.length;
  await clock.moveTo(await nextMs());
  const arrived = async (): Promise<number> => {
    await clock.moveTo(clock.nowMs() + 1_000);
    return received.length;
  };
  await expect.poll(arrived, often).toBeGreaterThan(before);
}

export const idsOf = ({ received }: Receiver): readonly string[] => received.map(({ body }) => body.id);
export const changesOf = ({ received }: Receiver): readonly string[] =>
  received.map(({ body }) => `${body.event}: ${body.from} to ${body.to}`);
