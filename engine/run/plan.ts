import { type Endpoint, endpointOf } from '../../contract/endpoints.ts';
import { hasValidKey, type RequestSpec, requestSpecId, unknownPath } from '../../contract/request.ts';
import type { RunScope } from '../../contract/scope.ts';
import { defaultImportBundle } from '../configuration/default-import-bundle.ts';
import { hasNeed, type Installation } from '../configuration/installation.ts';

/** A request that a scope needs. */
export interface Wanted {
  readonly endpoint: Endpoint;
  readonly request: RequestSpec;
}

/** A planned request, before anything is known about the installation. */
export interface PlannedRequest extends Wanted {
  readonly stage: 'preflight' | 'lists' | 'main' | 'last';
  /** Present if the request is sent only in this case. */
  readonly onlyIf?: string;
}

/** Identifies a request within a run. */
export function requestId({ endpoint, request }: Wanted): string {
  return `${endpoint.id} ${requestSpecId(request)}`;
}

/** Every distinct request that the checks and the survey observers of a scope need. */
export function wantedBy(
  { checkCases, gapCases, oneSample }: RunScope,
  installation: Installation,
): readonly Wanted[] {
  const asks = [
    ...checkCases
      .filter(({ check }) => check.needs === undefined || hasNeed(installation, check.needs))
      .map(({ check, endpoint }) => ({ endpoint, asks: check.asks(endpoint) })),
    ...gapCases
      .filter(({ gap }) => gap.tier === 'survey')
      .map(({ gap, endpoint }) => ({ endpoint, asks: gap.asks(endpoint) })),
  ];
  const all = asks.flatMap(({ endpoint, asks: specs }) =>
    Object.values(specs)
      .filter(({ optional, more }) => optional !== true && (more !== true || oneSample !== true))
      .map(({ optional: _, more: __, ...request }) => ({ endpoint, request })),
  );
  return distinct(all);
}

/** The requests that show what prevents a whole run: up to two with a key, one without. */
export function preflightRequests(wanted: readonly Wanted[]): readonly Wanted[] {
  const plain = wanted.filter(({ endpoint, request }) => endpoint.needsOnlyKey === true && isPlain(request));
  const current = plain.filter(({ endpoint }) => endpoint.kind !== 'unstated');
  const chosen = current.length > 0 ? current : plain;
  const keyed = chosen.filter(({ request }) => request.key === 'header').slice(0, 2);
  const unkeyed = chosen.filter(({ request }) => request.key === 'none').slice(0, 1);
  return [...keyed, ...unkeyed];
}

/** The lists to request before the rest: for ids, and to learn whether they need a project parameter. */
export function listsBefore(wanted: readonly Wanted[], installation: Installation): readonly Endpoint[] {
  const needed = wanted.flatMap(({ endpoint }) => {
    const { idsFrom, pinnedId } = endpoint;
    const isPinned = pinnedId !== undefined && installation.pinnedIds[pinnedId] !== undefined;
    if (idsFrom !== undefined && !isPinned) return [endpointOf(idsFrom)];
    return endpoint.projectScoped === true ? [endpoint] : [];
  });
  const wantsProject = needed.some(({ projectScoped }) => projectScoped === true);
  const isKnown = installation.pinnedIds.PROJECT_ID !== undefined;
  const all = wantsProject && !isKnown ? [endpointOf('GET /api/v3/projects'), ...needed] : needed;
  return [...new Set(all)];
}

/**
 * True for requests that need not wait for the lists: they take neither an id nor a project. Those without a valid key
 * wait even so, since installations may lock out who fails to authenticate, and everything else rests on the lists.
 */
export function goesBesideLists({ endpoint, request }: Wanted): boolean {
  return endpoint.idsFrom === undefined && endpoint.projectScoped !== true && hasValidKey(request);
}

/** True for requests that come last: repetitions, and imports, which change what lists hold. */
export function isLast({ endpoint, request }: Wanted): boolean {
  return request.again !== undefined || (endpoint.kind === 'import' && hasValidKey(request));
}

/** An import that is sent only where the usual one is refused. */
export const otherBundle = { key: 'header', body: 'valid-in-each-release' } as const;
const otherIf = 'the Bundle of this suite is refused for what it holds';

/** What is read where an import names what it created. */
const createdReads = (
  [
    'GET /api/v3/projects/:id',
    'GET /api/v3/citations/:id',
    'GET /api/v3/extractions/:id',
    'GET /api/v3/sd_meta_data/:id',
  ] as const
).map(
  (id): PlannedRequest => ({
    endpoint: endpointOf(id),
    request: { key: 'header', id: 'created' },
    stage: 'last',
    onlyIf: 'an import names what it created',
  }),
);

/**
 * The whole plan of a scope. Apart from retries, and from what looks into an answer that nothing explains yet (other ids
 * where a record is not found, other paths where none is), a run sends at most this many requests.
 */
export function planOf(scope: RunScope, installation: Installation): readonly PlannedRequest[] {
  const wanted = wantedBy(scope, installation);
  const preflight = preflightRequests(wanted);
  const lists = listsBefore(wanted, installation);
  const listRequests = lists.flatMap((endpoint) => plannedList(endpoint, installation));
  const fallbacks = preflight
    .filter(({ request }) => request.key === 'header')
    .map(({ endpoint }) => ({
      endpoint,
      request: { key: 'query' } as const,
      stage: 'preflight' as const,
      onlyIf: 'the key is refused in the header',
    }));
  const rest = wanted.map((one): PlannedRequest => ({ ...one, stage: isLast(one) ? 'last' : 'main' }));
  const imports = wanted.filter(({ request }) => request.body === 'valid');
  const reads = imports.length > 0 ? createdReads : [];
  const others = imports
    .filter(() => installation.importBundle === defaultImportBundle)
    .map(
      ({ endpoint }): PlannedRequest => ({ endpoint, request: otherBundle, stage: 'last', onlyIf: otherIf }),
    );
  const all: readonly PlannedRequest[] = [
    ...preflight.map((one): PlannedRequest => ({ ...one, stage: 'preflight' })),
    ...listRequests.filter(({ onlyIf }) => onlyIf === undefined),
    ...rest,
    ...fallbacks,
    ...listRequests.filter(({ onlyIf }) => onlyIf !== undefined),
    ...others,
    ...reads,
  ];
  const order: readonly PlannedRequest['stage'][] = ['preflight', 'lists', 'main', 'last'];
  return distinct(all).toSorted((one, other) => order.indexOf(one.stage) - order.indexOf(other.stage));
}

function plannedList(endpoint: Endpoint, installation: Installation): readonly PlannedRequest[] {
  const stage = 'lists' as const;
  const asked: PlannedRequest[] = [
    { endpoint, request: { key: 'header' }, stage },
    { endpoint, request: { key: 'query' }, stage, onlyIf: 'the key is refused in the header' },
  ];
  if (endpoint.projectScoped !== true) return asked;
  const project = installation.pinnedIds.PROJECT_ID ?? ':project_id';
  const request = { key: 'header', query: { [installation.projectParameter]: project } } as const;
  return [
    ...asked,
    { endpoint, request, stage, onlyIf: 'the list needs a project parameter, or is empty without one' },
    {
      endpoint: endpointOf('GET /api/v3/projects'),
      request: unknownPath,
      stage,
      onlyIf: 'a list is not found even with its project',
    },
  ];
}

function isPlain(request: RequestSpec): boolean {
  return requestSpecId(request) === request.key;
}

function distinct<T extends Wanted>(all: readonly T[]): readonly T[] {
  const byId = new Map<string, T>();
  for (const one of all) if (!byId.has(requestId(one))) byId.set(requestId(one), one);
  return [...byId.values()];
}
