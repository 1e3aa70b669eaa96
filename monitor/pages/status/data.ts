import type { VerdictCounts } from '../../../contract/judging/verdict.ts';
import type { InstallationState } from '../../../contract/state.ts';
import type { PublicInstallation } from '../../configuration/service-settings.ts';
import type { History } from '../../history/history.ts';
import { durationsIn, type Incident, incidentsOf, summaryOf } from '../../history/incidents.ts';
import type { IncidentNote, UptimeShares } from '../../model.ts';
import type { Fleet } from '../../running/fleet.ts';
import { type MonitoredTarget, shownDays } from '../../state/monitored-target.ts';
import { shownNow } from '../../state/shown-state.ts';
import { acknowledgedNow } from '../../state/snapshot.ts';
import { lastedDuring, mostChanges, mostNotes } from '../incidents/data.ts';
import { maintenanceViews } from '../installation/data.ts';
import type { MaintenanceView } from '../installation/model.ts';
import { daysUntil, dayViews } from '../overview/data.ts';
import type { DayView } from '../overview/model.ts';
import { dayMs, iso, isoIfKnown } from '../shared/times.ts';

/**
 * The public data: names that were chosen for it, whether each works, and when it did not. No address, no cause, no
 * check, no run and no body, since those are the operator's.
 */
export interface StatusView {
  readonly now: string;
  readonly services: readonly PublicService[];
  /** The page shows what the monitor has in memory: no incidents. */
  readonly isHistoryAway?: boolean;
}

export interface PublicService {
  readonly name: string;
  readonly status: PublicStatus;
  readonly since?: string | undefined;
  readonly uptime: UptimeShares;
  /** The last 90 days, oldest first; days before the first run have no entry. */
  readonly days: readonly DayView[];
  /** Share of the checks that could be judged. */
  readonly coverage?: number | undefined;
  readonly counted?: VerdictCounts | undefined;
  /** An operator has acknowledged the incident: without the reason and the name. */
  readonly isKnown?: boolean;
  /** Open now or planned: when, and not why. The first one first. */
  readonly maintenance?: readonly PublicWindow[] | undefined;
  /**
   * Those that lasted within the last 30 days, newest first (at most 20), and how many there are; left out if that is not
   * known.
   */
  readonly incidents?: readonly PublicIncident[] | undefined;
  readonly incidentAmount: number;
}

export type PublicWindow = Pick<MaintenanceView, 'from' | 'to' | 'isActive'>;

export interface PublicIncident {
  /** The present state; of an incident that is over, the state that lasted longest. */
  readonly status: PublicStatus;
  /** The most severe, if there were others. */
  readonly worst?: { readonly status: PublicStatus; readonly lastedMs: number } | undefined;
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
  /** The public notes of operators on it, the latest first. */
  readonly updates: readonly { readonly at: string; readonly message: string }[];
}

export type PublicStatus = 'works' | 'errors' | 'partly' | 'slow' | 'down' | 'maintenance' | 'unknown';

/** The colour of a status. */
export const statusTones: Readonly<Record<PublicStatus, 'good' | 'bad' | 'warn' | 'calm' | 'mute'>> = {
  works: 'good',
  errors: 'warn',
  partly: 'warn',
  slow: 'warn',
  down: 'bad',
  maintenance: 'calm',
  unknown: 'mute',
};

/** A key that is refused is a matter between operator and installation. */
const statusOf: Readonly<Record<InstallationState, PublicStatus>> = {
  conforming: 'works',
  violating: 'errors',
  incomplete: 'partly',
  throttled: 'slow',
  unreachable: 'down',
  'not-this-api': 'down',
  maintenance: 'maintenance',
  'key-rejected': 'unknown',
  unknown: 'unknown',
};

const spanMs = 30 * dayMs;
const mostIncidents = 20;
const mostWindows = 3;

/**
 * The public page. Installations that are chosen but not watched are left out.
 * @param history left out while it does not answer
 */
export async function statusView(
  chosen: readonly PublicInstallation[],
  fleet: Fleet,
  history: Pick<History, 'changes' | 'incidentNotes'> | undefined,
  nowMs: number,
): Promise<StatusView> {
  const services = await Promise.all(
    chosen.map(async ({ name, publicName }) => {
      const target = fleet.get(name);
      if (target === undefined) return undefined;
      const shown = {
        ...publicService(publicName, target, nowMs),
        maintenance: publicWindows(target, nowMs),
      };
      if (history === undefined) return shown;
      // Incidents that began before these days may last into them.
      const [changes, notes] = await Promise.all([
        history.changes({ installation: name, limit: mostChanges }),
        history.incidentNotes.list({ installation: name, limit: mostNotes }),
      ]);
      const span = { fromMs: nowMs - spanMs, toMs: Number.POSITIVE_INFINITY };
      const incidents = incidentsOf(changes).filter((one) => lastedDuring(one, span, nowMs));
      return {
        ...shown,
        incidents: incidents.slice(0, mostIncidents).map((one) => publicIncident(one, notes, nowMs)),
        incidentAmount: incidents.length,
      };
    }),
  );
  return {
    now: iso(nowMs),
    services: services.filter((one) => one !== undefined),
    isHistoryAway: history === undefined,
  };
}

function publicIncident(incident: Incident, notes: readonly IncidentNote[], nowMs: number): PublicIncident {
  const { id, startedAt, endedAt } = incident;
  const { main, worst } = summaryOf(incident, nowMs);
  const status = statusOf[main.state];
  const lasted = new Map<PublicStatus, number>();
  for (const [state, ms] of durationsIn(incident, nowMs))
    lasted.set(statusOf[state], (lasted.get(statusOf[state]) ?? 0) + ms);
  const mostSevere = worst && statusOf[worst.state];
  return {
    status,
    worst:
      mostSevere === undefined || lasted.size < 2
        ? undefined
        : { status: mostSevere, lastedMs: lasted.get(mostSevere) ?? 0 },
    startedAt,
    endedAt,
    updates: notes
      .filter((note) => note.incident === id && note.isPublic)
      .map(({ atMs, message }) => ({ at: iso(atMs), message })),
  };
}

/** Those of the next 7 days, and what operators have planned later. */
function publicWindows(target: MonitoredTarget, nowMs: number): readonly PublicWindow[] {
  return maintenanceViews(target, nowMs)
    .slice(0, mostWindows)
    .map(({ from, to, isActive }) => ({ from, to, isActive }));
}

/** The public state of an installation now. */
export function publicService(
  name: string,
  target: Pick<MonitoredTarget, 'monitored' | 'snapshot' | 'recent' | 'running' | 'shares' | 'days'>,
  nowMs: number,
): PublicService {
  const { shares, days } = target;
  const snapshot = shownNow(target, nowMs);
  const { state, stateSinceMs, coverage, counted } = snapshot;
  return {
    name,
    status: statusOf[state],
    since: isoIfKnown(stateSinceMs),
    isKnown: acknowledgedNow(snapshot, nowMs) !== undefined,
    uptime: shares.uptime,
    days: dayViews(daysUntil(days, nowMs, shownDays)),
    coverage,
    counted,
    incidentAmount: 0,
  };
}

/** Maintenance that all services have, and the services with their own. Pure. */
export function sharedWindows(services: readonly PublicService[]): {
  readonly shared: readonly PublicWindow[];
  readonly own: readonly PublicService[];
} {
  const [first, ...others] = services;
  if (first === undefined || others.length === 0) return { shared: [], own: services };
  const shared = (first.maintenance ?? []).filter((window) =>
    others.every(({ maintenance = [] }) => maintenance.some((one) => isSame(one, window))),
  );
  const own = services.map(({ maintenance = [], ...service }) => ({
    ...service,
    maintenance: maintenance.filter((one) => !shared.some((window) => isSame(one, window))),
  }));
  return { shared, own };
}

function isSame(one: PublicWindow, other: PublicWindow): boolean {
  return one.from === other.from && one.to === other.to && one.isActive === other.isActive;
}

const spans = [
  ['day', 1],
  ['week', 7],
  ['month', 30],
] as const satisfies readonly (readonly [keyof UptimeShares, number])[];

/** A span that has a figure for uptime. */
export interface KnownSpan {
  readonly span: keyof UptimeShares;
  /** If the history is shorter than the span: the first day that counts. */
  readonly since?: string | undefined;
}

/** The spans of the figures for uptime; of those that are longer than the history only one, with its first day. Pure. */
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
