import { type EndpointId, endpoints } from '../../../contract/document/endpoints.ts';
import type { Observation } from '../../../contract/gaps/observe.ts';
import { stateOf } from '../../../contract/state.ts';
import { clearTextWarning } from '../../../engine/configuration/addresses.ts';
import { type Installation, withSettingNames } from '../../../engine/configuration/installation.ts';
import { groupBy } from '../../../engine/group-by.ts';
import type { Drift } from '../../../engine/record/baseline.ts';
import { channelTypeOf } from '../../channels/channel-types.ts';
import { messageOf } from '../../channels/message.ts';
import type { History } from '../../history/history.ts';
import { type Incident, incidentsOf } from '../../history/incidents.ts';
import type { OutboxItem } from '../../history/outbox.ts';
import {
  type DayFigures,
  type EndpointCells,
  monitoredTiers,
  type RunRow,
  withdrawnFailures,
} from '../../model.ts';
import { maintenanceWindows } from '../../state/maintenance.ts';
import { type MonitoredTarget, shownDays } from '../../state/monitored-target.ts';
import { parseObservations } from '../../state/snapshot.ts';
import { actionView } from '../actions/view.ts';
import { whatChanged } from '../compare/data.ts';
import { incidentDays, mostChanges, oldestRead } from '../incidents/data.ts';
import { certificateOf, overviewRow } from '../overview/data.ts';
import { openFailureViews, openFindingViews, withLastGood } from '../shared/finding-views.ts';
import {
  agreedUptimeRule,
  frameView,
  type Notice,
  uptimeRule,
  type ViewSources,
} from '../shared/frame-view.ts';
import type { FindingView, ObservationView } from '../shared/model.ts';
import { judgingTiers, lastRunView, latencyPoint, locationsView } from '../shared/run-views.ts';
import { dateOf, dayMs, iso, isoIfKnown } from '../shared/times.ts';
import { runUrl } from '../shared/urls.ts';
import type {
  ActionsView,
  InstallationView,
  LatencySpan,
  MaintenanceView,
  MergedRunsView,
  MonthView,
  NotificationsView,
} from './model.ts';
import { objectiveView, recentDeployment, responseTimesView } from './response-times.ts';

/** Runs that follow each other and found the same, from the same place, are one line. Pure. @param runs newest first */
export function mergedRuns(runs: readonly RunRow[], most: number): readonly MergedRunsView[] {
  const lines: { readonly latest: RunRow; readonly all: RunRow[] }[] = [];
  for (const run of runs) {
    const line = lines.at(-1);
    if (line?.latest.state === run.state && line.latest.location === run.location) line.all.push(run);
    else if (lines.push({ latest: run, all: [run] }) > most) break;
  }
  return lines.slice(0, most).map(({ latest, all }) => {
    const durations = all.map(({ startedMs, finishedMs }) => finishedMs - startedMs);
    const tiers = [...new Set(all.map(({ tier }) => tier))];
    return {
      latest: lastRunView(latest),
      earliest: lastRunView(all.at(-1) ?? latest),
      runs: tiers.map((tier) => ({ tier, amount: all.filter((run) => run.tier === tier).length })),
      shortestMs: Math.min(...durations),
      longestMs: Math.max(...durations),
    };
  });
}

/** The runs that met failures which were gone when they were repeated. Pure. @param runs newest first */
export function intermittentIn(runs: readonly RunRow[]): InstallationView['intermittent'] {
  const met = runs.filter((run) => !run.inMaintenance && withdrawnFailures(run) > 0);
  const [latest] = met;
  return latest && { met: met.length, of: runs.length, latest: lastRunView(latest) };
}

/** Where notifications of an installation go, and what became of the latest. */
function notificationsView({ monitored }: MonitoredTarget, items: readonly OutboxItem[]): NotificationsView {
  return {
    channels: monitored.plan.notify.map(({ name, type, states }) => ({
      name,
      type: channelTypeOf(type).title,
      states,
    })),
    log: items.map(({ channel, notification, status, attempts, nextMs, reason }) => ({
      id: notification.id,
      at: iso(notification.atMs),
      channel,
      event: notification.event,
      summary: messageOf(notification, '').summary,
      status,
      attempts,
      next: status === 'waiting' ? iso(nextMs) : undefined,
      reason,
    })),
  };
}

/** A year, and the month under way. */
const shownMonths = 13;

/**
 * How an installation was in each of the last months, the latest first, in UTC.
 * @param knownSinceMs as far back as incidents are read
 */
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
        since: index === 0 && first > startMs ? dateOf(first) : undefined,
        isOver: endMs <= nowMs,
        hasMoreIncidents: startMs < knownSinceMs || undefined,
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

/** How much of each kind the page shows. */
const most = {
  columns: 48,
  points: 300,
  runsOfDay: 1000,
  changes: 50,
  recentRuns: 20,
  notes: 20,
  actions: 20,
  notifications: 20,
};

/** What the address of the page asks for. */
export interface InstallationQuery {
  readonly span?: LatencySpan;
  /** Whose response times the chart shows; those of all requests without one. */
  readonly endpoint?: EndpointId | undefined;
  readonly notice?: Notice | undefined;
}

/** What the page of an installation shows: its state as it is now, and what the history has. */
export async function installationView(
  target: MonitoredTarget,
  history: History,
  sources: ViewSources,
  actions: ActionsView,
  { span = '24h', endpoint, notice }: InstallationQuery = {},
): Promise<InstallationView> {
  const { nowMs } = sources;
  const { installation, plan } = target.monitored;
  const { snapshot } = target;
  const { name } = installation;
  const [columns, today, allChanges, notes, actionLog, figures, failures, sent] = await Promise.all([
    history.runsWithCells({ installation: name, tiers: judgingTiers, limit: most.columns }),
    history.runs({ installation: name, sinceMs: nowMs - dayMs, limit: most.runsOfDay }),
    history.changes({ installation: name, limit: mostChanges }),
    history.notes({ installation: name, limit: most.notes }),
    history.actions({ installation: name, limit: most.actions }),
    history.figures(nowMs - dayMs, name),
    openFailureViews(target, history),
    history.outbox.list(name, most.notifications),
  ]);
  const changes = allChanges.slice(0, most.changes);
  const incidents = incidentsOf(allChanges);
  const statusGrid = statusGridOf(columns.toReversed());
  const findings = await withLastGood(openFindingViews(snapshot, failures), name, history);
  const beforeDrift = await lastRunBefore(snapshot.drift, name, history);
  const [responseTimes, months, changed, deployment] = await Promise.all([
    responseTimesView(name, history, changes, notes, { span, endpoint, nowMs }),
    readMonths(name, history, incidents, nowMs, oldestRead(allChanges)),
    whatChanged(installation, history, { findings, statusGrid, beforeDrift }),
    recentDeployment(name, history, nowMs),
  ]);
  const ofToday = figures.get(name);
  const locations = locationsView(target);
  const row = overviewRow(target, nowMs);
  const evidence = stateOf(row.state).explainsEverything
    ? snapshot.evidence
    : findings[0]?.failures[0]?.evidence;
  return {
    frame: frameView(sources, notice),
    actions,
    row,
    people: peopleOf(installation),
    evidence,
    warning: clearTextWarning(installation),
    locations,
    uptimeRule: locations === undefined ? uptimeRule : agreedUptimeRule,
    conformity: target.shares.conformity,
    schedule: monitoredTiers.map((tier) => {
      const next = target.scheduler.next().find(({ slot }) => slot === tier);
      return { tier, rule: plan.schedule[tier].text, next: next && iso(next.atMs) };
    }),
    statusGrid,
    responseTimes,
    objective: objectiveView(target.days, plan.slo, nowMs),
    months,
    incidentDays: incidentDays(incidents, nowMs, shownDays),
    latency: thinned(today, most.points).toReversed().map(latencyPoint),
    failures,
    findings: findings.map((finding) => withOwnNames(finding, installation)),
    choices: snapshot.choices ?? [],
    observations: observationViews(parseObservations(snapshot.observations), snapshot.drift),
    drift: snapshot.drift.length,
    beforeDrift,
    changed,
    deployment,
    baselineSince: baselineSince(target),
    actionLog: actionLog.map(actionView),
    notes: notes.map(({ atMs, message }) => ({ at: iso(atMs), message })),
    notifications: notificationsView(target, sent),
    certificate: certificateOf(snapshot, nowMs),
    budget: {
      ...installation.pace,
      requestsToday: ofToday?.requests ?? 0,
      throttledToday: ofToday?.throttled ?? 0,
    },
    maintenance: maintenanceViews(target, nowMs),
    changes: changes.map(({ atMs, from, to, cause, runId }) => ({
      at: iso(atMs),
      from,
      to,
      cause,
      runUrl: runId && runUrl(runId),
    })),
    recentRuns: mergedRuns(today, most.recentRuns),
    intermittent: intermittentIn(today),
  };
}

/** Advice calls settings as the operator wrote them. */
function withOwnNames(finding: FindingView, installation: Installation): FindingView {
  const { advice } = finding;
  return advice === undefined ? finding : { ...finding, advice: withSettingNames(advice, installation) };
}

function peopleOf(installation: Installation): InstallationView['people'] {
  const { owner, contact } = installation;
  return {
    owner,
    contact,
    settings: [
      withSettingNames('INSTALLATION_OWNER', installation),
      withSettingNames('INSTALLATION_CONTACT', installation),
    ],
  };
}

function statusGridOf(
  runs: readonly { readonly row: RunRow; readonly endpoints: EndpointCells }[],
): InstallationView['statusGrid'] {
  return {
    columns: runs.map(({ row: { id, startedMs, tier, state } }) => ({
      runId: id,
      runUrl: runUrl(id),
      at: iso(startedMs),
      tier,
      state,
    })),
    rows: endpoints.map(({ id }) => ({
      endpoint: id,
      cells: runs.map(({ endpoints: cells }) => cells[id] ?? { outcome: 'none' }),
    })),
  };
}

/** When the baseline was first observed, or last accepted. */
export function baselineSince({ snapshot }: MonitoredTarget): string | undefined {
  return isoIfKnown(snapshot.baselineSinceMs);
}

/** A drift is known since the end of the run that found it. */
async function lastRunBefore(
  drift: readonly Drift[],
  installation: string,
  history: History,
): Promise<InstallationView['beforeDrift']> {
  const known = drift.flatMap(({ sinceMs }) => (sinceMs === undefined ? [] : [sinceMs]));
  if (known.length === 0) return undefined;
  const firstMs = Math.min(...known);
  const runs = await history.runs({ installation, tiers: judgingTiers, beforeMs: firstMs, limit: 2 });
  return runs.find(({ finishedMs }) => finishedMs < firstMs)?.id;
}

/** Those that differ from the baseline come first. */
function observationViews(
  observations: readonly Observation[],
  drift: readonly Drift[],
): readonly ObservationView[] {
  const views = observations.map((observation): ObservationView => {
    const { gap, endpoint } = observation;
    const changed = drift.find((one) => one.gap === gap && one.endpoint === endpoint);
    if (changed === undefined) return observation;
    const { before: baseline, sinceMs } = changed;
    return { ...observation, baseline, since: isoIfKnown(sinceMs) };
  });
  const rank = ({ baseline }: ObservationView): number => (baseline === undefined ? 1 : 0);
  return views.toSorted((one, other) => rank(one) - rank(other));
}

/** What is open, what comes in the next 7 days, and all that operators have planned. */
export function maintenanceViews(
  { monitored, snapshot }: MonitoredTarget,
  nowMs: number,
): readonly MaintenanceView[] {
  const untilMs = nowMs + 7 * dayMs;
  const windows = maintenanceWindows(monitored.plan, snapshot, nowMs, untilMs);
  const later = snapshot.operatorWindows.filter(
    (window) => window.fromMs >= untilMs && window.toMs > untilMs,
  );
  return [...windows, ...later.map((window) => ({ ...window, source: 'operator' as const }))].map(
    ({ fromMs, toMs, ...rest }) => ({
      ...rest,
      from: iso(fromMs),
      to: iso(toMs),
      isActive: fromMs <= nowMs && nowMs < toMs,
    }),
  );
}

/** At most this number of items, at equal distances, the first among them. */
function thinned<T>(items: readonly T[], limit: number): readonly T[] {
  const step = Math.max(1, Math.ceil(items.length / limit));
  return items.filter((_, index) => index % step === 0);
}
