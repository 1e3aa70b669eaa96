import { gravityOf } from '../../../contract/state.ts';
import { groupBy } from '../../../engine/group-by.ts';
import type { History } from '../../history/history.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';
import { shownNow } from '../../runs/shown-now.ts';
import type { GroupView, OverviewQuery, OverviewRow, OverviewView, WallView } from '../overview-model.ts';
import { makeDates } from './day-views.ts';
import { frameView, type ViewSources } from './frame-view.ts';
import { groupViews } from './group-views.ts';
import { overviewRow, tileView } from './overview-row.ts';
import { ownHealthView } from './own-health-view.ts';
import { pageOf } from './page-of.ts';
import { recentIncidents } from './recent-incidents.ts';
import { uptimeRule } from './uptime-rule.ts';

/** Rows of a page. */
const rowsAtOnce = { usual: 50, dense: 100 } as const;
/** A wall cannot be scrolled: of more than so many, groups stand for them; where there are no groups, of more than the second. */
const mostOnWall = { troubled: [80, 400], well: [120, 600] } as const;

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
  const layout = query.layout === 'dense' ? 'dense' : 'usual';
  const { fleet, nowMs } = sources;
  const all = fleet.all();
  const matching = all.filter((target) => isWanted(target, nowMs, query));
  const { paging, from, to } = pageOf(matching.length, query.page, rowsAtOnce[layout]);
  const incidents = await recentIncidents(history, sources);
  const dates = makeDates();
  return {
    frame: frameView(sources),
    health: ownHealthView(sources),
    query,
    paging: { ...paging, total: all.length },
    groups: distinct(all.flatMap(groupsOf)),
    tags: distinct(all.flatMap(tagsOf)),
    byGroup: severalGroups(query.group === undefined ? groupViews(all, nowMs, query) : []),
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
  const groups = groupViews(matching, nowMs, query);
  const isWell = (target: MonitoredTarget): boolean => shownNow(target, nowMs).state === 'conforming';
  const parts = [
    { shown: matching.filter((target) => !isWell(target)), most: mostOnWall.troubled },
    { shown: matching.filter(isWell), most: mostOnWall.well },
  ].map(({ shown, most }) => ({ shown, isTooMuch: shown.length > most[groups.length > 1 ? 0 : 1] }));
  const [troubled, well] = parts;
  return {
    frame: frameView(sources),
    health: ownHealthView(sources),
    query,
    total: all.length,
    tiles: parts
      .flatMap(({ shown, isTooMuch }) => (isTooMuch ? [] : gravestFirst(shown, nowMs)))
      .map((target) => tileView(target, nowMs)),
    troubled: troubled?.isTooMuch === true ? groups.filter(({ state }) => state !== 'conforming') : [],
    well: well?.isTooMuch === true ? groups.filter(({ conforming }) => conforming > 0) : [],
  };
}

/** A single group says nothing that the headline does not say. */
function severalGroups(groups: readonly GroupView[]): readonly GroupView[] {
  return groups.length > 1 ? groups : [];
}

/**
 * The gravest state first; of the same gravity production before others and tests last, by their tags; then by name.
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
    sorted.push(...group.toSorted((one, other) => rankOf(one) - rankOf(other) || byName(one, other)));
  }
  return sorted;
}

/** What nobody depends on comes last. */
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
