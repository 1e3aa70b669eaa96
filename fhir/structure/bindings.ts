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
/** The code systems of the codes that a grammar defines. */
const syntaxSystems: Readonly<Record<NonNullable<ValueSet['syntax']>, string>> = {
  language: 'urn:ietf:bcp:47',
  'media-type': 'urn:ietf:bcp:13',
};
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
 * @param isMaximum whether text and codes of other systems may stand instead
 */
export function validateBinding(
  typeName: string,
  value: JsonValue,
  set: ValueSet,
  collector: IssueCollector,
  isMaximum = false,
): void {
  if (typeof value === 'string') validateCode(value, set, collector);
  else if (!isObject(value)) return;
  else if (typeName === 'CodeableConcept') validateConcept(value, set, collector, isMaximum);
  else if (typeName === 'CodeableReference') {
    if (isObject(value.concept)) {
      collector.enter('concept');
      validateConcept(value.concept, set, collector, isMaximum);
      collector.leave();
    }
  } else if (typeof value.code === 'string' && !includesCode(set, value.system, value.code)) {
    reportUnknownCode(value.code, value.system, set, collector, 'code');
  }
}

function validateCode(code: string, set: ValueSet, collector: IssueCollector): void {
  if (set.syntax === undefined) {
    if (!set.codes.has(code)) reportUnknownCode(code, undefined, set, collector);
  } else if (!fitsSyntax(code, set.syntax))
    collector.error('binding', () => wrongSyntax(code, set.syntax ?? 'language'));
}

function fitsSyntax(code: string, syntax: NonNullable<ValueSet['syntax']>): boolean {
  if (syntax === 'language') return code.length < 200 && languagePattern.test(code);
  return shortMediaTypes.has(code) || (code.length < 500 && mediaTypePattern.test(code));
}

function wrongSyntax(code: string, syntax: NonNullable<ValueSet['syntax']>): string {
  return syntax === 'language'
    ? `${quoted(code)} is not a language tag (BCP 47), for instance "en" or "en-US".`
    : `${quoted(code)} is not a media type (BCP 13), for instance "application/pdf".`;
}

/** One coding of a concept must come from the value set; others may translate it. */
function validateConcept(
  concept: JsonObject,
  set: ValueSet,
  collector: IssueCollector,
  isMaximum: boolean,
): void {
  const codings = Array.isArray(concept.coding) ? concept.coding.filter(isObject) : [];
  const coded = codings.filter((coding) => typeof coding.code === 'string');
  if (coded.some((coding) => includesCode(set, coding.system, String(coding.code)))) return;
  const { syntax } = set;
  const ofSystem = syntax && coded.find(({ system }) => system === syntaxSystems[syntax]);
  if (syntax && ofSystem) {
    collector.error('binding', () => wrongSyntax(String(ofSystem.code), syntax), 'coding');
    return;
  }
  if (isMaximum) return;
  const [first] = coded;
  if (first) reportUnknownCode(String(first.code), first.system, set, collector, 'coding');
  else if (concept.text !== undefined || concept.coding !== undefined) {
    collector.error(
      'binding',
      `A code of the value set ${set.url} is required; text or display alone is not enough.`,
    );
  }
}

function includesCode(set: ValueSet, system: JsonValue | undefined, code: string): boolean {
  if (set.syntax) return system === syntaxSystems[set.syntax] && fitsSyntax(code, set.syntax);
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
