import type { ValueSet } from '../definitions/release-model.ts';
import { type IssueCollector, quoted } from '../issue-collector.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { nearestOf } from './nearest.ts';

/** The types of elements whose values are looked up in a value set. */
export const bindableTypes: ReadonlySet<string> = new Set([
  'code',
  'string',
  'uri',
  'Coding',
  'CodeableConcept',
  'CodeableReference',
  'Quantity',
]);
/** BCP 47: subtags of one to eight letters or digits, the first of letters only; of one letter, it is x or i. */
const languagePattern = /^(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*|[xXiI](?:-[A-Za-z0-9]{1,8})+)$/;
const mediaTypePattern = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(?:\s*;.*)?$/;
/** The short names that FHIR itself accepts for its formats. */
const shortMediaTypes = new Set(['xml', 'json', 'ttl']);
/** Shorter value sets are listed where no code is near. */
const maximumListed = 12;

/**
 * Validates a value against its required binding.
 *
 * @param typeName of the value: code, string or uri; Coding, CodeableConcept, CodeableReference or Quantity
 * @param value as found in the resource; where its structure is wrong, nothing is reported here
 */
export function validateBinding(
  typeName: string,
  value: JsonValue,
  set: ValueSet,
  collector: IssueCollector,
): void {
  if (typeof value === 'string') validateCode(value, set, collector);
  else if (!isObject(value)) return;
  else if (typeName === 'CodeableConcept') validateConcept(value, set, collector);
  else if (typeName === 'CodeableReference') {
    if (isObject(value.concept)) {
      collector.enter('concept');
      validateConcept(value.concept, set, collector);
      collector.leave();
    }
  } else if (typeof value.code === 'string' && !includesCode(set, value.system, value.code)) {
    reportUnknownCode(value.code, value.system, set, collector, 'code');
  }
}

function validateCode(code: string, set: ValueSet, collector: IssueCollector): void {
  if (set.syntax === 'media-type') {
    if (shortMediaTypes.has(code) || (code.length < 500 && mediaTypePattern.test(code))) return;
    collector.error(
      'binding',
      `${quoted(code)} is not a media type (BCP 13), for instance "application/pdf".`,
    );
    return;
  }
  if (set.syntax === 'language') {
    if (code.length < 200 && languagePattern.test(code)) return;
    collector.error(
      'binding',
      `${quoted(code)} is not a language tag (BCP 47), for instance "en" or "en-US".`,
    );
    return;
  }
  if (!set.codes.has(code)) reportUnknownCode(code, undefined, set, collector);
}

/** One coding of a concept must come from the value set; others may translate it. */
function validateConcept(concept: JsonObject, set: ValueSet, collector: IssueCollector): void {
  if (set.syntax) return;
  const codings = Array.isArray(concept.coding) ? concept.coding.filter(isObject) : [];
  if (
    codings.some((coding) => typeof coding.code === 'string' && includesCode(set, coding.system, coding.code))
  )
    return;
  const first = codings.find((coding) => typeof coding.code === 'string');
  if (first) reportUnknownCode(String(first.code), first.system, set, collector, 'coding');
  else if (concept.text !== undefined || concept.coding !== undefined) {
    collector.error(
      'binding',
      `A code of the value set ${set.url} is required; text or display alone is not enough.`,
    );
  }
}

function includesCode(set: ValueSet, system: JsonValue | undefined, code: string): boolean {
  return typeof system === 'string' && set.systems.get(system)?.has(code) === true;
}

function reportUnknownCode(
  code: string,
  system: JsonValue | undefined,
  set: ValueSet,
  collector: IssueCollector,
  step?: string,
): void {
  if (step !== undefined && typeof system !== 'string') {
    const message = () =>
      `The code ${quoted(code)} has no system, but a code of the value set ${set.url} is required.`;
    collector.error('binding', message, step);
    return;
  }
  const message = () => {
    const origin = typeof system === 'string' ? ` of the code system ${quoted(system)}` : '';
    return `The code ${quoted(code)}${origin} is not in the value set ${set.url}${hint(code, set)}.`;
  };
  if (step === undefined) collector.error('binding', message);
  else collector.error('binding', message, step);
}

function hint(code: string, set: ValueSet): string {
  const codes = [...set.codes];
  const near = nearestOf(code, codes);
  if (near !== undefined) return `; the nearest allowed code is "${near}"`;
  return codes.length > maximumListed ? '' : `; its codes are ${codes.join(', ')}`;
}
