import { createHash } from 'node:crypto';
import type { Endpoint } from '../../contract/document/endpoints.ts';
import { connectionFailures, type Exchange, type NotAsked } from '../../contract/judging/exchange.ts';
import type { SentRequest } from '../../contract/judging/request.ts';
import type { Installation } from '../configuration/installation.ts';
import { type ExchangeContext, makeExchange } from '../evidence/make-exchange.ts';
import type { Client } from '../http/client.ts';
import { type HttpRequest, makeRequest, type RequestContext } from '../http/make-request.ts';
import type { Sent } from '../http/sent.ts';
import { faultOf, type RunAbort } from './run-abort.ts';

/** A request ready to be sent: with its id, its project and its page. */
export interface ReadyRequest {
  readonly endpoint: Endpoint;
  readonly request: SentRequest;
  readonly context: RequestContext;
  /** The known facts about the id, and which exchange it repeats. */
  readonly marks?: Pick<Exchange, 'idIsPinned' | 'idIsListed' | 'repeats'>;
}

export type Send = (ready: ReadyRequest) => Promise<Exchange | NotAsked>;

export interface SenderOptions {
  readonly client: Client;
  readonly installation: Installation;
  readonly exchangeContext: ExchangeContext;
  readonly abort: RunAbort;
  readonly onExchange?: (exchange: Exchange) => void;
}

/** After this many consecutive connection failures, the installation counts as gone. */
const maximumConnectionFailures = 3;

/** Makes a sender that stores its exchanges, and ends the run if an installation that answered stops answering. */
export function makeSender(options: SenderOptions) {
  const { client, installation, exchangeContext, abort, onExchange } = options;
  const exchanges: Exchange[] = [];
  let failuresInARow = 0;

  const noteConnection = ({ failure }: Exchange): void => {
    failuresInARow =
      failure !== undefined && connectionFailures.includes(failure.kind) ? failuresInARow + 1 : 0;
    if (failuresInARow < maximumConnectionFailures || !exchanges.some(({ answer }) => answer)) return;
    abort.abort({ kind: 'unreachable', reason: `the installation stopped answering: ${failure?.reason}` });
  };

  const send: Send = async ({ endpoint, request, context, marks }) => {
    const before = abort.reason();
    let isUnderWay = false;
    if (before !== undefined) return { notAsked: before.reason, why: before.kind };
    const add = async (httpRequest: HttpRequest, sent: Sent, sentAgain?: string): Promise<Exchange> => {
      const { body } = httpRequest;
      const seen = await makeExchange(endpoint, request, httpRequest, sent, exchangeContext);
      const exchange = {
        ...seen,
        id: `e${exchanges.length + 1}`,
        ...marks,
        ...(context.id === undefined ? {} : { recordId: context.id }),
        ...(body === undefined ? {} : { bundleHash: createHash('sha256').update(body).digest('base64url') }),
        ...(sentAgain === undefined ? {} : { sentAgain }),
      };
      exchanges.push(exchange);
      return exchange;
    };
    try {
      const httpRequest = makeRequest(installation, endpoint, request, context);
      const sent = await client.send(httpRequest, {
        onSend: () => {
          isUnderWay = true;
        },
        onSentAgain: async (superseded, cause) => {
          isUnderWay = false;
          await add(httpRequest, superseded, cause);
        },
      });
      isUnderWay = false;
      const exchange = await add(httpRequest, sent).finally(sent.release);
      noteConnection(exchange);
      onExchange?.(exchange);
      return exchange;
    } catch (thrown) {
      // Reading an answer must never throw: if it does, that is a fault of this suite.
      const since = abort.reason() ?? faultOf(thrown);
      abort.abort(since);
      return { notAsked: since.reason, why: since.kind, ...(isUnderWay ? { wasSent: true } : {}) };
    }
  };

  /** Every exchange so far, in order of completion. */
  return { send, exchanges: exchanges as readonly Exchange[] };
}
