import { classify, isObject } from './answers.ts';
import type { Exchange } from './exchange.ts';
import { idsOf, showsOwnIds } from './ids.ts';

/**
 * True where two ids got the very same record: a FHIR resource that only one of them can be, or a plain record whose own id is
 * one of both.
 * Two entries of a list may lead to one plain record whose id is a third (GAP-LIST-FIELDS); that shows nothing.
 * @param resource the path segment of the records, after which they may name their ids
 */
export function isSameRecord(one: Exchange, other: Exchange, resource: string): boolean {
  if (classify(one) !== 'success' || classify(other) !== 'success') return false;
  if (one.answer === undefined || one.answer.digest !== other.answer?.digest) return false;
  const asked = [idInPath(one), idInPath(other)];
  if (!one.answer.json.ok || asked[0] === asked[1]) return false;
  const { value } = one.answer.json;
  if (isObject(value) && typeof value.resourceType === 'string') return isOneResource(value, asked);
  const [own] = idsOf([value], resource);
  return own !== undefined && asked.includes(own);
}

/** An id that nothing else has by chance. */
const isUnique = /^(?=.*\d)[\w-]{16,}$/;

/**
 * Whether the same resource for two ids is one record: its id names one of them, or nothing else can have it. The id of a Bundle
 * may be that of the answer, and two empty projects are alike: there the records in it show it, which have ids of their own.
 */
function isOneResource({ resourceType, id, entry }: Fields, asked: readonly (string | undefined)[]): boolean {
  if (asked.some((one) => isNamed(one, id))) return true;
  if (resourceType !== 'Bundle') return typeof id === 'string' && isUnique.test(id);
  const ids = (Array.isArray(entry) ? entry : []).map((one: unknown) =>
    isObject(one) && isObject(one.resource) ? one.resource.id : undefined,
  );
  return ids.filter((one) => typeof one === 'string').length > 1;
}

/** Whether an id is, or has as a part, the one that was asked for: `extraction-7` for 7. */
function isNamed(asked: string | undefined, id: unknown): boolean {
  if (asked === undefined || typeof id !== 'string') return false;
  return id === asked || id.split(/[^A-Za-z0-9]+/).includes(asked);
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * True where a record has the id of the other one that was asked for: the one beside the one that was meant. Only for ids
 * that are long enough to be one record's alone, since small numbers of two tables meet by chance.
 */
export function isOtherRecord(one: Exchange, other: Exchange, resource: string): boolean {
  if (classify(one) !== 'success' || one.answer?.json.ok !== true) return false;
  const [own] = idsOf([one.answer.json.value], resource);
  return own !== undefined && isUnique.test(own) && own === idInPath(other) && own !== idInPath(one);
}

/**
 * True where the same path got another record than before: the first has the id that was asked for, the other has another one.
 */
export function isAnotherThan(before: Exchange, other: Exchange, resource: string): boolean {
  const [asked, own, others] = [idInPath(before), ownIdOf(before, resource), ownIdOf(other, resource)];
  if (asked !== idInPath(other) || others === undefined) return false;
  return isNamed(asked, own) && !isNamed(asked, others);
}

function ownIdOf(exchange: Exchange, resource: string): string | undefined {
  if (classify(exchange) !== 'success' || exchange.answer?.json.ok !== true) return undefined;
  const { value } = exchange.answer.json;
  return showsOwnIds([value], resource) ? idsOf([value], resource)[0] : undefined;
}

function idInPath({ url }: Exchange): string | undefined {
  const segment = new URL(url).pathname.split('/').findLast((one) => one !== '');
  return segment === undefined ? undefined : decodeURIComponent(segment);
}
