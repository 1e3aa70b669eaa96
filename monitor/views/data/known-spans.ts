import type { UptimeShares } from '../../model.ts';
import type { DayView } from '../overview-model.ts';

const dayMs = 86_400_000;
const spans = [
  ['day', 1],
  ['week', 7],
  ['month', 30],
] as const satisfies readonly (readonly [keyof UptimeShares, number])[];

/** A span that has a figure for uptime. */
export interface KnownSpan {
  readonly span: keyof UptimeShares;
  /** Where the history is shorter than the span: the first day that counts. */
  readonly since?: string;
}

/** The spans of the figures for uptime; of those that are longer than the history one, with its first day. Pure. */
export function knownSpans(days: readonly DayView[], now: string): readonly KnownSpan[] {
  const first = days.find(({ counted }) => counted > 0)?.day;
  const whole = spans.filter(
    ([, length]) => first === undefined || Date.parse(first) <= Date.parse(now) - length * dayMs,
  );
  const [shorter] = spans.slice(whole.length);
  return [
    ...whole.map(([span]) => ({ span })),
    ...(first === undefined || shorter === undefined ? [] : [{ span: shorter[0], since: first }]),
  ];
}
