import type { Outbox } from '../history/outbox.ts';
import type { OutboxEntry } from '../model.ts';

/** A notification that could not be stored in the history. */
export interface Unsaved {
  readonly entry: OutboxEntry;
  attempts: number;
  nextMs: number;
  isUnderWay: boolean;
  delivered?: { readonly attempts: number; readonly atMs: number };
}

/** Beyond this the oldest are dropped, and counted as given up. */
const most = 1000;

/** Notifications in the memory of this process while the history cannot be written. */
export interface UnsavedNotifications {
  /** Returns the dropped ones. */
  readonly add: (entries: readonly OutboxEntry[], nowMs: number) => readonly OutboxEntry[];
  /** Writes all to the history, with the deliveries made meanwhile; rejects if it cannot be written. */
  readonly save: (outbox: Outbox) => Promise<void>;
  /** The oldest of each installation and channel, if it is due. */
  readonly due: (nowMs: number) => readonly Unsaved[];
  readonly remove: (unsaved: Unsaved) => void;
  /** The number of notifications waiting. */
  readonly count: () => number;
}

export function makeUnsavedNotifications(): UnsavedNotifications {
  let kept: Unsaved[] = [];
  return {
    add(entries, nowMs) {
      kept.push(...entries.map((entry) => ({ entry, attempts: 0, nextMs: nowMs, isUnderWay: false })));
      return kept.splice(0, Math.max(0, kept.length - most)).map(({ entry }) => entry);
    },
    async save(outbox) {
      // One that is being delivered is saved with its result.
      const ready = kept.filter(({ isUnderWay }) => !isUnderWay);
      if (ready.length === 0) return;
      await outbox.add(ready);
      kept = kept.filter((one) => !ready.includes(one));
    },
    due(nowMs) {
      const seen = new Set<string>();
      return kept.filter(({ entry, delivered, isUnderWay, nextMs }) => {
        if (delivered !== undefined) return false;
        const key = `${entry.notification.installation.name}/${entry.channel}`;
        const isFirst = !seen.has(key);
        seen.add(key);
        return isFirst && !isUnderWay && nextMs <= nowMs;
      });
    },
    remove(unsaved) {
      kept = kept.filter((one) => one !== unsaved);
    },
    count: () => kept.filter(({ delivered }) => delivered === undefined).length,
  };
}
