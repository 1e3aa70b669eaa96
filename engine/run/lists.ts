import { classify, isClientError } from '../../contract/answers.ts';
import { type Endpoint, endpointOf } from '../../contract/endpoints.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../contract/exchange.ts';
import { entriesOf, idCandidatesOf, showsOwnIds } from '../../contract/ids.ts';
import { isList } from '../../contract/list-shape.ts';
import type { Installation } from '../configuration/installation.ts';
import { placeholder } from '../evidence/redaction.ts';
import type { Wanted } from './plan.ts';

/** What a run learnt about a list: which parameter it needs, and which ids it shows. */
export interface PreparedList {
  /** The exchanges of the plain requests, by credential: these requests are not sent again. */
  readonly asked: Readonly<Partial<Record<'header' | 'query', Exchange | NotAsked>>>;
  /** The project parameter, if the list needs one. */
  readonly projectQuery: Readonly<Record<string, string>>;
  /** The likeliest id of each entry, at most five. */
  readonly ids: readonly string[];
  /** What may be the id of each entry in a path, the likeliest first. */
  readonly candidates: readonly (readonly string[])[];
  /** The entries show ids of their own. */
  readonly showsOwnIds: boolean;
  /** It was shown, and has no entry. */
  readonly isEmpty: boolean;
  /** The answer without the project parameter, if the list needs one. */
  readonly unscoped?: Exchange;
  /** Not found, both without and with a project. */
  readonly seemsMissing?: true;
}

export interface Lists {
  /** Learns about a list, with the same result for every call. */
  readonly prepare: (endpoint: Endpoint) => Promise<PreparedList>;
  /** The likeliest id for the path of a record: the pinned one, or the first that its list shows. */
  readonly idFor: (endpoint: Endpoint) => Promise<string | undefined>;
  /** Asks a list again for the ids that it shows now; undefined if it does not answer as before. */
  readonly idsNow: (endpoint: Endpoint, key: 'header' | 'query') => Promise<readonly string[] | undefined>;
}

type Send = (
  wanted: Wanted,
  id: string | undefined,
  projectQuery: Readonly<Record<string, string>>,
) => Promise<Exchange | NotAsked>;

/**
 * Prepares lists: requests them plainly and, if they are refused or empty, with a project. Which parameter names the
 * project is open (GAP-CITATIONS-PROJECT).
 * @param findProject the id by which a project was found, where it may be another than the likeliest
 */
export function makeLists(
  installation: Installation,
  send: Send,
  findProject: () => Promise<string | undefined> = async () => undefined,
): Lists {
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
    const list = { asked, projectQuery: {}, ...idsIn(plain, endpoint) };
    if (endpoint.projectScoped !== true || list.ids.length > 0 || !mayWantProject(plain)) return list;
    const scopeTo = async (project: string): Promise<PreparedList> => {
      const projectQuery = { [installation.projectParameter]: project };
      const scoped = await send({ endpoint, request: { key } }, undefined, projectQuery);
      const found = isOtherError(scoped) ? await findProject() : undefined;
      if (found !== undefined && found !== project) return scopeTo(found);
      if (isNotFound(plain) && isNotFound(scoped)) return { ...list, seemsMissing: true };
      // An empty list is a valid answer and is judged; the answer with a project only adds ids.
      if (wasAsked(plain) && classify(plain) === 'success') return { ...list, ...idsIn(scoped, endpoint) };
      // Another refusal shows nothing new; any other answer is judged, even if it breaks the document.
      if (!wasAsked(scoped) || isClientError(scoped)) return list;
      const unscoped = wasAsked(plain) ? { unscoped: plain } : {};
      return { asked: { ...asked, [key]: scoped }, projectQuery, ...idsIn(scoped, endpoint), ...unscoped };
    };
    const project = await projectId();
    return project === undefined ? list : scopeTo(project);
  };

  return {
    prepare,
    idFor: async ({ idsFrom, pinnedId }) => {
      const pinned = pinnedId === undefined ? undefined : installation.pinnedIds[pinnedId];
      if (pinned !== undefined || idsFrom === undefined) return pinned;
      return (await prepare(endpointOf(idsFrom))).ids[0];
    },
    async idsNow(endpoint, key) {
      const { projectQuery } = await prepare(endpoint);
      const again = await send({ endpoint, request: { key, again: true } }, undefined, projectQuery);
      if (!wasAsked(again) || classify(again) !== 'success') return undefined;
      return idsIn(again, endpoint).candidates.flatMap((ids) => ids.slice(0, 1));
    },
  };
}

function idsIn(
  exchange: Exchange | NotAsked,
  { resource }: Endpoint,
): Pick<PreparedList, 'ids' | 'candidates' | 'showsOwnIds' | 'isEmpty'> {
  if (!wasAsked(exchange) || classify(exchange) !== 'success' || exchange.answer?.json.ok !== true)
    return { ids: [], candidates: [], showsOwnIds: false, isEmpty: false };
  const { value } = exchange.answer.json;
  // The id of a record may be a secret of ours, as in a header that names a project: nobody can ask for what was hidden.
  const candidates = idCandidatesOf(value, resource)
    .map((ids) => ids.filter((id) => !id.includes(placeholder)))
    .filter((ids) => ids.length > 0);
  const likeliest = candidates.flatMap((ids) => ids.slice(0, 1));
  return {
    ids: [...new Set(likeliest)].slice(0, 5),
    candidates,
    showsOwnIds: showsOwnIds(value, resource),
    isEmpty: isList(value, resource) && entriesOf(value, resource).length === 0,
  };
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

/** A 4xx that is not about the key. */
function isOtherError(exchange: Exchange | NotAsked): boolean {
  return wasAsked(exchange) && classify(exchange) === 'client-error';
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
