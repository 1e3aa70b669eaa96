import type { InstallationState } from '../../../contract/state.ts';
import type { History } from '../../history/history.ts';
import { type Incident, type IncidentSummary, incidentsOf, summaryOf } from '../../history/incidents.ts';
import type { IncidentNote, StateChange } from '../../model.ts';
import type { AskedTime } from '../compare/kept-record.ts';
import type { IncidentDayView } from '../installation/model.ts';
import { type PagingView, pageOf } from '../overview/model.ts';
import { frameView, type Notice, type ViewSources } from '../shared/frame-view.ts';
import type { AcknowledgedView, FrameView } from '../shared/model.ts';
import { acknowledgedView, presentCause } from '../shared/run-views.ts';
import { dateOf, dayMs, iso, isoIfKnown } from '../shared/times.ts';
import { runUrl } from '../shared/urls.ts';
import type { IncidentForm, IncidentQuery } from './model.ts';
import { incidentsTexts } from './texts.ts';

/** An incident that lasts ends now, as far as is known. */
export function lastedDuring(
  { startedAt, endedAt }: Pick<IncidentView, 'startedAt' | 'endedAt'>,
  { fromMs, toMs }: AskedTime,
  nowMs: number,
): boolean {
  const startMs = Date.parse(startedAt);
  const endMs = endedAt === undefined ? nowMs : Date.parse(endedAt);
  return startMs < toMs && (endMs > fromMs || startMs >= fromMs);
}

/** On which of the last days, today among them, incidents lasted, and how many; in UTC, oldest first. Pure. */
export function incidentDays(
  incidents: readonly Incident[],
  nowMs: number,
  length: number,
): readonly IncidentDayView[] {
  const todayMs = Math.floor(nowMs / dayMs) * dayMs;
  const starts = Array.from({ length }, (_, index) => todayMs - (length - 1 - index) * dayMs);
  return starts.flatMap((fromMs) => {
    const span = { fromMs, toMs: fromMs + dayMs };
    const amount = incidents.filter((one) => lastedDuring(one, span, nowMs)).length;
    return amount === 0 ? [] : [{ day: dateOf(fromMs), incidents: amount }];
  });
}

/** With the address of its run in place of its id. */
type Linked<Step> = Omit<Step, 'run'> & { readonly runUrl?: string | undefined };

/** An incident as pages and the feed show it. */
export interface IncidentView {
  readonly id: string;
  readonly installation: string;
  /** The present state; of an incident that is over, the state that lasted longest. */
  readonly state: InstallationState;
  readonly cause?: string | undefined;
  /** The most severe state, if the incident had others. */
  readonly worst?: IncidentSummary['worst'] | undefined;
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
  /** Until now, while it lasts. */
  readonly durationMs: number;
  readonly endedBy?: Linked<NonNullable<Incident['endedBy']>> | undefined;
  readonly course: readonly Linked<Incident['course'][number]>[];
  /** The oldest first. */
  readonly notes: readonly (Pick<IncidentNote, 'who' | 'message' | 'isPublic'> & { readonly at: string })[];
  /** What an operator knows of it now. */
  readonly acknowledged?: AcknowledgedView | undefined;
}

export interface IncidentsView {
  readonly frame: FrameView;
  /** Left out on the page of all. */
  readonly installation?: string | undefined;
  /** As it stands in the form. */
  readonly asked: IncidentQuery;
  /** Why nothing is shown, as a sentence that says what is accepted. */
  readonly problem?: string | undefined;
  /** On the page of all: those that have had incidents. */
  readonly installations: readonly string[];
  /** How many last, regardless of the filter. */
  readonly open: number;
  /** One page of the requested incidents: open ones first, then the newest. */
  readonly incidents: readonly IncidentView[];
  /** How many are asked for, and which part of them is shown. */
  readonly paging: Omit<PagingView, 'total'>;
  /** From when until when they lasted, as far as that is asked for. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** If the history has more changes of state than are read: earlier incidents are left out, though they were asked for. */
  readonly cutOffAt?: string | undefined;
  /** Notes can be written: an operator's token is configured. */
  readonly canAct: boolean;
  /** The input of a form that was refused, so that it need not be typed again. */
  readonly draft?: IncidentDraft | undefined;
}

export interface IncidentDraft {
  readonly incident: string;
  readonly form: IncidentForm;
  readonly values: Readonly<Record<string, string>>;
}

/** Incidents of a page. */
const incidentsAtOnce = 50;
/** Changes of state that incidents are made from. */
export const mostChanges = 1000;
export const mostNotes = 1000;

/** The query of a list of incidents. */
export interface AskedIncidents {
  readonly asked: IncidentQuery;
  /** Which page of the list, from 1, which is that without one. */
  readonly page?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Why it is refused, as a sentence. */
  readonly problem?: string | undefined;
}

/** If there are more changes of state than are read: how far back the read ones go. @param changes newest first */
export function oldestRead(changes: readonly StateChange[]): number | undefined {
  return changes.length < mostChanges ? undefined : changes.at(-1)?.atMs;
}

/** Why there is nothing to show of an installation that neither the monitor nor its history knows, as a sentence. */
export function unknownInstallation(
  fleet: ViewSources['fleet'],
  installation: string | undefined,
  changes: readonly StateChange[],
): string | undefined {
  const isKnown = installation === undefined || changes.length > 0 || fleet.get(installation) !== undefined;
  return isKnown ? undefined : incidentsTexts.wrongInstallation;
}

/**
 * The incidents of the history, with the notes of operators: those that last first, then the newest. If there are more
 * changes of state than are read, with the time of the oldest one that is.
 */
export async function readIncidents(
  history: History,
  { fleet, nowMs }: Pick<ViewSources, 'fleet' | 'nowMs'>,
  installation?: string,
) {
  const of = installation === undefined ? {} : { installation };
  const [changes, notes] = await Promise.all([
    history.changes({ ...of, limit: mostChanges }),
    history.incidentNotes.list({ ...of, limit: mostNotes }),
  ]);
  const sinceMs = oldestRead(changes);
  const problem = unknownInstallation(fleet, installation, changes);
  const incidents = incidentsOf(changes).map((incident) => {
    const view = incidentView(incident, notes, nowMs);
    const snapshot = fleet.get(incident.installation)?.snapshot;
    const acknowledged = acknowledgedView(snapshot, nowMs, incident.id);
    return { ...view, ...presentCause(view, snapshot), acknowledged };
  });
  return { problem, incidents: incidents.toSorted((one, other) => rank(one) - rank(other)), sinceMs };
}

/** Those that are asked for. Pure. */
export function chosenIncidents<Kind extends Pick<IncidentView, 'startedAt' | 'endedAt'>>(
  incidents: readonly Kind[],
  { asked: { show }, fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY }: AskedIncidents,
  nowMs: number,
): readonly Kind[] {
  return incidents.filter(
    (one) =>
      (show === undefined || (one.endedAt === undefined) === (show === 'open')) &&
      lastedDuring(one, { fromMs, toMs }, nowMs),
  );
}

/** What a page of incidents is made for. */
export interface IncidentsRequest extends Pick<IncidentsView, 'installation' | 'canAct' | 'draft'> {
  readonly request: AskedIncidents;
  readonly notice?: Notice | undefined;
}

/** The page of incidents: of one installation, or of all. */
export async function incidentsView(
  history: History,
  sources: ViewSources,
  { installation, request, canAct, notice, draft }: IncidentsRequest,
): Promise<IncidentsView> {
  const { nowMs } = sources;
  const { asked, fromMs, toMs } = request;
  const chosen = installation ?? asked.installation;
  const [known, all] = await Promise.all([
    readIncidents(history, sources, chosen),
    installation === undefined && chosen !== undefined ? readIncidents(history, sources) : undefined,
  ]);
  const { incidents, sinceMs } = known;
  const problem = request.problem ?? known.problem;
  const names = [
    ...(all ?? known).incidents.map((one) => one.installation),
    ...(known.problem !== undefined || chosen === undefined ? [] : [chosen]),
  ];
  const matching = problem === undefined ? chosenIncidents(incidents, request, nowMs) : [];
  const { paging, from, to } = pageOf(matching.length, request.page ?? 1, incidentsAtOnce);
  return {
    frame: frameView(sources, notice),
    installation,
    asked,
    problem,
    installations: [...new Set(names)].toSorted(),
    open: incidents.filter(({ endedAt }) => endedAt === undefined).length,
    incidents: matching.slice(from, to),
    paging,
    from: isoIfKnown(fromMs),
    to: isoIfKnown(toMs),
    cutOffAt:
      sinceMs !== undefined && fromMs !== undefined && fromMs >= sinceMs ? undefined : isoIfKnown(sinceMs),
    canAct,
    draft,
  };
}

function rank({ endedAt }: IncidentView): number {
  return endedAt === undefined ? 0 : 1;
}

function incidentView(incident: Incident, notes: readonly IncidentNote[], nowMs: number): IncidentView {
  const { id, installation, startedAt, endedAt, endedBy, course } = incident;
  const { main, worst } = summaryOf(incident, nowMs);
  const endMs = endedAt === undefined ? nowMs : Date.parse(endedAt);
  return {
    id,
    installation,
    state: main.state,
    cause: main.cause,
    worst,
    startedAt,
    endedAt,
    durationMs: Math.max(0, endMs - Date.parse(startedAt)),
    endedBy: endedBy && { state: endedBy.state, runUrl: linkTo(endedBy.run) },
    course: course.map(({ run, ...step }) => ({ ...step, runUrl: linkTo(run) })),
    notes: notes
      .filter(({ incident }) => incident === id)
      .map(({ atMs, who, message, isPublic }) => ({ at: iso(atMs), who, message, isPublic }))
      .toReversed(),
  };
}

function linkTo(run: string | undefined): string | undefined {
  return run === undefined ? undefined : runUrl(run);
}
