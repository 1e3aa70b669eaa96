import type { PagingView } from '../overview-model.ts';

/** A part of a list, from one place to just before another one. */
export interface ListPage {
  readonly paging: Pick<PagingView, 'page' | 'pages' | 'first' | 'matching'>;
  readonly from: number;
  readonly to: number;
}

/** A page beyond the last one is the last one. Pure. @param rows of a page */
export function pageOf(matching: number, asked: number, rows: number): ListPage {
  const pages = Math.max(1, Math.ceil(matching / rows));
  const page = Math.min(Math.max(1, asked), pages);
  const from = (page - 1) * rows;
  return { paging: { page, pages, first: matching === 0 ? 0 : from + 1, matching }, from, to: from + rows };
}
