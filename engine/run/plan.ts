import {
  type Endpoint,
  endpointOf,
  endpoints,
  isOfVersionThree,
  recordEndpoints,
} from '../../contract/document/endpoints.ts';
import { requestKey, sampledFirst } from '../../contract/judging/evidence.ts';
import {
  hasValidKey,
  isPlain,
  presentedBy,
  type RequestSpec,
  type SentRequest,
  unknownPath,
  unknownPathAt,
  ways,
} from '../../contract/judging/request.ts';
import type { AskedAt, RunScope, SentAt } from '../../contract/scope.ts';
import { defaultImportBundle } from '../configuration/import-bodies.ts';
import { type Installation, mixesCase, needsMetBy } from '../configuration/installation.ts';

/** A request that a scope needs. */
export interface WantedRequest extends AskedAt {
  /** Sent only at endpoints where keys are sampled. */
  readonly sampled?: true;
  /** Sent unchanged: an earlier run made its choices. */
  readonly exact?: SentRequest;
}

/** A planned request, before anything is known about the installation. */
export interface PlannedRequest extends AskedAt {
  readonly stage: (typeof order)[number];
  /** The condition under which the request is sent, if there is one. */
  readonly onlyIf?: string;
}

/** Every distinct request that the checks and the gaps of a scope need. */
export function requestsOfScope(
  { checkCases, gapCases, oneSample, requests = [] }: RunScope,
  installation: Installation,
): readonly WantedRequest[] {
  const met = needsMetBy(installation);
  const needed = [
    ...checkCases
      .filter(({ check }) => check.needs === undefined || met.includes(check.needs))
      .map(({ check, endpoint }) => ({
        endpoint,
        requests: check.requests(endpoint),
        sampled: check.sampled,
      })),
    ...gapCases
      .filter(({ gap }) => gap.tier === 'survey' || gap.tier === 'full')
      .map(({ gap, endpoint }) => ({ endpoint, requests: gap.requests(endpoint), sampled: gap.sampled })),
  ];
  const repeated = new Set(requests.map(keyAt));
  const all = needed.flatMap(({ endpoint, requests: own, sampled: isSampled }) =>
    Object.values(own)
      .filter(({ optional, more }) => optional !== true && (more !== true || oneSample !== true))
      .map(({ optional: _, more: __, at, sampled, ...request }): WantedRequest => {
        const asked = { endpoint: at === undefined ? endpoint : endpointOf(at), request };
        // Requests that a sampled check compares with are sent everywhere: they show where keys are sampled.
        const isOfSample = (sampled === true || isSampled === true) && !isPlain(request);
        return isOfSample && !repeated.has(keyAt(asked)) ? { ...asked, sampled: true } : asked;
      }),
  );
  const possible = all.filter(
    ({ request: { key } }) => key !== 'swapped-case-key' || mixesCase(installation),
  );
  // They stay next to planned requests that look the same, which may be sent in another way by now. Imported records
  // cannot be read again without another import.
  const exact = requests
    .filter(({ request }) => request.id !== 'created')
    .map(({ endpoint, request }) => ({ endpoint, request, exact: request }));
  return [...distinct([...possible.filter(({ sampled }) => sampled !== true), ...possible]), ...exact];
}

/** A key at an endpoint: the subject of a repeated request, regardless of the current way to request the endpoint. */
function keyAt({ endpoint, request }: AskedAt): string {
  return `${endpoint.id} ${request.key}`;
}

/**
 * The requests that reveal what prevents a whole run: up to two with a key, one without; none if the scope has no such
 * endpoint.
 */
export function preflightRequests(wanted: readonly WantedRequest[]): readonly SentAt[] {
  const reads = wanted.filter(({ endpoint, request }) => endpoint.needsOnlyKey === true && isPlain(request));
  const current = reads.filter(({ endpoint }) => endpoint.kind !== 'unstated');
  const chosen = current.length > 0 ? current : reads;
  const keyed = [
    ...new Set(chosen.filter(({ request }) => hasValidKey(request)).map(({ endpoint }) => endpoint)),
  ];
  const unkeyed = chosen.filter(({ request }) => request.key === 'none').slice(0, 1);
  return [
    ...keyed.slice(0, 2).map((endpoint) => ({ endpoint, request: { key: 'header' } as const })),
    ...unkeyed.map(({ endpoint }) => ({ endpoint, request: { key: 'none' } as const })),
  ];
}

/** The preflight of a complete run. */
export const usualPreflight: readonly SentAt[] = preflightRequests(
  endpoints.flatMap((endpoint) =>
    (['header', 'none'] as const).map((key) => ({ endpoint, request: { key } })),
  ),
);

type Pinned = Pick<Installation, 'pinnedIds'>;

/** The list that has to be read before an endpoint can be requested, since it contains the ids. */
function listBefore({ idsFrom, pinnedId }: Endpoint, { pinnedIds }: Pinned): Endpoint | undefined {
  const isPinned = pinnedId !== undefined && pinnedIds[pinnedId] !== undefined;
  return idsFrom === undefined || isPinned ? undefined : endpointOf(idsFrom);
}

/**
 * The first requests of a selection without `projects` and `users`, which it needs anyway: up to two lists, or else the
 * import without a key. If they show no working service, the usual preflight finds the reason.
 */
export function selectionPreflight(
  wanted: readonly WantedRequest[],
  installation: Pinned,
): readonly SentAt[] {
  const reads = wanted.filter(({ endpoint }) => isOfVersionThree(endpoint));
  const lists = reads.map(({ endpoint }) => listBefore(endpoint, installation) ?? endpoint);
  if (lists.length > 0)
    return [...new Set(lists)].slice(0, 2).map((endpoint) => ({ endpoint, request: { key: 'header' } }));
  return wanted
    .filter(({ endpoint, request }) => endpoint.kind === 'import' && request.key === 'none')
    .slice(0, 1)
    .map(({ endpoint, request }) => ({ endpoint, request: presentedBy(request, 'header') }));
}

/**
 * Every documented path that can be requested without prior knowledge: all are tried, in both ways, before a run
 * concludes that something else answers at an address.
 */
export function everyPath(installation: Pinned): readonly SentAt[] {
  const known = endpoints.filter(
    (one) => isOfVersionThree(one) && listBefore(one, installation) === undefined,
  );
  return known.flatMap((endpoint) => ways.map((key) => ({ endpoint, request: { key } })));
}

/** True for requests that come last: imports, which change lists, and requests that read imported records. */
export function isSentLast({ endpoint, request }: AskedAt): boolean {
  return endpoint.kind === 'import' && hasValidKey(request);
}

/** An import that is sent only if the usual one is refused. */
export const otherBundle = { key: 'valid', body: 'valid-in-each-release' } as const;

const order = ['preflight', 'lists', 'main', 'last'] as const;

function planned(
  stage: PlannedRequest['stage'],
  { endpoint, request }: AskedAt,
  onlyIf?: string,
): PlannedRequest {
  return { endpoint, request, stage, ...(onlyIf === undefined ? {} : { onlyIf }) };
}

/**
 * The whole plan of a scope: an upper bound of what a run sends, not counting repetitions
 * (docs/how-a-verdict-is-made.md). Each conditional request states its condition.
 */
export function planOf(scope: RunScope, installation: Installation): readonly PlannedRequest[] {
  const wanted = requestsOfScope(scope, installation);
  const preflight = preflightRequests(wanted);
  const preparedForAll = (all: readonly Endpoint[]): readonly Endpoint[] => [
    ...new Set(all.flatMap((endpoint) => prerequisitesOf(endpoint, installation))),
  ];
  const prepared = preparedForAll(wanted.map(({ endpoint }) => endpoint));
  const imports = new Set(wanted.flatMap((one) => (one.request.body === 'valid' ? one.endpoint : [])));
  const readers = imports.size === 0 ? [] : recordEndpoints;
  const isOwnBundle = installation.importBundle === defaultImportBundle;
  const created = 'an import names what it created';
  const all: readonly PlannedRequest[] = [
    ...preflight.map((one) => planned('preflight', one)),
    ...(preflight.length === 0 ? selectionPreflight(wanted, installation) : []).map((one) =>
      planned('preflight', one),
    ),
    ...prepared.map((endpoint) => planned('lists', { endpoint, request: { key: 'header' } })),
    ...[...wanted.filter(({ sampled }) => sampled !== true), ...representativeSamples(wanted)].map((one) =>
      planned(isSentLast(one) ? 'last' : 'main', { ...one, request: presentedBy(one.request, 'header') }),
    ),
    ...prepared.flatMap(conditional),
    ...(preflight.length === 0 ? usualPreflight : []).map((one) =>
      planned('preflight', one, 'what is selected does not answer as this API'),
    ),
    ...everyPath(installation).map((one) =>
      planned('preflight', one, 'neither projects nor users answers as this API'),
    ),
    ...(wanted.some(({ endpoint }) => endpoint.kind !== 'import') ? unknownPathRequests : []),
    ...preparedForAll(readers).flatMap((endpoint) => [
      planned('last', { endpoint, request: { key: 'header' } }, created),
      ...conditional(endpoint),
    ]),
    ...[...imports].flatMap((endpoint) => [
      planned(
        'last',
        { endpoint, request: { key: 'query', body: 'valid' } },
        'an import is refused with the key in the header',
      ),
      ...(isOwnBundle ? [presentedBy(otherBundle, 'header')] : []).map((request) =>
        planned('last', { endpoint, request }, 'the Bundle of this suite is refused for what it holds'),
      ),
    ]),
    ...readers.map((endpoint) =>
      planned('last', { endpoint, request: { key: 'header', id: 'created' } }, created),
    ),
  ];
  return distinct(all).toSorted((one, other) => order.indexOf(one.stage) - order.indexOf(other.stage));
}

/** Keys are sampled at two endpoints at most; these represent the ones that a run chooses. */
function representativeSamples(wanted: readonly WantedRequest[]): readonly WantedRequest[] {
  const sampled = wanted.filter((one) => one.sampled === true);
  const atUsual = sampled.filter(({ endpoint }) => sampledFirst.includes(endpoint.id));
  return atUsual.length > 0 ? atUsual : sampled.filter(({ endpoint }) => endpoint === sampled[0]?.endpoint);
}

/** The endpoints whose choices a request at this one waits for, itself first. */
function prerequisitesOf(endpoint: Endpoint, installation: Installation): readonly Endpoint[] {
  if (endpoint.kind === 'import') return [];
  const list = listBefore(endpoint, installation);
  const isOfProject = endpoint.projectScoped === true && installation.pinnedIds.PROJECT_ID === undefined;
  const project = isOfProject ? endpointOf('GET /api/v3/projects/:id') : undefined;
  return [endpoint, ...[list, project].flatMap((one) => (one ? prerequisitesOf(one, installation) : []))];
}

/** The path that no installation has, and the requests that show how to present a key there. */
const unknownPathRequests: readonly PlannedRequest[] = [
  ...[presentedBy(unknownPath, 'header'), { key: 'header' } as const].map((request) =>
    planned(
      'main',
      { endpoint: endpointOf(unknownPathAt), request },
      'an endpoint answers as if it were missing, or version 4 has another path',
    ),
  ),
  ...conditional(endpointOf(unknownPathAt)),
];

/** Requests that a run may send in addition, before it chooses how to request an endpoint. */
function conditional(endpoint: Endpoint): readonly PlannedRequest[] {
  return ways.flatMap((key) => {
    const cases: readonly (readonly [isPossible: boolean, request: RequestSpec, onlyIf: string])[] = [
      [key === 'query', { key }, 'the key is refused in the header'],
      [
        endpoint.projectScoped === true,
        { key, project: 'named' },
        'the list needs a project parameter, or is empty without one',
      ],
      [endpoint.idsFrom !== undefined, { key, id: 'second' }, 'the first record of the list is not there'],
    ];
    return cases.flatMap(([isPossible, request, onlyIf]) =>
      isPossible ? planned('lists', { endpoint, request }, onlyIf) : [],
    );
  });
}

function distinct<T extends AskedAt>(all: readonly T[]): readonly T[] {
  const byId = new Map<string, T>();
  for (const one of all) {
    const key = requestKey(one.endpoint, one.request);
    if (!byId.has(key)) byId.set(key, one);
  }
  return [...byId.values()];
}
