import { closest } from 'fastest-levenshtein';
import type { Type, ValueSet } from '../definitions/release-model.ts';
import { isObject } from '../invariants/rule-context.ts';
import { type IssueCollector, quoted } from '../issue-collector.ts';
import type { JsonObject, JsonValue } from '../json/read-json.ts';

/** BCP 47: words of one to eight letters or digits, the first of letters. */
const languagePattern = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;
const mediaTypePattern = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(?:\s*;.*)?$/;
/** Short names that FHIR itself takes for its formats. */
const shortMediaTypes = new Set(['xml', 'json', 'ttl']);
const longestSuggestion = 80;

/**
 * Judges a required binding.
 *
 * @param type of the value: code, string or uri; Coding, CodeableConcept, CodeableReference or Quantity
 * @param value as it stands in the resource; its structure may still be wrong, then nothing is told here
 */
export function validateBinding(
  type: Type | string,
  value: JsonValue,
  set: ValueSet,
  collector: IssueCollector,
): void {
  const name = typeof type === 'string' ? type : type.name;
  if (typeof value === 'string') validateCode(value, set, collector);
  else if (!isObject(value)) return;
  else if (name === 'CodeableConcept') validateConcept(value, set, collector);
  else if (name === 'CodeableReference') {
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

/** One coding of a concept must come from the value set; further ones may translate it. */
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
    const message = `The code ${quoted(code)} has no system, but a code of the value set ${set.url} is required.`;
    collector.error('binding', message, step);
    return;
  }
  const origin = typeof system === 'string' ? ` of the code system ${quoted(system)}` : '';
  collector.error(
    'binding',
    `The code ${quoted(code)}${origin} is not in the value set ${set.url}; ${nearestCode(code, set)}`,
    step,
  );
}

function nearestCode(code: string, set: ValueSet): string {
  const codes = [...set.codes];
  const short = code.slice(0, longestSuggestion);
  const lower = short.toLowerCase();
  const best = codes.find((known) => known.toLowerCase() === lower) ?? closest(short, codes);
  return `the nearest allowed code is "${best}".`;
}
