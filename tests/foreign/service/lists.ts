/** How a list is wrapped, which the document leaves open. */
export type ListShape =
  | 'bare'
  | 'data'
  | 'items'
  | 'results'
  | 'named'
  | 'json:api'
  | 'hal'
  | 'spring'
  | 'nested'
  | 'rows'
  | 'records'
  | 'edges'
  | 'meta first'
  | 'success flag'
  | 'value'
  | 'with facets';

/** What a wrapper says beside the records. */
export interface ListFacts {
  readonly table: string;
  readonly records: readonly Record<string, unknown>[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
  readonly next: string | null;
  readonly path: string;
}

function jsonApi({ table, records, next, total }: ListFacts): object {
  return {
    data: records.map(({ id, ...attributes }) => ({ type: table, id: String(id), attributes })),
    links: { next },
    meta: { total },
  };
}

const shapes: Readonly<Record<ListShape, (facts: ListFacts) => unknown>> = {
  bare: ({ records }) => records,
  data: ({ records }) => ({ data: records }),
  items: ({ records, total }) => ({ items: records, total }),
  results: ({ records, total, next }) => ({ count: total, next, previous: null, results: records }),
  named: ({ table, records }) => ({ [table]: records }),
  'json:api': jsonApi,
  hal: ({ table, records, path, next }) => ({
    _links: { self: { href: path }, ...(next === null ? {} : { next: { href: next } }) },
    _embedded: { [table]: records },
  }),
  spring: ({ records, total, page, pageSize }) => ({
    content: records,
    pageable: { pageNumber: page - 1, pageSize, sort: [{ property: 'title', direction: 'ASC' }] },
    totalElements: total,
    empty: records.length === 0,
  }),
  nested: ({ records, total }) => ({ data: { items: records, total } }),
  rows: ({ records, total }) => ({ total, rows: records }),
  records: ({ records, total, next }) => ({ records, total_size: total, done: next === null }),
  edges: ({ records, next }) => ({
    edges: records.map((node, place) => ({ cursor: `c${place}`, node })),
    pageInfo: { hasNextPage: next !== null },
  }),
  'meta first': ({ table, records, page, total }) => ({
    meta: { page, total, warnings: [] },
    [table]: records,
  }),
  'success flag': ({ records }) => ({ success: true, message: null, data: records }),
  value: ({ records, path }) => ({ '@odata.context': path, value: records }),
  'with facets': ({ records }) => ({ facets: [{ field: 'year', buckets: [] }], data: records }),
};

/** A list in its wrapper. */
export function wrapList(shape: ListShape, facts: ListFacts): unknown {
  return shapes[shape](facts);
}
