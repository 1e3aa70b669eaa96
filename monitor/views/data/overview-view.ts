import { gravityOf } from '../../../contract/state.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';
import { currentFindings } from '../../runs/open-findings.ts';
import { uptimeRule } from '../../runs/uptime-rule.ts';
import type { NextRunView, OverviewRow, OverviewView } from '../view-model.ts';
import { frameView, type ViewSources } from './frame-view.ts';
import { iso } from './iso.ts';
import { lastRunView, latencyPoint } from './run-summaries.ts';
import { installationUrl } from './urls.ts';

/** What the overview shows. Nothing is read from the history, so the page stays fast with a thousand installations. */
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
  const findings = currentFindings(snapshot);
  const [gravest] = findings;
  return {
    name: installation.name,
    url: installationUrl(installation.name),
    baseUrl: installation.baseUrl,
    ...(installation.group === undefined ? {} : { group: installation.group }),
    ...(installation.tags === undefined ? {} : { tags: installation.tags }),
    state: snapshot.state,
    ...(snapshot.stateSinceMs === undefined ? {} : { stateSince: iso(snapshot.stateSinceMs) }),
    ...(snapshot.cause === undefined ? {} : { cause: snapshot.cause }),
    findings: findings.length,
    ...(gravest === undefined ? {} : { gravity: gravest.gravity }),
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
