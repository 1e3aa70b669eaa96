import { stateOf } from '../../contract/state.ts';
import { sanitizeUpTo } from '../../reports/sanitize.ts';
import { type Act, type ActionContext, actionOn, saveSnapshot } from './actions.ts';
import { longestReason, minuteOf } from './maintenance-actions.ts';
import type { MonitoredTarget } from './monitored-target.ts';
import { writeFromSnapshot } from './write-snapshot.ts';

/** What an operator says of an incident. Without a reason the word is taken back. */
export interface AcknowledgeWish {
  readonly incident: string;
  readonly known?: { readonly untilMs: number; readonly reason: string };
}

/**
 * Keeps with the history what an operator knows of an incident, so that every monitor reminds nobody of it.
 * @returns false where the incident is over, or nothing is known of it that could be taken back
 */
export async function acknowledge(
  target: MonitoredTarget,
  { incident, known }: AcknowledgeWish,
  act: Act,
  context: ActionContext,
): Promise<boolean> {
  return writeFromSnapshot(target, context.history, async () => {
    const { acknowledged, ...rest } = target.snapshot;
    const { state } = rest;
    const { name: installation } = target.monitored.installation;
    const { who, nowMs: atMs } = act;
    if (known === undefined) {
      if (acknowledged?.incident !== incident) return false;
      const action = actionOn(target, act, 'acknowledgement', 'took an acknowledgement back');
      await saveSnapshot(target, rest, context, { action });
      return true;
    }
    if (!stateOf(state).isIncident) return false;
    const { untilMs } = known;
    const reason = sanitizeUpTo(known.reason, longestReason).replace(/\.$/, '');
    const what = `until ${minuteOf(untilMs)}: ${reason}`;
    await saveSnapshot(
      target,
      { ...rest, acknowledged: { incident, state, untilMs, who, reason } },
      context,
      {
        action: actionOn(target, act, 'acknowledgement', `acknowledged an incident ${what}`),
        incidentNote: {
          incident,
          installation,
          atMs,
          who,
          message: `Acknowledged ${what}.`,
          isPublic: false,
        },
      },
    );
    return true;
  });
}
