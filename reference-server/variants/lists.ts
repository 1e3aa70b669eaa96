import type { ApiRequest } from '../api-request.ts';
import { fieldsOf, isFields, type Json, type JsonFields } from '../json.ts';
import { isSuccess, type TransformAt, transformWhere } from '../transform-builders.ts';
import { unicode } from './unicode.ts';
import type { Variant } from './variant.ts';

const isList = ({ endpoint }: ApiRequest): boolean =>
  endpoint !== undefined && !endpoint.endsWith('/:id') && endpoint !== 'GET /api/v3/users';

const segmentOf = ({ path }: ApiRequest): string => path.split('/').at(-1) ?? 'items';
const singularOf = (request: ApiRequest): string => segmentOf(request).replace(/s$/, '');
const idOf = (entry: Json): string => (isFields(entry) ? String(entry.id) : String(entry));

const withoutIds = (entry: Json): JsonFields =>
  Object.fromEntries(Object.entries(fieldsOf(entry)).filter(([name]) => !/(^|_)id$/.test(name)));

/** Gives every list another shape, and leaves everything else. */
function shaping(shape: (entries: readonly Json[], request: ApiRequest) => Json): TransformAt {
  return transformWhere(
    (answer, request) => isSuccess(answer) && isList(request) && Array.isArray(answer.body),
    (answer, request) => ({ ...answer, body: shape(answer.body as readonly Json[], request) }),
  );
}

/** The ways in which a list may link its next page. */
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
    transform: shaping((entries, { path, query }) => {
      const isFirst = query.page === undefined;
      const own = typeof query.project_id === 'string' ? `project_id=${query.project_id}&` : '';
      const fields = link(isFirst ? `${path}?${own}page=2` : null);
      return { ...fieldsOf(fields), results: isFirst ? entries.slice(0, 2) : entries.slice(2) };
    }),
  }),
);

/** What a list may look like. */
export const listVariants: readonly Variant[] = [
  {
    name: 'list-wrapped-in-data',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists stand in `data`.',
    transform: shaping((entries) => ({ data: entries })),
  },
  {
    name: 'list-wrapped-in-own-name',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists stand under the name of their resource.',
    transform: shaping((entries, request) => ({ [segmentOf(request)]: entries })),
  },
  {
    name: 'list-with-paging-fields',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists stand among paging fields.',
    transform: shaping((entries) => ({
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
    name: 'list-behind-column-names',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'The names of the columns stand before the rows.',
    transform: shaping((entries) => ({
      columns: ['id', 'title', 'created_at', 'a', 'b', 'c', 'd', 'e'],
      rows: entries,
      errors: [],
    })),
  },
  {
    name: 'list-wrapped-twice',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists stand two levels deep.',
    transform: shaping((entries) => ({
      header: { status: 0, took: 3 },
      response: { found: entries.length, docs: entries },
    })),
  },
  {
    name: 'list-as-searchset',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists are FHIR Bundles of type searchset.',
    transform: shaping((entries, request) => ({
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
    name: 'list-as-map-by-id',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists are maps from ids to records.',
    transform: shaping((entries) =>
      Object.fromEntries(entries.map((entry) => [idOf(entry), fieldsOf(entry)])),
    ),
  },
  {
    name: 'list-as-map-by-id-alone',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists are maps from ids to records that do not repeat their id.',
    transform: shaping((entries) =>
      Object.fromEntries(entries.map((entry) => [idOf(entry), withoutIds(entry)])),
    ),
  },
  {
    name: 'list-of-ids',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists hold nothing but ids.',
    transform: shaping((entries) => entries.map((entry) => Number(idOf(entry)))),
  },
  {
    name: 'list-of-links',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists hold links to the records.',
    transform: shaping((entries, request) =>
      entries.map((entry) => ({ href: `https://evidence.example${request.path}/${idOf(entry)}?lang=en` })),
    ),
  },
  {
    name: 'list-of-wrapped-entries',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Each entry is wrapped in another object.',
    transform: shaping((entries) => entries.map((entry) => ({ record: entry }))),
  },
  {
    name: 'list-as-json-api',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists follow JSON:API.',
    transform: shaping((entries, request) => ({
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
    name: 'list-as-hal',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists follow HAL.',
    transform: shaping((entries, request) => ({
      _links: { self: { href: request.path } },
      count: entries.length,
      _embedded: { [segmentOf(request)]: entries },
    })),
  },
  {
    name: 'list-as-graph-connection',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists are edges with nodes.',
    transform: shaping((entries) => ({
      edges: entries.map((entry) => ({ cursor: `c${idOf(entry)}`, node: entry })),
      pageInfo: { hasNextPage: false },
    })),
  },
  {
    name: 'list-of-pairs',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Entries are pairs of an id and a title.',
    hidesFaultsOf: ['list-of-inspected-objects'],
    transform: shaping((entries) => entries.map((entry) => [Number(idOf(entry)), `Record ${idOf(entry)}`])),
  },
  {
    name: 'list-under-names-of-records',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Each entry stands under the name of its resource.',
    transform: shaping((entries, request) =>
      entries.map((entry) => ({ [singularOf(request)]: entry, position: 1 })),
    ),
  },
  {
    name: 'list-of-links-beside-projects',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'Entries have a link to the record and the id of another one.',
    transform: shaping((entries, request) =>
      entries.map((entry) => ({
        [segmentOf(request) === 'projects' ? 'organization_id' : 'project_id']: 977,
        title: 'A record',
        href: `https://evidence.example${request.path}/${idOf(entry)}`,
      })),
    ),
  },
  {
    name: 'list-of-memberships',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'Entries have ids of their own, which no path takes, beside those of the records.',
    hidesFaultsOf: ['citation-405', 'citation-406', 'citation-410'],
    transform: shaping((entries, request) =>
      entries.map((entry, index) => ({
        id: 9_700 + index,
        [`${singularOf(request)}_id`]: Number(idOf(entry)),
      })),
    ),
  },
  {
    name: 'projects-without-ids',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'The list of projects shows no id of a project, but those of their owners.',
    transform: shaping((entries, request) =>
      segmentOf(request) === 'projects'
        ? entries.map((entry) => ({ title: `Project ${idOf(entry)}`, owner_id: 977 }))
        : entries,
    ),
    leavesUnjudged: 'The list shows no id to ask for.',
  },
  {
    name: 'list-with-slugs',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'The path takes the slug of a record, which its entry shows beside an id of the database.',
    hidesFaultsOf: ['project-in-list', 'citations-all-the-same'],
    transform: shaping((entries) =>
      entries.map((entry) => ({ id: `db-${idOf(entry)}`, title: 'A record', slug: idOf(entry) })),
    ),
  },
  ...pagedLists,
  {
    name: 'list-first-page-only',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists show one entry per page.',
    transform: shaping((entries) => entries.slice(0, 1)),
  },
  {
    name: 'lists-empty',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'The user has no project, so every list is empty.',
    transform: shaping(() => []),
    leavesUnjudged: 'Without a record there is no id to ask for.',
  },
  {
    name: 'lists-empty-wrapped',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Every list is empty and wrapped.',
    transform: shaping(() => ({ data: [], meta: { total: 0 } })),
    leavesUnjudged: 'Without a record there is no id to ask for.',
  },
  {
    name: 'lists-null-wrapped',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Every list is empty and written as null in `items`.',
    transform: shaping(() => ({ items: null, page: 1 })),
    leavesUnjudged: 'Without a record there is no id to ask for.',
  },
  {
    name: 'lists-count-zero',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Every list is empty and left out, so that only the number of its entries remains.',
    transform: shaping(() => ({ page: 1, total: 0 })),
    leavesUnjudged: 'Without a record there is no id to ask for.',
  },
  {
    name: 'list-as-map-of-titles',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists are maps from ids to titles.',
    transform: shaping((entries) =>
      Object.fromEntries(entries.map((entry) => [idOf(entry), `Record ${idOf(entry)}`])),
    ),
  },
  {
    name: 'list-of-a-call',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists are results of a call that has an id of its own.',
    transform: shaping((entries) => ({ jsonrpc: '2.0', id: 'c-1', result: entries })),
  },
  {
    name: 'lists-empty-object',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Every list is an empty map.',
    transform: shaping(() => ({})),
    leavesUnjudged: 'Without a record there is no id to ask for.',
  },
  {
    name: 'list-with-facets',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Facets and warnings stand before the entries.',
    transform: shaping((entries) => ({
      facets: [{ field: 'year', buckets: [] }],
      warnings: [null],
      data: [...entries],
    })),
  },
  {
    name: 'list-empty-left-out',
    freedom: 'GAP-LIST-SHAPE',
    statement: 'Lists stand in `items`, and the empty list of citations is left out.',
    transform: shaping((entries, request) =>
      segmentOf(request) === 'citations' ? {} : { items: [...entries] },
    ),
    leavesUnjudged: 'Without a citation there is no id to ask for.',
  },
  {
    name: 'list-of-joins-to-one-record',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'All entries of the list of citations lead to one citation, which has an id of its own.',
    transform: transformWhere(
      (answer, { endpoint }) => isSuccess(answer) && endpoint === 'GET /api/v3/citations/:id',
      (answer) => ({ ...answer, body: { id: 4_711, title: 'The one citation' } }),
    ),
  },
  {
    name: 'unicode-everywhere',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'Entries of lists hold texts in many scripts.',
    transform: shaping((entries) => entries.map((entry) => ({ ...fieldsOf(entry), label: unicode }))),
  },
];
