import type { CompiledQuery } from 'kysely';
import { type InstallationState, stateOf, stateRank } from '../../contract/state.ts';
import type { IncidentNote, StateChange } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { QueryBuilder } from './query-builder.ts';

/** Notes on incidents in the history. */
export interface IncidentNotes {
  readonly add: (note: IncidentNote) => Promise<void>;
  /** Of one installation or of all, newest first. */
  readonly list: (query: {
    readonly installation?: string;
    readonly limit: number;
  }) => Promise<readonly IncidentNote[]>;
}

export function makeIncidentNotes(
  driver: SqlDriver,
  builder: QueryBuilder,
  insert: (note: IncidentNote) => CompiledQuery,
): IncidentNotes {
  return {
    async add(note) {
      await driver.commit([insert(note)]);
    },
    async list({ installation, limit }) {
      let query = builder.selectFrom('incident_notes').selectAll().orderBy('at_ms', 'desc').limit(limit);
      if (installation !== undefined) query = query.where('installation', '=', installation);
      const rows = await driver.query(query.compile());
      return rows.map(({ at_ms, is_public, ...rest }) => ({
        ...rest,
        atMs: at_ms,
        isPublic: is_public === 1,
      }));
    },
  };
}

/** A period of trouble at an installation, from the first change for the worse to the recovery. */
export interface Incident {
  readonly id: string;
  readonly installation: string;
  /** The most severe state in it. */
  readonly state: InstallationState;
  readonly startedAt: string;
  /** Left out while it lasts. */
  readonly endedAt?: string;
  readonly cause?: string;
  readonly run?: string;
  /** The state that ended it, and the run that found it; without a run, an operator ended it. */
  readonly endedBy?: { readonly state: InstallationState; readonly run?: string };
  /** Its states, the first one first. */
  readonly course: readonly IncidentStep[];
}

/** A change of state within an incident. */
interface IncidentStep {
  readonly at: string;
  readonly state: InstallationState;
  readonly cause?: string;
  readonly run?: string;
}

/**
 * Folds changes of state into incidents. Pure.
 * @param changes newest first, as the history returns them
 * @returns newest first
 */
export function incidentsOf(changes: readonly StateChange[]): readonly Incident[] {
  const open = new Map<string, Incident>();
  const all = new Map<string, Incident>();
  for (const change of changes.toReversed()) {
    const { installation, to } = change;
    const current = open.get(installation);
    const step = stepOf(change);
    if (!stateOf(to).isIncident) {
      if (current !== undefined) all.set(current.id, ended(current, step));
      open.delete(installation);
      continue;
    }
    const incident = continued(current, change, step);
    open.set(installation, incident);
    all.set(incident.id, incident);
  }
  return [...all.values()].toReversed();
}

/** An incident in one line. */
export interface IncidentSummary {
  /** The present state; after the incident, the state that lasted longest. */
  readonly main: IncidentStep;
  /** The most severe state, and how long it lasted; left out if the incident had no other state. */
  readonly worst?: { readonly state: InstallationState; readonly lastedMs: number };
}

/** An hour of errors with some seconds without an answer is not an outage of an hour. Pure. */
export function summaryOf(
  incident: Pick<Incident, 'state' | 'course' | 'endedAt' | 'startedAt' | 'cause'>,
  nowMs: number,
): IncidentSummary {
  const { state, course, endedAt, startedAt, cause } = incident;
  const lasted = durationsIn(incident, nowMs);
  const longest = [...lasted].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  const shown = endedAt === undefined ? course.at(-1)?.state : longest;
  const main = course.findLast((step) => step.state === shown) ?? {
    at: startedAt,
    state,
    ...(cause === undefined ? {} : { cause }),
  };
  return lasted.size < 2 ? { main } : { main, worst: { state, lastedMs: lasted.get(state) ?? 0 } };
}

/** How many milliseconds an incident was in each of its states. Pure. */
export function durationsIn(
  { course, endedAt }: Pick<Incident, 'course' | 'endedAt'>,
  nowMs: number,
): ReadonlyMap<InstallationState, number> {
  const endMs = endedAt === undefined ? nowMs : Date.parse(endedAt);
  const lasted = new Map<InstallationState, number>();
  for (const [index, { at, state }] of course.entries()) {
    const untilMs = Date.parse(course[index + 1]?.at ?? '') || endMs;
    const ms = Math.max(0, untilMs - Date.parse(at));
    if (ms > 0) lasted.set(state, (lasted.get(state) ?? 0) + ms);
  }
  return lasted;
}

function continued(
  current: Incident | undefined,
  { installation, atMs, from, to }: StateChange,
  step: IncidentStep,
): Incident {
  const { state, at, ...found } = step;
  const course = [...(current?.course ?? []), step];
  const isAsSevere = current !== undefined && stateRank(state) >= stateRank(current.state);
  // A step within the same state is an aggravation.
  if (isAsSevere && !(from === to && state === current.state)) return { ...current, course };
  return {
    id: current?.id ?? `${installation}-${atMs.toString(36)}`,
    installation,
    state,
    startedAt: current?.startedAt ?? at,
    ...found,
    course,
  };
}

function ended(incident: Incident, { at, state, run }: IncidentStep): Incident {
  return { ...incident, endedAt: at, endedBy: { state, ...(run === undefined ? {} : { run }) } };
}

function stepOf({ atMs, to, cause, runId }: StateChange): IncidentStep {
  return {
    at: new Date(atMs).toISOString(),
    state: to,
    ...(cause === undefined ? {} : { cause }),
    ...(runId === undefined ? {} : { run: runId }),
  };
}
