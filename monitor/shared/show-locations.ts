import { type InstallationState, stateOf } from '../../contract/state.ts';
import type { WatchedFrom } from '../configuration/watched-from.ts';
import { currentFindings, findingsHeadline } from '../state/open-findings.ts';
import { type ShownState, type SnapshotUpdate, showState } from '../state/shown-state.ts';
import type { Snapshot } from '../state/snapshot.ts';
import { agreedSnapshot, silentOf, speakingOf, voicesSentence } from './locations.ts';

interface ShowLocationsOptions extends Omit<ShownState, 'state' | 'cause'> {
  /** Why the installation is in maintenance; left out if it is not. */
  readonly maintenance?: string | undefined;
}

/** Shows what the locations of an installation agree on, or that it is in maintenance. Pure. */
export function showLocations(
  before: Snapshot,
  watched: WatchedFrom,
  { maintenance, ...where }: ShowLocationsOptions,
): SnapshotUpdate {
  const agreed = agreedSnapshot(before, watched);
  if (maintenance !== undefined)
    return showState(agreed, { ...where, state: 'maintenance', cause: maintenance });
  const { state } = agreed.tracked;
  return showState(agreed, { ...where, state, cause: causeOf(agreed, watched, state) });
}

/** Why the installation is in its state, and which locations differ from that or say nothing. */
function causeOf(snapshot: Snapshot, watched: WatchedFrom, state: InstallationState): string | undefined {
  const speaking = speakingOf(snapshot, watched);
  const silent = silentOf(snapshot, watched);
  const agreeing = speaking.find((one) => one.state === state);
  const why =
    state === 'violating'
      ? findingsHeadline(currentFindings({ ...snapshot, state }))
      : (agreeing?.knows.cause ?? undefined);
  const differ = speaking.some((one) => one.state !== state) || silent.length > 0;
  // A location that has not run yet is no news.
  if (!differ) return why;
  const tooFew = state === 'unknown' && speaking.length < watched.agree && speaking.length > 0;
  return [
    ...(why === undefined ? [] : [why]),
    voicesSentence(speaking, silent),
    ...(tooFew ? [`${watched.agree} of ${watched.of.length} locations have to agree that it is down.`] : []),
  ].join(' ');
}

/** The locations that differ from the shown state, and those that say nothing, for a mark. */
export function differingOf(snapshot: Snapshot, watched: WatchedFrom): readonly string[] {
  const { state } = snapshot.tracked;
  return speakingOf(snapshot, watched)
    .filter((one) => one.state !== state && stateOf(one.state).isIncident)
    .map(({ location }) => location);
}
