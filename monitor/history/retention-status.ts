import type { Retention } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { History, Reach } from './history.ts';
import type { QueryBuilder } from './query-builder.ts';
import { hourMs } from './statements.ts';

/** The promised retention of runs without problems, in milliseconds. */
function promisedMs({ passingMs, failuresMs }: Retention): number {
  return Math.min(passingMs, failuresMs);
}

/**
 * How far back a store reaches, compared with the promise. Hours outlive the runs that they count: if an hour within
 * the promised time has counted runs without problems, and all of them are gone, the size limit has removed them.
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

/** The retention of the history, compared with the promise. Times are milliseconds. */
export interface RetentionStatus {
  readonly bytes: number;
  /** Left out if the store has no limit here: its administrator limits PostgreSQL. */
  readonly maximumBytes?: number;
  /** When the oldest run began, passed or failed; undefined if the history is empty. */
  readonly oldestMs?: number;
  /** The promised retention of runs without problems, and the retention that the size allows. */
  readonly promisedMs: number;
  readonly keptMs: number;
  /** Some are missing, and the size limit leaves no room for them. */
  readonly isCut: boolean;
  /**
   * A forecast, if the store is too small for the promised retention: when it is full, and the resulting retention.
   * Both are estimates; left out if it is large enough, or grew for less than two days.
   */
  readonly outlook?: { readonly fullInMs: number; readonly keptMs: number };
}

const dayMs = 86_400_000;
/** In a shorter time a store has grown too little for a forecast. */
const shortestGrowthMs = 2 * dayMs;
/** Everything is kept for a day: that day needs the room of six older ones, of which less is kept. */
const lastDayExtraMs = 5 * dayMs;

/**
 * Judges how far a history reaches. Pure. A store is assumed to keep growing at its average rate, in which the last day
 * counts for more.
 */
export function retentionStatusOf(
  { bytes, oldestMs, passingMs, isCut: isMissing }: Reach,
  retention: Retention,
  nowMs: number,
  kind: History['kind'],
): RetentionStatus {
  const promised = promisedMs(retention);
  const isBounded = kind === 'sqlite';
  const { maximumBytes } = retention;
  const reachMs = passingMs === undefined ? 0 : nowMs - passingMs;
  const heldMs = reachMs + lastDayExtraMs;
  const roomMs = isBounded ? (maximumBytes * heldMs) / bytes - lastDayExtraMs : Number.POSITIVE_INFINITY;
  const hasRoom = roomMs >= promised;
  // A store with a raised limit will fill the missing time later.
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
