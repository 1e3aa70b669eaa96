import { type InstallationState, stateOf } from '../../contract/state.ts';
import type { StateChange } from '../model.ts';
import type { Snapshot } from './snapshot.ts';

/** What an installation is shown to be from now on. */
export interface ShownState {
  readonly installation: string;
  readonly state: InstallationState;
  readonly cause?: string | undefined;
  readonly atMs: number;
  readonly runId?: string;
}

/** A snapshot, and the change of state that led to it, if there was one. */
export interface SnapshotUpdate {
  readonly snapshot: Snapshot;
  readonly change?: StateChange;
}

/** Shows a state and its cause; if the state differs from the one before, that is a change. Pure. */
export function showState(before: Snapshot, shown: ShownState): SnapshotUpdate {
  const { installation, state, cause: why, atMs, runId } = shown;
  const { cause: _before, ...rest } = before;
  const cause = why === undefined ? {} : { cause: why };
  if (state === before.state) return { snapshot: { ...rest, ...cause } };
  // Its acknowledgement ends with the incident.
  const { acknowledged, ...others } = rest;
  const lasts = acknowledged === undefined || !stateOf(state).isIncident ? {} : { acknowledged };
  return {
    snapshot: { ...others, ...lasts, ...cause, state, stateSinceMs: atMs },
    change: {
      installation,
      atMs,
      from: before.state,
      to: state,
      ...cause,
      ...(runId === undefined ? {} : { runId }),
    },
  };
}
