import { type MonitoredTarget, shownDays } from '../../runs/monitored-target.ts';
import { currentFindings } from '../../runs/open-findings.ts';
import { shownNow } from '../../runs/shown-now.ts';
import type { CertificateView, OverviewRow, TileView } from '../overview-model.ts';
import type { NextRunView } from '../view-model.ts';
import { acknowledgedView } from './acknowledged-view.ts';
import { daysUntil, dayViews, longUptimeOf, makeDates } from './day-views.ts';
import { iso } from './iso.ts';
import { locationMarks } from './location-views.ts';
import { lastRunView, latencyPoint } from './run-summaries.ts';
import { installationUrl } from './urls.ts';

const dayMs = 86_400_000;

/** One installation at a glance. @param dates hands out the dates of days; of a page, the same for all rows */
export function overviewRow(target: MonitoredTarget, nowMs: number, dates = makeDates()): OverviewRow {
  const { installation } = target.monitored;
  const snapshot = shownNow(target, nowMs);
  const last = target.recent.at(-1);
  const next = nextRunView(target);
  const findings = currentFindings(snapshot);
  const [gravest] = findings;
  const days = daysUntil(target.days, nowMs, shownDays);
  return {
    name: installation.name,
    url: installationUrl(installation.name),
    baseUrl: installation.baseUrl,
    ...(installation.group === undefined ? {} : { group: installation.group }),
    ...(installation.tags === undefined ? {} : { tags: installation.tags }),
    state: snapshot.state,
    ...(snapshot.stateSinceMs === undefined ? {} : { stateSince: iso(snapshot.stateSinceMs) }),
    ...(snapshot.cause === undefined ? {} : { cause: snapshot.cause }),
    ...acknowledgedView(snapshot, nowMs),
    findings: findings.length,
    ...(gravest === undefined ? {} : { gravity: gravest.gravity }),
    uptime: target.shares.uptime,
    ...longUptimeOf(days),
    days: dayViews(days, dates),
    drift: snapshot.drift.length,
    ...certificateOf(snapshot, nowMs),
    ...locationMarks(target),
    ...(target.running === undefined ? {} : { running: target.running.tier }),
    ...(last === undefined ? {} : { lastRun: lastRunView(last) }),
    ...(next === undefined ? {} : { nextRun: next }),
    sparkline: target.recent.map(latencyPoint),
    ...(snapshot.coverage === undefined ? {} : { coverage: snapshot.coverage }),
    ...(snapshot.counted === undefined ? {} : { counted: snapshot.counted }),
  };
}

/** One installation on a wall. */
export function tileView(target: MonitoredTarget, nowMs: number): TileView {
  const { name, baseUrl } = target.monitored.installation;
  const snapshot = shownNow(target, nowMs);
  const { state, stateSinceMs, cause } = snapshot;
  return {
    ...acknowledgedView(snapshot, nowMs),
    name,
    url: installationUrl(name),
    baseUrl,
    state,
    ...(stateSinceMs === undefined ? {} : { stateSince: iso(stateSinceMs) }),
    ...(cause === undefined ? {} : { cause }),
  };
}

/** When the certificate that the installation last showed expires; nothing where it showed none. */
export function certificateOf(
  { certificateMs }: MonitoredTarget['snapshot'],
  nowMs: number,
): { readonly certificate?: CertificateView } {
  if (certificateMs === undefined) return {};
  const daysLeft = Math.floor((certificateMs - nowMs) / dayMs);
  return { certificate: { expiresAt: iso(certificateMs), daysLeft } };
}

function nextRunView({ scheduler }: MonitoredTarget): NextRunView | undefined {
  const next = scheduler.next().toSorted((one, other) => one.atMs - other.atMs)[0];
  if (next === undefined) return undefined;
  return { tier: next.slot === 'imports' ? 'full' : next.slot, at: iso(next.atMs) };
}
