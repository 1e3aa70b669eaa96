import type { Drift } from '../engine/baseline.ts';
import type { InstallationState } from '../engine/preflight.ts';
import type { PlainObservation } from './history/history.ts';
import { firstStanding, type Standing } from './state.ts';

/** What the monitor must not forget about an installation: kept in the history with each run. */
export interface Memory {
  readonly version: 1;
  readonly standing: Standing;
  /** The state that is shown: the confirmed one, or `maintenance`. */
  readonly shown: InstallationState;
  readonly shownSinceMs?: number;
  /** Why it is not conforming, as a sentence. */
  readonly cause?: string;
  readonly lastStandardMs?: number;
  readonly certificateMs?: number;
  readonly coverage?: number;
  /** What the first runs observed; later ones are compared with it. */
  readonly baseline: readonly PlainObservation[];
  readonly observations: readonly PlainObservation[];
  readonly drift: readonly Drift[];
  /** Started by the operator. */
  readonly windows: readonly { readonly fromMs: number; readonly toMs: number }[];
}

export const emptyMemory: Memory = {
  version: 1,
  standing: firstStanding,
  shown: 'unknown',
  baseline: [],
  observations: [],
  drift: [],
  windows: [],
};

/** Reads a snapshot of the history; one of another version is forgotten, since runs build it anew. */
export function memoryFrom(snapshot: string | undefined): Memory {
  if (snapshot === undefined) return emptyMemory;
  const value = JSON.parse(snapshot) as Partial<Memory>;
  return value.version === 1 ? { ...emptyMemory, ...value } : emptyMemory;
}
