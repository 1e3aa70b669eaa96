import { classify, isObject } from '../../contract/answers.ts';
import { isOtherwiseByQuery } from '../../contract/checks/authentication.ts';
import { createdIds } from '../../contract/created-ids.ts';
import { endpointOf, endpoints } from '../../contract/endpoints.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../contract/exchange.ts';
import { otherVersionFour, unknownPath } from '../../contract/request.ts';
import { defaultImportBundle } from '../configuration/default-import-bundle.ts';
import type { AskOnce } from './ask-once.ts';
import { otherBundle } from './plan.ts';
import type { Send } from './sender.ts';

const versionFour = endpointOf('GET /api/v4/projects');
const imports = endpointOf('POST /api/v3/fhir_imports');

/** Where what an import created may be read. */
const readers = [
  endpointOf('GET /api/v3/projects/:id'),
  endpointOf('GET /api/v3/citations/:id'),
  endpointOf('GET /api/v3/extractions/:id'),
  endpointOf('GET /api/v3/sd_meta_data/:id'),
];

/** The most requests by which a run tries to read what an import created. */
export const mostReads = 4;

/**
 * Where the key in the query got less than that in the header, the header once more shows whether the way of the key is the
 * reason: what was asked for may have been deleted in between.
 */
export async function lookIntoQueryKeys({ ask, resultOf }: AskOnce): Promise<void> {
  const differing = endpoints.filter((endpoint) => {
    const byHeader = resultOf(endpoint, { key: 'header' });
    const byQuery = resultOf(endpoint, { key: 'query' });
    if (byHeader === undefined || byQuery === undefined) return false;
    return wasAsked(byHeader) && wasAsked(byQuery) && isOtherwiseByQuery(byHeader, byQuery, endpoint);
  });
  await Promise.all(differing.map((endpoint) => ask({ endpoint, request: { key: 'header', again: true } })));
}

/** Where another path of version 4 answers, a path that does not exist shows whether every path does. */
export async function lookIntoVersionFour({ ask, keep, resultOf }: AskOnce): Promise<void> {
  const other = resultOf(versionFour, otherVersionFour);
  if (!isSuccess(other)) return;
  const odd = await ask({ endpoint: endpointOf('GET /api/v3/projects'), request: unknownPath });
  keep({ endpoint: versionFour, request: unknownPath }, odd);
}

/**
 * An empty object is an empty list where lists are maps, or where an encoder leaves empty ones out of their wrapper. Where
 * every other list is a bare array, and two of them hold records, it is neither.
 */
export function lookIntoEmptyObjects({ keep, resultOf }: AskOnce): void {
  const request = { key: 'header' } as const;
  const answered = endpoints
    .filter(({ kind }) => kind === 'list')
    .map((endpoint) => ({ endpoint, result: resultOf(endpoint, request) }))
    .filter(({ result }) => isSuccess(result));
  const empty = answered.filter(({ result }) => isEmptyObject(jsonOf(result)));
  const others = answered.filter(({ result }) => !isEmptyObject(jsonOf(result)));
  const filled = others.filter(({ result }) => {
    const value = jsonOf(result);
    return Array.isArray(value) && value.length > 0;
  });
  const [example] = filled;
  if (filled.length < 2 || !others.every(({ result }) => Array.isArray(jsonOf(result)))) return;
  for (const { endpoint } of empty)
    if (example?.result !== undefined)
      keep({ endpoint, request: { ...request, elsewhere: 'array' } }, example.result);
}

function jsonOf(found: Exchange | NotAsked | undefined): unknown {
  return found !== undefined && wasAsked(found) && found.answer?.json.ok === true
    ? found.answer.json.value
    : undefined;
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Statuses with which a service refuses what a Bundle holds. */
const aboutContent: readonly number[] = [400, 409, 415, 422];

/**
 * The Bundle of this suite has a type that FHIR R4 does not have, and the same title each time: where it is refused for its
 * content, another one shows whether valid Bundles are. Its answer counts then.
 */
export async function importInEachRelease(
  importBundle: string,
  { ask, keep, resultOf }: AskOnce,
): Promise<void> {
  const request = { key: 'header', body: 'valid' } as const;
  const refused = resultOf(imports, request);
  if (importBundle !== defaultImportBundle || refused === undefined || !wasAsked(refused)) return;
  if (classify(refused) !== 'client-error' || !aboutContent.includes(refused.answer?.status ?? 0)) return;
  const other = await ask({ endpoint: imports, request: otherBundle });
  if (isSuccess(other)) keep({ endpoint: imports, request }, other);
}

/** Tries whether what an import created can be read by the identifiers in its answer. */
export async function readCreated(send: Send, { keep, resultOf }: AskOnce): Promise<void> {
  const created = resultOf(imports, { key: 'header', body: 'valid' });
  if (!isSuccess(created) || created.answer?.json.ok !== true) return;
  const { certain, doubtful } = createdIds(created.answer.json.value, created.sentBundle);
  const ids = [...certain, ...doubtful].map(lastSegment).filter((id) => id !== '');
  const chosen = [...new Set(ids)].slice(0, 2);
  const tries = chosen.flatMap((id) =>
    readers.slice(0, mostReads / chosen.length).map((endpoint) => ({ id, endpoint })),
  );
  const request = { key: 'header', id: 'created' } as const;
  for (const { id, endpoint } of tries) {
    const read = await send({ endpoint, request }, id, {});
    keep({ endpoint: imports, request }, read);
    if (resultOf(endpoint, request) === undefined || !isDocumented(read)) keep({ endpoint, request }, read);
    if (isSuccess(read)) return;
  }
}

/** The id at the end of a link or of a FHIR reference. */
function lastSegment(id: string): string {
  const [unversioned = ''] = id.split('/_history/', 1);
  const [path = ''] = unversioned.split(/[?#]/, 1);
  const segment = path.split('/').filter(Boolean).at(-1) ?? '';
  return segment === '.' || segment === '..' ? '' : segment.replace(/^urn:uuid:/, '');
}

function isDocumented(found: Exchange | NotAsked): boolean {
  return wasAsked(found) && classify(found) !== 'outside';
}

function isSuccess(found: Exchange | NotAsked | undefined): found is Exchange {
  return found !== undefined && wasAsked(found) && classify(found) === 'success';
}
