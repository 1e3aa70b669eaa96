import { stateOf } from '../../contract/state.ts';
import type { TargetState } from '../state/monitored-target.ts';
import { type SnapshotUpdate, showState } from '../state/shown-state.ts';
import { formatSnapshot, parseSnapshot, type Snapshot } from '../state/snapshot.ts';
import { forgetState } from '../state/tracked-state.ts';
import { writeFromSnapshot } from '../state/write-snapshot.ts';
import { type ActionContext, saveSnapshot } from './actions.ts';
import { announce } from './announce.ts';

/** Why an incident ends without a run that saw its end. */
const unwatched =
  'It is not watched any more: it was removed from the configuration, or has another name there.';

/**
 * Ends the incident of an installation that is no longer watched, in the history and for those who were notified of it.
 * @returns true if it had one
 */
export async function endWatch(target: TargetState, atMs: number, context: ActionContext): Promise<boolean> {
  return writeFromSnapshot(target, context.history, async () => {
    const { snapshot: before, monitored } = target;
    const { installation, plan } = monitored;
    const update = unwatchedSince(before, installation.name, atMs);
    if (update === undefined) return false;
    const { snapshot, change, notifications } = announce(before, update, { installation, plan, atMs });
    await saveSnapshot(target, snapshot, context, {
      notifications,
      ...(change === undefined ? {} : { change }),
    });
    return true;
  });
}

/**
 * Ends the incidents of installations that were removed while no monitor ran. Nobody is notified: their channels were
 * removed with them.
 * @returns their names
 */
export async function endFormerWatches(
  isWatched: (name: string) => boolean,
  atMs: number,
  history: ActionContext['history'],
): Promise<readonly string[]> {
  const former = [...(await history.snapshots())].flatMap(([name, { text, version = 0 }]) => {
    const update = isWatched(name) ? undefined : unwatchedSince(parseSnapshot(text), name, atMs);
    return update === undefined ? [] : [{ name, version, update }];
  });
  for (const { name, version, update } of former) {
    const { snapshot, change } = update;
    const event = change === undefined ? {} : { change };
    await history.saveSnapshot(name, formatSnapshot(snapshot), event, { expectedVersion: version });
  }
  return former.map(({ name }) => name);
}

/** Undefined if it has no incident. */
function unwatchedSince(before: Snapshot, installation: string, atMs: number): SnapshotUpdate | undefined {
  if (!stateOf(before.state).isIncident) return undefined;
  const forgotten = { ...before, tracked: forgetState(before.tracked) };
  return showState(forgotten, { installation, state: 'unknown', cause: unwatched, atMs });
}
