import { isObject } from './answers.ts';

/** Names of the id field in list entries, best first. */
const idNames: readonly string[] = ['id', '_id', 'uuid', 'identifier'];

/** A number or a UUID: such a name in a map is the id of a record. */
const idLike = /^(\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** How deeply a list may be wrapped. */
const maximumDepth = 3;

/**
 * The entries of a list in any shape: an array, an array wrapped under any name, a searchset Bundle,
 * a map from ids to records (GAP-LIST-SHAPE). Empty if there are none.
 */
export function entriesOf(list: unknown, depth = 0): readonly unknown[] {
  if (Array.isArray(list)) return list;
  if (!isObject(list) || depth > maximumDepth) return [];
  if (list.resourceType === 'Bundle') return Array.isArray(list.entry) ? list.entry : [];
  const arrays = Object.values(list).filter((value) => Array.isArray(value));
  const records = arrays.find((value) => value.length > 0 && value.every(isObject));
  if (records !== undefined) return records;
  if (arrays.length > 0)
    return arrays.reduce((longest, value) => (value.length > longest.length ? value : longest));
  const named = Object.entries(list);
  // Before nested lists: a record in a map may hold lists of its own.
  if (named.every(([id, value]) => isObject(value) && idLike.test(id)))
    return named.map(([id, value]) => ({ id, ...(isObject(value) ? value : {}) }));
  for (const [, value] of named) {
    const nested = isObject(value) ? entriesOf(value, depth + 1) : [];
    if (nested.length > 0) return nested;
  }
  return [];
}

/**
 * Ids of list entries that can be used in a path, at most five: scalar entries, a field named like an id, or the last
 * segment of a link.
 */
export function idsOf(list: unknown): readonly string[] {
  const ids = entriesOf(list)
    .slice(0, 50)
    .map(idOf)
    .filter((id) => id !== undefined);
  return [...new Set(ids)].slice(0, 5);
}

function idOf(entry: unknown): string | undefined {
  if (isScalarId(entry)) return String(entry);
  if (!isObject(entry)) return undefined;
  const nested = isObject(entry.resource) ? ownIdOf(entry.resource) : undefined;
  return nested ?? ownIdOf(entry);
}

function ownIdOf(entry: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of idNames) {
    const value = entry[name];
    if (isScalarId(value)) return String(value);
  }
  const named = Object.entries(entry).find(([name, value]) => /_id$|Id$/.test(name) && isScalarId(value));
  if (named !== undefined) return String(named[1]);
  const link = [entry.fullUrl, entry.url, entry.href, entry.self].find((value) => typeof value === 'string');
  return typeof link === 'string' ? lastSegment(link) : undefined;
}

/**
 * A number that JavaScript cannot hold exactly is not an id: the request would name another. Text must fit in a path
 * as one segment: `.` and `..` would lead elsewhere, and half a surrogate pair cannot be encoded.
 */
function isScalarId(value: unknown): value is string | number {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'string' || value.length === 0 || value.length > 200) return false;
  return value !== '.' && value !== '..' && !/[\s/\\\p{Cc}\p{Cs}]/u.test(value);
}

function lastSegment(link: string): string | undefined {
  const segment = link.slice(0, 2000).split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  return segment === undefined || segment.includes(':') || !isScalarId(segment) ? undefined : segment;
}

/**
 * An id that no record should have, in the same format as a known one, so that a service that checks the format first
 * still looks for the record.
 */
export function unknownIdLike(known: string | undefined): string {
  if (known === undefined || /^\d+$/.test(known)) return '999999999';
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(known))
    return '00000000-0000-4000-8000-000000000000';
  return 'no-such-record-0';
}
