import type { Phases } from '../../contract/judging/exchange.ts';
import { limits } from '../../contract/limits.ts';
import type { Installation } from '../configuration/installation.ts';
import type { Connection } from './connection.ts';
import { readBody } from './decode-body.ts';
import { ExchangeLimit, failureOf } from './failures.ts';
import { isFalsified, type Lag } from './loop-lag.ts';
import type { HttpRequest } from './make-request.ts';
import { startPausableTimeout } from './pausable-timeout.ts';
import type { BodyMemory, RateLimiter } from './rate-limiter.ts';
import type { ReceivedAnswer, Sent } from './sent.ts';

/** The options shared by all requests of a run. */
export interface SendOptions {
  readonly installation: Installation;
  readonly rateLimiter: RateLimiter;
  readonly memory: BodyMemory;
  /** Aborted if the run ends early: requests in flight are abandoned. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request once and reads its answer within the limits of the installation.
 * @throws the reason of `signal` if that is aborted; everything else is a failure in the result
 */
export async function sendOnce(
  connection: Connection,
  request: HttpRequest,
  lag: Lag,
  options: SendOptions,
): Promise<Sent> {
  const { installation, memory, signal } = options;
  const startedAt = new Date();
  const startMs = performance.now();
  const limit = new AbortController();
  let extendedMs = 0;
  const timeout = startPausableTimeout(installation.timeoutMs, () => {
    const lostMs = lag.lostMs();
    if (lostMs > extendedMs) {
      // The answer may have arrived in time, while this program was too busy to read it.
      timeout.extend(lostMs - extendedMs);
      extendedMs = lostMs;
      return;
    }
    limit.abort(
      new ExchangeLimit('timeout', `no complete answer came within ${installation.timeoutMs / 1000} s`),
    );
  });
  // Not AbortSignal.any: Node 20 keeps its signals in memory for as long as something listens to them.
  const onEnd = (): void => limit.abort(signal.reason);
  signal.addEventListener('abort', onEnd, { once: true });
  let firstByteMs: number | undefined;
  let head: Pick<ReceivedAnswer, 'status' | 'headers'> | undefined;
  let release = (): void => undefined;
  const finish = (rest: Partial<Sent>): Sent => {
    const totalMs = performance.now() - startMs;
    const lostMs = lag.lostMs();
    const { dnsMs: dns, connectMs: connect, tlsMs: tls, ...shown } = connection.takeTimings();
    return {
      throttled: false,
      release,
      startedAt,
      phasesMs: phasesOf({ dns, connect, tls, total: totalMs }, firstByteMs),
      ...(isFalsified(lostMs, totalMs) ? { lagMs: Math.round(lostMs) } : {}),
      ...shown,
      ...rest,
    };
  };
  try {
    const url = new URL(request.url);
    connection.expectAnswer();
    const answered = connection.dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method as 'GET',
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: limit.signal,
    });
    // undici ignores the signal while it connects; the connection is then discarded.
    const response = await Promise.race([answered, rejectionBy(limit.signal)]);
    firstByteMs = performance.now() - startMs;
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    );
    head = { status: response.statusCode, headers };
    const received = await readBody(response.body, headers['content-encoding'], {
      ...maximumOf(installation, memory),
      acquireLargeBodySlot: async () => {
        timeout.pause();
        release = await acquireSlot(options, limit.signal);
        timeout.resume();
      },
    });
    return finish({ answer: { ...head, ...received } });
  } catch (thrown) {
    release();
    signal.throwIfAborted();
    const proxy = installation.connection.proxy?.reveal();
    const proxyUrl = proxy !== undefined && URL.canParse(proxy) ? new URL(proxy) : undefined;
    const failure = failureOf(limit.signal.aborted ? limit.signal.reason : thrown, proxyUrl);
    if (head === undefined) return finish({ failure });
    if (failure.kind !== 'encoding') return finish({ failure, hasReceivedHead: true });
    // Its status and headers can be judged.
    return finish({ answer: { ...head, body: Buffer.alloc(0), bytes: 0 }, failure });
  } finally {
    timeout.stop();
    lag.stop();
    signal.removeEventListener('abort', onEnd);
  }
}

/**
 * Waits for a memory slot for a large body: an installation has one at a time.
 * @returns frees the slot; may be called again. The end of the run frees it as well: an answer that is no longer needed
 * must not block other installations
 * @param exchange aborted when the exchange ends
 * @throws its reason, if it is aborted meanwhile
 */
async function acquireSlot(
  { rateLimiter, memory, signal }: SendOptions,
  exchange: AbortSignal,
): Promise<() => void> {
  const releaseOwn = await rateLimiter.acquireLargeBodySlot(exchange);
  const releaseShared = await memory.reserve(exchange).catch((thrown: unknown) => {
    releaseOwn();
    throw thrown;
  });
  let isTaken = true;
  const release = (): void => {
    if (!isTaken) return;
    isTaken = false;
    signal.removeEventListener('abort', release);
    releaseShared();
    releaseOwn();
  };
  signal.addEventListener('abort', release);
  return release;
}

/** The size limit of a body, and the setting that raises it. */
function maximumOf({ maximumBodyBytes }: Installation, { maximumBytes }: BodyMemory) {
  return maximumBytes < maximumBodyBytes
    ? { maximumBytes, setting: `${limits.bodyBudgetBytes.setting}, which all installations share,` }
    : { maximumBytes: maximumBodyBytes, setting: limits.bodyBytes.setting };
}

function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** @param firstByteAtMs after the start, connecting included */
function phasesOf(
  measured: Readonly<Record<'dns' | 'connect' | 'tls', number | undefined>> & { readonly total: number },
  firstByteAtMs: number | undefined,
): Phases {
  const { dns = 0, connect = 0, tls = 0, total } = measured;
  const answered =
    firstByteAtMs === undefined
      ? {}
      : { firstByte: Math.max(0, firstByteAtMs - dns - connect - tls), transfer: total - firstByteAtMs };
  const known = Object.entries({ ...measured, ...answered }).filter(([, ms]) => ms !== undefined);
  const rounded = known.map(([name, ms]) => [name, Math.round((ms ?? 0) * 10) / 10]);
  return Object.fromEntries(rounded) as Phases;
}
