import { ApiError } from '../answer.ts';
import type { ApiRequest, Query } from '../api-request.ts';
import type { Slice } from '../store/projects.ts';

const defaultPerPage = 100;
const largestPerPage = 500;

/** The page of a list that a request asks for. */
export interface Paging {
  readonly page: number;
  readonly perPage: number;
}

/** Reads `page` (from 1) and `per_page` (1 to 500, default 100); throws a 400 for anything else. */
export function pagingOf(query: Query): Paging {
  return {
    page: wholeNumber(query, 'page', Number.MAX_SAFE_INTEGER / largestPerPage) ?? 1,
    perPage: wholeNumber(query, 'per_page', largestPerPage) ?? defaultPerPage,
  };
}

/** The rows that a page holds. */
export function sliceOf({ page, perPage }: Paging): Slice {
  return { offset: (page - 1) * perPage, count: perPage };
}

/** Reads `project_id`; `undefined` if it is not given, a 400 if it is not a number. */
export function projectIdOf(query: Query): number | undefined {
  return wholeNumber(query, 'project_id', Number.MAX_SAFE_INTEGER);
}

/** The `:id` of the path as a number; `undefined` if no id of this installation looks like it. */
export function pathId(request: ApiRequest): number | undefined {
  const { id } = request;
  const number = id !== undefined && /^[1-9][0-9]*$/.test(id) ? Number(id) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

function wholeNumber(query: Query, name: string, largest: number): number | undefined {
  const value = query[name];
  if (value === undefined) {
    return undefined;
  }
  const number = typeof value === 'string' && /^[0-9]{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= 1 && number <= largest) {
    return number;
  }
  const range = largest === largestPerPage ? ` from 1 to ${largest}` : ' from 1';
  throw new ApiError(400, `The parameter ${name} must be given once, as a whole number${range}.`);
}
