import { type CompiledQuery, sql } from 'kysely';
import type { OutboxEntry } from '../model.ts';
import type { QueryBuilder } from './query-builder.ts';
import type { OutboxTable } from './tables.ts';

/** The statements of the outbox, the same for SQLite and PostgreSQL except for the lock. */

/** Puts a notification behind those of its installation; one that is there already stays as it is. */
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

/** The oldest that wait, one for each installation and channel: the others wait for their turn. */
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
  /** A time further ahead than this was written before the clock was set back: it counts as come. */
  readonly longestPauseMs: number;
  readonly limit: number;
}

/**
 * Leases what is due to one holder. Two monitors never get the same: in PostgreSQL a row that another monitor is about to
 * lease is locked, and left out; in SQLite one statement writes at a time.
 */
export function claimStatement(
  builder: QueryBuilder,
  kind: 'sqlite' | 'postgres',
  lease: string,
  { nowMs, leaseMs, longestPauseMs, limit }: Claim,
): CompiledQuery {
  const due = heads(builder)
    .select('one.id')
    .where(({ eb, or }) =>
      or([eb('one.next_ms', '<=', nowMs), eb('one.next_ms', '>', nowMs + longestPauseMs)]),
    )
    .where(({ eb, or }) => or([eb('one.lease_ms', '<=', nowMs), eb('one.lease_ms', '>', nowMs + leaseMs)]))
    .orderBy('one.next_ms')
    .limit(limit);
  return builder
    .updateTable('outbox')
    .set(({ eb }) => ({ lease, lease_ms: nowMs + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', kind === 'postgres' ? due.forUpdate().skipLocked() : due)
    .compile();
}

/** Ends every lease: only if no other process can hold one. */
export function endLeasesStatement(builder: QueryBuilder): CompiledQuery {
  return builder
    .updateTable('outbox')
    .set({ lease: null, lease_ms: 0 })
    .where('lease', 'is not', null)
    .compile();
}

export function leasedQuery(builder: QueryBuilder, lease: string): CompiledQuery<OutboxTable> {
  return builder.selectFrom('outbox').selectAll().where('lease', '=', lease).orderBy('position').compile();
}

/** Changes a row that is still leased to the same holder. */
export function settleStatement(
  builder: QueryBuilder,
  { id, lease }: { readonly id: string; readonly lease: string },
  change: Partial<Pick<OutboxTable, 'status' | 'next_ms' | 'settled_ms' | 'reason' | 'attempts'>>,
): CompiledQuery {
  return builder
    .updateTable('outbox')
    .set({ ...change, lease: null, lease_ms: 0 })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .compile();
}

/** Notifications that were delivered together with another. */
export function mergedStatement(
  builder: QueryBuilder,
  merged: readonly { readonly id: string }[],
  atMs: number,
): CompiledQuery {
  return builder
    .updateTable('outbox')
    .set({ status: 'delivered', settled_ms: atMs, reason: null })
    .where(
      'id',
      'in',
      merged.map(({ id }) => id),
    )
    .where('status', '=', 'waiting')
    .compile();
}

/** Lets everything that waits for a channel be tried at once, for all installations. */
export function releaseStatement(builder: QueryBuilder, channel: string): CompiledQuery {
  return builder
    .updateTable('outbox')
    .set({ next_ms: 0 })
    .where('status', '=', 'waiting')
    .where('channel', '=', channel)
    .where('next_ms', '>', 0)
    .compile();
}

/** Everything that waits behind one, in its order. */
export function behindQuery(
  builder: QueryBuilder,
  { id, channel, installation }: Pick<OutboxTable, 'id' | 'channel' | 'installation'>,
): CompiledQuery<OutboxTable> {
  return builder
    .selectFrom('outbox')
    .selectAll()
    .where('installation', '=', installation)
    .where('channel', '=', channel)
    .where('status', '=', 'waiting')
    .where('id', '!=', id)
    .orderBy('position')
    .compile();
}

export interface WaitingRow {
  readonly waiting: number;
  readonly oldest_ms: number | null;
}

export function waitingQuery(builder: QueryBuilder): CompiledQuery<WaitingRow> {
  return builder
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('created_ms').as('oldest_ms')])
    .where('status', '=', 'waiting')
    .compile() as CompiledQuery<WaitingRow>;
}

/** When the next attempt is due, or a lease ends. */
export function nextDueQuery(builder: QueryBuilder): CompiledQuery<{ readonly next_ms: number | null }> {
  return heads(builder)
    .select(
      sql<number | null>`MIN(CASE WHEN one.lease_ms > one.next_ms THEN one.lease_ms ELSE one.next_ms END)`.as(
        'next_ms',
      ),
    )
    .compile();
}

/** The latest of an installation. */
export function outboxQuery(
  builder: QueryBuilder,
  installation: string,
  limit: number,
): CompiledQuery<OutboxTable> {
  return builder
    .selectFrom('outbox')
    .selectAll()
    .where('installation', '=', installation)
    .orderBy('position', 'desc')
    .orderBy('id')
    .limit(limit)
    .compile();
}
