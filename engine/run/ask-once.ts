import { classify } from '../../contract/answers.ts';
import { type Endpoint, endpointOf } from '../../contract/endpoints.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../contract/exchange.ts';
import { malformedIdLike, unknownIdLike } from '../../contract/ids.ts';
import { nextPageQuery } from '../../contract/next-page.ts';
import { type RequestSpec, requestSpecId } from '../../contract/request.ts';
import type { Lists } from './lists.ts';
import { requestId, type Wanted } from './plan.ts';
import type { Records } from './records.ts';
import type { RunAbort } from './run-abort.ts';
import type { Send } from './sender.ts';

/** Sends each distinct request once; asking again returns the same exchange. */
export interface AskOnce {
  readonly ask: (wanted: Wanted) => Promise<Exchange | NotAsked>;
  /** Sends a request once more, whatever it got, and registers its exchange as the result. */
  readonly askAnew: (wanted: Wanted) => Promise<void>;
  /** Registers the exchange of another request as the result of this one. */
  readonly keep: (wanted: Wanted, result: Exchange | NotAsked) => void;
  /** The result of a request; undefined while it is under way or if it was not asked. */
  readonly resultOf: (endpoint: Endpoint, request: RequestSpec) => Exchange | NotAsked | undefined;
}

/** Makes the request cache of a run. */
export function makeAskOnce(send: Send, lists: Lists, records: Records, abort: RunAbort): AskOnce {
  const started = new Map<string, Promise<Exchange | NotAsked>>();
  const results = new Map<string, Exchange | NotAsked>();

  const askList = async (wanted: Wanted): Promise<Exchange | NotAsked> => {
    const { endpoint, request } = wanted;
    const id = requestSpecId(request);
    const isPlain = id === 'header' || id === 'query';
    if (request.page === 'next') return askNextPage(wanted);
    if (!isPlain && endpoint.projectScoped !== true) return send(wanted, undefined, {});
    const list = await lists.prepare(endpoint);
    return (isPlain ? list.asked[id] : undefined) ?? send(wanted, undefined, list.projectQuery);
  };

  const askNextPage = async (wanted: Wanted): Promise<Exchange | NotAsked> => {
    const { asked, projectQuery } = await lists.prepare(wanted.endpoint);
    const first = Object.values(asked).find((one) => wasAsked(one) && classify(one) === 'success');
    const query = first === undefined || !wasAsked(first) ? undefined : nextPageQuery(first);
    if (query === undefined) return { notAsked: 'the list does not show how to get its next page' };
    return send(wanted, undefined, projectQuery, { pageQuery: query });
  };

  const askRecord = async (wanted: Wanted): Promise<Exchange | NotAsked> => {
    const { endpoint, request } = wanted;
    if (request.id === 'unknown') return send(wanted, unknownIdLike(await lists.idFor(endpoint)), {});
    if (request.id === 'malformed') {
      const malformed = malformedIdLike(await lists.idFor(endpoint));
      if (malformed === undefined)
        return { notAsked: `no id of a ${endpoint.noun} shows which form ids have` };
      return send(wanted, malformed, {});
    }
    const record = await records.prepare(endpoint);
    const id = requestSpecId(request);
    const asked = id === 'header' || id === 'query' ? record.asked[id] : undefined;
    if (asked !== undefined) return asked;
    const chosen = request.id === 'second' ? record.second : record.id;
    const isListed = request.id === 'second' && record.secondIsListed === true;
    if (chosen !== undefined)
      return send(wanted, chosen, {}, isListed ? { marks: { idIsListed: true } } : {});
    if (request.id === 'second') return { notAsked: `no second ${endpoint.noun} is known` };
    const reason = `no ${endpoint.noun} is known: ${await whyNoId(endpoint)}, and ${endpoint.pinnedId} is not set`;
    return { notAsked: abort.reason()?.reason ?? reason };
  };

  const whyNoId = async ({ idsFrom }: Endpoint): Promise<string> => {
    const list = idsFrom === undefined ? undefined : await lists.prepare(endpointOf(idsFrom));
    return list?.isEmpty ? `${idsFrom} is empty` : `${idsFrom} showed no id`;
  };

  const askFirst = (wanted: Wanted): Promise<Exchange | NotAsked> => {
    const { endpoint, request } = wanted;
    if (endpoint.kind === 'list') return askList(wanted);
    const takesId = endpoint.idsFrom !== undefined && request.path === undefined;
    return takesId ? askRecord(wanted) : send(wanted, undefined, {});
  };

  const ask = (wanted: Wanted): Promise<Exchange | NotAsked> => {
    const id = requestId(wanted);
    const known = started.get(id) ?? askFirst(wanted);
    started.set(id, known);
    void known.then((result) => results.set(id, result));
    return known;
  };
  const keep = (wanted: Wanted, result: Exchange | NotAsked): void => {
    results.set(requestId(wanted), result);
  };

  return {
    ask,
    keep,
    async askAnew(wanted) {
      // The first exchange of a list or a record is known to what prepared it; as a repetition it is sent.
      const repetition = { ...wanted, request: { again: true, ...wanted.request } } as const;
      started.delete(requestId(repetition));
      keep(wanted, await ask(repetition));
    },
    resultOf: (endpoint, request) => results.get(requestId({ endpoint, request })),
  };
}
