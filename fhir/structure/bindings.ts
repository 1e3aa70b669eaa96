import type { Property, ValueSet } from '../definitions/release-model.ts';
import { type IssueCollector, quoted } from '../issue-collector.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import type { FhirRelease } from '../types.ts';
import { listed, nearestOf, type PropertiesByRelease } from './messages.ts';

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
/** Shorter value sets are listed if no code is similar. */
const maximumListed = 12;

/** What the codes of a property must be from. */
export interface Binding {
  readonly property: Property;
  readonly set: ValueSet;
  /** Tells the value sets of other releases. */
  readonly propertiesOf: PropertiesByRelease;
}

/**
 * Validates a value against its required binding.
 *
 * @param value as found in the resource; if its structure is wrong, nothing is reported here
 */
export function validateBinding(value: JsonValue, binding: Binding, collector: IssueCollector): void {
  const { property, set } = binding;
  if (typeof value === 'string') validateCode(value, binding, collector);
  else if (!isObject(value)) return;
  else if (property.typeName === 'CodeableConcept') validateConcept(value, binding, collector);
  else if (property.typeName === 'CodeableReference') {
    if (isObject(value.concept)) {
      collector.enter('concept');
      validateConcept(value.concept, binding, collector);
      collector.leave();
    }
  } else if (typeof value.code === 'string' && !includesCode(set, value.system, value.code)) {
    reportUnknownCode(value.code, value.system, binding, collector, 'code');
  }
}

/** A sentence on the value set that a code must be from; empty if it need not, or if a grammar defines it. */
export function boundCodes({ element, typeName }: Property): string {
  const set = bindableTypes.has(typeName) ? element.valueSet : undefined;
  return set === undefined || set.syntax ? '' : ` A code of the value set ${set.url} is required.`;
}

function validateCode(code: string, binding: Binding, collector: IssueCollector): void {
  const { set } = binding;
  if (set.syntax === undefined) {
    if (!set.codes.has(code)) reportUnknownCode(code, undefined, binding, collector);
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
function validateConcept(concept: JsonObject, binding: Binding, collector: IssueCollector): void {
  const { property, set } = binding;
  const codings = Array.isArray(concept.coding) ? concept.coding.filter(isObject) : [];
  const coded = codings.filter((coding) => typeof coding.code === 'string');
  if (coded.some((coding) => includesCode(set, coding.system, String(coding.code)))) return;
  const { syntax } = set;
  const ofSystem = syntax && coded.find(({ system }) => system === syntaxSystems[syntax]);
  if (syntax && ofSystem) {
    collector.error('binding', () => wrongSyntax(String(ofSystem.code), syntax), 'coding');
    return;
  }
  // Text, and codes of other systems, are allowed in addition to a maximum value set.
  if (property.element.isMaximum) return;
  const [first] = coded;
  if (first) reportUnknownCode(String(first.code), first.system, binding, collector, 'coding');
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
  binding: Binding,
  collector: IssueCollector,
  ...step: readonly string[]
): void {
  const { set } = binding;
  if (step.length > 0 && typeof system !== 'string') {
    const message = () =>
      `The code ${quoted(code)} has no system, but a code of the value set ${set.url} is required.`;
    collector.error('binding', message, ...step);
    return;
  }
  const message = () => {
    const origin = typeof system === 'string' ? ` of the code system ${quoted(system)}` : '';
    return `The code ${quoted(code)}${origin} is not in the value set ${set.url}${hint(code, system, binding)}.`;
  };
  collector.error('binding', message, ...step);
}

function hint(code: string, system: JsonValue | undefined, binding: Binding): string {
  const others = releasesWith(code, system, binding);
  if (others.length > 0) return `, but in that of ${listed(others)}`;
  const { set } = binding;
  const systems = typeof system === 'string' ? systemsOf(code, set) : undefined;
  if (systems) return systems;
  const codes = [...set.codes];
  const near = nearestOf(code, codes);
  if (near !== undefined) return `; the nearest allowed code is "${near}"`;
  return codes.length > maximumListed ? '' : `; its codes are ${codes.join(', ')}`;
}

/** The code systems of a code that has another one; undefined if no code system of the value set has it. */
function systemsOf(code: string, set: ValueSet): string | undefined {
  if (set.syntax) {
    const system = quoted(syntaxSystems[set.syntax]);
    return fitsSyntax(code, set.syntax)
      ? `; there it is a code of the system ${system}`
      : `; its codes are of the system ${system}`;
  }
  const systems = [...set.systems].flatMap(([system, codes]) => (codes.has(code) ? [quoted(system)] : []));
  return systems.length === 0 ? undefined : `; there it is a code of the system ${systems.join(' or ')}`;
}

/** The releases in which the same property may have the code. */
function releasesWith(
  code: string,
  system: JsonValue | undefined,
  { property, propertiesOf }: Binding,
): readonly FhirRelease[] {
  const properties = [...propertiesOf(property.owner, property.name)];
  return properties.flatMap(([release, { element }]) => {
    const { valueSet } = element;
    const has =
      system === undefined ? valueSet?.codes.has(code) : valueSet && includesCode(valueSet, system, code);
    return has === true ? [release] : [];
  });
}
