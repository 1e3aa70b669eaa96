import type { Choices } from './choices.ts';

/** The part of a list that one request asks for. */
export interface Page {
  readonly start: number;
  readonly size: number;
  readonly number: number;
  /** The address of the next page, for wrappers and for the Link header. */
  readonly next: string | null;
}

function natural(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
}

/** Works out which rows a request asks for. */
export function pageOf(
  choices: Choices,
  query: Readonly<Record<string, string>>,
  total: number,
  path: string,
): Page {
  if (choices.paging === 'none') {
    return { start: 0, size: total, number: 1, next: null };
  }
  const size = Math.max(1, natural(query.per_page ?? query.limit, choices.pageSize));
  const number = Math.max(1, natural(query.page, 1));
  const offset = natural(query.offset ?? query.cursor?.replace('after-', ''), (number - 1) * size);
  const after = offset + size;
  const nextQuery: Readonly<Record<Exclude<Choices['paging'], 'none'>, string>> = {
    'page numbers': `page=${number + 1}&per_page=${size}`,
    'link header': `page=${number + 1}&per_page=${size}`,
    offsets: `offset=${after}&limit=${size}`,
    cursors: `cursor=after-${after}&limit=${size}`,
  };
  return { start: offset, size, number, next: after < total ? `${path}?${nextQuery[choices.paging]}` : null };
}
