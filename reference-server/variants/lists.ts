import type { ApiRequest } from '../api-request.ts';
import { isFields, type Json, type JsonFields } from '../json.ts';
import { everywhere, isSuccess, transformWhere } from '../transform-builders.ts';
import type { Variant } from './variant.ts';

const isList = ({ endpoint }: ApiRequest): boolean =>
  endpoint !== undefined && !endpoint.endsWith('/:id') && endpoint !== 'GET /api/v3/users';

const segmentOf = ({ path }: ApiRequest): string => path.split('/').at(-1) ?? 'items';
const idOf = (entry: Json): string => (isFields(entry) ? String(entry.id) : String(entry));
const fieldsOf = (entry: Json): JsonFields => (isFields(entry) ? entry : {});

/** Changes every list, and nothing else. */
function shaping(shape: (entries: readonly Json[], request: ApiRequest) => Json): Variant['transform'] {
  const change = transformWhere(
    (answer, request) => isSuccess(answer) && isList(request) && Array.isArray(answer.body),
    (answer, request) => ({ ...answer, body: shape(answer.body as readonly Json[], request) }),
  );
  return () => change(everywhere);
}

/** The shapes of GAP-LIST-SHAPE. */
const shapes: readonly (readonly [
  name: string,
  statement: string,
  shape: (entries: readonly Json[], request: ApiRequest) => Json,
  leavesUnjudged?: string,
])[] = [
  ['list-wrapped-in-data', 'Lists stand in `data`.', (entries) => ({ data: entries })],
  [
    'list-wrapped-in-own-name',
    'Lists stand under the name of their resource.',
    (entries, request) => ({ [segmentOf(request)]: entries }),
  ],
  [
    'list-with-paging-fields',
    'Lists stand among the figures of their page.',
    (entries) => ({
      links: [],
      page: 1,
      per_page: 100,
      total_pages: 1,
      total: entries.length,
      next: null,
      previous: null,
      items: entries,
    }),
  ],
  [
    'list-behind-column-names',
    'The names of the columns stand before the rows.',
    (entries) => ({
      columns: ['id', 'title', 'created_at', 'a', 'b', 'c', 'd', 'e'],
      rows: entries,
      errors: [],
    }),
  ],
  [
    'list-wrapped-twice',
    'Lists stand two levels deep.',
    (entries) => ({ header: { status: 0, took: 3 }, response: { found: entries.length, docs: entries } }),
  ],
  [
    'list-as-searchset',
    'Lists are FHIR Bundles of type searchset.',
    (entries, request) => ({
      resourceType: 'Bundle',
      type: 'searchset',
      total: entries.length,
      entry: entries.map((entry) => ({
        fullUrl: `https://evidence.example${request.path}/${idOf(entry)}`,
        resource: { ...fieldsOf(entry), resourceType: 'Basic', id: idOf(entry) },
      })),
    }),
  ],
  [
    'list-as-map-by-id',
    'Lists are maps from ids to records.',
    (entries) => Object.fromEntries(entries.map((entry) => [idOf(entry), fieldsOf(entry)])),
  ],
  [
    'list-as-map-by-id-alone',
    'Lists are maps from ids to records that do not repeat their id.',
    (entries) =>
      Object.fromEntries(
        entries.map((entry) => {
          const {
            id: _,
            project_id: _project,
            citation_id: _citation,
            fhir_id: _fhir,
            ...rest
          } = fieldsOf(entry);
          return [idOf(entry), rest];
        }),
      ),
  ],
  ['list-of-ids', 'Lists hold nothing but ids.', (entries) => entries.map((entry) => Number(idOf(entry)))],
  [
    'list-of-links',
    'Lists hold links to the records.',
    (entries, request) =>
      entries.map((entry) => ({ href: `https://evidence.example${request.path}/${idOf(entry)}?lang=en` })),
  ],
  [
    'list-of-wrapped-entries',
    'Each entry is wrapped in an object of its own.',
    (entries) => entries.map((entry) => ({ record: entry })),
    'What the entry is wrapped in is not known, so no id is found.',
  ],
  [
    'list-as-json-api',
    'Lists follow JSON:API.',
    (entries, request) => ({
      jsonapi: { version: '1.1' },
      links: { self: request.path },
      data: entries.map((entry) => ({
        type: segmentOf(request),
        id: idOf(entry),
        attributes: fieldsOf(entry),
        relationships: { project: { data: { type: 'projects', id: '1' } } },
      })),
      included: [{ type: 'organizations', id: '7', attributes: { name: 'Centre' } }],
    }),
  ],
  [
    'list-as-hal',
    'Lists follow HAL.',
    (entries, request) => ({
      _links: { self: { href: request.path } },
      count: entries.length,
      _embedded: { [segmentOf(request)]: entries },
    }),
  ],
  [
    'list-as-graph-connection',
    'Lists are edges with nodes.',
    (entries) => ({
      edges: entries.map((entry) => ({ cursor: `c${idOf(entry)}`, node: entry })),
      pageInfo: { hasNextPage: false },
    }),
    'The ids stand deeper than they are looked for.',
  ],
  ['list-first-page-only', 'Lists show one entry a page.', (entries) => entries.slice(0, 1)],
  [
    'lists-empty',
    'The user has no project, so every list is empty.',
    () => [],
    'Without a record no id is known.',
  ],
  [
    'lists-empty-wrapped',
    'Every list is empty and wrapped.',
    () => ({ data: [], meta: { total: 0 } }),
    'Without a record no id is known.',
  ],
  ['lists-empty-object', 'Every list is an empty map.', () => ({}), 'Without a record no id is known.'],
];

export const listVariants: readonly Variant[] = shapes.map(([name, statement, shape, leavesUnjudged]) => {
  const transform = shaping(shape);
  return {
    name,
    freedom: 'GAP-LIST-SHAPE',
    statement,
    ...(transform === undefined ? {} : { transform }),
    ...(leavesUnjudged === undefined ? {} : { leavesUnjudged }),
  };
});
