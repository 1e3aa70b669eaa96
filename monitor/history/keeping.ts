import type { Retention } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { History, Reach } from './history.ts';
import type { QueryBuilder } from './query-builder.ts';
import { hourMs } from './statements.ts';

/** How long runs that found nothing wrong are promised to be kept, in milliseconds. */
function promisedMs({ passingMs, failuresMs }: Retention): number {
  return Math.min(passingMs, failuresMs);
}

/**
 * How far back a store reaches, and whether that is as far as promised. Hours outlive the runs that they count: if an hour
 * within the promised time has counted runs that found nothing wrong, and all of that hour are gone, the size has removed
 * them.
 */
export async function reach(
  driver: SqlDriver,
  builder: QueryBuilder,
  nowMs: number,
  retention: Retention,
): Promise<Reach> {
  const sinceMs = nowMs - promisedMs(retention);
  const runs = builder.selectFrom('runs').select('started_ms').orderBy('started_ms').limit(1);
  const passing = runs.where('started_ms', '>=', sinceMs).where('state', '=', 'conforming');
  const hours = builder
    .selectFrom('hours')
    .select('hour_ms')
    .where('hour_ms', '>=', sinceMs)
    .where('conforming', '>', 0)
    .orderBy('hour_ms')
    .limit(1);
  const [[oldest], [oldestPassing], [hour]] = await Promise.all([
    driver.query(runs.compile()),
    driver.query(passing.compile()),
    driver.query(hours.compile()),
  ]);
  const countedUntilMs = hour === undefined ? Number.POSITIVE_INFINITY : hour.hour_ms + hourMs;
  return {
    bytes: await driver.size(),
    ...(oldest === undefined ? {} : { oldestMs: oldest.started_ms }),
    ...(oldestPassing === undefined ? {} : { passingMs: oldestPassing.started_ms }),
    isCut: hour !== undefined && (oldestPassing === undefined || oldestPassing.started_ms >= countedUntilMs),
  };
}

/** What the history keeps, compared with what it promises. Times are milliseconds. */
export interface Keeping {
  readonly bytes: number;
  /** Left out if nothing here bounds the store: PostgreSQL is bounded by its administrator. */
  readonly maximumBytes?: number;
  /** When the oldest run began, passed or failed; nothing if the history is empty. */
  readonly oldestMs?: number;
  /** How long runs that found nothing wrong are to be kept, and how long the size allows that. */
  readonly promisedMs: number;
  readonly keptMs: number;
  /** Some are missing, and the size has no room for them. */
  readonly isCut: boolean;
  /**
   * What comes of the growth so far, if the store is too small for the promised retention: when it is full, and for how long runs
   * are kept then. Both are estimates; left out if it is large enough, or grew for less than two days.
   */
  readonly outlook?: { readonly fullInMs: number; readonly keptMs: number };
}

const dayMs = 86_400_000;
/** In less, a store has grown too little to say how it goes on. */
const shortestGrowthMs = 2 * dayMs;
/** Everything is kept for a day: that day takes the room of six older ones, of which less is left. */
const lastDayExtraMs = 5 * dayMs;

/**
 * Judges how far a history reaches. Pure. A store is assumed to go on growing as it has so far: its size for its time span,
 * in which the last day counts for more, shows for how long it has room.
 */
export function keepingOf(
  { bytes, oldestMs, passingMs, isCut: isMissing }: Reach,
  retention: Retention,
  nowMs: number,
  kind: History['kind'],
): Keeping {
  const promised = promisedMs(retention);
  const isBounded = kind === 'sqlite';
  const { maximumBytes } = retention;
  const reachMs = passingMs === undefined ? 0 : nowMs - passingMs;
  const heldMs = reachMs + lastDayExtraMs;
  const roomMs = isBounded ? (maximumBytes * heldMs) / bytes - lastDayExtraMs : Number.POSITIVE_INFINITY;
  const hasRoom = roomMs >= promised;
  // A store that was given more room since fills the missing time later.
  const isCut = isMissing && !hasRoom;
  const isEarly = reachMs < shortestGrowthMs;
  const fullInMs = (Math.max(0, maximumBytes - bytes) * heldMs) / bytes;
  return {
    bytes,
    ...(isBounded ? { maximumBytes } : {}),
    ...(oldestMs === undefined ? {} : { oldestMs }),
    promisedMs: promised,
    keptMs: isCut ? reachMs : promised,
    isCut,
    ...(hasRoom || isCut || isEarly ? {} : { outlook: { fullInMs, keptMs: roomMs } }),
  };
}
