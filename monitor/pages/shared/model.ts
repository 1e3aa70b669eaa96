import type { Observation } from '../../../contract/gaps/observe.ts';
import type { InstallationState } from '../../../contract/state.ts';
import type { Action, KeptFailure, MonitoredTier } from '../../model.ts';
import type { CurrentFinding } from '../../state/open-findings.ts';

/**
 * What the pages show: plain data, already free of secrets. Times are ISO texts in UTC, ratios 0..1, durations
 * milliseconds unless the name says otherwise. Values that are undefined are not known (yet); JSON leaves them out.
 */

/** What every page has around its contents. */
export interface FrameView {
  /** When the page was made. */
  readonly now: string;
  /** After how long the page reloads itself. */
  readonly refreshSeconds: number;
  readonly suiteVersion: string;
  /** The navigation leads to the public page. */
  readonly hasStatusPage: boolean;
  /** Shown once at the top: what an action did, or why it was refused. */
  readonly notice?: { readonly text: string; readonly isProblem: boolean } | undefined;
  /** Shown at the top of every page while it holds. */
  readonly warning?: string | undefined;
  /** How many installations are in each state, in the order of severity; states that none has are left out. */
  readonly summary: readonly { readonly state: InstallationState; readonly count: number }[];
}

/** What an operator knows of what is wrong now. */
export interface AcknowledgedView {
  readonly until: string;
  readonly who: string;
  readonly reason: string;
}

export interface LastRunView {
  readonly id: string;
  readonly url: string;
  readonly tier: MonitoredTier;
  /** From where it was made, if locations are named. */
  readonly location?: string | undefined;
  readonly state: InstallationState;
  readonly startedAt: string;
  readonly durationMs: number;
}

export interface NextRunView {
  readonly tier: MonitoredTier;
  readonly at: string;
}

/** One point of a line: no `ms` if nothing was answered. */
export interface LatencyPoint {
  readonly at: string;
  readonly ms?: number | undefined;
  /** Within this, 95 of 100 requests of the run were answered. */
  readonly p95Ms?: number | undefined;
  /** The run of this point was not good. */
  readonly isFailure: boolean;
  readonly runUrl: string;
}

/** A failure, and since when it has been failing, if it still fails. */
export interface FailureView extends KeptFailure {
  /** When this check began to fail at this endpoint, and in how many runs since. */
  readonly since?: string | undefined;
  readonly runs?: number | undefined;
}

/** One cause, with its failures. */
export interface FindingView extends Omit<CurrentFinding, 'failures'> {
  /** The last run before it began to fail. */
  readonly lastGood?: { readonly at: string; readonly url: string } | undefined;
  /** Those of the first check come first. */
  readonly failures: readonly FailureView[];
}

export interface ObservationView extends Observation {
  /** What the baseline has here, if it differs. */
  readonly baseline?: string | undefined;
  /** Since when it differs. */
  readonly since?: string | undefined;
}

/** An action that was requested through the network, and with whose token. */
export interface ActionView extends Omit<Action, 'atMs'> {
  readonly at: string;
}

/** What pages show of the locations that watch an installation. Present only if there are several. */
export interface LocationsView {
  /** How many have to agree that it is down. */
  readonly agree: number;
  readonly of: readonly LocationView[];
}

export interface LocationView {
  readonly name: string;
  /** The state confirmed from there; left out before its first run. */
  readonly state?: InstallationState | undefined;
  readonly since?: string | undefined;
  /** Why the state is not `conforming`, as a sentence. */
  readonly cause?: string | undefined;
  readonly lastRun?: { readonly at: string; readonly url: string } | undefined;
  /** Nothing was heard from it for too long: it has no say. */
  readonly isSilent: boolean;
  /** The monitor that shows the page is there. */
  readonly isHere: boolean;
}

/** The locations that deserve a look. */
export interface LocationMarks {
  /** They find it worse than it is shown to be. */
  readonly differing: readonly string[];
  readonly silent: readonly string[];
}
