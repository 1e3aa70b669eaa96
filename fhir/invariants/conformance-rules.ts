import { quoted } from '../issue-collector.ts';
import { isObject, type JsonObject, type JsonValue, objectsIn } from '../json/json-value.ts';
import { below, distinctIn, eachOf, type Finding, hasChoice, type NativeRule } from './rule-context.ts';

/** Rules over lists and trees of thousands of parts, by key. */
export const conformanceRules: Readonly<Record<string, NativeRule>> = {
  'csd-1': (node) => valuesDiffer(node, 'concept', 'code'),
  'que-2': (node) => valuesDiffer(node, 'item', 'linkId'),
  'pld-3': (node) => {
    const goals = new Set(objectsIn(node.goal).map((goal) => goal.id));
    return eachPart(node, 'action', ({ goalId }) => {
      const position = listOf(goalId).findIndex((id) => !goals.has(id));
      return position === -1 || { at: ['goalId', position] };
    });
  },
  'pld-4': (node) => {
    const ids = new Set<JsonValue | undefined>();
    eachPart(node, 'action', ({ id }) => {
      ids.add(id);
      return true;
    });
    return eachPart(node, 'action', (action) =>
      eachOf(action, 'relatedAction', ({ targetId }) => ids.has(targetId)),
    );
  },
  'qrs-2': answersDiffer,
  'ig-1': (node) => {
    const groups = new Set(objectsIn(node.grouping).map((grouping) => grouping.id));
    return eachOf(node, 'resource', ({ groupingId }) => groupingId === undefined || groups.has(groupingId));
  },
  'ig-2': ({ fhirVersion: declared, definition }) => {
    const versions = new Set(listOf(declared));
    if (!isObject(definition)) return true;
    const found = eachOf(definition, 'resource', ({ fhirVersion }) =>
      listOf(fhirVersion).every((version) => versions.has(version)),
    );
    return below(['definition'], found);
  },
  'cpb-7': (node) => distinctIn(node, 'document', ({ profile, mode }) => `${profile ?? ''}${mode ?? ''}`),
  'nsd-3': (node) =>
    distinctIn(node, 'uniqueId', ({ authoritative, type, period }) =>
      authoritative === true
        ? JSON.stringify([type, isObject(period) ? [period.start, period.end] : []])
        : undefined,
    ),
};

/** Judges the parts of that name at every depth, in their order, up to the first that breaks the rule. */
function eachPart(
  node: JsonObject,
  list: string,
  judge: (part: JsonObject) => true | Finding,
): true | Finding {
  const steps: (string | number)[] = [];
  const visit = (parent: JsonObject): true | Finding => {
    for (const [position, part] of listOf(parent[list]).entries()) {
      if (!isObject(part)) continue;
      steps.push(list, position);
      const found = judge(part);
      if (found !== true) return below(steps, found);
      const inner = visit(part);
      if (inner !== true) return inner;
      steps.length -= 2;
    }
    return true;
  };
  return visit(node);
}

/** Whether no two parts, at any depth, have the same value, or the place of the first that repeats one. */
function valuesDiffer(node: JsonObject, list: string, name: string): true | Finding {
  const seen = new Set<JsonValue>();
  return eachPart(node, list, (part) => {
    const value = part[name];
    if (value === undefined) return true;
    if (seen.has(value)) return { at: [name], detail: `It repeats ${quoted(value)}.` };
    seen.add(value);
    return true;
  });
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Whether no two answered questions of one group have the same linkId. It is reported at the group, not at each item
 * around it.
 */
function answersDiffer(item: JsonObject): true | Finding {
  for (const list of ['item', 'answer']) {
    for (const [position, parent] of listOf(item[list]).entries()) {
      if (!isObject(parent)) continue;
      const found = distinctIn(
        parent,
        'item',
        ({ linkId, answer }) =>
          objectsIn(answer).some((each) => hasChoice(each, 'value')) ? linkId : undefined,
        'linkId',
      );
      if (found !== true) return below([list, position], found);
    }
  }
  return true;
}
