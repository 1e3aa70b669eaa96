import { gatewayStatuses } from '../../contract/judging/answers.ts';
import { type Connection, type KeptConnections, makeConnection } from './connection.ts';
import { makeLagWatch } from './loop-lag.ts';
import type { HttpRequest } from './make-request.ts';
import { waitOf, waitsMs } from './retry-after.ts';
import { type SendOptions, sendOnce } from './send-once.ts';
import type { RequestTracer, Sent } from './sent.ts';

/** The client's counters. */
export interface Counts {
  /** Requests sent, including repetitions. */
  requests: number;
  /** Repetitions after a connection failure, or a status of 502, 503 or 504. */
  retried: number;
  throttled: number;
  /** Gateway errors (502, 503 or 504) for requests that were answered differently a moment later. */
  flaky: number;
}

export type Client = ReturnType<typeof makeClient>;

/** Observes how a request is sent. */
export interface SendListener {
  readonly onSend?: () => void;
  /** Called with each answer or failure that leads to a repetition, and the reason as a clause. */
  readonly onSentAgain?: (sent: Sent, cause: string) => Promise<void>;
}

interface ClientOptions extends SendOptions {
  readonly remainingMs: () => number;
  /** Called if a throttled request would wait for longer than the run may take, with that as a clause. */
  readonly onLongWait: (reason: string) => void;
  readonly tracer?: RequestTracer | undefined;
  /** The store of connections left open by earlier runs, where this one leaves its own. */
  readonly kept?: KeptConnections | undefined;
}

/** Makes the client of a run. It follows no redirect, keeps no cookie, and limits the time and size of every answer. */
export function makeClient(options: ClientOptions) {
  const { installation, rateLimiter, signal, tracer, kept } = options;
  const counts: Counts = { requests: 0, retried: 0, throttled: 0, flaky: 0 };
  const lagWatch = makeLagWatch();
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  /** Connections of an earlier run on which nothing has been answered since. */
  const unproven = new Set<Connection>();
  /** Endpoints whose repeated requests still got a 5xx: the client does not wait for an outage again. */
  const down = new Set<string>();

  /** An idle connection, of this run or an earlier one. */
  const reuse = (): Connection | undefined => {
    const own = idle.pop();
    if (own !== undefined) return own;
    const former = kept?.take();
    if (former !== undefined) unproven.add(former);
    return former;
  };

  const isThrottled = ({ answer }: Sent): boolean =>
    answer !== undefined &&
    (answer.status === 429 || (installation.throttleStatuses ?? []).includes(answer.status));

  /**
   * One attempt. Returns undefined if the connection was left by an earlier run and failed: the server, or something on
   * the way, may have dropped it while it was idle, which says nothing about the installation.
   * @param isFresh on a new connection: the server may just have closed the idle ones
   */
  const attempt = async (request: HttpRequest, isFresh: boolean): Promise<Sent | undefined> => {
    // A request that is not safe to repeat always gets a new connection. So does one without a key if connections are
    // kept: only a new one shows that the host has a new address, or that nothing listens there any more.
    const needsFresh = isFresh || request.method !== 'GET' || (kept !== undefined && request.key === 'none');
    const connection =
      (needsFresh ? undefined : reuse()) ??
      makeConnection(installation.baseUrl, installation.connection, kept !== undefined);
    all.add(connection);
    counts.requests += 1;
    const traced = tracer?.begin(request);
    const headers = { ...traced?.headers, ...request.headers };
    let sent: Sent | undefined;
    try {
      sent = await sendOnce(connection, { ...request, headers }, lagWatch(), options);
    } finally {
      traced?.end(sent);
    }
    const isGivenUp =
      unproven.delete(connection) && (sent.failure !== undefined || sent.answer?.status === 408);
    // A failed connection is not reused.
    if (sent.failure === undefined && !isGivenUp) idle.push(connection);
    else {
      all.delete(connection);
      void connection.close();
    }
    if (!isGivenUp) return { ...sent, throttled: isThrottled(sent) };
    sent.release();
    return undefined;
  };

  const causeOf = (sent: Sent, request: HttpRequest): Cause | undefined => {
    const kind = sent.failure?.kind;
    const isImport = request.method === 'POST';
    // An answer that breaks off counts as an answer, and is judged.
    const isLost = (kind === 'refused' || kind === 'reset') && sent.hasReceivedHead !== true;
    if (isLost) return isImport ? undefined : 'connection';
    if (sent.throttled) return 'throttled';
    const isGateway = gatewayStatuses.includes(sent.answer?.status ?? 0);
    return isGateway && !isImport && !down.has(request.endpoint) ? 'gateway' : undefined;
  };

  return {
    counts: counts as Readonly<Counts>,
    /**
     * Sends a request when the rate limiter allows it, and again by the rules of docs/how-a-verdict-is-made.md. Throws
     * only if `signal` was aborted.
     */
    async send(request: HttpRequest, { onSend, onSentAgain }: SendListener = {}): Promise<Sent> {
      let reconnected = false;
      let gatewayAnswers = 0;
      let isSlowed = false;
      for (let repetition = 0; ; ) {
        const isFirst = repetition === 0 && !reconnected;
        const { sent, pace } = await rateLimiter.run(
          async () => {
            signal.throwIfAborted();
            onSend?.();
            const began = rateLimiter.pace();
            return { sent: await attempt(request, reconnected), pace: began };
          },
          signal,
          !isFirst,
        );
        signal.throwIfAborted();
        if (sent === undefined) continue;
        const cause = causeOf(sent, request);
        const isAnswered = (sent.answer?.status ?? 500) < 500;
        if (gatewayAnswers > 0 && cause !== 'gateway' && isAnswered) {
          // Proxies also use such answers to limit requests.
          counts.flaky += gatewayAnswers;
          rateLimiter.slowDown(pace, true);
          gatewayAnswers = 0;
        }
        if (cause === undefined) {
          if (gatewayAnswers > 0 && sent.answer !== undefined) down.add(request.endpoint);
          return sent;
        }
        if (cause === 'connection') {
          if (reconnected) return sent;
          reconnected = true;
          counts.retried += 1;
          await onSentAgain?.(sent, 'the connection failed');
          continue;
        }
        if (cause === 'throttled') {
          counts.throttled += 1;
          // A repetition that is throttled as well came too early: the pace was already halved for it.
          if (!isSlowed) rateLimiter.slowDown(pace);
          isSlowed = true;
        }
        const retryAfter = sent.answer?.headers['retry-after'];
        const waitMs = waitOf(retryAfter, repetition, Date.parse(sent.answer?.headers.date ?? ''));
        const isTooLong = waitMs > options.remainingMs();
        if (isTooLong && cause === 'throttled') {
          const seconds = Math.round(waitMs / 1000);
          options.onLongWait(
            retryAfter === undefined
              ? `the installation throttles, and the next request would wait ${seconds} s`
              : `the installation asks to wait ${seconds} s before the next request`,
          );
        }
        if (isTooLong || repetition >= waitsMs.length) {
          if (cause === 'gateway') down.add(request.endpoint);
          return sent;
        }
        if (cause === 'gateway') {
          gatewayAnswers += 1;
          counts.retried += 1;
        }
        rateLimiter.pauseFor(waitMs);
        await onSentAgain?.(sent, `it was answered with status ${sent.answer?.status}`);
        sent.release();
        repetition += 1;
      }
    },
    async close(): Promise<void> {
      // The newest first, which is the one kept.
      for (const connection of kept === undefined ? [] : idle.toReversed()) {
        all.delete(connection);
        kept?.keep(connection);
      }
      idle.length = 0;
      await Promise.all([...all].map((connection) => connection.close()));
    },
  };
}

type Cause = 'connection' | 'throttled' | 'gateway';
