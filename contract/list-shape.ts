import { isObject } from './answers.ts';
import { isIdLike, plainName } from './field-names.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names under which an answer holds its list, without capitals and separators. */
const wrappers =
  /^(data|items?|results?|records?|entries|entry|lists?|rows|docs|documents|contents?|values?|hits|edges|nodes|pages?|collection|resources|objects|members?|elements|payload|response|body|embedded|ids)$/;
/** Names under which it counts its entries. */
const counts =
  /^(total|count|size|length|found|numfound|totalcount|totalelements|totalresults|resultcount|matches)$/;
const ownIds: readonly string[] = ['id', '_id', 'ID', 'uuid', 'guid', 'pk'];

const maximumDepth = 3;

/**
 * Whether a body can be a list: an array, an object that holds an array, a map of records, or an empty one of these. The
 * shape of lists is open (GAP-LIST-SHAPE), but a message, a count or one bare record is no list.
 * @param resource the path segment of the list, under which its entries may stand
 */
export function isList(value: unknown, resource: string, depth = 0): boolean {
  if (Array.isArray(value)) return true;
  if (!isObject(value) || depth > maximumDepth) return false;
  const fields = Object.entries(value);
  if (fields.length === 0 || value.resourceType === 'Bundle' || value.resourceType === 'List') return true;
  if (fields.every(([name]) => isIdLike(name))) return true;
  if (isBareRecord(value, resource)) return false;
  if (fields.some(([name, held]) => isEmptyList(name, held, resource) || Array.isArray(held))) return true;
  const objects = fields.filter(([, held]) => isObject(held));
  // A map has one record for each name; beside the records there may be fields about the page.
  if (objects.length === fields.length && !fields.every(([name]) => isWrapper(name, resource))) return true;
  return objects.some(([, held]) => isList(held, resource, depth + 1) || isMap(held));
}

/** True for an object of objects: a map from names to records. */
function isMap(value: unknown): boolean {
  if (!isObject(value)) return false;
  const held = Object.values(value);
  return held.length > 0 && held.every(isObject);
}

/** Some encoders leave an empty list out, or write null; a count of zero then remains. */
function isEmptyList(name: string, held: unknown, resource: string): boolean {
  if (held === null) return isWrapper(name, resource);
  return held === 0 && counts.test(plainName(name));
}

/** A record by itself: it has an id of its own, and no list under a name that lists have. */
function isBareRecord(value: Fields, resource: string): boolean {
  const hasId = ownIds.some((name) => typeof value[name] === 'string' || typeof value[name] === 'number');
  if (!hasId) return false;
  return !Object.entries(value).some(
    ([name, held]) =>
      (Array.isArray(held) || isObject(held) || held === null) &&
      (isWrapper(name, resource) || holdsRecords(held)),
  );
}

function holdsRecords(held: unknown): boolean {
  return Array.isArray(held) && held.length > 0 && held.every(isObject);
}

/** True for a name under which an answer holds its list: a usual one, or that of the resource. */
export function isWrapper(name: string, resource: string): boolean {
  return wrappers.test(plainName(name)) || plainName(name) === plainName(resource);
}

/** What JavaScript, Ruby and Python write for an object that was not made into JSON. */
const unwritten = /^(?:\[object \w{1,40}\]|#<\w[^>]{0,200}>|<[\w.]{1,200} object at 0x[0-9a-fA-F]{1,20}>)$/;

/** True for a body in which some field, at any depth that records have, holds a value. */
export function saysAnything(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < 12 && level.length > 0; depth += 1) {
    if (level.some(isWritten)) return true;
    level = level
      .slice(0, 5000)
      .flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return level.length > 0;
}

function isWritten(one: unknown): boolean {
  if (one === null || one === undefined || typeof one === 'object') return false;
  return typeof one !== 'string' || !unwritten.test(one);
}
