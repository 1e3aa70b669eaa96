import { gravityOf } from '../../../contract/state.ts';
import { groupBy } from '../../../engine/group-by.ts';
import type { History } from '../../history/history.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';
import { shownNow } from '../../runs/shown-now.ts';
import type { OverviewQuery, OverviewRow, OverviewView, WallView } from '../overview-model.ts';
import { makeDates } from './day-views.ts';
import { frameView, type ViewSources } from './frame-view.ts';
import { overviewRow, tileView } from './overview-row.ts';
import { pageOf } from './page-of.ts';
import { recentIncidents } from './recent-incidents.ts';
import { uptimeRule } from './uptime-rule.ts';

/** Rows of a page; tiles of a wall, where nobody turns a page. */
const rowsAtOnce = { usual: 50, dense: 100, wall: 2000 } as const;

/** Of names with numbers, `site-2` comes before `site-10`. */
const names = new Intl.Collator('en', { numeric: true });

/**
 * What the overview shows. Only the incidents are read from the history; rows are made for one page alone, so that the page
 * stays fast with a thousand installations.
 */
export async function overviewView(
  history: Pick<History, 'changes'>,
  sources: ViewSources,
  query: OverviewQuery,
): Promise<OverviewView> {
  const { fleet, nowMs } = sources;
  const all = fleet.all();
  const matching = all.filter((target) => isWanted(target, nowMs, query));
  const { paging, from, to } = pageOf(matching.length, query.page, rowsAtOnce[query.layout]);
  const incidents = await recentIncidents(history, sources);
  const dates = makeDates();
  return {
    frame: frameView(sources),
    query,
    paging: { ...paging, total: all.length },
    groups: distinct(all.flatMap(groupsOf)),
    tags: distinct(all.flatMap(tagsOf)),
    ...(incidents === undefined ? {} : { incidents }),
    installations: gravestFirst(matching, nowMs, to)
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
  const { paging, from, to } = pageOf(matching.length, query.page, rowsAtOnce[query.layout]);
  return {
    frame: frameView(sources),
    query,
    paging: { ...paging, total: all.length },
    tiles: gravestFirst(matching, nowMs, to)
      .slice(from, to)
      .map((target) => tileView(target, nowMs)),
  };
}

/**
 * The gravest state first, then by name.
 * @param amount so many are needed at least: names of states beyond them are not compared, which takes 4 ms for a thousand
 */
export function gravestFirst(
  targets: readonly MonitoredTarget[],
  nowMs: number,
  amount = targets.length,
): readonly MonitoredTarget[] {
  const sorted: MonitoredTarget[] = [];
  const groups = groupBy(targets, (target) => gravityOf(shownNow(target, nowMs).state));
  for (const [, group] of [...groups].toSorted(([one], [other]) => one - other)) {
    if (sorted.length >= amount) break;
    sorted.push(...group.toSorted(byName));
  }
  return sorted;
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
