import type { InstallationState } from '../../contract/state.ts';
import type { Drift } from '../../engine/record/baseline.ts';
import type { PlainObservation } from '../history/history.ts';
import { firstStanding, type Standing } from './standing.ts';

/** What the monitor must not forget about an installation: kept in the history with each run. */
export interface Snapshot {
  readonly version: 2;
  readonly standing: Standing;
  /** The state that is shown: the confirmed one, or `maintenance`. */
  readonly shown: InstallationState;
  readonly shownSinceMs?: number;
  /** Why it is not conforming, as a sentence. */
  readonly cause?: string;
  readonly lastStandardMs?: number;
  readonly certificateMs?: number;
  readonly coverage?: number;
  /** What the first runs observed, or the operator accepted, as JSON; later runs are compared with it. Mostly it is the same text as `observations`. */
  readonly baseline: string;
  /** When it was first observed, or when the operator last accepted what was observed then. */
  readonly baselineSinceMs?: number;
  /** What was last observed at each place, as JSON: a thousand installations have 100,000 of them. */
  readonly observations: string;
  readonly drift: readonly Drift[];
  /** Started by the operator. */
  readonly windows: readonly { readonly fromMs: number; readonly toMs: number }[];
}

export const emptySnapshot: Snapshot = {
  version: 2,
  standing: firstStanding,
  shown: 'unknown',
  baseline: '[]',
  observations: '[]',
  drift: [],
  windows: [],
};

/**
 * Reads a snapshot of the history; one of another version is forgotten, since runs build it anew. What it gives holds no
 * text of a run any more: pieces of answers would keep whole bodies in memory.
 */
export function readSnapshot(text: string | undefined): Snapshot {
  if (text === undefined) return emptySnapshot;
  const value = JSON.parse(text) as Partial<Snapshot>;
  if (value.version !== emptySnapshot.version) return emptySnapshot;
  const snapshot = { ...emptySnapshot, ...value };
  return snapshot.baseline === snapshot.observations
    ? { ...snapshot, baseline: snapshot.observations }
    : snapshot;
}

export function observationsIn(text: string): readonly PlainObservation[] {
  return JSON.parse(text) as readonly PlainObservation[];
}
