import { stateIds } from '../../../contract/state.ts';
import { suiteVersion } from '../../../engine/version.ts';
import type { Fleet } from '../../runs/fleet.ts';
import type { KeptFailure, RunRow } from '../../model.ts';
import { verdictKey } from '../../../contract/verdict.ts';
import type { OpenFailure } from '../../runs/tracked-state.ts';
import type { FailureView, FrameView, LastRunView, LatencyPoint, NextRunView, OverviewRow } from '../view-model.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';

/** What views are made from, beside the history. */
export interface ViewSources {
  readonly fleet: Fleet;
  readonly nowMs: number;
  readonly refreshSeconds: number;
}

export type Notice = NonNullable<FrameView['notice']>;

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function installationUrl(name: string): string {
  return `/installations/${encodeURIComponent(name)}`;
}

export function runUrl(id: string): string {
  return `/runs/${encodeURIComponent(id)}`;
}

export function frameView({ fleet, nowMs, refreshSeconds }: ViewSources, notice?: Notice): FrameView {
  const targets = fleet.all();
  const summary = stateIds.map((state) => ({
    state,
    count: targets.filter(({ snapshot }) => snapshot.state === state).length,
  }));
  return {
    now: iso(nowMs),
    refreshSeconds,
    suiteVersion,
    summary: summary.filter(({ count }) => count > 0),
    ...(notice === undefined ? {} : { notice }),
  };
}

export function lastRunView(row: RunRow): LastRunView {
  return {
    id: row.id,
    url: runUrl(row.id),
    tier: row.tier,
    state: row.state,
    startedAt: iso(row.startedMs),
    durationMs: row.finishedMs - row.startedMs,
  };
}

export function nextRunView({ scheduler }: MonitoredTarget): NextRunView | undefined {
  const next = scheduler.next().toSorted((one, other) => one.atMs - other.atMs)[0];
  if (next === undefined) return undefined;
  return { tier: next.slot === 'imports' ? 'full' : next.slot, at: iso(next.atMs) };
}

export function baselineSince({ snapshot }: MonitoredTarget): { readonly baselineSince?: string } {
  return snapshot.baselineSinceMs === undefined ? {} : { baselineSince: iso(snapshot.baselineSinceMs) };
}

export function latencyPoint(row: RunRow): LatencyPoint {
  return {
    at: iso(row.startedMs),
    ...(row.medianMs === undefined ? {} : { ms: row.medianMs }),
    isFailure: row.state !== 'conforming',
    runUrl: runUrl(row.id),
  };
}

export function overviewRow(target: MonitoredTarget): OverviewRow {
  const { installation } = target.monitored;
  const { snapshot } = target;
  const last = target.recent.at(-1);
  const next = nextRunView(target);
  return {
    name: installation.name,
    url: installationUrl(installation.name),
    baseUrl: installation.baseUrl,
    state: snapshot.state,
    ...(snapshot.stateSinceMs === undefined ? {} : { stateSince: iso(snapshot.stateSinceMs) }),
    ...(snapshot.cause === undefined ? {} : { cause: snapshot.cause }),
    uptime: target.shares.uptime,
    ...(target.running === undefined ? {} : { running: target.running.tier }),
    ...(last === undefined ? {} : { lastRun: lastRunView(last) }),
    ...(next === undefined ? {} : { nextRun: next }),
    sparkline: target.recent.map(latencyPoint),
    ...(snapshot.coverage === undefined ? {} : { coverage: snapshot.coverage }),
  };
}

/** Failures with how long they have been failing, where they still do. */
export function failureViews(
  failures: readonly KeptFailure[],
  open: readonly OpenFailure[],
): readonly FailureView[] {
  const known = new Map(open.map((failure) => [verdictKey(failure), failure]));
  return failures.map((failure) => {
    const remembered = known.get(verdictKey(failure));
    if (remembered === undefined) return failure;
    return { ...failure, since: iso(remembered.sinceMs), runs: remembered.runs };
  });
}
