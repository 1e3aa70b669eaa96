import { type JsonObject, type JsonValue, objectsIn } from '../json/json-value.ts';
import { has, type NativeRule, type RuleContext } from './rule-context.ts';

/** Rules over lists and trees of thousands of parts, by key: in the FHIRPath engine their cost grows quadratically. */
export const conformanceRules: Readonly<Record<string, NativeRule>> = {
  'csd-1': (node) => isDistinct(partsOf(node, 'concept').map((concept) => concept.code)),
  'que-2': (node) => isDistinct(partsOf(node, 'item').map((item) => item.linkId)),
  'pld-3': (node) => {
    const goals = new Set(objectsIn(node.goal).map((goal) => goal.id));
    return partsOf(node, 'action').every((action) => listOf(action.goalId).every((id) => goals.has(id)));
  },
  'pld-4': (node) => {
    const actions = partsOf(node, 'action');
    const ids = new Set(actions.map((action) => action.id));
    return actions.every((action) =>
      objectsIn(action.relatedAction).every((related) => ids.has(related.targetId)),
    );
  },
  'sdf-8': (node, context) => {
    const [first, ...rest] = pathsOf(node);
    return (
      (isLogical(context) || first === context.resource.type) &&
      rest.every((path) => path.startsWith(`${first}.`))
    );
  },
  'sdf-8a': (node, context) => {
    const [first = '', ...rest] = pathsOf(node);
    const root = first.replace(/\..*$/s, '');
    const firstFits = isLogical(context) || first.startsWith(String(context.resource.type));
    return firstFits && rest.every((path) => path.startsWith(`${root}.`));
  },
  'sdf-24': (node) => partsAreUnconstrained(node, 'Reference', '.reference', 'targetProfile'),
  'sdf-25': (node) => partsAreUnconstrained(node, 'CodeableConcept', '.concept', undefined),
};

/** The parts of that name, at every depth. */
function partsOf(node: JsonObject, name: string): JsonObject[] {
  const found: JsonObject[] = [];
  const pending = [node];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    for (const part of objectsIn(parent[name])) {
      found.push(part);
      pending.push(part);
    }
  }
  return found;
}

function isDistinct(values: readonly (JsonValue | undefined)[]): boolean {
  const present = values.filter((value) => value !== undefined);
  return new Set(present).size === present.length;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function pathsOf(view: JsonObject): string[] {
  return objectsIn(view.element).map((element) => String(element.path));
}

function isLogical(context: RuleContext): boolean {
  return context.resource.kind === 'logical';
}

/** A profile states what a CodeableReference may hold at the element itself, not at its parts. */
function partsAreUnconstrained(
  snapshot: JsonObject,
  typeCode: string,
  suffix: string,
  typeProperty: string | undefined,
): boolean {
  const elements = objectsIn(snapshot.element);
  const hasType = (element: JsonObject, code: string) =>
    objectsIn(element.type).some((type) => type.code === code);
  const codeableReferences = new Set(
    elements.filter((element) => hasType(element, 'CodeableReference')).map((element) => element.path),
  );
  return elements.every((element) => {
    const path = String(element.path);
    if (
      !path.endsWith(suffix) ||
      !hasType(element, typeCode) ||
      !codeableReferences.has(path.slice(0, -suffix.length))
    )
      return true;
    return typeProperty === undefined
      ? element.binding === undefined
      : !objectsIn(element.type).some((type) => has(type, typeProperty));
  });
}
