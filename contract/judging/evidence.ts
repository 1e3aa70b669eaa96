import type { Need } from '../checks/check.ts';
import { type Endpoint, type EndpointId, endpoints, isOfVersionThree } from '../document/endpoints.ts';
import { classify, isClientError, isSuccess, jsonOf } from './answers.ts';
import { entriesOf } from './choose-records.ts';
import { connectionFailures, type Exchange, type NotAsked } from './exchange.ts';
import { presentedBy, type RequestSpec, requestSpecId, type SentRequest, type Way, ways } from './request.ts';

/** Gives access to the exchanges of a run. Sends nothing. */
export interface Evidence {
  /** The obstacle to the whole run, as a sentence. */
  readonly obstacle?: string;
  readonly has: (need: Need) => boolean;
  /** The exchange of a request at an endpoint, or why it was not sent; undefined if no check needed it. */
  readonly of: (endpoint: Endpoint, request: RequestSpec) => Exchange | NotAsked | undefined;
  /** Every exchange at an endpoint, in the order of completion, including those that were sent again. */
  readonly at: (endpoint: Endpoint) => readonly Exchange[];
  /** The endpoints where nearly valid keys and another user's key are tried. */
  readonly sampledAt: readonly EndpointId[];
}

/** How a run requests one endpoint, chosen by its first requests there. */
export interface Choice {
  /** The way that works: the header, unless only the query does. */
  readonly way: Way;
  /** The list needs the project parameter, or is empty without it. */
  readonly project?: 'named';
  /** The first entry of the list is missing, but the second exists: it replaces the known record. */
  readonly swapped?: true;
}

/** The exchange of exactly this request at an endpoint, or undefined. */
export type Find = (request: SentRequest) => Exchange | undefined;

/** The way that works in an installation: the header, unless a valid key succeeded in the query alone. */
export function usualWay(exchanges: Iterable<Exchange>): Way {
  const keys = new Set([...exchanges].filter(isPlainSuccess).map(({ request }) => request.key));
  return !keys.has('header') && keys.has('query') ? 'query' : 'header';
}

/**
 * The choice that follows from the first requests at an endpoint. Pure: the same exchanges give the same choice.
 * @param usual the way that works elsewhere: it is used if neither works here
 */
export function choiceAt(endpoint: Endpoint, find: Find, usual: Way): Choice {
  if (endpoint.kind === 'import') {
    const byHeader = find({ key: 'header', body: 'valid' });
    const isRefused = byHeader !== undefined && classify(byHeader) === 'refusal';
    return { way: isRefused && isSuccess(find({ key: 'query', body: 'valid' })) ? 'query' : 'header' };
  }
  const byHeader = find({ key: 'header' });
  // A crash does not refuse a key: the answer to the query does not matter then.
  const queryMatters = byHeader === undefined || isClientError(byHeader) || isSuccess(byHeader);
  const tried = (queryMatters ? ways : ['header' as const]).map((way) => choiceBy(endpoint, way, find));
  const { choice } =
    tried.find(({ works }) => works) ??
    tried.find(({ choice: { way } }) => way === usual && find({ key: way }) !== undefined) ??
    choiceBy(endpoint, 'header', find);
  return choice;
}

/** The choice for requests with the key presented in this way, and whether it works. */
function choiceBy(
  endpoint: Endpoint,
  way: Way,
  find: Find,
): { readonly choice: Choice; readonly works: boolean } {
  const plain = find({ key: way });
  if (endpoint.projectScoped === true) {
    const named = find({ key: way, project: 'named' });
    return isWithProject(plain, named, endpoint.resource)
      ? { choice: { way, project: 'named' }, works: isSuccess(named) }
      : { choice: { way }, works: isSuccess(plain) };
  }
  const second = endpoint.idsFrom === undefined ? undefined : find({ key: way, id: 'second' });
  // A record that causes a server error exists: no other record replaces it in any order of requests.
  return plain !== undefined && isClientError(plain) && isSuccess(second)
    ? { choice: { way, swapped: true }, works: true }
    : { choice: { way }, works: isSuccess(plain) };
}

/**
 * Whether requests for a list name the project from now on: it is refused without the project and accepted with it, or
 * empty only without it.
 */
function isWithProject(plain: Exchange | undefined, named: Exchange | undefined, resource: string): boolean {
  if (named === undefined || (plain !== undefined && !mayWantProject(plain, resource))) return false;
  if (!isSuccess(plain)) return !isClientError(named);
  return isSuccess(named) && (entriesIn(named, resource)?.length ?? 0) > 0;
}

/** Whether a list may require its project: a success without entries, or a 4xx that is not about the key. */
export function mayWantProject(plain: Exchange, resource: string): boolean {
  if (isSuccess(plain)) return entriesIn(plain, resource)?.length === 0;
  return classify(plain) === 'client-error';
}

/** The entries of a list in an answer; undefined if it shows none. */
export function entriesIn(exchange: Exchange, resource: string): readonly unknown[] | undefined {
  return entriesOf(jsonOf(exchange), resource);
}

/** The request after applying a choice. */
export function requestBy(request: RequestSpec, choice: Choice, endpoint: Endpoint): SentRequest {
  const sent = presentedBy(request, choice.way);
  if (request.path !== undefined) return sent;
  const { id = 'known' } = sent;
  if (choice.swapped === true && (id === 'known' || id === 'second'))
    return { ...sent, id: id === 'known' ? 'second' : 'known' };
  return choice.project === undefined || endpoint.projectScoped !== true
    ? sent
    : { ...sent, project: 'named' };
}

/** Where keys are sampled first; if neither endpoint accepts a valid key, the first one that does replaces both. */
export const sampledFirst: readonly EndpointId[] = ['GET /api/v3/projects', 'GET /api/v3/users'];

/** The endpoints at which a valid key succeeded, in the order of the document. */
export function acceptedAt(exchanges: readonly Exchange[]): readonly EndpointId[] {
  const found = new Set(exchanges.filter(isPlainSuccess).map(({ endpoint }) => endpoint));
  return endpoints.filter((one) => isOfVersionThree(one) && found.has(one.id)).map(({ id }) => id);
}

/** True for a success of the plain request with a valid key. */
export function isPlainSuccess(exchange: Exchange): boolean {
  const { key, path, method } = exchange.request;
  return (
    (key === 'header' || key === 'query') && path === undefined && method === undefined && isSuccess(exchange)
  );
}

/** The endpoints where nearly valid keys and another user's key are tried. */
export function sampledAt(exchanges: readonly Exchange[]): readonly EndpointId[] {
  const accepted = acceptedAt(exchanges);
  const usual = sampledFirst.filter((id) => accepted.includes(id));
  if (usual.length > 0) return usual;
  return accepted.length > 0 ? accepted.slice(0, 1) : sampledFirst;
}

/** The input for making evidence. */
export interface EvidenceSource extends Pick<Evidence, 'has' | 'obstacle'> {
  /** In the order of completion. */
  readonly exchanges: readonly Exchange[];
  /** Why requests were not sent, by `requestKey`. */
  readonly notAsked: ReadonlyMap<string, NotAsked>;
  /** Why the installation went away, if it did: later connection failures are no fault of their endpoints. */
  readonly goneSince?: string;
}

/** Identifies a request within a run. */
export function requestKey({ id }: Pick<Endpoint, 'id'>, request: RequestSpec): string {
  return `${id} ${requestSpecId(request)}`;
}

/** Makes evidence. Pure: the same exchanges give the same evidence, regardless of their source. */
export function makeEvidence(source: EvidenceSource): Evidence {
  const { exchanges, notAsked, has, obstacle, goneSince } = source;
  const isGone = ({ failure }: Exchange): boolean =>
    goneSince !== undefined && failure !== undefined && connectionFailures.includes(failure.kind);
  const counted = exchanges.filter((one) => !isGone(one) && one.repeats === undefined);
  const byKey = new Map(
    counted
      .filter(({ sentAgain }) => sentAgain === undefined)
      .map((one) => [`${one.endpoint} ${requestSpecId(one.request)}`, one]),
  );
  const usual = usualWay(counted);
  const choices = new Map(
    endpoints.map((one) => [one.id, choiceAt(one, (request) => byKey.get(requestKey(one, request)), usual)]),
  );
  const gone = goneSince === undefined ? undefined : ({ notAsked: goneSince, why: 'unreachable' } as const);
  return {
    has,
    ...(obstacle === undefined ? {} : { obstacle }),
    of: (endpoint, request) => {
      const choice = choices.get(endpoint.id) ?? { way: usual };
      const key = requestKey(endpoint, requestBy(request, choice, endpoint));
      // If the content of this suite's Bundle is refused, the answer to the other one counts.
      const other = byKey.get(key.replace(/ valid$/, ' valid-in-each-release'));
      if (request.body === 'valid' && isSuccess(other)) return other;
      return byKey.get(key) ?? notAsked.get(requestKey(endpoint, request)) ?? notAsked.get(key) ?? gone;
    },
    at: ({ id }) => counted.filter(({ endpoint }) => endpoint === id),
    sampledAt: sampledAt(counted),
  };
}
