import type { Installation } from '../configuration/installation.ts';
import type { BodyMemory } from './body-memory.ts';
import { type Connection, makeConnection } from './connection.ts';
import type { HttpRequest } from './make-request.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RequestTracer } from './request-tracer.ts';
import { waitOf } from './retry-after.ts';
import { sendOnce } from './send-once.ts';
import type { Sent } from './sent.ts';
import { asksToSlowDown, unexplainedKindOf } from './throttling.ts';
import { makeUnexplainedTracker, type UnexplainedKind } from './unexplained.ts';

/** What a client has done so far. */
export interface Counts {
  /** Requests sent, including repetitions. */
  requests: number;
  /** Repetitions after a connection failure. */
  retried: number;
  /** Answers that asked to slow down. */
  throttled: number;
  /** Answers by 502, 503 or 504 to requests that were answered otherwise a moment later. */
  flaky: number;
}

export interface Client {
  readonly counts: Readonly<Counts>;
  /** Sends a request when the rate limiter allows it. Throws only if `signal` was aborted. */
  readonly send: (request: HttpRequest, onSetback?: OnSetback) => Promise<Sent>;
  readonly close: () => Promise<void>;
}

/** Called with each answer that throttled the request or stood in its way for a moment. */
export type OnSetback = (sent: Sent) => Promise<void>;

/** How often a throttled request is sent again. */
const maximumRepetitions = 4;

/** How many answers by a gateway whose service did not answer are looked into: more are no hiccup. */
const mostGatewayErrors = 3;

/** A wait that is longer than the rest of the run. */
export interface LongWait {
  readonly seconds: number;
  /** The installation named it; otherwise it is how long this suite leaves it alone. */
  readonly isAsked: boolean;
}

interface ClientOptions {
  readonly installation: Installation;
  readonly rateLimiter: RateLimiter;
  readonly memory: BodyMemory;
  /** Aborted when the run ends early: requests under way are given up. */
  readonly signal: AbortSignal;
  /** Milliseconds left for the run. */
  readonly remainingMs: () => number;
  /** Called when a throttled request would wait for too long. */
  readonly onLongWait: (wait: LongWait) => void;
  readonly tracer?: RequestTracer | undefined;
}

/** Makes the client of a run. It follows no redirect, keeps no cookie, and limits the time and size of every answer. */
export function makeClient({
  installation,
  rateLimiter,
  memory,
  signal,
  remainingMs,
  onLongWait,
  tracer,
}: ClientOptions): Client {
  const counts: Counts = { requests: 0, retried: 0, throttled: 0, flaky: 0 };
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const unexplained = makeUnexplainedTracker();
  let gatewayErrors = 0;

  const open = (): Connection => {
    const connection = makeConnection(installation.baseUrl, installation.connection);
    all.add(connection);
    return connection;
  };

  const discard = (connection: Connection): void => {
    all.delete(connection);
    void connection.close();
  };

  /** One attempt on one connection. A failed connection is not reused. */
  const attempt = async (request: HttpRequest): Promise<Sent & { readonly reused: boolean }> => {
    // A request that is not safe to repeat gets a new connection: the server may just have closed an idle one.
    const connection = (request.method === 'GET' ? idle.pop() : undefined) ?? open();
    const reused = connection.used;
    counts.requests += 1;
    const sent = await sendTraced(request, tracer, (traced) =>
      sendOnce({ connection, request: traced, installation, rateLimiter, memory, signal }),
    );
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

  /**
   * A single 502 or 504 of a gateway is asked again, once: it says nothing about the service behind it. That holds for
   * an import too, which may then be carried out twice, as by a second run.
   */
  const isHiccup = ({ answer }: Sent): boolean => {
    if (answer?.status !== 502 && answer?.status !== 504) return false;
    gatewayErrors += 1;
    return gatewayErrors <= mostGatewayErrors;
  };

  return {
    counts,
    async send(request, onSetback = async () => undefined) {
      const waitedOut: { readonly kind: UnexplainedKind; readonly sent: Sent; readonly isTold: boolean }[] =
        [];
      let hadHiccup = false;
      for (let repetition = 0; ; repetition += 1) {
        const sent = await rateLimiter.run(
          () => {
            signal.throwIfAborted();
            return attemptTwice(request);
          },
          signal,
          repetition > 0,
        );
        signal.throwIfAborted();
        if (sent.answer === undefined) return sent;
        const asksToWait = asksToSlowDown(sent.answer);
        const kind = asksToWait ? undefined : unexplainedKindOf(sent.answer);
        if (!asksToWait && kind === undefined) {
          if (sent.answer.status < 500) {
            for (const { kind: passed, sent: before, isTold } of waitedOut) {
              unexplained.hasPassed(passed);
              if (!isTold) await onSetback(before);
              counts.throttled += 1;
              counts.flaky += before.answer?.status === 503 ? 1 : 0;
            }
          }
          if (!hadHiccup && isHiccup(sent)) {
            hadHiccup = true;
            await onSetback(sent);
            sent.release();
            continue;
          }
          if (hadHiccup && sent.answer.status < 500) counts.flaky += 1;
          return sent;
        }
        if (kind !== undefined && !unexplained.isWorthWaiting(kind, request, repetition)) return sent;
        const isKnown = kind === undefined || unexplained.passes(kind);
        // What may be no limit at all does not slow the rest of the run down, and throttled nothing so far.
        const isTold = isKnown || kind.lasts === 'at its path';
        if (kind === undefined) counts.throttled += 1;
        else waitedOut.push({ kind, sent, isTold });
        const waitMs = waitOf(sent.answer.headers['retry-after'], repetition, Date.now());
        const tooLong = waitMs > remainingMs();
        const isAsked = sent.answer.headers['retry-after'] !== undefined;
        if (tooLong && asksToWait) onLongWait({ seconds: Math.round(waitMs / 1000), isAsked });
        if (tooLong || repetition >= maximumRepetitions) {
          return { ...sent, throttled: isKnown };
        }
        if (isTold) rateLimiter.backOffFor(waitMs);
        else rateLimiter.pauseFor(waitMs);
        if (isTold) await onSetback(sent);
        sent.release();
      }
    },
    async close() {
      await Promise.all([...all].map((connection) => connection.close()));
    },
  };
}

/** Sends a request with the headers of its tracer, where there is one. */
async function sendTraced(
  request: HttpRequest,
  tracer: RequestTracer | undefined,
  send: (request: HttpRequest) => Promise<Sent>,
): Promise<Sent> {
  const traced = tracer?.begin(request);
  if (traced === undefined) return send(request);
  let sent: Sent | undefined;
  try {
    sent = await send({ ...request, headers: { ...traced.headers, ...request.headers } });
    return sent;
  } finally {
    traced.end(sent);
  }
}
