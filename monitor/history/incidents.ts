import { gravityOf, type InstallationState, stateOf } from '../../contract/state.ts';
import type { StateChange } from './history.ts';

/** A time in which an installation was not well, from the first change for the worse to the recovery. */
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
}

/**
 * Folds changes of state into incidents. Pure.
 * @param changes newest first, as the history gives them
 * @returns newest first
 */
export function incidentsOf(changes: readonly StateChange[]): readonly Incident[] {
  const open = new Map<string, Incident>();
  const all: Incident[] = [];
  const replace = (incident: Incident): void => {
    const index = all.findIndex(({ id }) => id === incident.id);
    if (index === -1) all.push(incident);
    else all[index] = incident;
  };
  for (const { installation, atMs, to, cause, runId } of changes.toReversed()) {
    const current = open.get(installation);
    const at = new Date(atMs).toISOString();
    if (!stateOf(to).isIncident) {
      if (current !== undefined) replace({ ...current, endedAt: at });
      open.delete(installation);
      continue;
    }
    const isGraver = current === undefined || gravityOf(to) < gravityOf(current.state);
    const incident: Incident = isGraver
      ? {
          id: current?.id ?? `${installation}-${atMs.toString(36)}`,
          installation,
          state: to,
          startedAt: current?.startedAt ?? at,
          ...(cause === undefined ? {} : { cause }),
          ...(runId === undefined ? {} : { run: runId }),
        }
      : current;
    open.set(installation, incident);
    replace(incident);
  }
  return all.toReversed();
}
