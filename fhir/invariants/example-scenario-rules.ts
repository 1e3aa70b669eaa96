import { isObject, type JsonObject, type JsonValue, objectsIn } from '../json/json-value.ts';
import { distinctIn, type Finding, has, type NativeRule, type RuleContext } from './rule-context.ts';

/** What the parts of an ExampleScenario say about each other. */
interface Scenario {
  readonly actors: ReadonlySet<JsonValue | undefined>;
  /** The keys of the versions of each instance. */
  readonly versions: ReadonlyMap<JsonValue | undefined, ReadonlySet<JsonValue | undefined>>;
  /** The keys of actors that take part in an operation. */
  readonly parties: ReadonlySet<JsonValue | undefined>;
  /** The versions of each instance that processes refer to. */
  readonly uses: ReadonlyMap<JsonValue | undefined, ReadonlySet<JsonValue | undefined>>;
}

/** Rules of ExampleScenario, by key. Each actor, instance and operation looks for its key in the others. */
export const exampleScenarioRules: Readonly<Record<string, NativeRule>> = {
  'exs-6': (node) => partsDiffer(node, 'actor', 'key'),
  'exs-7': (node) => partsDiffer(node, 'actor', 'title'),
  'exs-8': (node) => partsDiffer(node, 'instance', 'key'),
  'exs-9': (node) => partsDiffer(node, 'instance', 'title'),
  'exs-10': (node) => partsDiffer(node, 'version', 'key'),
  'exs-11': (node) => partsDiffer(node, 'version', 'title'),
  'exs-12': (node) => partsDiffer(node, 'process', 'title'),
  'exs-13': (node) => partsDiffer(node, 'alternative', 'title'),
  'exs-14': (node, context) => scenarioOf(context).versions.has(node.instanceReference),
  'exs-15': (node, context) => has(node, 'versionReference') || versionsOf(node, context).size === 0,
  'exs-16': (node, context) =>
    !has(node, 'versionReference') || versionsOf(node, context).has(node.versionReference),
  'exs-17': (node, context) => isActor(node, 'initiator', context),
  'exs-18': (node, context) => isActor(node, 'receiver', context),
  'exs-19': (node, context) => scenarioOf(context).parties.has(node.key),
  'exs-20': (node, context) => scenarioOf(context).uses.has(node.key),
  'exs-21': (node, context) => {
    const used = scenarioOf(context).uses.get(node.key);
    return (
      !has(node, 'version') || objectsIn(node.version).some(({ key }) => key !== undefined && used?.has(key))
    );
  },
};

function partsDiffer(node: JsonObject, list: string, name: string): true | Finding {
  return distinctIn(node, list, (part) => part[name], name);
}

function isActor(operation: JsonObject, name: string, context: RuleContext): boolean {
  const key = operation[name];
  return key === 'OTHER' || !has(operation, name) || scenarioOf(context).actors.has(key);
}

function versionsOf(node: JsonObject, context: RuleContext): ReadonlySet<JsonValue | undefined> {
  return scenarioOf(context).versions.get(node.instanceReference) ?? new Set();
}

function scenarioOf(context: RuleContext): Scenario {
  return context.derive(readScenario);
}

function readScenario(resource: JsonObject): Scenario {
  const versions = new Map<JsonValue | undefined, Set<JsonValue | undefined>>();
  for (const instance of objectsIn(resource.instance)) {
    if (instance.key === undefined) continue;
    const keys = versions.get(instance.key) ?? new Set();
    versions.set(instance.key, keys);
    for (const version of objectsIn(instance.version)) keys.add(version.key);
  }
  const parties = new Set<JsonValue | undefined>();
  const uses = new Map<JsonValue | undefined, Set<JsonValue | undefined>>();
  const pending: JsonValue[] = [...objectsIn(resource.process)];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (isObject(part)) {
      if (isObject(part.operation)) parties.add(part.operation.initiator).add(part.operation.receiver);
      if (part.instanceReference !== undefined) {
        const used = uses.get(part.instanceReference) ?? new Set();
        uses.set(part.instanceReference, used.add(part.versionReference));
      }
    }
    if (typeof part === 'object' && part !== null) {
      for (const inner of Object.values(part)) if (typeof inner === 'object') pending.push(inner);
    }
  }
  return { actors: new Set(objectsIn(resource.actor).map(({ key }) => key)), versions, parties, uses };
}
