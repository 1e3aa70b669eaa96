import { type Endpoint, endpointOf, recordEndpoints } from '../../contract/document/endpoints.ts';
import {
  classify,
  isAboutBundle,
  isClientError,
  isObject,
  isSuccess,
} from '../../contract/judging/answers.ts';
import {
  createdIds,
  idOf,
  malformedIdLike,
  nextPageQuery,
  unknownIdLike,
} from '../../contract/judging/choose-records.ts';
import {
  type Choice,
  choiceAt,
  entriesIn,
  mayWantProject,
  requestBy,
  requestKey,
  usualWay,
} from '../../contract/judging/evidence.ts';
import { type Exchange, type NotAsked, type NotAskedWhy, wasAsked } from '../../contract/judging/exchange.ts';
import { type RequestSpec, type SentRequest, ways } from '../../contract/judging/request.ts';
import type { AskedAt } from '../../contract/scope.ts';
import { defaultImportBundle } from '../configuration/import-bodies.ts';
import type { Installation } from '../configuration/installation.ts';
import { placeholder } from '../evidence/redaction.ts';
import { once } from '../once.ts';
import { otherBundle } from './plan.ts';
import type { ReadyRequest, Send } from './sender.ts';

/** Sends each distinct request once; a repeated call returns the same exchange, except that of `askAgain`. */
export type Asker = ReturnType<typeof makeAsker>;

/** The ids for a record endpoint, and the known facts about them; or why none is known. */
type KnownIds =
  | { readonly ids: readonly string[]; readonly marks: NonNullable<ReadyRequest['marks']> }
  | NotAsked;

const oneProject = endpointOf('GET /api/v3/projects/:id');

/** Makes the request cache of a run. */
export function makeAsker(installation: Installation, send: Send) {
  const started = new Map<string, Promise<Exchange | NotAsked>>();
  const results = new Map<string, Exchange>();
  /** Why requests were not sent, by `requestKey`. */
  const notAsked = new Map<string, NotAsked>();
  const prepared = new Map<string, Promise<void>>();
  const known = new Map<string, Promise<KnownIds>>();

  const find = (endpoint: Endpoint, request: SentRequest): Exchange | undefined =>
    results.get(requestKey(endpoint, request));
  const choiceOf = (endpoint: Endpoint): Choice =>
    choiceAt(endpoint, (request) => find(endpoint, request), usualWay(results.values()));

  const knownIds = (endpoint: Endpoint): Promise<KnownIds> =>
    once(known, endpoint.id, () => learnIds(endpoint));

  const learnIds = async ({ idsFrom, pinnedId, noun }: Endpoint): Promise<KnownIds> => {
    const pinned = pinnedId === undefined ? undefined : installation.pinnedIds[pinnedId];
    if (pinned !== undefined) return { ids: [pinned], marks: { idIsPinned: true } };
    if (idsFrom === undefined) return { ids: [], marks: {} };
    const list = endpointOf(idsFrom);
    const listed = await ask({ endpoint: list, request: { key: 'valid' } });
    const unknown = (what: string, why: NotAskedWhy, isExplained = true): NotAsked => ({
      notAsked: `no ${noun} is known: ${what}, and ${pinnedId} is not set`,
      why,
      ...(isExplained ? {} : { notShown: true }),
    });
    if (!wasAsked(listed)) return listed;
    if (listed.throttled)
      return { notAsked: `no ${noun} is known: ${idsFrom} was throttled`, why: 'list-throttled' };
    if (!isSuccess(listed))
      return unknown(`${idsFrom} did not succeed`, 'list-failed', await hasNoProject(list));
    const entries = entriesIn(listed, list.resource);
    if (entries === undefined) {
      const unread = listed.answer?.unread;
      const what =
        unread === undefined
          ? `no list was recognized in the answer of ${idsFrom}`
          : `the answer of ${idsFrom} was not read, since ${unread}`;
      return unknown(what, 'list-not-recognized', false);
    }
    if (entries.length === 0) return unknown(`${idsFrom} is empty`, 'list-empty');
    // A record's id may be one of our secrets, such as a project in a header: a redacted value cannot be requested.
    const ids = entries.flatMap((entry) => idOf(entry)?.id ?? []).filter((id) => !id.includes(placeholder));
    return ids.length === 0
      ? unknown(`no usable id was found in the answer of ${idsFrom}`, 'no-id-in-list', false)
      : { ids: [...new Set(ids)].slice(0, 2), marks: { idIsListed: true } };
  };

  /** The project for lists: the pinned one, or the one chosen from the list of projects. */
  const projectId = async (): Promise<string | undefined> => {
    const { PROJECT_ID } = installation.pinnedIds;
    if (PROJECT_ID !== undefined) return PROJECT_ID;
    await prepare(oneProject);
    const ids = await knownIds(oneProject);
    if ('notAsked' in ids) return undefined;
    return choiceOf(oneProject).swapped === true ? ids.ids[1] : ids.ids[0];
  };

  /** Without a project, a project's list has nothing to show. */
  const hasNoProject = async ({ projectScoped }: Endpoint): Promise<boolean> => {
    if (projectScoped !== true || installation.pinnedIds.PROJECT_ID !== undefined) return false;
    const projects = endpointOf('GET /api/v3/projects');
    const listed = await ask({ endpoint: projects, request: { key: 'valid' } });
    return wasAsked(listed) && isSuccess(listed) && entriesIn(listed, projects.resource)?.length === 0;
  };

  /** Sends the requests on which the choices at an endpoint depend. */
  const prepare = (endpoint: Endpoint): Promise<void> => once(prepared, endpoint.id, () => learn(endpoint));

  const learn = async (endpoint: Endpoint): Promise<void> => {
    if (endpoint.kind === 'import') return;
    for (const key of ways) {
      const plain = await sendExactly(endpoint, { key });
      if (!wasAsked(plain)) return;
      if (endpoint.projectScoped === true && mayWantProject(plain, endpoint.resource)) {
        const project = await projectId();
        if (project !== undefined) await sendExactly(endpoint, { key, project: 'named' }, project);
      }
      if (endpoint.idsFrom !== undefined && isClientError(plain))
        await sendExactly(endpoint, { key, id: 'second' });
      const { way, swapped } = choiceOf(endpoint);
      const worked = way === key && (swapped === true || isSuccess(resultOf(endpoint, { key })));
      if (worked || !isClientError(plain)) return;
    }
  };

  /** The context of a request, or why it cannot be sent. */
  const contextOf = async (
    endpoint: Endpoint,
    request: SentRequest,
    given: string | undefined,
  ): Promise<Pick<ReadyRequest, 'context' | 'marks'> | NotAsked> => {
    const project = request.project === 'named' ? (given ?? (await projectId())) : undefined;
    const query = project === undefined ? {} : { [installation.projectParameter]: project };
    if (request.page !== undefined) {
      const first = resultOf(endpoint, { key: 'valid' });
      const next = isSuccess(first) ? nextPageQuery(first) : undefined;
      return next === undefined
        ? { notAsked: 'the list does not show how to get its next page', why: 'no-next-page' }
        : { context: { query: { ...query, ...next } } };
    }
    if (endpoint.idsFrom === undefined || request.path !== undefined) return { context: { query } };
    if (given !== undefined) return { context: { id: given } };
    const ids = await knownIds(endpoint);
    const [first, second] = 'notAsked' in ids ? [] : ids.ids;
    if (request.id === 'unknown') return { context: { id: unknownIdLike(first) } };
    if (request.id === 'malformed') {
      const id = malformedIdLike(first);
      return id === undefined
        ? { notAsked: `no id of a ${endpoint.noun} shows which form ids have`, why: 'no-other-form' }
        : { context: { id } };
    }
    if ('notAsked' in ids) return ids;
    const id = request.id === 'second' ? second : first;
    return id === undefined
      ? { notAsked: `no second ${endpoint.noun} is known`, why: 'no-second-record' }
      : { context: { id }, marks: ids.marks };
  };

  /** Sends exactly this request, with a key presentation that was chosen elsewhere. */
  const sendExactly = (
    endpoint: Endpoint,
    request: SentRequest,
    id?: string,
  ): Promise<Exchange | NotAsked> => {
    const key = requestKey(endpoint, request);
    return once(started, key, async () => {
      const ready = await contextOf(endpoint, request, id);
      const result = 'notAsked' in ready ? ready : await send({ endpoint, request, ...ready });
      if (wasAsked(result)) results.set(key, result);
      else notAsked.set(key, result);
      return result;
    });
  };

  /** Sends a request by the choices at its endpoint, after the requests on which they depend. */
  const ask = async ({ endpoint, request }: AskedAt): Promise<Exchange | NotAsked> => {
    if (request.path === undefined) await prepare(endpoint);
    return sendExactly(endpoint, requestBy(request, choiceOf(endpoint), endpoint));
  };

  /**
   * Sends a request even if this run has sent it already. Choices and verdicts rest on the first exchange: otherwise an
   * answer that one test waited for would change the verdicts of others.
   */
  const askAgain = async (wanted: AskedAt): Promise<Exchange | NotAsked> => {
    const before = new Set(started.keys());
    const first = await ask(wanted);
    if (!wasAsked(first)) return first;
    const { endpoint } = wanted;
    const { id: repeats, request } = first;
    if (!before.has(requestKey(endpoint, request))) return first;
    const ready = await contextOf(endpoint, request, undefined);
    if ('notAsked' in ready) return ready;
    return send({ endpoint, request, ...ready, marks: { ...ready.marks, repeats } });
  };

  /** The exchange of a request, by the choices at its endpoint. */
  const resultOf = (endpoint: Endpoint, request: RequestSpec): Exchange | undefined =>
    find(endpoint, requestBy(request, choiceOf(endpoint), endpoint));

  return { ask, askAgain, sendExactly, prepare, resultOf, notAsked };
}

const imports = endpointOf('POST /api/v3/fhir_imports');

/**
 * Imports the Bundle, in the way that accepts it, and reads the resources that the answer names. An import is never
 * sent again after an answer; another key presentation, or another Bundle, is tried only after a refusal.
 */
export async function tryImport(asker: Asker, { importBundle }: Installation): Promise<void> {
  const byHeader = await asker.sendExactly(imports, { key: 'header', body: 'valid' });
  if (!wasAsked(byHeader)) return;
  if (classify(byHeader) === 'refusal') {
    const other = await asker.sendExactly(imports, { key: 'query', body: 'other-type' });
    if (wasAsked(other) && (isSuccess(other) || isAboutBundle(other)))
      await asker.sendExactly(imports, { key: 'query', body: 'valid' });
  }
  const imported = asker.resultOf(imports, { key: 'valid', body: 'valid' });
  if (imported === undefined) return;
  const isRefused = isAboutBundle(imported) && imported.answer?.status !== 413;
  const counted =
    isRefused && importBundle === defaultImportBundle
      ? await asker.ask({ endpoint: imports, request: otherBundle })
      : imported;
  if (!wasAsked(counted) || !isSuccess(counted)) return;
  const sent = counted.request.body === otherBundle.body ? [] : typesIn(importBundle);
  await readCreated(asker, counted, sent.length > 0 && sent.every((type) => readersOf(type).length > 0));
}

/** The types of the resources in a Bundle, which is JSON. */
function typesIn(bundle: string): readonly string[] {
  const { entry = [] } = JSON.parse(bundle) as { readonly entry?: unknown };
  return [entry].flat().map((one) => {
    const resource = isObject(one) && isObject(one.resource) ? one.resource : {};
    return String(resource.resourceType);
  });
}

function readersOf(kind: string): readonly Endpoint[] {
  return recordEndpoints.filter(({ reads }) => reads?.includes(kind.toLowerCase()));
}

/**
 * Reads each resource that an import names once, if the document has an endpoint for it.
 * @param isReadable every imported type has an endpoint: an id without a type is then read there
 */
async function readCreated(asker: Asker, { answer }: Exchange, isReadable: boolean): Promise<void> {
  if (answer?.json.ok !== true) return;
  const ids = createdIds(answer.json.value, answer.headers.location);
  const named = recordEndpoints.flatMap((endpoint) => {
    const found = ids.find(({ kind }) => kind !== undefined && readersOf(kind).includes(endpoint));
    return found === undefined ? [] : [{ endpoint, id: found.id }];
  });
  const unnamed = isReadable ? ids.find(({ kind }) => kind === undefined) : undefined;
  const reads =
    named.length > 0 || unnamed === undefined
      ? named
      : recordEndpoints.map((endpoint) => ({ endpoint, id: unnamed.id }));
  for (const { endpoint, id } of reads) {
    await asker.prepare(endpoint);
    const used = asker.resultOf(endpoint, { key: 'valid' })?.request.key;
    const key = used === 'query' ? 'query' : 'header';
    const read = await asker.sendExactly(endpoint, { key, id: 'created' }, id);
    if (named.length === 0 && wasAsked(read) && isSuccess(read)) return;
  }
}
