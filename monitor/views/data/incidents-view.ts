import type { InstallationState } from '../../../contract/state.ts';
import type { History } from '../../history/history.ts';
import { type Incident, incidentsOf } from '../../history/incidents.ts';
import type { IncidentNote } from '../../model.ts';
import type { FrameView } from '../view-model.ts';
import { frameView, type Notice, type ViewSources } from './frame-view.ts';
import { iso } from './iso.ts';
import { runUrl } from './urls.ts';

/** An incident as pages and the feed show it. */
export interface IncidentView {
  readonly id: string;
  readonly installation: string;
  readonly state: InstallationState;
  readonly cause?: string;
  readonly startedAt: string;
  readonly endedAt?: string;
  /** Until now, while it lasts. */
  readonly durationMs: number;
  readonly endedBy?: { readonly state: InstallationState; readonly runUrl?: string };
  readonly course: readonly {
    readonly at: string;
    readonly state: InstallationState;
    readonly cause?: string;
    readonly runUrl?: string;
  }[];
  /** The oldest first. */
  readonly notes: readonly { readonly at: string; readonly who: string; readonly message: string }[];
}

export interface IncidentsView {
  readonly frame: FrameView;
  /** Left out on the page of all. */
  readonly installation?: string;
  /** Those that last first, then the newest. */
  readonly incidents: readonly IncidentView[];
  /** Notes can be written: an operator's token is configured. */
  readonly canAct: boolean;
}

/** Changes of state that incidents are made from. */
export const mostChanges = 1000;
const mostNotes = 1000;

/** The incidents of the history, with the notes of operators: those that last first, then the newest. */
export async function readIncidents(
  history: History,
  nowMs: number,
  installation?: string,
): Promise<readonly IncidentView[]> {
  const of = installation === undefined ? {} : { installation };
  const [changes, notes] = await Promise.all([
    history.changes({ ...of, limit: mostChanges }),
    history.incidentNotes.list({ ...of, limit: mostNotes }),
  ]);
  return incidentsOf(changes)
    .map((incident) => incidentView(incident, notes, nowMs))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** The page of incidents. */
export async function incidentsView(
  history: History,
  sources: ViewSources,
  { installation, canAct, notice }: { installation?: string; canAct: boolean; notice?: Notice | undefined },
): Promise<IncidentsView> {
  return {
    frame: frameView(sources, notice),
    ...(installation === undefined ? {} : { installation }),
    incidents: await readIncidents(history, sources.nowMs, installation),
    canAct,
  };
}

function rank({ endedAt }: IncidentView): number {
  return endedAt === undefined ? 0 : 1;
}

function incidentView(
  { id, installation, state, cause, startedAt, endedAt, endedBy, course }: Incident,
  notes: readonly IncidentNote[],
  nowMs: number,
): IncidentView {
  const endMs = endedAt === undefined ? nowMs : Date.parse(endedAt);
  return {
    id,
    installation,
    state,
    ...(cause === undefined ? {} : { cause }),
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    durationMs: Math.max(0, endMs - Date.parse(startedAt)),
    ...(endedBy === undefined ? {} : { endedBy: { state: endedBy.state, ...linkTo(endedBy.run) } }),
    course: course.map(({ run, ...step }) => ({ ...step, ...linkTo(run) })),
    notes: notes
      .filter(({ incident }) => incident === id)
      .map(({ atMs, who, message }) => ({ at: iso(atMs), who, message }))
      .toReversed(),
  };
}

function linkTo(run: string | undefined): { readonly runUrl?: string } {
  return run === undefined ? {} : { runUrl: runUrl(run) };
}
