import type { Incident } from '../../history/incidents.ts';
import type { IncidentDayView } from '../installation-model.ts';
import { iso } from './iso.ts';

const dayMs = 86_400_000;

/** From a moment on, until just before another one. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** An incident that lasts ends now, as far as is known. */
export function lastedDuring(
  { startedAt, endedAt }: Pick<Incident, 'startedAt' | 'endedAt'>,
  { fromMs, toMs }: Span,
  nowMs: number,
): boolean {
  const startMs = Date.parse(startedAt);
  const endMs = endedAt === undefined ? nowMs : Date.parse(endedAt);
  return startMs < toMs && (endMs > fromMs || startMs >= fromMs);
}

/** On which of the last days, today among them, incidents lasted, and how many; in UTC, oldest first. Pure. */
export function incidentDays(
  incidents: readonly Incident[],
  nowMs: number,
  length: number,
): readonly IncidentDayView[] {
  const todayMs = Math.floor(nowMs / dayMs) * dayMs;
  const starts = Array.from({ length }, (_, index) => todayMs - (length - 1 - index) * dayMs);
  return starts.flatMap((fromMs) => {
    const span = { fromMs, toMs: fromMs + dayMs };
    const amount = incidents.filter((one) => lastedDuring(one, span, nowMs)).length;
    return amount === 0 ? [] : [{ day: iso(fromMs).slice(0, 10), incidents: amount }];
  });
}
