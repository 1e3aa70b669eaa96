import { isObject } from './answers.ts';
import type { Exchange } from './exchange.ts';

/** Names under which answers link the next page, without capitals and separators. */
const nextNames: readonly string[] = [
  'next',
  'nextpage',
  'nextpageurl',
  'nexturl',
  'nextlink',
  'odatanextlink',
];
/** Names under which such links are collected. */
const linkNames: readonly string[] = ['link', 'links', 'meta', 'paging', 'pagination', 'page', 'pageinfo'];

/**
 * The query of the next page of a list, as its answer links it (GAP-LIST-PARAMETERS): by a Link header, or by a link in
 * the body. Only the query of the link is used, so that the key goes nowhere else.
 * @returns nothing where there is no such link, or where it leads to another path
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

function linkIn(value: unknown, depth = 0): string | undefined {
  if (depth > 2) return undefined;
  if (Array.isArray(value)) {
    const next = value
      .slice(0, 20)
      .find((one) => isObject(one) && (one.rel === 'next' || one.relation === 'next'));
    return isObject(next) ? textOf(next) : undefined;
  }
  if (!isObject(value)) return undefined;
  const fields = Object.entries(value).map(([name, held]) => ({
    name: name.replaceAll(/[^A-Za-z]/g, '').toLowerCase(),
    held,
  }));
  const own = fields.find(({ name, held }) => nextNames.includes(name) && textOf(held) !== undefined);
  if (own !== undefined) return textOf(own.held);
  return fields
    .filter(({ name }) => linkNames.includes(name))
    .map(({ held }) => linkIn(held, depth + 1))
    .find((link) => link !== undefined);
}

/** A link: a text that looks like one, or an object with one in `href` or `url`. */
function textOf(held: unknown): string | undefined {
  const text = isObject(held) ? (held.href ?? held.url) : held;
  return typeof text === 'string' && /^(https?:\/\/|\/|\?)/.test(text) ? text : undefined;
}
