import { stateOf } from '../../contract/state.ts';
import type { TargetState } from '../state/monitored-target.ts';
import { showState } from '../state/shown-state.ts';
import { forgetState } from '../state/tracked-state.ts';
import { writeFromSnapshot } from '../state/write-snapshot.ts';
import { type ActionContext, saveSnapshot } from './actions.ts';
import { announce } from './announce.ts';

/** Why an incident ends that no run has seen end. */
const unwatched =
  'It is not watched any more: it was removed from the configuration, or has another name there.';

/**
 * Ends the incident of an installation that is watched no more, in the history and at those who heard of it.
 * @returns true if it had one
 */
export async function endWatch(target: TargetState, atMs: number, context: ActionContext): Promise<boolean> {
  return writeFromSnapshot(target, context.history, async () => {
    const { snapshot: before, monitored } = target;
    if (!stateOf(before.state).isIncident) return false;
    const { installation, plan } = monitored;
    const update = showState(
      { ...before, tracked: forgetState(before.tracked) },
      { installation: installation.name, state: 'unknown', cause: unwatched, atMs },
    );
    const { snapshot, change, notifications } = announce(before, update, { installation, plan, atMs });
    await saveSnapshot(target, snapshot, context, {
      notifications,
      ...(change === undefined ? {} : { change }),
    });
    return true;
  });
}
