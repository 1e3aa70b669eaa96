import { isObject, type JsonObject, type JsonValue, objectsIn } from '../json/json-value.ts';

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
  /** What a rule needs of the whole resource, computed once, not at each element. */
  readonly derive: <T>(compute: (resource: JsonObject) => T) => T;
}

/** What is known about a broken rule beyond its text. */
export interface Finding {
  /** Steps from the element to the place that a person must open. */
  readonly at?: readonly (string | number)[];
  /** A sentence. */
  readonly detail?: string;
  /** Where the rule is not broken for certain. */
  readonly severity?: 'warning';
}

/** A rule in code: whether it holds for an element, or where it does not. */
export type NativeRule = (node: JsonObject, context: RuleContext) => boolean | Finding;

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
  return {
    resource,
    rootResource: resource,
    containedById,
    resolve: find,
    derive: deriveFrom(resource),
  };
}

/** The context in a contained resource, which shares its container's contained resources. */
export function containedContextOf(resource: JsonObject, container: RuleContext): RuleContext {
  return { ...container, resource, derive: deriveFrom(resource) };
}

function deriveFrom(resource: JsonObject): RuleContext['derive'] {
  let derived: Map<unknown, unknown> | undefined;
  return <T>(compute: (resource: JsonObject) => T): T => {
    derived ??= new Map();
    if (!derived.has(compute)) derived.set(compute, compute(resource));
    return derived.get(compute) as T;
  };
}

/** What was found at a part of an element, as found at the element. */
export function below(steps: readonly (string | number)[], found: true | Finding): true | Finding {
  return found === true ? true : { ...found, at: [...steps, ...(found.at ?? [])] };
}

/** Whether a condition holds for each object of a list, or the first for which it does not. */
export function eachOf(node: JsonObject, list: string, holds: (part: JsonObject) => boolean): true | Finding {
  const parts = node[list];
  const position = Array.isArray(parts) ? parts.findIndex((part) => isObject(part) && !holds(part)) : -1;
  return position === -1 || { at: [list, position] };
}

/** Whether no two objects of a list have the same identity, or the first that repeats one; absent ones do not count. */
export function distinctIn(
  node: JsonObject,
  list: string,
  identityOf: (part: JsonObject) => JsonValue | undefined,
  ...inner: readonly string[]
): true | Finding {
  const seen = new Set<JsonValue>();
  const found = eachOf(node, list, (part) => {
    const identity = identityOf(part);
    if (identity === undefined) return true;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
  return found === true ? true : { ...found, at: [...(found.at ?? []), ...inner] };
}

/** The resource that a Reference points to, if it is in the body. */
export function targetOf(reference: JsonValue | undefined, context: RuleContext): JsonObject | undefined {
  if (!isObject(reference) || typeof reference.reference !== 'string') return undefined;
  return context.resolve(reference.reference);
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
