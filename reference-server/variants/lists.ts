import { withHeaders } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import { fieldsOf, isFields, type Json } from '../json.ts';
import {
  atEndpoint,
  isSuccess,
  type TransformAt,
  transformSuccess,
  transformWhere,
} from '../transform-builders.ts';
import { unicode, type Variant, withFreedom } from './variant.ts';

const isList = ({ endpoint }: ApiRequest): boolean =>
  endpoint !== undefined && !endpoint.endsWith('/:id') && endpoint !== 'GET /api/v3/users';

const segmentOf = ({ path }: ApiRequest): string => path.split('/').at(-1) ?? 'items';
const idOf = (entry: Json): string => (isFields(entry) ? String(entry.id) : String(entry));

/** Gives every list another shape, and leaves everything else unchanged. */
function reshapeLists(shape: (entries: readonly Json[], request: ApiRequest) => Json): TransformAt {
  return transformWhere(
    (answer, request) => isSuccess(answer) && isList(request) && Array.isArray(answer.body),
    (answer, request) => ({ ...answer, body: shape(answer.body as readonly Json[], request) }),
  );
}

/** How a list may link to its next page. */
const pages: readonly (readonly [name: string, statement: string, link: (next: string | null) => Json])[] = [
  ['list-paged-by-next', 'Pages link the next one in `next`.', (next) => ({ next, previous: null })],
  ['list-paged-by-links', 'Pages link the next one in `links`.', (next) => ({ links: { self: '/', next } })],
  [
    'list-paged-in-hal',
    'Pages link the next one as HAL does.',
    (next) => ({
      _links: {
        self: { href: '/' },
        ...(next === null ? {} : { next: { href: `https://evidence.example${next}` } }),
      },
    }),
  ],
  [
    'list-paged-by-number',
    'Pages say only that there is a next one.',
    (next) => ({ page: 1, next: next === null ? null : 2 }),
  ],
];

const pagedLists = pages.map(
  ([name, statement, link]): Variant => ({
    name,
    freedom: 'GAP-LIST-PARAMETERS',
    statement,
    transform: reshapeLists((entries, { path, query }) => {
      const isFirst = query.page === undefined;
      const own = typeof query.project_id === 'string' ? `project_id=${query.project_id}&` : '';
      const fields = link(isFirst ? `${path}?${own}page=2` : null);
      return { ...fieldsOf(fields), results: isFirst ? entries.slice(0, 2) : entries.slice(2) };
    }),
  }),
);

/** Lists in pages of two without a link in the body: by a header, a cursor, or an offset. */
const furtherPages: readonly Variant[] = [
  {
    name: 'list-paged-by-link-header',
    freedom: 'GAP-LIST-PARAMETERS',
    statement: 'The header Link leads to the next page, and the body is a plain array.',
    transform: transformWhere(
      (answer, request) => isSuccess(answer) && isList(request) && Array.isArray(answer.body),
      (answer, { path, query }) => {
        const entries = answer.body as readonly Json[];
        if (query.page !== undefined) return { ...answer, body: entries.slice(2) };
        const link = `<${path}?page=2>; rel="next", <${path}?page=2>; rel="last"`;
        return withHeaders({ ...answer, body: entries.slice(0, 2) }, { link, 'x-total-count': '4' });
      },
    ),
  },
  {
    name: 'list-paged-by-cursor',
    freedom: 'GAP-LIST-PARAMETERS',
    statement: 'Pages name the cursor of the next one.',
    transform: reshapeLists((entries, { query }) =>
      query.cursor === undefined
        ? { records: entries.slice(0, 2), next_cursor: 'ZW50cnktMg==', done: false }
        : { records: entries.slice(2), next_cursor: null, done: true },
    ),
  },
];

/** The possible shapes of a list. */
export const listVariants: readonly Variant[] = withFreedom('GAP-LIST-SHAPE', [
  {
    name: 'list-wrapped-in-data',
    statement: 'Lists stand in `data`.',
    transform: reshapeLists((entries) => ({ data: entries })),
  },
  {
    name: 'list-next-to-empty-lists',
    statement: 'Lists stand in `result`, next to empty lists of errors and messages.',
    transform: reshapeLists((entries) => ({ result: entries, success: true, errors: [], messages: [] })),
  },
  {
    name: 'list-wrapped-in-own-name',
    statement: 'Lists stand under the name of their resource.',
    transform: reshapeLists((entries, request) => ({ [segmentOf(request)]: entries })),
  },
  {
    name: 'list-with-paging-fields',
    statement: 'Lists stand among paging fields.',
    transform: reshapeLists((entries) => ({
      links: [],
      page: 1,
      per_page: 100,
      total_pages: 1,
      total: entries.length,
      next: null,
      previous: null,
      items: entries,
    })),
  },
  {
    name: 'list-wrapped-twice',
    statement: 'Lists stand two levels deep.',
    leavesUnjudged: 'No rule finds a list there, and no setting names the records.',
    state: 'incomplete',
    transform: reshapeLists((entries) => ({
      header: { status: 0, took: 3 },
      response: { found: entries.length, docs: entries },
    })),
  },
  {
    name: 'list-as-searchset',
    statement: 'Lists are FHIR Bundles of type searchset.',
    transform: reshapeLists((entries, request) => ({
      resourceType: 'Bundle',
      type: 'searchset',
      total: entries.length,
      entry: entries.map((entry) => ({
        fullUrl: `https://evidence.example${request.path}/${idOf(entry)}`,
        resource: { ...fieldsOf(entry), resourceType: 'Basic', id: idOf(entry) },
      })),
    })),
  },
  {
    name: 'list-of-links',
    statement: 'Lists hold links to the records, which settings name.',
    settings: { PROJECT_ID: '1', CITATION_ID: '1', EXTRACTION_ID: '17', SD_META_DATA_ID: '29' },
    transform: reshapeLists((entries, request) =>
      entries.map((entry) => ({ href: `https://evidence.example${request.path}/${idOf(entry)}?lang=en` })),
    ),
  },
  {
    name: 'list-as-json-api',
    statement: 'Lists follow JSON:API.',
    transform: reshapeLists((entries, request) => ({
      jsonapi: { version: '1.1' },
      links: { self: request.path },
      data: entries.map((entry) => ({
        type: segmentOf(request),
        id: idOf(entry),
        attributes: fieldsOf(entry),
        relationships: { project: { data: { type: 'projects', id: '1' } } },
      })),
      included: [{ type: 'organizations', id: '7', attributes: { name: 'Centre' } }],
    })),
  },
  {
    name: 'projects-without-ids',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'The list of projects shows no id of a project, but those of their owners.',
    transform: reshapeLists((entries, request) =>
      segmentOf(request) === 'projects'
        ? entries.map((entry) => ({ title: `Project ${idOf(entry)}`, owner_id: 977 }))
        : entries,
    ),
    leavesUnjudged: 'The list shows no id to ask for.',
    state: 'incomplete',
  },
  ...pagedLists,
  ...furtherPages,
  {
    name: 'list-as-spring-page',
    statement: 'Lists stand in `content` and describe their page, which holds a list of its own.',
    transform: reshapeLists((entries) => ({
      content: entries,
      pageable: { pageNumber: 0, pageSize: 20, sort: [{ property: 'title', direction: 'ASC' }] },
      totalElements: entries.length,
      empty: entries.length === 0,
    })),
  },
  {
    name: 'list-embedded-in-hal',
    statement: 'Lists stand in `_embedded`, as HAL has them.',
    transform: reshapeLists((entries, request) => ({
      _links: { self: { href: request.path } },
      _embedded: { [segmentOf(request)]: entries },
    })),
    leavesUnjudged: 'No rule finds a list there, and no setting names the records.',
    state: 'incomplete',
  },
  {
    name: 'list-of-edges',
    statement: 'Each entry is a node of an edge, as GraphQL has them.',
    transform: reshapeLists((entries) => ({
      edges: entries.map((node, place) => ({ cursor: `c${place}`, node })),
      pageInfo: { hasNextPage: false },
    })),
    leavesUnjudged: 'No rule finds an id in the node of an edge, and no setting names the records.',
    state: 'incomplete',
  },
  {
    name: 'list-after-its-metadata',
    statement: 'Metadata with an empty list of warnings comes before the list.',
    transform: reshapeLists((entries, request) => ({
      meta: { page: 1, total: entries.length, warnings: [] },
      [segmentOf(request)]: entries,
    })),
  },
  {
    name: 'list-as-odata',
    statement: 'Lists stand in `value`, after the address of their metadata.',
    transform: reshapeLists((entries, { path }) => ({ '@odata.context': path, value: entries })),
  },
  {
    name: 'list-in-an-envelope',
    statement: 'Lists stand in `data`, after a success flag and a message that is null.',
    transform: reshapeLists((entries) => ({ success: true, message: null, data: entries })),
  },
  {
    name: 'list-in-turning-order',
    freedom: 'section 4',
    statement: 'A list begins with another entry each time.',
    transform: () => {
      let answered = 0;
      return reshapeLists((entries) => {
        answered += 1;
        const place = entries.length === 0 ? 0 : answered % entries.length;
        return [...entries.slice(place), ...entries.slice(0, place)];
      })();
    },
  },
  {
    name: 'list-first-page-only',
    statement: 'Lists show one entry per page.',
    transform: reshapeLists((entries) => entries.slice(0, 1)),
  },
  {
    name: 'lists-empty',
    statement: 'The user has no project, so every list is empty.',
    transform: reshapeLists(() => []),
    leavesUnjudged: 'Without a record there is no id to ask for.',
  },
  {
    name: 'lists-empty-wrapped',
    statement: 'Every list is empty and wrapped.',
    transform: reshapeLists(() => ({ data: [], meta: { total: 0 } })),
    leavesUnjudged: 'Without a record there is no id to ask for.',
  },
  {
    name: 'lists-null-wrapped',
    statement: 'Every list is empty and written as null in `items`.',
    transform: reshapeLists(() => ({ items: null, page: 1 })),
    leavesUnjudged: 'Without a record there is no id to ask for.',
  },
  {
    name: 'lists-count-zero',
    statement: 'Every list is empty and left out, so that only the number of its entries remains.',
    transform: reshapeLists(() => ({ page: 1, total: 0 })),
    leavesUnjudged: 'Without a record there is no id to ask for.',
    state: 'incomplete',
  },
  {
    name: 'list-of-a-call',
    statement: 'Lists are results of a call that has an id of its own.',
    transform: reshapeLists((entries) => ({ jsonrpc: '2.0', id: 'c-1', result: entries })),
  },
  {
    name: 'lists-empty-object',
    statement: 'Every list is an empty map.',
    transform: reshapeLists(() => ({})),
    leavesUnjudged: 'Without a record there is no id to ask for.',
  },
  {
    name: 'list-with-facets',
    statement: 'Facets and warnings stand before the entries.',
    transform: reshapeLists((entries) => ({
      facets: [{ field: 'year', buckets: [] }],
      warnings: [null],
      data: [...entries],
    })),
  },
  {
    name: 'list-empty-left-out',
    statement: 'Lists stand in `items`, and the empty list of citations is left out.',
    transform: reshapeLists((entries, request) =>
      segmentOf(request) === 'citations' ? {} : { items: [...entries] },
    ),
    leavesUnjudged: 'Without a citation there is no id to ask for.',
  },
  {
    name: 'list-of-joins-to-one-record',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'All entries of the list of citations lead to one citation, which has an id of its own.',
    transform: atEndpoint(
      'GET /api/v3/citations/:id',
      transformSuccess((answer) => ({ ...answer, body: { id: 4_711, title: 'The one citation' } })),
    ),
  },
  {
    name: 'unicode-everywhere',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'Entries of lists hold texts in many scripts.',
    transform: reshapeLists((entries) => entries.map((entry) => ({ ...fieldsOf(entry), label: unicode }))),
  },
]);
