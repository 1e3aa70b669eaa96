import type { Retention } from '../model.ts';
import type { History, Reach } from './history.ts';
import { promisedMs } from './reach.ts';

/** What the history keeps, against what is promised. Times are milliseconds. */
export interface Keeping {
  readonly bytes: number;
  /** Left out where nothing here bounds the store: PostgreSQL is bounded by its administrator. */
  readonly maximumBytes?: number;
  /** When the oldest run began, whatever it found; nothing of an empty history. */
  readonly oldestMs?: number;
  /** How long runs that found nothing wrong are to be kept, and how long the size allows that. */
  readonly promisedMs: number;
  readonly keptMs: number;
  /** Some are missing, and the size has no room for them. */
  readonly isCut: boolean;
  /**
   * What comes of the growth so far, if the store is too small for what is promised: when it is full, and for how long runs
   * are kept then. Both are estimates; left out where it is large enough, or grew for less than two days.
   */
  readonly outlook?: { readonly fullInMs: number; readonly keptMs: number };
}

const dayMs = 86_400_000;
/** In less, a store has grown too little to say how it goes on. */
const shortestGrowthMs = 2 * dayMs;

/**
 * Judges how far a history reaches. Pure. As a store has grown so far, it goes on: what it takes for its time, against its
 * size, says for how long it has room.
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
  const roomMs = isBounded ? (maximumBytes * reachMs) / bytes : Number.POSITIVE_INFINITY;
  const hasRoom = roomMs >= promised;
  // Of a store that was given more room since, what is missing comes with time.
  const isCut = isMissing && !hasRoom;
  const isEarly = reachMs < shortestGrowthMs;
  const fullInMs = (Math.max(0, maximumBytes - bytes) * reachMs) / bytes;
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
