import type { ReleaseModel } from '../definitions/release-model.ts';
import { type IssueCollector, quoted } from '../issue-collector.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';

/** The type and id at the end of a literal reference (`…/Patient/12`, `Patient/12/_history/3`). */
const literalPattern =
  /(?:^|\/)([A-Z][A-Za-z]{1,63})\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[A-Za-z0-9\-.]{1,64})?$/;
const maximumReferenceLength = 2_000;

/**
 * Reports a Reference (or the reference of a CodeableReference) whose URL names a resource type that the element does
 * not allow. The target itself is not looked up.
 */
export function validateReferenceTarget(
  typeName: string,
  value: JsonObject,
  targets: readonly string[],
  model: ReleaseModel,
  collector: IssueCollector,
): void {
  const isCodeable = typeName === 'CodeableReference';
  const reference = isCodeable ? value.reference : value;
  if (!isObject(reference) || (typeName !== 'Reference' && !isCodeable)) return;
  const target = referencedType(reference.reference);
  if (target === undefined || targets.includes(target) || !model.resource(target)) return;
  const step = isCodeable ? 'reference.reference' : 'reference';
  collector.error(
    'reference',
    `The reference ${quoted(reference.reference)} points to a ${target}, but only ${targets.join(', ')} may stand here.`,
    step,
  );
}

/** The resource type that a literal reference names; undefined for fragments, URNs and other URLs. */
function referencedType(reference: JsonValue | undefined): string | undefined {
  if (typeof reference !== 'string' || reference.length > maximumReferenceLength) return undefined;
  return literalPattern.exec(reference)?.[1];
}
