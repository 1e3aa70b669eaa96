import type { Phases } from '../../contract/exchange.ts';
import type { Installation } from '../configuration/installation.ts';
import { type Connection, makeConnection } from './connection.ts';
import { readBody } from './decode-body.ts';
import { ExchangeLimit, failureOf } from './failures.ts';
import type { HttpRequest } from './make-request.ts';
import { startPausableTimeout } from './pausable-timeout.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { waitOf } from './retry-after.ts';
import type { Sent } from './sent.ts';
import { asksToSlowDown, maySlowDown } from './throttling.ts';
import { makeUnexplained503Tracker } from './unexplained-503.ts';

/** What a client did so far. */
export interface Counts {
  /** Requests that left, each repetition too. */
  requests: number;
  /** Repetitions after a connection failure. */
  retried: number;
  /** Answers that asked us to slow down. */
  throttled: number;
}

export interface Client {
  readonly counts: Readonly<Counts>;
  /** Sends a request in its turn. Never throws, except when `signal` was aborted. */
  readonly send: (request: HttpRequest) => Promise<Sent>;
  readonly close: () => Promise<void>;
}

/** How often a throttled request is sent again. */
const maximumRepetitions = 4;

/** A wait that is asked for above this is not waited: the run says so and stops asking. */
export const longestWaitMs = 30_000;

/** Ends what is under way when the installation asks for a wait that a run cannot wait. */
export interface LongWait {
  readonly seconds: number;
}

interface ClientOptions {
  readonly installation: Installation;
  readonly rateLimiter: RateLimiter;
  /** Aborted when the run ends early; what is under way is given up. */
  readonly signal: AbortSignal;
  /** Milliseconds that the run still has. */
  readonly remainingMs: () => number;
  /** Called once an installation asks for a wait that is too long. */
  readonly onLongWait: (wait: LongWait) => void;
}

/** Makes the client of a run: follows no redirect, keeps no cookie, bounds the time and the size of every answer. */
export function makeClient({
  installation,
  rateLimiter,
  signal,
  remainingMs,
  onLongWait,
}: ClientOptions): Client {
  const counts: Counts = { requests: 0, retried: 0, throttled: 0 };
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const busy = makeUnexplained503Tracker();

  const open = (): Connection => {
    const connection = makeConnection(installation.baseUrl, installation.connection);
    all.add(connection);
    return connection;
  };

  const discard = (connection: Connection): void => {
    all.delete(connection);
    void connection.close();
  };

  /** One attempt on one connection. A connection that failed is not used again. */
  const attempt = async (request: HttpRequest): Promise<Sent & { readonly reused: boolean }> => {
    // What is not safe to repeat goes over a connection that nobody can just have closed.
    const connection = (request.method === 'GET' ? idle.pop() : undefined) ?? open();
    const reused = connection.used;
    counts.requests += 1;
    const sent = await exchange(connection, request, installation, rateLimiter, signal);
    if (sent.failure === undefined) {
      connection.used = true;
      idle.push(connection);
    } else discard(connection);
    return { ...sent, reused };
  };

  const attemptTwice = async (request: HttpRequest): Promise<Sent> => {
    const first = await attempt(request);
    const kind = first.failure?.kind;
    const neverArrived =
      kind === 'refused' || kind === 'dns' || kind === 'proxy' || (kind === 'reset' && first.reused);
    if (!neverArrived || signal.aborted) return first;
    counts.retried += 1;
    return attempt(request);
  };

  return {
    counts,
    async send(request) {
      let silentWaits = 0;
      for (let repetition = 0; ; repetition += 1) {
        const sent = await rateLimiter.run(() => {
          signal.throwIfAborted();
          return attemptTwice(request);
        }, signal);
        signal.throwIfAborted();
        if (sent.answer === undefined) return sent;
        const says = asksToSlowDown(sent.answer);
        if (!says && !maySlowDown(sent.answer)) {
          if (silentWaits > 0 && sent.answer.status < 500) {
            busy.hasPassed();
            counts.throttled += silentWaits;
          }
          return sent;
        }
        if (!says && !busy.isWorthWaiting(request, repetition)) return sent;
        if (says) counts.throttled += 1;
        else silentWaits += 1;
        sent.release();
        const waitMs = waitOf(sent.answer.headers['retry-after'], repetition, Date.now());
        const tooLong = waitMs > longestWaitMs || waitMs > remainingMs();
        if (tooLong && says) onLongWait({ seconds: Math.round(waitMs / 1000) });
        if (tooLong || repetition >= maximumRepetitions) {
          return { ...sent, throttled: says || busy.passes() };
        }
        rateLimiter.pauseFor(waitMs);
      }
    },
    async close() {
      await Promise.all([...all].map((connection) => connection.close()));
    },
  };
}

async function exchange(
  connection: Connection,
  request: HttpRequest,
  installation: Installation,
  rateLimiter: RateLimiter,
  signal: AbortSignal,
): Promise<Sent> {
  const startedAt = new Date();
  const startMs = performance.now();
  const limit = new AbortController();
  const stopwatch = startPausableTimeout(installation.timeoutMs, () =>
    limit.abort(
      new ExchangeLimit('timeout', `no complete answer came within ${installation.timeoutMs / 1000} s`),
    ),
  );
  // Forwarded by hand: Node 20 keeps what AbortSignal.any makes for as long as something listens to it.
  const onEnd = (): void => limit.abort(signal.reason);
  signal.addEventListener('abort', onEnd, { once: true });
  let firstByteMs: number | undefined;
  let release = (): void => undefined;
  const finish = (rest: Partial<Sent>): Sent => {
    const totalMs = performance.now() - startMs;
    const { certificateExpiresAt, dnsMs, connectMs, tlsMs } = connection.takeTimings();
    return {
      throttled: false,
      release,
      startedAt,
      phasesMs: phasesOf({
        dns: dnsMs,
        connect: connectMs,
        tls: tlsMs,
        firstByte: firstByteMs,
        total: totalMs,
      }),
      ...(certificateExpiresAt === undefined ? {} : { certificateExpiresAt }),
      ...rest,
    };
  };
  try {
    const url = new URL(request.url);
    const answered = connection.dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method as 'GET',
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: limit.signal,
    });
    // While it connects the library does not listen to the signal; the connection is discarded then.
    const response = await Promise.race([answered, rejectionBy(limit.signal)]);
    firstByteMs = performance.now() - startMs;
    const headers = plainHeaders(response.headers);
    const bodyless = request.method === 'HEAD' || response.statusCode === 204 || response.statusCode === 304;
    const body = await readBody(
      response.body,
      bodyless ? undefined : headers['content-encoding'],
      installation.maximumBodyBytes,
      async () => {
        stopwatch.pause();
        release = await rateLimiter.acquireLargeBodySlot(limit.signal);
        stopwatch.resume();
      },
    );
    return finish({ answer: { status: response.statusCode, headers, body } });
  } catch (thrown) {
    release();
    signal.throwIfAborted();
    const proxy = installation.connection.proxy?.reveal();
    const proxyUrl = proxy !== undefined && URL.canParse(proxy) ? new URL(proxy) : undefined;
    return finish({ failure: failureOf(limit.signal.aborted ? limit.signal.reason : thrown, proxyUrl) });
  } finally {
    stopwatch.stop();
    signal.removeEventListener('abort', onEnd);
  }
}

function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

function phasesOf(
  measured: Readonly<Record<string, number | undefined>> & { readonly total: number },
): Phases {
  const known = Object.entries(measured).filter(([, ms]) => ms !== undefined);
  const transfer =
    measured.firstByte === undefined ? [] : [['transfer', measured.total - measured.firstByte] as const];
  const rounded = [...known, ...transfer].map(([name, ms]) => [name, Math.round((ms ?? 0) * 10) / 10]);
  return Object.fromEntries(rounded) as Phases;
}
