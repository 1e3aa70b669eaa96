import type { JsonObject, JsonValue } from '../json/read-json.ts';

/** Where a rule is judged: what `%resource`, `%rootResource` and `resolve()` mean there. */
export interface RuleContext {
  /** The resource in which the element stands, a contained one included. */
  readonly resource: JsonObject;
  /** The resource that is not contained. */
  readonly rootResource: JsonObject;
  /** The contained resources of the root. */
  readonly containedById: ReadonlyMap<string, JsonObject>;
  /** Finds what a literal reference points to, in the root resource or its Bundle. */
  readonly resolve: (reference: string) => JsonObject | undefined;
}

/** Judges an element by one rule: true where the rule holds. */
export type NativeRule = (node: JsonObject, context: RuleContext) => boolean;

/** The context of a resource's own root element. */
export function ruleContextOf(resource: JsonObject, resolve: RuleContext['resolve']): RuleContext {
  const containedById = new Map<string, JsonObject>();
  for (const inner of objectsIn(resource.contained)) {
    if (typeof inner.id === 'string') containedById.set(inner.id, inner);
  }
  const find = (reference: string) =>
    reference.startsWith('#') ? containedById.get(reference.slice(1)) : resolve(reference);
  return { resource, rootResource: resource, containedById, resolve: find };
}

/** Whether an element is present, be it by its extensions alone. */
export function has(node: JsonObject, name: string): boolean {
  return node[name] !== undefined || node[`_${name}`] !== undefined;
}

/** Whether any of the types of a choice element is present. */
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

/** The objects of a list, or none. */
export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
