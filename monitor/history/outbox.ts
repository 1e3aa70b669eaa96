import { randomUUID } from 'node:crypto';
import { type CompiledQuery, sql } from 'kysely';
import type { Notification, OutboxEntry } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { QueryBuilder } from './query-builder.ts';
import type { OutboxTable } from './tables.ts';

/** The statements of the outbox, the same for SQLite and PostgreSQL except for the lock. */

/** Appends a notification to those of its installation; an existing one stays as it is. */
export function outboxInsert(
  builder: QueryBuilder,
  { channel, notification }: OutboxEntry,
  delivered?: { readonly attempts: number; readonly atMs: number },
): CompiledQuery {
  const { id, installation, atMs } = notification;
  const { name } = installation;
  const insert = builder.insertInto('outbox').values({
    id: `${id}/${channel}`,
    installation: name,
    channel,
    position: sql<number>`(SELECT COALESCE(MAX(position), 0) + 1 FROM outbox WHERE installation = ${name})`,
    created_ms: atMs,
    status: delivered === undefined ? 'waiting' : 'delivered',
    attempts: delivered?.attempts ?? 0,
    next_ms: 0,
    lease: null,
    lease_ms: 0,
    settled_ms: delivered?.atMs ?? null,
    reason: null,
    body: JSON.stringify(notification),
  });
  const conflict = insert.onConflict((on) => {
    const sameId = on.column('id');
    return delivered === undefined
      ? sameId.doNothing()
      : sameId.doUpdateSet({ status: 'delivered', settled_ms: delivered.atMs, lease: null });
  });
  return conflict.compile();
}

/** The oldest waiting notification of each installation and channel: the others wait for their turn. */
function heads(builder: QueryBuilder) {
  return builder
    .selectFrom('outbox as one')
    .where('one.status', '=', 'waiting')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as earlier')
            .select('earlier.id')
            .where('earlier.status', '=', 'waiting')
            .whereRef('earlier.installation', '=', 'one.installation')
            .whereRef('earlier.channel', '=', 'one.channel')
            .where(({ eb, refTuple }) =>
              eb(
                refTuple('earlier.position', 'earlier.id'),
                '<',
                refTuple('one.position', 'one.id') as never,
              ),
            ),
        ),
      ),
    );
}

export interface Claim {
  readonly nowMs: number;
  readonly leaseMs: number;
  /** A time further ahead than this was written before the clock was set back: it counts as due. */
  readonly longestDelayMs: number;
  readonly limit: number;
  /** Channels to leave out. */
  readonly except?: readonly string[];
}

/**
 * Leases due notifications to one holder. Two monitors never get the same one: in PostgreSQL a row that another monitor
 * is leasing is locked and skipped; in SQLite statements write one at a time.
 */
function claimStatement(
  builder: QueryBuilder,
  kind: 'sqlite' | 'postgres',
  lease: string,
  { nowMs, leaseMs, longestDelayMs, limit, except = [] }: Claim,
): CompiledQuery {
  const due = heads(builder)
    .select('one.id')
    .where(({ eb, or }) =>
      or([eb('one.next_ms', '<=', nowMs), eb('one.next_ms', '>', nowMs + longestDelayMs)]),
    )
    .where(({ eb, or }) => or([eb('one.lease_ms', '<=', nowMs), eb('one.lease_ms', '>', nowMs + leaseMs)]))
    .$if(except.length > 0, (query) => query.where('one.channel', 'not in', except))
    .orderBy('one.next_ms')
    .limit(limit);
  return builder
    .updateTable('outbox')
    .set(({ eb }) => ({ lease, lease_ms: nowMs + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', kind === 'postgres' ? due.forUpdate().skipLocked() : due)
    .compile();
}

/** Ends every lease; allowed only if no other process can hold one. */
export function endLeasesStatement(builder: QueryBuilder): CompiledQuery {
  return builder
    .updateTable('outbox')
    .set({ lease: null, lease_ms: 0 })
    .where('lease', 'is not', null)
    .compile();
}

/** A notification leased to this monitor: no other one tries to deliver it until the lease ends. */
export interface Claimed extends OutboxEntry {
  readonly id: string;
  readonly lease: string;
  /** Including this attempt. */
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

/** A notification for display. */
export interface OutboxItem extends OutboxEntry {
  readonly status: OutboxTable['status'];
  readonly attempts: number;
  readonly nextMs: number;
  readonly settledMs?: number;
  readonly reason?: string;
}

/** Undelivered notifications. Those of one installation and channel are delivered in sequence. */
export interface Outbox {
  /** Leases due notifications. Until a lease ends, no other monitor gets them. */
  readonly claim: (claim: Claim) => Promise<readonly Claimed[]>;
  /** False if the lease ended and another monitor has the notification. */
  readonly settle: (
    claimed: Claimed,
    settlement: Settlement,
    /** Notifications that were merged into it. */
    merged?: readonly OutboxItemId[],
  ) => Promise<boolean>;
  /** Waiting notifications behind it, for the same channel and installation, the oldest first. */
  readonly behind: (claimed: Claimed) => Promise<readonly (OutboxEntry & OutboxItemId)[]>;
  /** Stores notifications that could not be written with their causes; some may have been delivered meanwhile. */
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
  /** Ends all pauses after failed attempts. */
  readonly endPauses: () => Promise<void>;
  /** Notifications of an installation, the latest first. */
  readonly list: (installation: string, limit: number) => Promise<readonly OutboxItem[]>;
}

function endPauses(builder: QueryBuilder) {
  return builder
    .updateTable('outbox')
    .set({ next_ms: 0 })
    .where('status', '=', 'waiting')
    .where('next_ms', '>', 0);
}

export function makeOutbox(driver: SqlDriver, builder: QueryBuilder): Outbox {
  return {
    async claim(claim) {
      const lease = randomUUID();
      const [claimed] = await driver.commit([claimStatement(builder, driver.kind, lease, claim)]);
      if (claimed === 0) return [];
      const leased = builder.selectFrom('outbox').selectAll().where('lease', '=', lease).orderBy('position');
      const rows = await driver.query(leased.compile());
      return rows.map((row) => ({
        id: row.id,
        lease,
        attempts: row.attempts,
        createdMs: row.created_ms,
        ...entryOf(row),
      }));
    },
    async settle({ id, lease, channel }, settlement, merged = []) {
      const outbox = builder.updateTable('outbox');
      const own = outbox.set({ ...changeOf(settlement), lease: null, lease_ms: 0 });
      const others = merged.map((one) => one.id);
      const [changed] = await driver.commit([
        own.where('id', '=', id).where('lease', '=', lease).compile(),
        ...(settlement.status === 'delivered' && others.length > 0
          ? [
              outbox
                .set({ status: 'delivered', settled_ms: settlement.atMs, reason: null })
                .where('id', 'in', others)
                .where('status', '=', 'waiting')
                .compile(),
            ]
          : []),
        // The receiver is back: no notification of any installation keeps waiting because of an earlier failure.
        ...(settlement.status === 'delivered'
          ? [endPauses(builder).where('channel', '=', channel).compile()]
          : []),
      ]);
      return changed === 1;
    },
    async behind({ id, channel, notification }) {
      const query = builder
        .selectFrom('outbox')
        .selectAll()
        .where('installation', '=', notification.installation.name)
        .where('channel', '=', channel)
        .where('status', '=', 'waiting')
        .where('id', '!=', id)
        .orderBy('position');
      const rows = await driver.query(query.compile());
      return rows.map((row) => ({ id: row.id, ...entryOf(row) }));
    },
    async add(entries) {
      await driver.commit(entries.map(({ entry, delivered }) => outboxInsert(builder, entry, delivered)));
    },
    async waiting() {
      const all = builder
        .selectFrom('outbox')
        .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('created_ms').as('oldest_ms')])
        .where('status', '=', 'waiting');
      const [counted] = await driver.query(all.compile());
      if (counted === undefined || counted.waiting === 0) return { count: 0 };
      // When the next attempt is due, or a lease ends.
      const due = sql<
        number | null
      >`MIN(CASE WHEN one.lease_ms > one.next_ms THEN one.lease_ms ELSE one.next_ms END)`;
      const [next] = await driver.query(heads(builder).select(due.as('next_ms')).compile());
      return {
        count: counted.waiting,
        oldestMs: counted.oldest_ms,
        ...(next === undefined || next.next_ms === null ? {} : { nextMs: next.next_ms }),
      };
    },
    async endPauses() {
      await driver.commit([endPauses(builder).compile()]);
    },
    async list(installation, limit) {
      const query = builder
        .selectFrom('outbox')
        .selectAll()
        .where('installation', '=', installation)
        .orderBy('position', 'desc')
        .orderBy('id')
        .limit(limit);
      const rows = await driver.query(query.compile());
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

function changeOf(
  settlement: Settlement,
): Partial<Pick<OutboxTable, 'status' | 'next_ms' | 'settled_ms' | 'reason' | 'attempts'>> {
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
