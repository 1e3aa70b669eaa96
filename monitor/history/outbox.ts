import { randomUUID } from 'node:crypto';
import type { Notification, OutboxEntry } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import {
  behindQuery,
  type Claim,
  claimStatement,
  leasedQuery,
  mergedStatement,
  nextDueQuery,
  outboxInsert,
  outboxQuery,
  releaseStatement,
  settleStatement,
  waitingQuery,
} from './outbox-statements.ts';
import type { QueryBuilder } from './query-builder.ts';
import type { OutboxTable } from './tables.ts';

/** A notification that this monitor tries to deliver, and no other one until its lease ends. */
export interface Claimed extends OutboxEntry {
  readonly id: string;
  readonly lease: string;
  /** This attempt counted. */
  readonly attempts: number;
  readonly createdMs: number;
}

export interface OutboxItemId {
  readonly id: string;
}

/** The outcome of an attempt. */
export type Settlement =
  | { readonly status: 'delivered'; readonly atMs: number }
  | { readonly status: 'given-up'; readonly atMs: number; readonly reason: string }
  | { readonly status: 'waiting'; readonly nextMs: number; readonly reason: string }
  /** It was not tried: the monitor stops. */
  | { readonly status: 'released'; readonly attempts: number };

/** A notification as pages show it. */
export interface OutboxItem extends OutboxEntry {
  readonly status: OutboxTable['status'];
  readonly attempts: number;
  readonly nextMs: number;
  readonly settledMs?: number;
  readonly reason?: string;
}

/** Notifications on their way. Those of one installation and channel follow one after the other. */
export interface Outbox {
  /** Leases what is due. Until a lease ends, no monitor gets the same. */
  readonly claim: (claim: Claim) => Promise<readonly Claimed[]>;
  /** False if the lease ended and another monitor has the notification. */
  readonly settle: (
    claimed: Claimed,
    settlement: Settlement,
    /** Notifications that were delivered with it. */
    merged?: readonly OutboxItemId[],
  ) => Promise<boolean>;
  /** Notifications that wait behind it for the same channel of its installation, the oldest first. */
  readonly behind: (claimed: Claimed) => Promise<readonly (OutboxEntry & OutboxItemId)[]>;
  /** Stores what could not be written with what caused it; some of it may have been delivered meanwhile. */
  readonly add: (
    entries: readonly {
      readonly entry: OutboxEntry;
      readonly delivered?: { readonly attempts: number; readonly atMs: number };
    }[],
  ) => Promise<void>;
  readonly waiting: () => Promise<{
    readonly count: number;
    readonly oldestMs?: number;
    /** When the next attempt is due. */
    readonly nextMs?: number;
  }>;
  /** Those of an installation, the latest first. */
  readonly list: (installation: string, limit: number) => Promise<readonly OutboxItem[]>;
}

export function makeOutbox(driver: SqlDriver, builder: QueryBuilder): Outbox {
  return {
    async claim(claim) {
      const lease = randomUUID();
      const [claimed] = await driver.commit([claimStatement(builder, driver.kind, lease, claim)]);
      if (claimed === 0) return [];
      const rows = await driver.query(leasedQuery(builder, lease));
      return rows.map((row) => ({
        id: row.id,
        lease,
        attempts: row.attempts,
        createdMs: row.created_ms,
        ...entryOf(row),
      }));
    },
    async settle(claimed, settlement, merged = []) {
      const isDelivered = settlement.status === 'delivered';
      const [changed] = await driver.commit([
        settleStatement(builder, claimed, changeOf(settlement)),
        ...(isDelivered && merged.length > 0 ? [mergedStatement(builder, merged, settlement.atMs)] : []),
        // The receiver is back: no notification waits out a pause that began before.
        ...(isDelivered ? [releaseStatement(builder, claimed.channel)] : []),
      ]);
      return changed === 1;
    },
    async behind({ id, channel, notification }) {
      const { name } = notification.installation;
      const rows = await driver.query(behindQuery(builder, { id, channel, installation: name }));
      return rows.map((row) => ({ id: row.id, ...entryOf(row) }));
    },
    async add(entries) {
      await driver.commit(entries.map(({ entry, delivered }) => outboxInsert(builder, entry, delivered)));
    },
    async waiting() {
      const [counted] = await driver.query(waitingQuery(builder));
      if (counted === undefined || counted.waiting === 0) return { count: 0 };
      const [next] = await driver.query(nextDueQuery(builder));
      return {
        count: counted.waiting,
        ...(counted.oldest_ms === null ? {} : { oldestMs: counted.oldest_ms }),
        ...(next === undefined || next.next_ms === null ? {} : { nextMs: next.next_ms }),
      };
    },
    async list(installation, limit) {
      const rows = await driver.query(outboxQuery(builder, installation, limit));
      return rows.map((row) => ({
        ...entryOf(row),
        status: row.status,
        attempts: row.attempts,
        nextMs: row.next_ms,
        ...(row.settled_ms === null ? {} : { settledMs: row.settled_ms }),
        ...(row.reason === null ? {} : { reason: row.reason }),
      }));
    },
  };
}

function entryOf({ channel, body }: OutboxTable): OutboxEntry {
  return { channel, notification: JSON.parse(body) as Notification };
}

function changeOf(settlement: Settlement): Parameters<typeof settleStatement>[2] {
  switch (settlement.status) {
    case 'delivered':
      return { status: 'delivered', settled_ms: settlement.atMs, reason: null };
    case 'given-up':
      return { status: 'given-up', settled_ms: settlement.atMs, reason: settlement.reason };
    case 'waiting':
      return { next_ms: settlement.nextMs, reason: settlement.reason };
    case 'released':
      return { attempts: settlement.attempts };
  }
}
