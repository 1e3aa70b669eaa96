import { limits } from '../limits.ts';
import { isObject, jsonOf } from './answers.ts';
import type { Exchange } from './exchange.ts';

/**
 * The rules for the entries of a list and the id of a record: see docs/how-a-verdict-is-made.md. The document leaves
 * both open. An id that no rule finds is not guessed: a setting can pin it.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Field names for the list of an object, best first; the name of the resource comes after them. */
const listNames: readonly string[] = ['data', 'items', 'results', 'entry', 'records'];

/** Names of a record's own id, best first. */
const idNames: readonly string[] = ['id', 'uuid', '_id'];

/** The name of the field with the object's list; undefined if there is none. */
export function listFieldOf(value: Fields, resource: string): string | undefined {
  const names = [...listNames, resource];
  const named =
    names.find((name) => Array.isArray(value[name])) ?? names.find((name) => value[name] === null);
  if (named !== undefined) return named;
  const arrays = Object.entries(value).filter(([, one]) => Array.isArray(one)) as [string, unknown[]][];
  const filled = arrays.filter(([, { length }]) => length > 0);
  const [[only, held] = [], ...others] = filled.length > 0 ? filled : arrays;
  if (only === undefined || held === undefined || others.length > 0) return undefined;
  // The content of a wrapper is not examined, but an empty array next to it is not the list.
  if (held.length === 0 && Object.values(value).some(holdsEntries)) return undefined;
  // A record's tags are not a list of records, and an empty array proves nothing.
  const mayBeTags = held.length === 0 || !held.every(isObject);
  return idFieldOf(value) !== undefined && mayBeTags ? undefined : only;
}

function holdsEntries(value: unknown): boolean {
  return isObject(value) && Object.values(value).some((one) => Array.isArray(one) && one.length > 0);
}

/**
 * The entries of a list: an array, or an object that contains one.
 * @param resource the path segment of the list, such as `citations`
 * @returns undefined if the value contains no list
 */
export function entriesOf(value: unknown, resource: string): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  if (Object.keys(value).length === 0) return [];
  // FHIR has no empty arrays: a Bundle without entries leaves them out.
  if (value.resourceType === 'Bundle' && value.entry === undefined) return [];
  const field = listFieldOf(value, resource);
  if (field === undefined) return undefined;
  const held = value[field];
  return Array.isArray(held) ? held : [];
}

/**
 * True for a body that cannot contain a list: a plain value, or an object of plain values that is not an empty list.
 */
export function holdsNoList(value: unknown, resource: string): boolean {
  if (entriesOf(value, resource) !== undefined) return false;
  if (!isObject(value)) return true;
  const fields = Object.entries(value);
  // An empty list may be omitted or null, but not in a record; a map has the ids of its records as names.
  const isRecord = idFieldOf(value) !== undefined;
  const mayBeEmpty = fields.some(
    ([, held]) => (Array.isArray(held) && held.length === 0) || (!isRecord && (held === 0 || held === null)),
  );
  if (mayBeEmpty || fields.every(([name]) => looksLikeId(name))) return false;
  return fields.every(([, held]) => !isObject(held) && !(Array.isArray(held) && held.some(isObject)));
}

/** The format of an id, as clients see it. */
export function idForm(id: string): 'whole number' | 'UUID' | 'other text' {
  if (/^\d+$/.test(id)) return 'whole number';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? 'UUID' : 'other text';
}

/** True for a whole number or a UUID, which no field of a record has as its name. */
export function looksLikeId(name: string): boolean {
  return idForm(name) !== 'other text';
}

/**
 * The id of a list entry or of a record, and its place in the entry. In a FHIR Bundle `fullUrl` names the path, so it
 * takes precedence over the id inside the resource.
 */
export function idOf(entry: unknown): Readonly<Record<'id' | 'field', string>> | undefined {
  if (!isObject(entry)) return undefined;
  const { fullUrl, resource } = entry;
  if (typeof fullUrl === 'string') {
    const id = lastSegment(fullUrl);
    if (id !== undefined) return { id, field: 'fullUrl' };
  }
  if (isObject(resource) && isPathId(resource.id)) return { id: String(resource.id), field: 'resource.id' };
  const field = idFieldOf(entry);
  return field === undefined ? undefined : { id: String(entry[field]), field };
}

function idFieldOf(value: Fields): string | undefined {
  return idNames.find((name) => isPathId(value[name]));
}

/**
 * Numbers beyond exact JavaScript integers are not ids: the request would name another record. A text must fit into one
 * path segment: `.` and `..` would lead elsewhere, and half a surrogate pair cannot be encoded.
 */
function isPathId(value: unknown): value is string | number {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'string' || value.trim() === '' || value.length > limits.id.value) return false;
  return value !== '.' && value !== '..' && !/[/\\\p{Cc}\p{Cs}]/u.test(value);
}

/** True for the names of ids and links: the rules need their full texts, so body readers keep them whole. */
export function namesIdOrLink(name: string): boolean {
  return ['fullUrl', 'next', ...idNames].includes(name) || createdNames.test(name);
}

/** The segments of a link or of a FHIR reference, without its version and query. */
function segmentsOf(link: string): readonly string[] {
  // The end of a longer one may have been cut off.
  if (link.length >= limits.keptLink.value) return [];
  const [unversioned = ''] = link.split('/_history/', 1);
  const [path = ''] = unversioned.replace(/^urn:uuid:/i, '').split(/[?#]/, 1);
  return path.split('/').filter(Boolean);
}

/** The last segment, decoded; undefined if it cannot be decoded, or is no id. */
export function lastSegment(link: string): string | undefined {
  try {
    const id = decodeURIComponent(segmentsOf(link).at(-1) ?? '');
    return isPathId(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Ids that no record should have, by their format. */
const unknownIds = {
  'whole number': '999999999',
  UUID: '00000000-0000-4000-8000-000000000000',
  'other text': 'no-such-record-0',
} as const;

/**
 * An id that no record should have, in the format of a known one, so that a service that checks the format first still
 * looks for the record.
 */
export function unknownIdLike(known = '0'): string {
  return unknownIds[idForm(known)];
}

/**
 * An id in a different format: letters if ids are numbers or UUIDs. Undefined if ids are any text, or if none is known.
 */
export function malformedIdLike(known: string | undefined): string | undefined {
  return known !== undefined && looksLikeId(known) ? unknownIds['other text'] : undefined;
}

/** An id in the answer to an import. */
export interface CreatedId {
  readonly id: string;
  /** The path segment or FHIR type next to it or before it: the kind of resource it names. */
  readonly kind?: string;
  /** The top-level `id` of the answer itself: it may name the import, which no endpoint reads. */
  readonly isOfAnswer?: true;
}

const createdNames = /^(ids?|identifiers?|reference|location)$/i;
const kindNames: readonly string[] = ['resourceType', 'resource_type', 'type', 'kind'];
const mostCreated = 20;
const deepest = 8;

/** The objects in an answer, to the usual depth of answers, each with its name or that of the list that contains it. */
function nestedObjects(answer: unknown): readonly (readonly [Fields, name?: string])[] {
  const found: (readonly [Fields, name?: string])[] = [];
  let level: readonly (readonly [value: unknown, name?: string])[] = [[answer]];
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    for (const [one, ...name] of level) if (isObject(one)) found.push([one, ...name]);
    level = level.slice(0, 1000).flatMap(([one, ...name]) => {
      if (Array.isArray(one)) return one.map((item: unknown) => [item, ...name] as const);
      return isObject(one) ? Object.entries(one).map(([key, item]) => [item, key] as const) : [];
    });
  }
  return found;
}

/**
 * The identifiers in the answer to an import: the values of keys named `id`, `ids`, `identifier`, `identifiers`,
 * `reference` or `location` at any depth, and the header `Location`. The name above an `id` or `identifier` without a
 * type gives the kind, unless that name is `created`. The id of the answer itself comes last.
 */
export function createdIds(value: unknown, location: string | undefined): readonly CreatedId[] {
  const found = nestedObjects(value).flatMap(([owner, ownerName]) => {
    const type = kindNames.map((name) => owner[name]).find((one) => typeof one === 'string');
    const named = Object.entries(owner).filter(([name]) => createdNames.test(name));
    return named.flatMap(([name, held]) => {
      const isOne = /^(?:id|identifier)$/i.test(name);
      const kind = type ?? (isOne && ownerName !== 'created' ? ownerName : undefined);
      const ids = [held].flat().flatMap((id) => createdId(id, kind));
      // A top-level object of another type than Bundle is the created resource.
      const isOfAnswer = ownerName === undefined && isOne && (kind === undefined || kind === 'Bundle');
      return isOfAnswer ? ids.map((id) => ({ ...id, isOfAnswer })) : ids;
    });
  });
  if (location !== undefined) found.push(...createdId(location, undefined));
  return found
    .toSorted((one, other) => Number(one.isOfAnswer ?? false) - Number(other.isOfAnswer ?? false))
    .slice(0, mostCreated);
}

/** A reference such as `Citation/7`, or a path, names the kind of resource. */
function createdId(held: unknown, kind: string | undefined): readonly CreatedId[] {
  const text = Number.isSafeInteger(held) ? String(held) : held;
  if (typeof text !== 'string') return [];
  const id = lastSegment(text);
  if (id === undefined) return [];
  const own = segmentsOf(text).at(-2) ?? kind;
  return [{ id, ...(own === undefined ? {} : { kind: own }) }];
}

/** Names of numbers that count imported records; a text there may be a name. */
const amounts = /^(?:created|imported)$/i;

/** Names of values about the import itself, or that repeat what was sent; names of list values end in `[]`. */
const aboutImport =
  /^(?:status|state|success|ok|code|type|resourceType|title|message|detail|count|total|amount|size|time|timestamp|duration|version|(?:request|trace|span|correlation|transaction)_?id|(?:errors?|warnings?|messages?|details?)(?:\[\])?)$/i;

/**
 * True if the answer to an import may name what it created in a way without a rule, since the document shows no such
 * answer: it has a text, number or key without a known other meaning.
 */
export function mayNameCreated(answer: unknown, name = '', depth = 0): boolean {
  if (typeof answer === 'number' && amounts.test(name)) return false;
  if (typeof answer === 'number' || (typeof answer === 'string' && answer !== ''))
    return !aboutImport.test(name) && !(name === 'fullUrl' && String(answer).startsWith('urn:uuid:'));
  if (typeof answer !== 'object' || answer === null || depth > deepest) return false;
  const inner = Array.isArray(answer)
    ? answer.map((one) => [`${name}[]`, one] as const)
    : Object.entries(answer);
  return inner.some(([key, value]) => looksLikeId(key) || mayNameCreated(value, key, depth + 1));
}

/** Fields in which a user record may be wrapped, as an object or a list of one. */
const userWrappers: readonly string[] = ['data', 'user', 'users'];

/**
 * The identity in a user record: an id with a digit in it, or an e-mail address that is not masked; empty if it contains
 * neither.
 */
export function userIdentityOf(value: unknown, depth = 0): { readonly id?: string; readonly email?: string } {
  if (Array.isArray(value)) return value.length === 1 && depth < 3 ? userIdentityOf(value[0], depth + 1) : {};
  if (!isObject(value)) return {};
  const { id, email } = value;
  const who = {
    ...(isPathId(id) && /\d/.test(String(id)) ? { id: String(id) } : {}),
    ...(typeof email === 'string' && /^[^\s*•@]+@[^\s*•@]+$/.test(email) ? { email } : {}),
  };
  if (Object.keys(who).length > 0 || depth >= 3) return who;
  const wrapped = userWrappers
    .map((name) => value[name])
    .find((held) => isObject(held) || Array.isArray(held));
  return wrapped === undefined ? {} : userIdentityOf(wrapped, depth + 1);
}

/**
 * The query of the next page of a list, from the link in its answer (GAP-LIST-PARAMETERS): a Link header, or `next` in
 * the body or in its `links`. Only the link's query is used, so that the key goes to no other address.
 * @returns undefined if there is no such link, or if it leads to another path
 */
export function nextPageQuery(exchange: Exchange): Readonly<Record<string, string>> | undefined {
  const { answer, url } = exchange;
  const link = linkOfHeader(answer?.headers.link) ?? linkIn(jsonOf(exchange));
  if (link === undefined || link.length >= limits.keptLink.value || !URL.canParse(link, url))
    return undefined;
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
  return found.filter((one) => typeof one === 'string').find((one) => /^(https?:\/\/|\/|\?)/.test(one));
}
