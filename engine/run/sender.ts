import type { Endpoint } from '../../contract/endpoints.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../contract/exchange.ts';
import type { RequestSpec } from '../../contract/request.ts';
import { type ExchangeContext, makeExchange } from '../evidence/make-exchange.ts';
import type { Client } from '../http/client.ts';
import type { HttpRequest, RequestContext } from '../http/make-request.ts';
import type { Sent } from '../http/sent.ts';
import type { Wanted } from './plan.ts';
import { faultOf, type RunAbort } from './run-abort.ts';
import { sentBundleOf } from './sent-bundle.ts';
import { makeSetbacks } from './setbacks.ts';

/** Sends one request of the plan, with this id in its path, and with this query if a list needs its project or page. */
export type Send = (
  wanted: Wanted,
  id: string | undefined,
  projectQuery: Readonly<Record<string, string>>,
  extra?: {
    readonly pageQuery?: Readonly<Record<string, string>>;
    /** What the run knows about the id. */
    readonly marks?: Pick<Exchange, 'idIsPinned' | 'idIsListed'>;
  },
) => Promise<Exchange | NotAsked>;

export interface Sender {
  readonly send: Send;
  /** Every exchange so far, in order of completion. */
  readonly exchanges: () => readonly Exchange[];
  /** The setback that a request specification names. */
  readonly setbackAt: (endpoint: Endpoint, request: RequestSpec) => Exchange | undefined;
}

export interface SenderOptions {
  readonly client: Client;
  /** Makes the HTTP request, with the key of the installation. */
  readonly requestFor: (wanted: Wanted, context: RequestContext) => HttpRequest;
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

  const setbacks = makeSetbacks();

  const noteConnection = ({ failure }: Exchange): void => {
    failuresInARow =
      failure !== undefined && connectionFailures.includes(failure.kind) ? failuresInARow + 1 : 0;
    if (failuresInARow < goneAfter || !exchanges.some(({ answer }) => answer)) return;
    abort.abort({ kind: 'unreachable', reason: `the installation stopped answering: ${failure?.reason}` });
  };

  const send: Send = async (wanted, id, projectQuery, { pageQuery, marks = {} } = {}) => {
    const { endpoint, request } = wanted;
    const before = abort.reason();
    if (before !== undefined) return { notAsked: before.reason };
    try {
      const page = pageQuery === undefined ? {} : { pageQuery };
      const context = { ...(id === undefined ? {} : { id }), projectQuery, ...page };
      const httpRequest = requestFor(wanted, context);
      const onSetback = async (sent: Sent): Promise<void> => {
        const specification = setbacks.first(endpoint, request, sent);
        if (specification === undefined) return;
        const seen = await makeExchange(endpoint, specification, httpRequest, sent, exchangeContext);
        const exchange = { id: `e${exchanges.length + 1}`, ...seen, throttled: false };
        exchanges.push(exchange);
        setbacks.keep(exchange);
      };
      const sent = await client.send(httpRequest, onSetback);
      if (sent.throttled) await onSetback(sent);
      const seen = await makeExchange(endpoint, request, httpRequest, sent, exchangeContext).finally(
        sent.release,
      );
      const { body } = httpRequest;
      const sentBundle = body === undefined ? {} : { sentBundle: sentBundleOf(body) };
      const exchange = { id: `e${exchanges.length + 1}`, ...marks, ...sentBundle, ...seen };
      exchanges.push(exchange);
      noteConnection(exchange);
      onExchange?.(exchange);
      return exchange;
    } catch (thrown) {
      // Whatever an answer holds, reading it must not throw: if it does, that is a fault of this suite.
      const since = abort.reason() ?? faultOf(thrown);
      abort.abort(since);
      return { notAsked: since.reason };
    }
  };

  return { send, exchanges: () => exchanges, setbackAt: setbacks.at };
}

/** If the installation went away, its connection failures are one cause, not a failure at each endpoint. */
export function withoutGone(found: Exchange | NotAsked, abort: RunAbort): Exchange | NotAsked {
  const reason = abort.reason();
  if (reason?.kind !== 'unreachable' || !wasAsked(found) || found.failure === undefined) return found;
  return connectionFailures.includes(found.failure.kind) ? { notAsked: reason.reason } : found;
}
