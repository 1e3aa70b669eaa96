import type { InstallationState } from '../../contract/state.ts';

/** What pages show of the locations that watch an installation. Present only where there are several. */
export interface LocationsView {
  /** So many have to agree that it is down. */
  readonly agree: number;
  readonly of: readonly LocationView[];
}

export interface LocationView {
  readonly name: string;
  /** What is confirmed from there; left out before its first run. */
  readonly state?: InstallationState;
  readonly since?: string;
  /** Why the state is not `conforming`, as a sentence. */
  readonly cause?: string;
  readonly lastRun?: { readonly at: string; readonly url: string };
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
