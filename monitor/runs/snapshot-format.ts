import { emptySnapshot, type Snapshot } from './snapshot.ts';
import type { TrackedState } from './tracked-state.ts';

/**
 * How the history stores a snapshot. The format is older than the names of today, and a history outlives an upgrade: a
 * field gets another name in the code alone.
 */
interface StoredSnapshot extends Omit<Snapshot, 'tracked' | 'state' | 'stateSinceMs' | 'operatorWindows'> {
  readonly version: typeof version;
  readonly standing: Omit<TrackedState, 'pending'> & { readonly doubts: TrackedState['pending'] };
  readonly shown: Snapshot['state'];
  readonly shownSinceMs?: number;
  readonly windows: Snapshot['operatorWindows'];
}

const version = 2;

/** The text that the history stores. */
export function formatSnapshot(snapshot: Snapshot): string {
  const { tracked, state, stateSinceMs, operatorWindows, ...rest } = snapshot;
  const { pending, ...standing } = tracked;
  const stored: StoredSnapshot = {
    version,
    standing: { ...standing, doubts: pending },
    shown: state,
    ...(stateSinceMs === undefined ? {} : { shownSinceMs: stateSinceMs }),
    windows: operatorWindows,
    ...rest,
  };
  return JSON.stringify(stored);
}

/**
 * Reads what the history stored. A snapshot of another version counts as none, since the next runs make it anew. The result
 * shares no text with the run that it was made from: a piece of an answer would keep the whole body in memory.
 */
export function parseSnapshot(text: string | undefined): Snapshot {
  if (text === undefined) return emptySnapshot;
  const stored = JSON.parse(text) as Partial<StoredSnapshot>;
  if (stored.version !== version) return emptySnapshot;
  const { version: _version, standing, shown, shownSinceMs, windows, ...rest } = stored;
  const snapshot: Snapshot = {
    ...emptySnapshot,
    ...rest,
    ...(standing === undefined ? {} : { tracked: trackedFrom(standing) }),
    ...(shown === undefined ? {} : { state: shown }),
    ...(shownSinceMs === undefined ? {} : { stateSinceMs: shownSinceMs }),
    ...(windows === undefined ? {} : { operatorWindows: windows }),
  };
  // Two equal texts are kept once.
  return snapshot.baseline === snapshot.observations
    ? { ...snapshot, baseline: snapshot.observations }
    : snapshot;
}

function trackedFrom({ doubts, ...rest }: StoredSnapshot['standing']): TrackedState {
  return { ...rest, pending: doubts };
}
