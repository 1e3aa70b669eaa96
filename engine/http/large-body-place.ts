import type { RateLimiter } from './rate-limiter.ts';

/** The memory that large bodies may take, shared by everything that reads bodies. */
export interface BodyMemory {
  /** The most bytes of one body, whatever its installation allows. */
  readonly maximumBytes: number;
  /** Waits until there is room for a large body. Call the returned function when the body is no longer needed. */
  readonly reserve: (signal: AbortSignal) => Promise<() => void>;
}

interface PlaceOptions {
  /** Lets an installation have one large body at a time. */
  readonly rateLimiter: RateLimiter;
  /** Shared by all installations. */
  readonly memory: BodyMemory;
  /** Aborted when the exchange ends. */
  readonly exchange: AbortSignal;
  /** Aborted when the run ends early. */
  readonly run: AbortSignal;
}

/**
 * Waits for a place in memory for a large body.
 * @returns frees the place; it may be called again. The end of the run frees it too: an answer that nobody looks at any
 * more must not keep a place from all other installations
 * @throws the reason of `exchange` if that is aborted meanwhile
 */
export async function takePlace({ rateLimiter, memory, exchange, run }: PlaceOptions): Promise<() => void> {
  const releaseOwn = await rateLimiter.acquireLargeBodySlot(exchange);
  const releaseShared = await memory.reserve(exchange).catch((thrown: unknown) => {
    releaseOwn();
    throw thrown;
  });
  let isTaken = true;
  const release = (): void => {
    if (!isTaken) return;
    isTaken = false;
    run.removeEventListener('abort', release);
    releaseShared();
    releaseOwn();
  };
  run.addEventListener('abort', release);
  return release;
}
