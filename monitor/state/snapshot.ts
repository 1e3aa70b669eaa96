import type { Observation } from '../../contract/gaps/observe.ts';
import type { VerdictCounts } from '../../contract/judging/verdict.ts';
import { isExposureBeyond, type Severity } from '../../contract/severity.ts';
import type { InstallationState } from '../../contract/state.ts';
import type { Drift } from '../../engine/record/baseline.ts';
import type { Acknowledgement, FailureEvidence, Slot } from '../model.ts';
import type { OperatorMaintenance } from '../schedule/windows.ts';
import { initialState, type OpenFinding, type TrackedState } from './tracked-state.ts';

/**
 * The monitor's knowledge of an installation that it needs again after a restart: stored in the history with each run.
 */
export interface Snapshot extends OperatorMaintenance {
  /** The address that its runs asked; missing from earlier versions, and if several locations watch. */
  readonly baseUrl?: string;
  readonly tracked: TrackedState;
  /** The causes of the open failures; left out if nothing is open. */
  readonly openFindings?: readonly OpenFinding[];
  /** The state on pages and in metrics: the tracked one, or `maintenance`. */
  readonly state: InstallationState;
  readonly stateSinceMs?: number;
  /** Why the state is not `conforming`, as a sentence. */
  readonly cause?: string;
  /** The acknowledgement of the current incident. */
  readonly acknowledged?: Acknowledgement;
  /** The request that shows the general obstacle; left out if there is none. */
  readonly evidence?: FailureEvidence;
  /** When its state was last reported, or found conforming at first. */
  readonly notifiedMs?: number;
  /** The state that was reported then; missing from earlier versions. */
  readonly notifiedState?: InstallationState;
  /** The severity of the most severe finding reported with it. */
  readonly notifiedSeverity?: Severity;
  readonly lastStandardMs?: number;
  /** The end of the last complete standard or full run. */
  readonly lastCompleteMs?: number;
  readonly certificateMs?: number;
  readonly coverage?: number;
  /** The choices of the last run that requested records, as phrases; missing from earlier versions. */
  readonly choices?: readonly string[];
  /** The counts behind that coverage; missing from earlier versions, and if several locations watch. */
  readonly counted?: VerdictCounts;
  /**
   * The observations of the first runs, or those that the operator accepted, as JSON; later runs are compared with
   * them. It is usually the same text as `observations`.
   */
  readonly baseline: string;
  /** When the baseline was first observed, or when the operator last accepted one. */
  readonly baselineSinceMs?: number;
  /** The latest observation of each gap, as JSON: a thousand installations have 100,000 observations. */
  readonly observations: string;
  readonly drift: readonly Drift[];
  /** The last executed time of each slot, if runs have scheduled times. */
  readonly lastDue?: Readonly<Partial<Record<Slot, number>>>;
  /**
   * No monitor sends a request before this time, because of the previous run's budget and the wait that the
   * installation asked for.
   */
  readonly askAfterMs?: number;
  /** The duration of that wait when it was written: it limits the wait even if the clock jumps. */
  readonly askWaitMs?: number;
  /** A monitor probes it until this time at the latest: no run begins meanwhile. */
  readonly probedUntilMs?: number;
  /**
   * The knowledge from each location; left out if the installation is not watched from named ones. `tracked` and the
   * displayed values are what they agree on.
   */
  readonly locations?: Readonly<Record<string, LocationSnapshot>>;
  /** The run whose turn it is to send requests, if locations share one request budget. */
  readonly turn?: Turn;
}

/** A run from one of several locations, entitled to send requests while its job is active. */
export interface Turn {
  readonly location: string;
  readonly jobId: string;
}

/** The knowledge of an installation from one location. */
export interface LocationSnapshot {
  readonly baseUrl?: string;
  readonly tracked: TrackedState;
  readonly openFindings?: readonly OpenFinding[];
  /** Since when it has been in its state from there. */
  readonly sinceMs?: number;
  readonly cause?: string;
  /** The last uninterrupted run from there: without one, the location does not vote. */
  readonly lastRun?: { readonly id: string; readonly atMs: number };
  /** The location was silent for too long: it does not vote until its next run. */
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

/** Parses the JSON list of observations in a snapshot. */
export function parseObservations(text: string): readonly Observation[] {
  return JSON.parse(text) as readonly Observation[];
}

/**
 * How long no monitor may send a request, in milliseconds; 0 or less if there is no wait. Another monitor's clock may
 * be ahead.
 */
export function askWaitOf({ askAfterMs = 0, askWaitMs = askAfterMs }: Snapshot, nowMs: number): number {
  return Math.min(askAfterMs - nowMs, askWaitMs);
}

/** The severity of the worst open failure of a violating installation. */
export function worstOf({
  state,
  openFindings,
}: Pick<Snapshot, 'state' | 'openFindings'>): Severity | undefined {
  return state === 'violating' ? openFindings?.[0]?.severity : undefined;
}

type Known = Pick<Snapshot, 'acknowledged' | 'state' | 'openFindings'>;

/**
 * The acknowledgement of the present state; undefined if the state is another one, or an exposure was added since.
 * Pure.
 */
export function acknowledgementOf(snapshot: Known): Acknowledgement | undefined {
  const { acknowledged, state } = snapshot;
  const isOfThis =
    acknowledged?.state === state && !isExposureBeyond(worstOf(snapshot), acknowledged.severity);
  return isOfThis ? acknowledged : undefined;
}

/** The acknowledgement of the open incident; undefined after its expiry. Pure. */
export function acknowledgedNow(snapshot: Known, nowMs: number): Acknowledgement | undefined {
  const known = acknowledgementOf(snapshot);
  return known !== undefined && nowMs < known.untilMs ? known : undefined;
}

/**
 * The stored form of a snapshot. Its field names are older than those in the code, and must stay: a history must be
 * readable after an upgrade.
 */
interface StoredSnapshot extends Omit<Snapshot, 'tracked' | 'state' | 'stateSinceMs' | 'operatorWindows'> {
  readonly version: typeof version;
  readonly standing: Omit<TrackedState, 'pending'> & { readonly doubts: TrackedState['pending'] };
  readonly shown: Snapshot['state'];
  readonly shownSinceMs?: number;
  readonly windows: Snapshot['operatorWindows'];
}

const version = 2;

/** Formats a snapshot for the history. */
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

/** Returns a text equal to the given one, which is shared by all callers. */
export type ShareText = (text: string) => string;

/**
 * Installations with the same software version have the same observations, some 10 kB each: the observations of this
 * many versions are shared.
 */
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
 * Parses a stored snapshot. A snapshot of another version counts as missing; the next runs rebuild it. The result
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
