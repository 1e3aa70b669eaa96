import { gravityOf } from '../../../contract/state.ts';
import type { NextRunView, OverviewRow, OverviewView } from '../../model.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';
import { uptimeRule } from '../../runs/run-facts.ts';
import { frameView, type ViewSources } from './frame-view.ts';
import { iso } from './iso.ts';
import { lastRunView, latencyPoint } from './run-summaries.ts';
import { installationUrl } from './urls.ts';

/** What the overview shows. Nothing is read from the history, so a thousand installations take no longer. */
export function overviewView(sources: ViewSources): OverviewView {
  const rows = sources.fleet.all().map(overviewRow);
  return {
    frame: frameView(sources),
    installations: rows.toSorted(
      (one, other) => gravityOf(one.state) - gravityOf(other.state) || one.name.localeCompare(other.name),
    ),
    uptimeRule,
    isDemonstration: sources.fleet.configuration().isDemonstration,
  };
}

/** One installation at a glance. */
export function overviewRow(target: MonitoredTarget): OverviewRow {
  const { installation } = target.monitored;
  const { snapshot } = target;
  const last = target.recent.at(-1);
  const next = nextRunView(target);
  return {
    name: installation.name,
    url: installationUrl(installation.name),
    baseUrl: installation.baseUrl,
    state: snapshot.shown,
    ...(snapshot.shownSinceMs === undefined ? {} : { stateSince: iso(snapshot.shownSinceMs) }),
    ...(snapshot.cause === undefined ? {} : { cause: snapshot.cause }),
    uptime: target.shares.uptime,
    ...(target.running === undefined ? {} : { running: target.running.tier }),
    ...(last === undefined ? {} : { lastRun: lastRunView(last) }),
    ...(next === undefined ? {} : { nextRun: next }),
    sparkline: target.recent.map(latencyPoint),
    ...(snapshot.coverage === undefined ? {} : { coverage: snapshot.coverage }),
  };
}

function nextRunView({ scheduler }: MonitoredTarget): NextRunView | undefined {
  const next = scheduler.next().toSorted((one, other) => one.atMs - other.atMs)[0];
  if (next === undefined) return undefined;
  return { tier: next.slot === 'imports' ? 'full' : next.slot, at: iso(next.atMs) };
}
