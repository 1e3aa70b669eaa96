import { stateOf } from '../../../contract/state.ts';
import { groupBy } from '../../../engine/group-by.ts';
import type { History } from '../../history/history.ts';
import { incidentsOf, summaryOf } from '../../history/incidents.ts';
import type { StateChange } from '../../model.ts';
import type { RecentIncidentView } from '../overview-model.ts';
import type { ViewSources } from './frame-view.ts';
import { iso } from './iso.ts';
import { installationUrl, runUrl } from './urls.ts';

const dayMs = 86_400_000;
const mostChanges = 400;

/** Times of trouble that touch the last 24 hours, the latest first; nothing where the history cannot be read. */
export async function recentIncidents(
  history: Pick<History, 'changes'>,
  { fleet, nowMs, storeLostSinceMs }: Pick<ViewSources, 'fleet' | 'nowMs' | 'storeLostSinceMs'>,
): Promise<readonly RecentIncidentView[] | undefined> {
  if (storeLostSinceMs !== undefined) return undefined;
  try {
    const changes = await history.changes({ sinceMs: nowMs - dayMs, limit: mostChanges });
    return incidentsAmong(changes, nowMs).map((incident) => {
      const target = fleet.get(incident.installation);
      return target === undefined
        ? incident
        : { ...incident, baseUrl: target.monitored.installation.baseUrl };
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
  const endings = [...groupBy(changes, ({ installation }) => installation).values()].flatMap((own) => {
    const earliest = own.at(-1);
    return earliest !== undefined && stateOf(earliest.from).isIncident ? [earliest] : [];
  });
  const before = endings.map(
    (change): StateChange => ({
      installation: change.installation,
      atMs: 0,
      from: 'conforming',
      to: change.from,
    }),
  );
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
        ...(worst === undefined ? {} : { worst: worst.state }),
        ...(isKnown ? { from: startedAt } : {}),
        ...(endedAt === undefined ? {} : { to: endedAt }),
        ...(cause === undefined ? {} : { cause }),
        ...(run === undefined ? {} : { runUrl: runUrl(run) }),
      };
    })
    .toSorted((one, other) => (latenessOf(one) < latenessOf(other) ? 1 : -1));
}

/** Sorts what lasts after what has ended. */
function latenessOf({ from = '', to }: RecentIncidentView): string {
  return to ?? `~${from}`;
}
