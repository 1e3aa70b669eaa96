import { gravityOf, type InstallationState, stateOf } from '../../contract/state.ts';
import type { StateChange } from '../model.ts';

/** A time of trouble at an installation, from the first change for the worse to the recovery. */
export interface Incident {
  readonly id: string;
  readonly installation: string;
  /** The gravest state in it. */
  readonly state: InstallationState;
  readonly startedAt: string;
  /** Left out while it lasts. */
  readonly endedAt?: string;
  readonly cause?: string;
  readonly run?: string;
  /** The state that ended it, and the run that found it; without a run, an operator ended it. */
  readonly endedBy?: { readonly state: InstallationState; readonly run?: string };
  /** Each state in it, the first one first. */
  readonly course: readonly IncidentStep[];
}

/** A change of state within an incident. */
export interface IncidentStep {
  readonly at: string;
  readonly state: InstallationState;
  readonly cause?: string;
  readonly run?: string;
}

/**
 * Folds changes of state into incidents. Pure.
 * @param changes newest first, as the history gives them
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

function continued(
  current: Incident | undefined,
  { installation, atMs }: StateChange,
  step: IncidentStep,
): Incident {
  const { state, at, ...found } = step;
  const course = [...(current?.course ?? []), step];
  if (current !== undefined && gravityOf(state) >= gravityOf(current.state)) return { ...current, course };
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
