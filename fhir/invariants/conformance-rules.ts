import { quoted } from '../issue-collector.ts';
import { isObject, type JsonObject, type JsonValue, objectsIn } from '../json/json-value.ts';
import { type Finding, hasChoice, isDistinct, type NativeRule } from './rule-context.ts';

/** Rules over lists and trees of thousands of parts, by key. */
export const conformanceRules: Readonly<Record<string, NativeRule>> = {
  'csd-1': (node) => valuesDiffer(node, 'concept', 'code'),
  'que-2': (node) => valuesDiffer(node, 'item', 'linkId'),
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
  'qrs-2': answersDiffer,
  'ig-1': (node) => {
    const groups = new Set(objectsIn(node.grouping).map((grouping) => grouping.id));
    return objectsIn(node.resource).every(
      ({ groupingId }) => groupingId === undefined || groups.has(groupingId),
    );
  },
  'ig-2': (node) => {
    const versions = new Set(listOf(node.fhirVersion));
    const resources = isObject(node.definition) ? objectsIn(node.definition.resource) : [];
    return resources.every(({ fhirVersion }) =>
      listOf(fhirVersion).every((version) => versions.has(version)),
    );
  },
  'cpb-7': (node) =>
    isDistinct(objectsIn(node.document).map(({ profile, mode }) => `${profile ?? ''}${mode ?? ''}`)),
  'nsd-3': (node) =>
    isDistinct(
      objectsIn(node.uniqueId)
        .filter(({ authoritative }) => authoritative === true)
        .map(({ type, period }) =>
          JSON.stringify([type, isObject(period) ? [period.start, period.end] : []]),
        ),
    ),
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

/** Whether no two parts, at any depth, have the same value, or the place of the first that repeats one. */
function valuesDiffer(node: JsonObject, list: string, name: string): true | Finding {
  const seen = new Set<JsonValue>();
  const visit = (parent: JsonObject, steps: (string | number)[]): Finding | undefined => {
    const parts = listOf(parent[list]);
    for (const [position, part] of parts.entries()) {
      if (!isObject(part)) continue;
      steps.push(list, position);
      const value = part[name];
      if (value !== undefined) {
        if (seen.has(value)) return { at: [...steps, name], detail: `It repeats ${quoted(value)}.` };
        seen.add(value);
      }
      const found = visit(part, steps);
      if (found) return found;
      steps.length -= 2;
    }
    return undefined;
  };
  return visit(node, []) ?? true;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Whether no two answered questions of one group have the same linkId. It is reported where it is, not at each item
 * around it.
 */
function answersDiffer(item: JsonObject): boolean {
  const inner = [...objectsIn(item.item), ...objectsIn(item.answer)];
  return inner.every((parent) =>
    isDistinct(
      objectsIn(parent.item)
        .filter((question) => objectsIn(question.answer).some((answer) => hasChoice(answer, 'value')))
        .map((question) => question.linkId),
    ),
  );
}
