import { stateOf, stateRank } from '../../../contract/state.ts';
import { groupBy } from '../../../engine/group-by.ts';
import type { History } from '../../history/history.ts';
import { incidentsOf, summaryOf } from '../../history/incidents.ts';
import type { DayFigures, StateChange } from '../../model.ts';
import { type MonitoredTarget, shownDays } from '../../state/monitored-target.ts';
import { currentFindings } from '../../state/open-findings.ts';
import { shownNow } from '../../state/shown-state.ts';
import { ownHealthView } from '../monitor/data.ts';
import { frameView, uptimeRule, type ViewSources } from '../shared/frame-view.ts';
import type { NextRunView } from '../shared/model.ts';
import {
  acknowledgedView,
  lastRunView,
  latencyPoint,
  locationMarks,
  presentCause,
} from '../shared/run-views.ts';
import { dateOf, dayMs, iso, isoIfKnown } from '../shared/times.ts';
import { incidentsUrl, installationUrl, overviewUrl, runUrl } from '../shared/urls.ts';
import {
  type CertificateView,
  type DayView,
  type GroupView,
  type OverviewQuery,
  type OverviewRow,
  type OverviewView,
  pageOf,
  type RecentIncidentView,
  type TileView,
  type WallView,
} from './model.ts';

/** As `dateOf`, for many installations: each date is made once, which takes most of the time of their days. */
function makeDates(): typeof dateOf {
  const made = new Map<number, string>();
  return (startMs) => {
    const date = made.get(startMs) ?? dateOf(startMs);
    made.set(startMs, date);
    return date;
  };
}

/** The days of an installation as the daily bars show them. Pure. */
export function dayViews(days: readonly DayFigures[], dates = dateOf): readonly DayView[] {
  return days.map(({ dayMs: startMs, counted, up, conforming }) => ({
    day: dates(startMs),
    counted,
    down: counted === 0 ? 0 : (counted - up) / counted,
    broken: counted === 0 ? 0 : (up - conforming) / counted,
  }));
}

/** The share of counted runs of all these days that were up, and since when; nothing if none counts. Pure. */
export function longUptimeOf(days: readonly DayFigures[]): OverviewRow['longUptime'] {
  const counted = days.reduce((sum, day) => sum + day.counted, 0);
  const first = days.find((day) => day.counted > 0);
  if (first === undefined) return undefined;
  const up = days.reduce((sum, day) => sum + day.up, 0);
  return { share: up / counted, since: iso(first.dayMs) };
}

/** Those of the last days, today among them, in UTC. Pure. */
export function daysUntil<Day extends { readonly dayMs: number }>(
  days: readonly Day[],
  nowMs: number,
  length: number,
): readonly Day[] {
  return days.filter((day) => day.dayMs > nowMs - length * dayMs && day.dayMs <= nowMs);
}

/** One installation at a glance. @param dates hands out the dates of days; of a page, the same for all rows */
export function overviewRow(target: MonitoredTarget, nowMs: number, dates = makeDates()): OverviewRow {
  const { group, tags } = target.monitored.installation;
  const snapshot = shownNow(target, nowMs);
  const last = target.recent.at(-1);
  const findings = currentFindings(snapshot);
  const [mostSevere] = findings;
  const days = daysUntil(target.days, nowMs, shownDays);
  return {
    ...tileView(target, nowMs),
    group,
    tags,
    findings: findings.length,
    severity: mostSevere?.severity,
    uptime: target.shares.uptime,
    longUptime: longUptimeOf(days),
    days: dayViews(days, dates),
    drift: snapshot.drift.length,
    certificate: certificateOf(snapshot, nowMs),
    locations: locationMarks(target),
    running: target.running?.tier,
    lastRun: last && lastRunView(last),
    nextRun: nextRunView(target),
    sparkline: target.recent.map(latencyPoint),
    coverage: snapshot.coverage,
    counted: snapshot.counted,
  };
}

/** The state of one installation, as a wall shows it. */
function tileView(target: MonitoredTarget, nowMs: number): TileView {
  const { name, baseUrl } = target.monitored.installation;
  const snapshot = shownNow(target, nowMs);
  const { state, stateSinceMs, cause } = snapshot;
  return {
    name,
    url: installationUrl(name),
    baseUrl,
    state,
    stateSince: isoIfKnown(stateSinceMs),
    cause,
    acknowledged: acknowledgedView(snapshot, nowMs),
  };
}

/** When the certificate that the installation last showed expires; nothing if it showed none. */
export function certificateOf(
  { certificateMs }: MonitoredTarget['snapshot'],
  nowMs: number,
): CertificateView | undefined {
  if (certificateMs === undefined) return undefined;
  return { expiresAt: iso(certificateMs), daysLeft: Math.floor((certificateMs - nowMs) / dayMs) };
}

function nextRunView({ scheduler }: MonitoredTarget): NextRunView | undefined {
  const next = scheduler.next().toSorted((one, other) => one.atMs - other.atMs)[0];
  if (next === undefined) return undefined;
  return { tier: next.slot === 'imports' ? 'full' : next.slot, at: iso(next.atMs) };
}

const names = new Intl.Collator('en', { numeric: true });

/** Installations by their group, the most severe first, then by name; those without a group are one, without a name. Pure. */
export function groupViews(
  targets: readonly MonitoredTarget[],
  nowMs: number,
  query: OverviewQuery,
): readonly GroupView[] {
  const groups = groupBy(targets, ({ monitored }) => monitored.installation.group ?? '');
  const views = [...groups].flatMap(([word, own]): readonly GroupView[] => {
    const name = word || undefined;
    const states = own.map((target) => shownNow(target, nowMs).state);
    const [state] = states.toSorted((one, other) => stateRank(one) - stateRank(other));
    if (state === undefined) return [];
    const troubled = states.filter((one) => stateOf(one).isIncident);
    return [
      {
        name,
        url: overviewUrl(query, { layout: 'usual', ...(name && { group: name }) }),
        state,
        total: own.length,
        down: troubled.filter((one) => stateOf(one).countsAs === 'down').length,
        troubled: troubled.length,
        conforming: states.filter((one) => one === 'conforming').length,
      },
    ];
  });
  return views.toSorted(
    (one, other) =>
      stateRank(one.state) - stateRank(other.state) || names.compare(one.name ?? '', other.name ?? ''),
  );
}

const mostChanges = 400;

/** Times of trouble that touch the last 24 hours, the latest first; nothing if the history cannot be read. */
async function recentIncidents(
  history: Pick<History, 'changes'>,
  { fleet, nowMs, storeLostSinceMs }: Pick<ViewSources, 'fleet' | 'nowMs' | 'storeLostSinceMs'>,
): Promise<readonly RecentIncidentView[] | undefined> {
  if (storeLostSinceMs !== undefined) return undefined;
  try {
    const changes = await history.changes({ sinceMs: nowMs - dayMs, limit: mostChanges });
    return incidentsAmong(changes, nowMs).map((incident) => {
      const target = fleet.get(incident.installation);
      return target === undefined
        ? { ...incident, url: incidentsUrl(undefined, { installation: incident.installation }) }
        : {
            ...incident,
            ...presentCause({ state: incident.state, endedAt: incident.to }, target.snapshot),
            baseUrl: target.monitored.installation.baseUrl,
          };
    });
  } catch {
    return undefined;
  }
}

/** Times of trouble that begin or end in some changes of state, which come newest first. Pure. */
export function incidentsAmong(
  changes: readonly StateChange[],
  nowMs: number,
): readonly RecentIncidentView[] {
  const byInstallation = groupBy(changes, ({ installation }) => installation);
  const before = [...byInstallation].flatMap(([installation, own]): readonly StateChange[] => {
    const { from: to } = own.at(-1) ?? {};
    return to !== undefined && stateOf(to).isIncident
      ? [{ installation, atMs: 0, from: 'conforming', to }]
      : [];
  });
  const incidents = incidentsOf([...changes, ...before]);
  return incidents
    .map((incident): RecentIncidentView => {
      const { installation, startedAt, endedAt } = incident;
      const { main, worst } = summaryOf(incident, nowMs);
      const { state, cause, run } = main;
      const isKnown = startedAt !== iso(0);
      return {
        installation,
        url: installationUrl(installation),
        state,
        worst: isKnown ? worst : undefined,
        from: isKnown ? startedAt : undefined,
        to: endedAt,
        cause,
        runUrl: run && runUrl(run),
      };
    })
    .toSorted((one, other) => (latenessOf(one) < latenessOf(other) ? 1 : -1));
}

/** Sorts open incidents after ended ones. */
function latenessOf({ from = '', to }: RecentIncidentView): string {
  return to ?? `~${from}`;
}

/** Rows of a page. */
const rowsAtOnce = { usual: 50, dense: 100 } as const;
/**
 * A wall cannot be scrolled: beyond this number, groups stand for installations; if there are no groups, beyond the second
 * number.
 */
const mostOnWall = { troubled: [80, 400], well: [120, 600] } as const;

/**
 * What the overview shows. Only the incidents are read from the history; rows are made for one page alone, so that the page
 * stays fast with a thousand installations.
 */
export async function overviewView(
  history: Pick<History, 'changes'>,
  sources: ViewSources,
  query: OverviewQuery,
): Promise<OverviewView> {
  const layout = query.layout === 'dense' ? 'dense' : 'usual';
  const { fleet, nowMs } = sources;
  const all = fleet.all();
  const matching = all.filter((target) => isWanted(target, nowMs, query));
  const { paging, from, to } = pageOf(matching.length, query.page, rowsAtOnce[layout]);
  const incidents = await recentIncidents(history, sources);
  const dates = makeDates();
  const groups = groupViews(all, nowMs, query);
  return {
    frame: frameView(sources),
    health: ownHealthView(sources),
    query,
    paging: { ...paging, total: all.length },
    groups: distinct(all.flatMap(groupsOf)),
    tags: distinct(all.flatMap(tagsOf)),
    // A single group says nothing that the headline does not say.
    byGroup: query.group === undefined && groups.length > 1 ? groups : [],
    incidents,
    installations: mostSevereFirst(matching, nowMs, to)
      .slice(from, to)
      .map((target): OverviewRow => overviewRow(target, nowMs, dates)),
    uptimeRule,
    isDemonstration: fleet.configuration().isDemonstration,
  };
}

/** What a wall shows. Nothing is read from the history. */
export function wallView(sources: ViewSources, query: OverviewQuery): WallView {
  const { fleet, nowMs } = sources;
  const all = fleet.all();
  const matching = all.filter((target) => isWanted(target, nowMs, query));
  const groups = groupViews(matching, nowMs, query);
  const isWell = (target: MonitoredTarget): boolean => shownNow(target, nowMs).state === 'conforming';
  const troubled = matching.filter((target) => !isWell(target));
  const well = matching.filter(isWell);
  const limit = groups.length > 1 ? 0 : 1;
  const [isTroubleGrouped, isWellGrouped] = [
    troubled.length > mostOnWall.troubled[limit],
    well.length > mostOnWall.well[limit],
  ];
  return {
    frame: frameView(sources),
    health: ownHealthView(sources),
    query,
    total: all.length,
    tiles: mostSevereFirst(
      [...(isTroubleGrouped ? [] : troubled), ...(isWellGrouped ? [] : well)],
      nowMs,
    ).map((target) => tileView(target, nowMs)),
    troubled: isTroubleGrouped ? groups.filter(({ state }) => state !== 'conforming') : [],
    well: isWellGrouped ? groups.filter(({ conforming }) => conforming > 0) : [],
  };
}

/**
 * The most severe state first; of the same severity production before others and tests last, by their tags; then by name.
 * @param amount how many are needed at least: names of states beyond them are not compared, which takes 4 ms for a thousand
 */
export function mostSevereFirst(
  targets: readonly MonitoredTarget[],
  nowMs: number,
  amount = targets.length,
): readonly MonitoredTarget[] {
  const sorted: MonitoredTarget[] = [];
  const groups = groupBy(targets, (target) => stateRank(shownNow(target, nowMs).state));
  for (const [, group] of [...groups].toSorted(([one], [other]) => one - other)) {
    if (sorted.length >= amount) break;
    sorted.push(...group.toSorted((one, other) => rankOf(one) - rankOf(other) || byName(one, other)));
  }
  return sorted;
}

/** What no user depends on comes last. */
function rankOf(target: MonitoredTarget): number {
  const tags = tagsOf(target).map((tag) => tag.toLowerCase());
  if (tags.includes('production')) return 0;
  return tags.includes('test') || tags.includes('staging') ? 2 : 1;
}

function byName(one: MonitoredTarget, other: MonitoredTarget): number {
  return names.compare(one.monitored.installation.name, other.monitored.installation.name);
}

function tagsOf({ monitored }: MonitoredTarget): readonly string[] {
  return monitored.installation.tags ?? [];
}

/** Its one group, or nothing. */
function groupsOf({ monitored }: MonitoredTarget): readonly string[] {
  const { group } = monitored.installation;
  return group === undefined ? [] : [group];
}

function distinct(words: readonly string[]): readonly string[] {
  return [...new Set(words)].toSorted(names.compare);
}

function isWanted(
  target: MonitoredTarget,
  nowMs: number,
  { text, state, group, tag }: OverviewQuery,
): boolean {
  const { name, baseUrl } = target.monitored.installation;
  const shown = shownNow(target, nowMs).state;
  const isState = state === undefined || (state === 'trouble' ? shown !== 'conforming' : shown === state);
  const isGrouped = group === undefined || groupsOf(target).includes(group);
  const isTagged = tag === undefined || tagsOf(target).includes(tag);
  const isChosen = isState && isGrouped && isTagged;
  if (!isChosen || text === '') return isChosen;
  const wanted = text.toLowerCase();
  const words = [name, baseUrl, ...groupsOf(target), ...tagsOf(target)];
  return words.some((word) => word.toLowerCase().includes(wanted));
}
