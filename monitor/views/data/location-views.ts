import { isSeveral } from '../../configuration/watched-from.ts';
import { silentOf } from '../../runs/location-snapshots.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';
import { differingOf } from '../../runs/show-locations.ts';
import type { LocationMarks, LocationsView, LocationView } from '../locations-model.ts';
import { iso } from './iso.ts';
import { runUrl } from './urls.ts';

type Watched = Pick<MonitoredTarget, 'monitored' | 'snapshot'>;

/** What each location finds; nothing where there are no several. */
export function locationsView({ monitored, snapshot }: Watched): { readonly locations?: LocationsView } {
  const watched = monitored.plan.locations;
  if (!isSeveral(watched)) return {};
  const of = watched.of.map((name): LocationView => {
    const known = snapshot.locations?.[name];
    const place = { name, isSilent: known?.isSilent === true, isHere: name === watched.here };
    if (known?.lastRun === undefined) return place;
    const { tracked, sinceMs, cause, lastRun } = known;
    return {
      ...place,
      state: tracked.state,
      ...(sinceMs === undefined ? {} : { since: iso(sinceMs) }),
      ...(cause === undefined ? {} : { cause }),
      lastRun: { at: iso(lastRun.atMs), url: runUrl(lastRun.id) },
    };
  });
  return { locations: { agree: watched.agree, of } };
}

/** The locations that deserve a look; nothing where none does. */
export function locationMarks({ monitored, snapshot }: Watched): { readonly locations?: LocationMarks } {
  const watched = monitored.plan.locations;
  if (!isSeveral(watched)) return {};
  const differing = differingOf(snapshot, watched);
  const silent = silentOf(snapshot, watched);
  return differing.length + silent.length === 0 ? {} : { locations: { differing, silent } };
}
