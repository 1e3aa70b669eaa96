import type { ReleaseModel } from '../definitions/release-model.ts';
import { isObject } from '../invariants/rule-context.ts';
import { type IssueCollector, quoted } from '../issue-collector.ts';
import type { JsonObject, JsonValue } from '../json/read-json.ts';

/** The type and id at the end of a literal reference (`…/Patient/12`, `Patient/12/_history/3`). */
const literalPattern =
  /(?:^|\/)([A-Z][A-Za-z]{1,63})\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[A-Za-z0-9\-.]{1,64})?$/;
const longestReference = 2_000;

/**
 * Judges whether a Reference (or the reference of a CodeableReference) names a resource type that the element
 * allows. Only what the reference itself says is judged: its text and its `type`.
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

/** The resource type that a literal reference names, or undefined (fragments, URNs, other URLs). */
export function referencedType(reference: JsonValue | undefined): string | undefined {
  if (typeof reference !== 'string' || reference.length > longestReference) return undefined;
  return literalPattern.exec(reference)?.[1];
}
