import { classify, isObject } from './answers.ts';
import type { Exchange } from './exchange.ts';
import { idsOf } from './ids.ts';

/**
 * True where two ids got the very same record: a FHIR resource with an id, or a plain record whose own id is one of both.
 * Two entries of a list may lead to one plain record whose id is a third (GAP-LIST-FIELDS); that shows nothing.
 * @param resource the path segment of the records, after which they may name their ids
 */
export function isSameRecord(one: Exchange, other: Exchange, resource: string): boolean {
  if (classify(one) !== 'success' || classify(other) !== 'success') return false;
  if (one.answer === undefined || one.answer.digest !== other.answer?.digest) return false;
  const asked = [idInPath(one), idInPath(other)];
  if (!one.answer.json.ok || asked[0] === asked[1]) return false;
  const { value } = one.answer.json;
  // Two FHIR resources of a type never have one id, whatever their paths take.
  if (isObject(value) && typeof value.resourceType === 'string') return typeof value.id === 'string';
  const [own] = idsOf([value], resource);
  return own !== undefined && asked.includes(own);
}

/** An id that nothing else has by chance. */
const isUnique = /^(?=.*\d)[\w-]{16,}$/;

/**
 * True where a record has the id of the other one that was asked for: the one beside the one that was meant. Only for ids
 * that are long enough to be one record's alone, since small numbers of two tables meet by chance.
 */
export function isOtherRecord(one: Exchange, other: Exchange, resource: string): boolean {
  if (classify(one) !== 'success' || one.answer?.json.ok !== true) return false;
  const [own] = idsOf([one.answer.json.value], resource);
  return own !== undefined && isUnique.test(own) && own === idInPath(other) && own !== idInPath(one);
}

function idInPath({ url }: Exchange): string | undefined {
  const segment = new URL(url).pathname.split('/').findLast((one) => one !== '');
  return segment === undefined ? undefined : decodeURIComponent(segment);
}
