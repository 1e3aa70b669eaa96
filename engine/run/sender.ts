import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { shorten } from '../../contract/describe.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import type { Exchange, NotAsked } from '../../contract/exchange.ts';
import type { SentRequest } from '../../contract/request.ts';
import type { AbortReason } from '../evidence/collected-evidence.ts';
import { type ExchangeContext, makeExchange } from '../evidence/make-exchange.ts';
import type { Client } from '../http/client.ts';
import type { HttpRequest, RequestContext } from '../http/make-request.ts';
import { startPausableTimeout } from '../http/pausable-timeout.ts';
import type { Sent } from '../http/sent.ts';

/** A request that is ready to be sent: with its id, its project and its page. */
export interface ReadyRequest {
  readonly endpoint: Endpoint;
  readonly request: SentRequest;
  readonly context: RequestContext;
  /** What the run knows about the id. */
  readonly marks?: Pick<Exchange, 'idIsPinned' | 'idIsListed'>;
}

export type Send = (ready: ReadyRequest) => Promise<Exchange | NotAsked>;

export interface Sender {
  readonly send: Send;
  /** Every exchange so far, in order of completion. */
  readonly exchanges: () => readonly Exchange[];
}

export interface SenderOptions {
  readonly client: Client;
  /** Makes the HTTP request, with the key of the installation. */
  readonly requestFor: (ready: ReadyRequest) => HttpRequest;
  readonly exchangeContext: ExchangeContext;
  readonly abort: RunAbort;
  /** Called after each request that was answered or failed. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** This many consecutive connection failures mean that the installation went away. */
const goneAfter = 3;
const connectionFailures: readonly string[] = ['dns', 'refused', 'tls', 'proxy'];

/** Makes a sender that keeps its exchanges, and ends the run if an installation that answered stops answering. */
export function makeSender(options: SenderOptions): Sender {
  const { client, requestFor, exchangeContext, abort, onExchange } = options;
  const exchanges: Exchange[] = [];
  let failuresInARow = 0;

  const noteConnection = ({ failure }: Exchange): void => {
    failuresInARow =
      failure !== undefined && connectionFailures.includes(failure.kind) ? failuresInARow + 1 : 0;
    if (failuresInARow < goneAfter || !exchanges.some(({ answer }) => answer)) return;
    abort.abort({ kind: 'unreachable', reason: `the installation stopped answering: ${failure?.reason}` });
  };

  const send: Send = async ({ endpoint, request, context, marks }) => {
    const before = abort.reason();
    if (before !== undefined) return { notAsked: before.reason, why: before.kind };
    const add = async (httpRequest: HttpRequest, sent: Sent, sentAgain?: string): Promise<Exchange> => {
      const seen = await makeExchange(endpoint, request, httpRequest, sent, exchangeContext);
      const exchange = {
        ...seen,
        id: `e${exchanges.length + 1}`,
        ...marks,
        ...(context.id === undefined ? {} : { recordId: context.id }),
        ...(httpRequest.body === undefined ? {} : { bundleHash: hashOf(httpRequest.body) }),
        ...(sentAgain === undefined ? {} : { sentAgain }),
      };
      exchanges.push(exchange);
      return exchange;
    };
    try {
      const httpRequest = requestFor({ endpoint, request, context });
      const sent = await client.send(httpRequest, async (superseded, cause) => {
        await add(httpRequest, superseded, cause);
      });
      const exchange = await add(httpRequest, sent).finally(sent.release);
      noteConnection(exchange);
      onExchange?.(exchange);
      return exchange;
    } catch (thrown) {
      // Reading an answer must not throw, no matter what it holds: if it does, that is a fault of this suite.
      const since = abort.reason() ?? faultOf(thrown);
      abort.abort(since);
      return { notAsked: since.reason, why: since.kind };
    }
  };

  return { send, exchanges: () => exchanges };
}

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url');
}

/** Ends a run early; the first reason counts. */
export interface RunAbort {
  /** Aborted with the reason. */
  readonly signal: AbortSignal;
  readonly reason: () => AbortReason | undefined;
  readonly abort: (reason: AbortReason) => void;
  /** Milliseconds until the deadline. */
  readonly remainingMs: () => number;
  /** Stops the clock of the deadline until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Cancels the deadline. */
  readonly close: () => void;
}

/** A fault of this suite, which ends a run. */
export function faultOf(thrown: unknown): AbortReason {
  const message = thrown instanceof Error ? thrown.message : 'unknown cause';
  return { kind: 'fault', reason: `this suite failed (${shorten(message, 200)})` };
}

/**
 * Starts the deadline of a run.
 * @param outside ends the run as interrupted
 */
export function startRunAbort(deadlineMs: number, outside?: AbortSignal): RunAbort {
  const controller = new AbortController();
  // Every request that waits for the rate limiter adds a listener.
  setMaxListeners(0, controller.signal);
  let first: AbortReason | undefined;
  const abort = (reason: AbortReason): void => {
    first ??= reason;
    controller.abort(reason);
  };
  const deadline = startPausableTimeout(deadlineMs, () => {
    abort({ kind: 'deadline', reason: `the deadline of ${deadlineMs / 1000} s for a run passed` });
  });
  const onOutside = (): void => abort({ kind: 'interrupted', reason: 'the run was interrupted' });
  if (outside?.aborted === true) onOutside();
  outside?.addEventListener('abort', onOutside, { once: true });
  return {
    signal: controller.signal,
    reason: () => first,
    abort,
    remainingMs: deadline.leftMs,
    pause: deadline.pause,
    resume: deadline.resume,
    close() {
      deadline.stop();
      outside?.removeEventListener('abort', onOutside);
    },
  };
}
