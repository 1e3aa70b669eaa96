import type { Property, ReleaseModel } from '../definitions/release-model.ts';
import { type IssueCollector, quoted } from '../issue-collector.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { withArticle } from './messages.ts';

/** The type and id at the end of a literal reference (`…/Patient/12`, `Patient/12/_history/3`). */
const literalPattern =
  /(?:^|\/)([A-Z][A-Za-z]{1,63})\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[A-Za-z0-9\-.]{1,64})?$/;
/** A relative reference to a resource or a version of it; the id may be invalid. */
const relativePattern = /^([A-Z][A-Za-z]*)\/([^/?#]*)(?:\/_history\/[^/?#]*)?$/;
/** A reference to what a search finds, as in transactions. */
const conditionalPattern = /^([A-Z][A-Za-z]*)\?/;
const maximumReferenceLength = 2_000;
const typePrefix = 'http://hl7.org/fhir/StructureDefinition/';

/** What a Reference is validated against. */
interface ReferenceRules {
  readonly model: ReleaseModel;
  /** Whether any release defines a resource type of that name: a Bundle may mix releases. */
  readonly isResourceType: (name: string) => boolean;
  /** Types that the element allows; undefined if it allows any. */
  readonly targets: readonly string[] | undefined;
}

/** The Reference of an element of type Reference or CodeableReference, and the steps to it. */
function referenceIn(
  typeName: string,
  value: JsonValue,
): { readonly reference: JsonObject; readonly steps: readonly string[] } | undefined {
  if (!isObject(value)) return undefined;
  if (typeName === 'Reference') return { reference: value, steps: [] };
  if (typeName !== 'CodeableReference' || !isObject(value.reference)) return undefined;
  return { reference: value.reference, steps: ['reference'] };
}

/**
 * Reports a Reference whose URL or `type` names a resource type that does not exist, that the element does not allow, or
 * that the other one denies; and a relative URL with an invalid id. The target itself is not looked up.
 */
export function validateReference(
  typeName: string,
  value: JsonValue,
  rules: ReferenceRules,
  collector: IssueCollector,
): void {
  const found = referenceIn(typeName, value);
  if (!found) return;
  const { reference, steps } = found;
  const literal = reference.reference;
  const wrongUrl = wrongUrlOf(literal, rules);
  if (wrongUrl) {
    collector.error('reference', wrongUrl, ...steps, 'reference');
    return;
  }
  // A published example of 4.3.0 gives a type that its element does not allow, with a display alone.
  const targets = literal === undefined && reference.identifier === undefined ? undefined : rules.targets;
  const wrongType = wrongTypeOf(reference.type, typeNamedBy(literal), { ...rules, targets });
  if (wrongType) collector.error('reference', wrongType, ...steps, 'type');
}

/**
 * Reports a Reference whose target in the body (a contained resource, or another entry) is of a type that the element
 * does not allow or that `type` denies. What the URL itself names, the structure has validated; the target may be of
 * another type than that.
 */
export function validateResolvedTarget(
  { typeName, element: { targets } }: Property,
  value: JsonObject,
  resolve: (reference: string) => JsonObject | undefined,
  model: ReleaseModel,
  collector: IssueCollector,
): void {
  const found = referenceIn(typeName, value);
  const literal = found?.reference.reference;
  if (!found || typeof literal !== 'string') return;
  const named = typeNamedBy(literal);
  const type = resolve(literal)?.resourceType;
  if (typeof type !== 'string' || type === named) return;
  const forbidden = forbiddenTarget(type, { model, targets });
  if (forbidden !== undefined) {
    const message = () => `The reference ${quoted(literal)} points to ${forbidden}.`;
    collector.error('reference', message, ...found.steps, 'reference');
    return;
  }
  // The fullUrl of the target is reported then.
  if (named !== undefined && model.resource(named)) return;
  const given = typeGivenBy(found.reference.type);
  if (given === undefined || given === type || !model.resource(given)) return;
  const message = () => `The type is ${quoted(given)}, but the reference points to a ${quoted(type)}.`;
  collector.error('reference', message, ...found.steps, 'type');
}

/** The resource type that a literal reference names; undefined for fragments, URNs and other URLs. */
function typeNamedBy(reference: JsonValue | undefined): string | undefined {
  if (typeof reference !== 'string' || reference.length > maximumReferenceLength) return undefined;
  return (literalPattern.exec(reference) ?? conditionalPattern.exec(reference))?.[1];
}

/** The name of the type that `Reference.type` gives; undefined if it is absent or of a logical model. */
function typeGivenBy(type: JsonValue | undefined): string | undefined {
  if (typeof type !== 'string') return undefined;
  const name = type.startsWith(typePrefix) ? type.slice(typePrefix.length) : type;
  // Of what is no URI, the format is reported.
  return name === '' || /[:\s]/.test(name) ? undefined : name;
}

/** Why a type is not allowed at an element; undefined if it is, or if this release does not know it. */
function forbiddenTarget(
  type: string,
  { model, targets }: Pick<ReferenceRules, 'model' | 'targets'>,
): string | undefined {
  if (!targets || targets.includes(type) || !model.resource(type)) return undefined;
  return `${withArticle(type)}, but only ${targets.join(', ')} may stand here`;
}

function wrongUrlOf(literal: JsonValue | undefined, rules: ReferenceRules): (() => string) | undefined {
  if (typeof literal !== 'string' || literal === '' || literal.length > maximumReferenceLength)
    return undefined;
  // Other characters that no URL has are found in published examples.
  if (/\s/.test(literal)) return () => `The reference ${quoted(literal)} is not a URL: a URL has no spaces.`;
  const [, relativeType] = relativePattern.exec(literal) ?? conditionalPattern.exec(literal) ?? [];
  if (relativeType !== undefined && !exists(relativeType, rules))
    return () =>
      `The reference ${quoted(literal)} names ${quoted(relativeType)}, which is not a resource type.`;
  const type = typeNamedBy(literal);
  const forbidden = type === undefined ? undefined : forbiddenTarget(type, rules);
  return forbidden === undefined
    ? undefined
    : () => `The reference ${quoted(literal)} points to ${forbidden}.`;
}

/** Other releases are consulted only if this one does not know the type. */
function exists(type: string, { model, isResourceType }: ReferenceRules): boolean {
  return model.resource(type) !== undefined || isResourceType(type);
}

function wrongTypeOf(
  type: JsonValue | undefined,
  named: string | undefined,
  rules: ReferenceRules,
): (() => string) | undefined {
  const given = typeGivenBy(type);
  if (given === undefined) return undefined;
  const isAbstract = rules.model.type(given)?.abstract === true;
  if (!isAbstract && !exists(given, rules)) return () => `The type ${quoted(type)} is not a resource type.`;
  // Reference.type: "Absolute URLs are only allowed for logical models".
  if (type !== given)
    return () => `The type is a URL, which only a logical model has here; write ${quoted(given)}.`;
  // An abstract type denies nothing.
  if (isAbstract) return undefined;
  if (named !== undefined && named !== given && exists(named, rules))
    return () => `The type is ${quoted(given)}, but the reference points to ${withArticle(named)}.`;
  const forbidden = forbiddenTarget(given, rules);
  return forbidden === undefined ? undefined : () => `The type is ${forbidden}.`;
}
