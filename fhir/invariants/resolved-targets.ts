import type { Property, ReleaseModel } from '../definitions/release-model.ts';
import { type IssueCollector, quoted } from '../issue-collector.ts';
import type { JsonObject } from '../json/json-value.ts';
import { forbiddenTarget, referenceIn, typeGivenBy, typeNamedBy } from '../structure/reference-targets.ts';
import type { RuleContext } from './rule-context.ts';

/**
 * Reports a Reference whose target in the body (a contained resource, or another entry) is of a type that the element
 * does not allow or that `type` denies. Where the URL itself names a type, the structure has validated that.
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
  if (named !== undefined && model.resource(named)) return;
  const type = context.resolve(literal)?.resourceType;
  if (typeof type !== 'string') return;
  const forbidden = forbiddenTarget(type, { model, targets: property.element.targets });
  if (forbidden !== undefined) {
    const message = () => `The reference ${quoted(literal)} points to ${forbidden}.`;
    collector.error('reference', message, ...found.steps, 'reference');
    return;
  }
  const given = typeGivenBy(found.reference.type);
  if (given === undefined || given === type || !model.resource(given)) return;
  const message = () => `The type is ${quoted(given)}, but the reference points to a ${quoted(type)}.`;
  collector.error('reference', message, ...found.steps, 'type');
}
