import { type JsonObject, objectsIn } from '../json/json-value.ts';

/** Finds the resource that a literal reference points to, or undefined. */
export type ResolveReference = (reference: string) => JsonObject | undefined;

/** Where a rule is evaluated: what `%resource`, `%rootResource` and `resolve()` mean there. */
export interface RuleContext {
  /** The resource that holds the element; it may be a contained one. */
  readonly resource: JsonObject;
  /** The resource that is not contained. */
  readonly rootResource: JsonObject;
  /** The contained resources of the root. */
  readonly containedById: ReadonlyMap<string, JsonObject>;
  /** Looks in the root resource and its Bundle. */
  readonly resolve: ResolveReference;
}

/** A rule in code: whether it holds for an element. */
export type NativeRule = (node: JsonObject, context: RuleContext) => boolean;

/**
 * The context at the root element of a resource.
 *
 * @param resolve finds resources outside this one
 */
export function ruleContextOf(resource: JsonObject, resolve: ResolveReference): RuleContext {
  const containedById = new Map<string, JsonObject>();
  for (const inner of objectsIn(resource.contained)) {
    if (typeof inner.id === 'string') containedById.set(inner.id, inner);
  }
  const find = (reference: string) =>
    reference.startsWith('#') ? containedById.get(reference.slice(1)) : resolve(reference);
  return { resource, rootResource: resource, containedById, resolve: find };
}

/** Whether an element is present; extensions alone make it present. */
export function has(node: JsonObject, name: string): boolean {
  return node[name] !== undefined || node[`_${name}`] !== undefined;
}

/** Whether a choice element is present, with any of its types. */
export function hasChoice(node: JsonObject, name: string): boolean {
  for (const key in node) {
    const start = key.startsWith('_') ? 1 : 0;
    if (key.startsWith(name, start) && isUpper(key.charCodeAt(start + name.length))) return true;
  }
  return false;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}
