import { classify, isClientError } from '../../contract/answers.ts';
import { type Endpoint, endpointOf } from '../../contract/endpoints.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../contract/exchange.ts';
import { idsOf } from '../../contract/ids.ts';
import type { Installation } from '../configuration/installation.ts';
import { placeholder } from '../evidence/redaction.ts';
import type { Wanted } from './plan.ts';

/** What a run learnt about a list: which parameter it needs, and which ids it shows. */
export interface PreparedList {
  /** The exchanges of the plain requests, by credential: these requests are not sent again. */
  readonly asked: Readonly<Partial<Record<'header' | 'query', Exchange | NotAsked>>>;
  /** The project parameter, if the list needs one. */
  readonly projectQuery: Readonly<Record<string, string>>;
  readonly ids: readonly string[];
  /** The answer without the project parameter, if the list needs one. */
  readonly unscoped?: Exchange;
  /** Not found, both without and with a project. */
  readonly seemsMissing?: true;
}

export interface Lists {
  /** Learns about a list, with the same result for every call. */
  readonly prepare: (endpoint: Endpoint) => Promise<PreparedList>;
  /** The id for the path of a record: the pinned one, or the first that its list shows. */
  readonly idFor: (endpoint: Endpoint) => Promise<string | undefined>;
}

type Send = (
  wanted: Wanted,
  id: string | undefined,
  projectQuery: Readonly<Record<string, string>>,
) => Promise<Exchange | NotAsked>;

/**
 * Prepares lists: requests them plainly and, if they are refused or empty, with a project. Which parameter names the
 * project is open (GAP-CITATIONS-PROJECT).
 */
export function makeLists(installation: Installation, send: Send): Lists {
  const prepared = new Map<string, Promise<PreparedList>>();

  const prepare = (endpoint: Endpoint): Promise<PreparedList> => {
    const known = prepared.get(endpoint.id) ?? learn(endpoint);
    prepared.set(endpoint.id, known);
    return known;
  };

  const projectId = async (): Promise<string | undefined> =>
    installation.pinnedIds.PROJECT_ID ?? (await prepare(endpointOf('GET /api/v3/projects'))).ids[0];

  const learn = async (endpoint: Endpoint): Promise<PreparedList> => {
    const byHeader = await send({ endpoint, request: { key: 'header' } }, undefined, {});
    // If the header is refused, try the query: a broken header must not hide everything else.
    const key = wasAsked(byHeader) && classify(byHeader) === 'refusal' ? 'query' : 'header';
    const plain = key === 'header' ? byHeader : await send({ endpoint, request: { key } }, undefined, {});
    const asked = { header: byHeader, [key]: plain };
    const list = { asked, projectQuery: {}, ids: idsIn(plain) };
    if (endpoint.projectScoped !== true || list.ids.length > 0 || !mayWantProject(plain)) return list;
    const project = await projectId();
    if (project === undefined) return list;
    const projectQuery = { [installation.projectParameter]: project };
    const scoped = await send({ endpoint, request: { key } }, undefined, projectQuery);
    if (isNotFound(plain) && isNotFound(scoped)) return { ...list, seemsMissing: true };
    // An empty list is a valid answer and is judged; the answer with a project only adds ids.
    if (wasAsked(plain) && classify(plain) === 'success') return { ...list, ids: idsIn(scoped) };
    // Another refusal shows nothing new; any other answer is judged, even if it breaks the document.
    if (!wasAsked(scoped) || isClientError(scoped)) return list;
    const unscoped = wasAsked(plain) ? { unscoped: plain } : {};
    return { asked: { ...asked, [key]: scoped }, projectQuery, ids: idsIn(scoped), ...unscoped };
  };

  return {
    prepare,
    idFor: async ({ idsFrom, pinnedId }) => {
      const pinned = pinnedId === undefined ? undefined : installation.pinnedIds[pinnedId];
      if (pinned !== undefined || idsFrom === undefined) return pinned;
      return (await prepare(endpointOf(idsFrom))).ids[0];
    },
  };
}

function idsIn(exchange: Exchange | NotAsked): readonly string[] {
  if (!wasAsked(exchange) || classify(exchange) !== 'success') return [];
  const ids = exchange.answer?.json.ok === true ? idsOf(exchange.answer.json.value) : [];
  // The id of a record may be a secret of ours, as in a header that names a project: nobody can ask for what was hidden.
  return ids.filter((id) => !id.includes(placeholder));
}

/**
 * Lists that were not found, both without and with a project, while another project-scoped list answers: only then is
 * it worth requesting a path that does not exist, to compare. If none answers, they may all need a parameter that we do
 * not know (GAP-CITATIONS-PROJECT).
 */
export function missingLists(
  lists: readonly { readonly endpoint: Endpoint; readonly list: PreparedList }[],
): readonly Endpoint[] {
  const answers = lists.some(({ endpoint, list }) => endpoint.projectScoped === true && hasSuccess(list));
  return answers
    ? lists.filter(({ list }) => list.seemsMissing === true).map(({ endpoint }) => endpoint)
    : [];
}

function hasSuccess({ asked }: PreparedList): boolean {
  return Object.values(asked).some((one) => wasAsked(one) && classify(one) === 'success');
}

function isNotFound(exchange: Exchange | NotAsked): boolean {
  return wasAsked(exchange) && exchange.answer?.status === 404;
}

/** A success without entries, or a 4xx that is not about the key. */
function mayWantProject(exchange: Exchange | NotAsked): boolean {
  if (!wasAsked(exchange)) return false;
  const answerClass = classify(exchange);
  return answerClass === 'success' || answerClass === 'client-error';
}
