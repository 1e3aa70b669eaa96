import type { Property, ReleaseModel } from '../definitions/release-model.ts';
import { type IssueCollector, quoted } from '../issue-collector.ts';
import type { JsonObject } from '../json/json-value.ts';
import { forbiddenTarget, referenceIn, typeGivenBy, typeNamedBy } from '../structure/reference-targets.ts';
import type { RuleContext } from './rule-context.ts';

/**
 * Reports a Reference whose target in the body (a contained resource, or another entry) is of a type that the element
 * does not allow or that `type` denies. What the URL itself names, the structure has validated; the target may be of
 * another type than that.
 */
export function validateResolvedTarget(
  property: Property,
  value: JsonObject,
  context: RuleContext,
  model: ReleaseModel,
  collector: IssueCollector,
): void {
  const found = referenceIn(property.typeName, value);
  const literal = found?.reference.reference;
  if (!found || typeof literal !== 'string') return;
  const named = typeNamedBy(literal);
  const type = context.resolve(literal)?.resourceType;
  if (typeof type !== 'string' || type === named) return;
  const forbidden = forbiddenTarget(type, { model, targets: property.element.targets });
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
