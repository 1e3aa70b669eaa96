import { groupBy } from '../../../engine/group-by.ts';
import type { History } from '../../history/history.ts';
import type { Incident } from '../../history/incidents.ts';
import type { DayFigures } from '../../model.ts';
import type { MonthView } from '../installation-model.ts';
import { iso } from './iso.ts';

/** A year, and the month under way. */
const shownMonths = 13;

/** How an installation was in each of the last months, the latest first, in UTC. @param knownSinceMs as far back as incidents are read */
export async function readMonths(
  installation: string,
  history: Pick<History, 'days'>,
  incidents: readonly Incident[],
  nowMs: number,
  knownSinceMs?: number,
): Promise<readonly MonthView[]> {
  const now = new Date(nowMs);
  const sinceMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (shownMonths - 1), 1);
  const days = await history.days(sinceMs, installation);
  return monthViews(days.get(installation) ?? [], incidents, nowMs, knownSinceMs);
}

/** Months in which no run counts are left out. Pure. */
export function monthViews(
  days: readonly DayFigures[],
  incidents: readonly Incident[],
  nowMs: number,
  knownSinceMs = Number.NEGATIVE_INFINITY,
): readonly MonthView[] {
  const counted = days.filter((day) => day.counted > 0);
  const months = [...groupBy(counted, ({ dayMs }) => iso(dayMs).slice(0, 7))];
  return months
    .map(([month, own], index): MonthView => {
      const [startMs, endMs] = boundsOf(month);
      const runs = own.reduce((sum, day) => sum + day.counted, 0);
      const first = own[0]?.dayMs ?? startMs;
      const touching = incidents.filter((one) => overlapMs(one, startMs, endMs, nowMs) > 0);
      return {
        month,
        ...(index === 0 && first > startMs ? { since: iso(first).slice(0, 10) } : {}),
        isOver: endMs <= nowMs,
        ...(startMs < knownSinceMs ? { hasMoreIncidents: true as const } : {}),
        uptime: own.reduce((sum, day) => sum + day.up, 0) / runs,
        conformity: own.reduce((sum, day) => sum + day.conforming, 0) / runs,
        incidents: touching.length,
        incidentMs: touching.reduce((sum, one) => sum + overlapMs(one, startMs, endMs, nowMs), 0),
      };
    })
    .toReversed();
}

function boundsOf(month: string): readonly [startMs: number, endMs: number] {
  const start = new Date(`${month}-01`);
  return [start.getTime(), Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)];
}

function overlapMs({ startedAt, endedAt }: Incident, startMs: number, endMs: number, nowMs: number): number {
  const toMs = endedAt === undefined ? nowMs : Date.parse(endedAt);
  return Math.max(0, Math.min(toMs, endMs) - Math.max(Date.parse(startedAt), startMs));
}
