import type { Observation } from '../../contract/gaps/observe.ts';
import type { VerdictCounts } from '../../contract/judging/verdict.ts';
import { isExposureBeyond, type Severity } from '../../contract/severity.ts';
import type { InstallationState } from '../../contract/state.ts';
import type { Drift } from '../../engine/record/baseline.ts';
import type { Acknowledgement, FailureEvidence, Slot } from '../model.ts';
import type { OperatorMaintenance } from '../schedule/windows.ts';
import { initialState, type OpenFinding, type TrackedState } from './tracked-state.ts';

/** What the monitor knows about an installation and needs again after a restart: kept in the history with each run. */
export interface Snapshot extends OperatorMaintenance {
  readonly tracked: TrackedState;
  /** The causes of the open failures; left out if nothing is open. */
  readonly openFindings?: readonly OpenFinding[];
  /** The state that pages and metrics show: the tracked one, or `maintenance`. */
  readonly state: InstallationState;
  readonly stateSinceMs?: number;
  /** Why the state is not `conforming`, as a sentence. */
  readonly cause?: string;
  /** What an operator knows of the incident that lasts. */
  readonly acknowledged?: Acknowledgement;
  /** The request that shows the obstacle to everything; left out if nothing does. */
  readonly evidence?: FailureEvidence;
  /** When its state was last reported, or found conforming at first. */
  readonly notifiedMs?: number;
  /** The state that was reported then; missing from earlier versions. */
  readonly notifiedState?: InstallationState;
  /** Of the most severe finding that was reported with it. */
  readonly notifiedSeverity?: Severity;
  readonly lastStandardMs?: number;
  /** When a standard or full run ended that judged what it could. */
  readonly lastCompleteMs?: number;
  readonly certificateMs?: number;
  readonly coverage?: number;
  /** What the last run chose that asked for records, as phrases; missing from earlier versions. */
  readonly choices?: readonly string[];
  /** What that coverage counts; missing from earlier versions, and if several locations watch. */
  readonly counted?: VerdictCounts;
  /**
   * What the first runs observed, or the operator accepted, as JSON; later runs are compared with it. It is mostly the
   * same text as `observations`.
   */
  readonly baseline: string;
  /** When the baseline was first observed, or when the operator last accepted one. */
  readonly baselineSinceMs?: number;
  /** What was last observed of each gap, as JSON: a thousand installations have 100,000 observations. */
  readonly observations: string;
  readonly drift: readonly Drift[];
  /** The last time of each slot that was run, if runs have times. */
  readonly lastDue?: Readonly<Partial<Record<Slot, number>>>;
  /** No monitor sends a request before this: the budget of the run before, and what the installation asked for. */
  readonly askAfterMs?: number;
  /** How long that was when it was written: no clock makes it longer. */
  readonly askWaitMs?: number;
  /** A monitor probes it until then at the latest: no run begins meanwhile. */
  readonly probedUntilMs?: number;
  /**
   * What is known from each location; left out if the installation is not watched from named ones. `tracked` and what is
   * shown are what they agree on.
   */
  readonly locations?: Readonly<Record<string, LocationSnapshot>>;
  /** The run whose turn it is to ask, if locations share one request budget. */
  readonly turn?: Turn;
}

/** A run from one of several locations that may ask, while its job is under way. */
export interface Turn {
  readonly location: string;
  readonly jobId: string;
}

/** What is known of an installation from one location. */
export interface LocationSnapshot {
  readonly tracked: TrackedState;
  readonly openFindings?: readonly OpenFinding[];
  /** Since when it is in its state from there. */
  readonly sinceMs?: number;
  readonly cause?: string;
  /** The last run from there that was not interrupted: without one, the location has no voice. */
  readonly lastRun?: { readonly id: string; readonly atMs: number };
  /** Nothing was heard from it for too long: it has no voice until its next run. */
  readonly isSilent?: true;
  readonly lastStandardMs?: number;
  readonly coverage?: number;
  readonly counted?: VerdictCounts;
  readonly lastDue?: Readonly<Partial<Record<Slot, number>>>;
}

/** The snapshot of an installation before its first run. */
export const emptySnapshot: Snapshot = {
  tracked: initialState,
  state: 'unknown',
  baseline: '[]',
  observations: '[]',
  drift: [],
  operatorWindows: [],
};

/** A list of observations that a snapshot holds as JSON. */
export function parseObservations(text: string): readonly Observation[] {
  return JSON.parse(text) as readonly Observation[];
}

/** For how long no monitor may send a request, in milliseconds; 0 or less for no time. The clock of another may be ahead. */
export function askWaitOf({ askAfterMs = 0, askWaitMs = askAfterMs }: Snapshot, nowMs: number): number {
  return Math.min(askAfterMs - nowMs, askWaitMs);
}

/** The severity of the worst that is open of a violating installation. */
export function worstOf({
  state,
  openFindings,
}: Pick<Snapshot, 'state' | 'openFindings'>): Severity | undefined {
  return state === 'violating' ? openFindings?.[0]?.severity : undefined;
}

type Known = Pick<Snapshot, 'acknowledged' | 'state' | 'openFindings'>;

/** What an operator knows of the present state; nothing if it is another one, or if an exposure has come to it since. Pure. */
export function acknowledgementOf(snapshot: Known): Acknowledgement | undefined {
  const { acknowledged, state } = snapshot;
  const isOfThis =
    acknowledged?.state === state && !isExposureBeyond(worstOf(snapshot), acknowledged.severity);
  return isOfThis ? acknowledged : undefined;
}

/** The acknowledgement of the open incident; nothing once its time is over. Pure. */
export function acknowledgedNow(snapshot: Known, nowMs: number): Acknowledgement | undefined {
  const known = acknowledgementOf(snapshot);
  return known !== undefined && nowMs < known.untilMs ? known : undefined;
}

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

/** Returns a text that equals the given one, and is in memory once for all who ask for it. */
export type ShareText = (text: string) => string;

/** Installations of one version of the software have the same observations, some 10 kB of each: so many versions share theirs. */
const mostShared = 100;

/** Makes the function that lets installations share equal texts. */
export function makeShareText(): ShareText {
  const shared = new Map<string, string>();
  return (text) => {
    const known = shared.get(text);
    if (known !== undefined) return known;
    shared.set(text, text);
    const [oldest] = shared.size > mostShared ? shared.keys() : [];
    if (oldest !== undefined) shared.delete(oldest);
    return text;
  };
}

/**
 * Parses what the history stored. A snapshot of another version counts as none; the next runs build it up again. The result
 * shares no strings with the run that it was made from: part of an answer would keep its whole body in memory.
 * @param share lets it share its observations with other installations
 */
export function parseSnapshot(text: string | undefined, share: ShareText = (own) => own): Snapshot {
  if (text === undefined) return emptySnapshot;
  const stored = JSON.parse(text) as Partial<StoredSnapshot>;
  if (stored.version !== version) return emptySnapshot;
  const { version: _version, standing, shown, shownSinceMs, windows, ...rest } = stored;
  const observations = share(rest.observations ?? emptySnapshot.observations);
  const { baseline = emptySnapshot.baseline } = rest;
  return {
    ...emptySnapshot,
    ...rest,
    observations,
    baseline: baseline === observations ? observations : share(baseline),
    ...(standing === undefined ? {} : { tracked: trackedFrom(standing) }),
    ...(shown === undefined ? {} : { state: shown }),
    ...(shownSinceMs === undefined ? {} : { stateSinceMs: shownSinceMs }),
    ...(windows === undefined ? {} : { operatorWindows: windows }),
  };
}

function trackedFrom({ doubts, ...rest }: StoredSnapshot['standing']): TrackedState {
  return { ...rest, pending: doubts };
}
