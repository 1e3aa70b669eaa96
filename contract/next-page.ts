import { isObject } from './answers.ts';
import type { Exchange } from './exchange.ts';

/**
 * The query of the next page of a list, as its answer links it (GAP-LIST-PARAMETERS): by a Link header, or by `next` in the
 * body or in its `links`. Only the query of the link is used, so that the key goes nowhere else.
 * @returns undefined if there is no such link, or if it leads to another path
 */
export function nextPageQuery({ answer, url }: Exchange): Readonly<Record<string, string>> | undefined {
  if (answer === undefined) return undefined;
  const body = answer.json.ok ? linkIn(answer.json.value) : undefined;
  const link = linkOfHeader(answer.headers.link) ?? body;
  if (link === undefined || link.length > 2000 || !URL.canParse(link, url)) return undefined;
  const [first, next] = [new URL(url), new URL(link, url)];
  const isSamePath = pathOf(first) === pathOf(next) || pathOf(first).endsWith(pathOf(next));
  if (!isSamePath || next.search === '' || next.search === first.search) return undefined;
  next.searchParams.delete('api_key');
  return Object.fromEntries(next.searchParams);
}

function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/$/, '');
}

function linkOfHeader(header = ''): string | undefined {
  return /<([^<>]*)>\s*;[^<,]*\brel\s*=\s*"?next\b/i.exec(header.slice(0, 4000))?.[1];
}

function linkIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { links } = value;
  const found = [value.next, isObject(links) ? links.next : undefined];
  return found.find((one) => typeof one === 'string' && /^(https?:\/\/|\/|\?)/.test(one)) as
    | string
    | undefined;
}
