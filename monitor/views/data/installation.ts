import { endpoints } from '../../../contract/endpoints.ts';
import type { History } from '../../history/history.ts';
import type { EndpointCells, KeptFailure, RunRow } from '../../model.ts';
import { parseObservations } from '../../runs/snapshot.ts';
import { uptimeRule } from '../../runs/uptime-rule.ts';
import { windowsBetween } from '../../schedule/windows.ts';
import { verdictKey } from '../../../contract/verdict.ts';
import type { MonitoredTier } from '../../model.ts';
import type { ActionsView, FailureView, GridColumn, GridRow, InstallationView, MaintenanceView, ObservationView } from '../view-model.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';
import {
  baselineSince,
  failureViews,
  frameView,
  iso,
  lastRunView,
  latencyPoint,
  type Notice,
  overviewRow,
  runUrl,
  type ViewSources,
} from './common.ts';

const dayMs = 86_400_000;
const mostColumns = 48;
const mostPoints = 300;
const mostRuns = 1000;
const mostChanges = 50;
const mostRecent = 20;
const mostNotes = 20;
const tiers: readonly MonitoredTier[] = ['pulse', 'standard', 'full'];

/** What the page of an installation shows: its live state, and what the history has. */
export async function installationView(
  target: MonitoredTarget,
  history: History,
  sources: ViewSources,
  actions: ActionsView,
  notice?: Notice,
): Promise<InstallationView> {
  const { nowMs } = sources;
  const { installation, plan } = target.monitored;
  const { snapshot } = target;
  const { name } = installation;
  const [columns, today, changes, notes, figures, failures] = await Promise.all([
    history.runsWithCells({ installation: name, tiers: ['standard', 'full'], limit: mostColumns }),
    history.runs({ installation: name, sinceMs: nowMs - dayMs, limit: mostRuns }),
    history.changes({ installation: name, limit: mostChanges }),
    history.notes({ installation: name, limit: mostNotes }),
    history.figures(nowMs - dayMs, name),
    openFailureViews(target, history),
  ]);
  const ofToday = figures.get(name);
  return {
    frame: frameView(sources, notice),
    actions,
    row: overviewRow(target),
    uptimeRule,
    conformity: target.shares.conformity,
    schedule: tiers.map((tier) => {
      const next = target.scheduler.next().find(({ slot }) => slot === tier);
      const rule = plan.schedule[tier].text;
      return { tier, rule, ...(next === undefined ? {} : { next: iso(next.atMs) }) };
    }),
    statusGrid: statusGridOf(columns.toReversed()),
    latency: thinned(today, mostPoints).toReversed().map(latencyPoint),
    failures,
    observations: observationViews(parseObservations(snapshot.observations), snapshot.drift),
    drift: snapshot.drift.length,
    ...baselineSince(target),
    notes: notes.map(({ atMs, message }) => ({ at: iso(atMs), message })),
    ...(snapshot.certificateMs === undefined
      ? {}
      : { certificate: certificateOf(snapshot.certificateMs, nowMs) }),
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
      ...(cause === undefined ? {} : { cause }),
      ...(runId === undefined ? {} : { runUrl: runUrl(runId) }),
    })),
    recentRuns: today.slice(0, mostRecent).map(lastRunView),
  };
}

/** What fails now, with the texts of the last run that asked. */
async function openFailureViews({ snapshot }: MonitoredTarget, history: History): Promise<readonly FailureView[]> {
  const open = snapshot.tracked.openFailures;
  const ids = [...new Set(open.map(({ runId }) => runId))];
  const runs = await Promise.all(ids.map((id) => history.run(id)));
  const wanted = new Map(open.map((failure) => [`${failure.runId} ${verdictKey(failure)}`, failure]));
  const failures: KeptFailure[] = runs.flatMap((run) =>
    (run?.detail.failures ?? []).filter((failure) => wanted.has(`${run?.row.id} ${verdictKey(failure)}`)),
  );
  return failureViews(failures, open);
}

function statusGridOf(
  runs: readonly { readonly row: RunRow; readonly endpoints: EndpointCells }[],
): InstallationView['statusGrid'] {
  const columns = runs.map(
    ({ row }): GridColumn => ({
      runId: row.id,
      runUrl: runUrl(row.id),
      at: iso(row.startedMs),
      tier: row.tier,
      state: row.state,
    }),
  );
  const rows = endpoints.map(
    ({ id }): GridRow => ({
      endpoint: id,
      cells: runs.map(({ endpoints: cells }) => cells[id] ?? { outcome: 'none' }),
    }),
  );
  return { columns, rows };
}

export function observationViews(
  observations: readonly { readonly gap: string; readonly endpoint: string; readonly answer: string }[],
  drift: readonly { readonly gap: string; readonly endpoint: string; readonly before: string }[],
): readonly ObservationView[] {
  return observations.map((observation) => {
    const { gap, endpoint } = observation;
    const changed = drift.find((one) => one.gap === gap && one.endpoint === endpoint);
    return changed === undefined ? observation : { ...observation, baseline: changed.before };
  });
}

function certificateOf(expiresMs: number, nowMs: number): NonNullable<InstallationView['certificate']> {
  return { expiresAt: iso(expiresMs), daysLeft: Math.floor((expiresMs - nowMs) / dayMs) };
}

function maintenanceViews({ monitored, snapshot }: MonitoredTarget, nowMs: number): readonly MaintenanceView[] {
  const windows = windowsBetween(monitored.plan.maintenance, snapshot.operatorWindows, nowMs, nowMs + 7 * dayMs);
  return windows.map(({ fromMs, toMs, source }) => ({
    from: iso(fromMs),
    to: iso(toMs),
    source,
    isActive: fromMs <= nowMs && nowMs < toMs,
  }));
}

/** Every n-th of too many, the first always kept. */
function thinned<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, index) => index % step === 0);
}
