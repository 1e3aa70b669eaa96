import type { InstallationState } from '../../../contract/state.ts';
import { hasSeveralLocations } from '../../configuration/watched-from.ts';
import type { History } from '../../history/history.ts';
import type { RunRow } from '../../model.ts';
import { disagreeingLocations, silentLocations } from '../../shared/locations.ts';
import type { MonitoredTarget } from '../../state/monitored-target.ts';
import { acknowledgedNow, type Snapshot } from '../../state/snapshot.ts';
import type {
  AcknowledgedView,
  LastRunView,
  LatencyPoint,
  LocationMarks,
  LocationsView,
  LocationView,
} from './model.ts';
import { iso, isoIfKnown } from './times.ts';
import { runUrl } from './urls.ts';

/** The tiers that judge what the document states, and not only whether the installation answers. */
export const judgingTiers = ['standard', 'full'] as const;

/** The last run of an installation, or the last one before a moment, that judged what the document states. */
export async function lastJudgingRun(
  installation: string,
  history: Pick<History, 'runs'>,
  beforeMs?: number,
): Promise<RunRow | undefined> {
  const before = beforeMs === undefined ? {} : { beforeMs };
  const [run] = await history.runs({ installation, tiers: judgingTiers, ...before, limit: 1 });
  return run;
}

/** A run as a row of a list. */
export function lastRunView(row: RunRow): LastRunView {
  return {
    id: row.id,
    url: runUrl(row.id),
    tier: row.tier,
    location: row.location,
    state: row.state,
    startedAt: iso(row.startedMs),
    durationMs: row.finishedMs - row.startedMs,
  };
}

/** A run as a point of a chart. */
export function latencyPoint(row: RunRow): LatencyPoint {
  return {
    at: iso(row.startedMs),
    ms: row.medianMs,
    p95Ms: row.p95Ms,
    isFailure: row.state !== 'conforming',
    runUrl: runUrl(row.id),
  };
}

/** An operator's acknowledgement of what is wrong now; nothing if there is none. @param incident of this one alone */
export function acknowledgedView(
  snapshot: Snapshot | undefined,
  nowMs: number,
  incident?: string,
): AcknowledgedView | undefined {
  const known = snapshot && acknowledgedNow(snapshot, nowMs);
  if (known === undefined || (incident !== undefined && incident !== known.incident)) return undefined;
  const { untilMs, who, reason } = known;
  return { until: iso(untilMs), who, reason };
}

/** The present cause of an open incident: that of its last step may be over. Nothing for any other incident. */
export function presentCause(
  { state, endedAt }: { readonly state: InstallationState; readonly endedAt?: string | undefined },
  snapshot: Snapshot | undefined,
): { readonly cause?: string } {
  const { cause } = snapshot ?? {};
  return endedAt !== undefined || snapshot?.state !== state || cause === undefined ? {} : { cause };
}

type Watched = Pick<MonitoredTarget, 'monitored' | 'snapshot'>;

/** What each location finds; nothing if there is only one. */
export function locationsView({ monitored, snapshot }: Watched): LocationsView | undefined {
  const watched = monitored.plan.locations;
  if (!hasSeveralLocations(watched)) return undefined;
  const of = watched.of.map((name): LocationView => {
    const known = snapshot.locations?.[name];
    const place = { name, isSilent: known?.isSilent === true, isHere: name === watched.here };
    if (known?.lastRun === undefined) return place;
    const { tracked, sinceMs, cause, lastRun } = known;
    return {
      ...place,
      state: tracked.state,
      since: isoIfKnown(sinceMs),
      cause,
      lastRun: { at: iso(lastRun.atMs), url: runUrl(lastRun.id) },
    };
  });
  return { agree: watched.agree, of };
}

/** The locations that deserve a look; nothing if none does. */
export function locationMarks({ monitored, snapshot }: Watched): LocationMarks | undefined {
  const watched = monitored.plan.locations;
  if (!hasSeveralLocations(watched)) return undefined;
  const differing = disagreeingLocations(snapshot, watched);
  const silent = silentLocations(snapshot, watched);
  return differing.length + silent.length === 0 ? undefined : { differing, silent };
}
