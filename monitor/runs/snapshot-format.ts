import { emptySnapshot, type Snapshot } from './snapshot.ts';
import type { TrackedState } from './tracked-state.ts';

/**
 * How the history stores a snapshot. Its field names are older than those in the code, and stay as they are: a history must
 * be readable after an upgrade.
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
 * Parses what the history stored. A snapshot of another version counts as none; the next runs build it up again. The result
 * shares no strings with the run that it was made from: part of an answer would keep its whole body in memory.
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
  // Two equal texts share one string.
  return snapshot.baseline === snapshot.observations
    ? { ...snapshot, baseline: snapshot.observations }
    : snapshot;
}

function trackedFrom({ doubts, ...rest }: StoredSnapshot['standing']): TrackedState {
  return { ...rest, pending: doubts };
}
