import { quoted } from '../issue-collector.ts';
import { isObject, type JsonObject, type JsonValue, objectsIn } from '../json/json-value.ts';
import { bundleRules } from './bundle-rules.ts';
import { conformanceRules } from './conformance-rules.ts';
import { orderOf } from './date-bounds.ts';
import { elementExpressions, elementRules } from './element-rules.ts';
import { errata } from './errata-rules.ts';
import { exampleScenarioRules } from './example-scenario-rules.ts';
import { referenceRules } from './reference-rules.ts';
import { eachOf, type Finding, has, hasChoice, type NativeRule, type RuleContext } from './rule-context.ts';
import { structureDefinitionExpressions, structureDefinitionRules } from './structure-definition-rules.ts';

/**
 * Rules in code, by key: those that apply to nearly every element, those that look at whole lists, and those that
 * programs cannot state. These keys have one meaning in all releases.
 */
export const nativeRules: Readonly<Record<string, NativeRule>> = {
  'per-1': periodIsOrdered,
  'mdd-1': (node) => isOrdered(node.whenPrepared, node.whenHandedOver),
  'rng-2': (node) => isAtMost(node.low, node.high),
  'ratrng-2': (node) => isAtMost(node.lowNumerator, node.highNumerator),
  'ref-1': localReferenceResolves,
  'dom-2': (node) => eachOf(node, 'contained', (inner) => inner.contained === undefined),
  'dom-4': (node) =>
    eachOf(
      node,
      'contained',
      ({ meta }) => !isObject(meta) || (!has(meta, 'versionId') && !has(meta, 'lastUpdated')),
    ),
  'dom-5': (node) => eachOf(node, 'contained', ({ meta }) => !isObject(meta) || meta.security === undefined),
  'obs-7': componentCodesDiffer,
  'app-5': (node) => isOrdered(node.start, node.end),
  ...bundleRules,
  ...conformanceRules,
  ...elementRules,
  ...exampleScenarioRules,
  ...referenceRules,
  ...structureDefinitionRules,
};

/** The same by expression, for rules whose key has another meaning elsewhere. */
export const nativeExpressions: Readonly<Record<string, NativeRule>> = {
  'lowNumerator.empty() or highNumerator.empty() or (lowNumerator <= highNumerator)': (node) =>
    isAtMost(node.lowNumerator, node.highNumerator),
  'lastModified.exists().not() or authoredOn.exists().not() or lastModified >= authoredOn': (node) =>
    isOrdered(node.authoredOn, node.lastModified),
  ...errata,
  ...elementExpressions,
  ...structureDefinitionExpressions,
};

/** Rules that the validators check themselves while they traverse a resource. */
export const traversalRules: ReadonlySet<string> = new Set(['ele-1', 'ext-1', 'dom-3', 'txt-1', 'txt-2']);

/** Dates of different precision, such as 2000 and 2000-05-01, may be in order: then the rule holds. */
function isOrdered(start: JsonValue | undefined, end: JsonValue | undefined): boolean {
  return orderOf(start, end) !== 'reversed';
}

function periodIsOrdered({ start, end }: JsonObject): boolean | Finding {
  const order = orderOf(start, end);
  if (order !== 'reversed in one time zone') return order === 'ordered';
  const detail = 'One of them has no time zone; in some zones they are in order, in most they are not.';
  return { severity: 'warning', detail };
}

/** Quantities of different units are not compared: then the rule holds. */
function isAtMost(low: JsonValue | undefined, high: JsonValue | undefined): boolean {
  if (!isObject(low) || !isObject(high)) return true;
  if (typeof low.value !== 'number' || typeof high.value !== 'number') return true;
  const sameUnit =
    low.system === high.system &&
    low.code === high.code &&
    (low.code !== undefined || low.unit === high.unit);
  return !sameUnit || low.value <= high.value;
}

function localReferenceResolves(node: JsonObject, context: RuleContext): boolean | Finding {
  const reference = node.reference;
  if (typeof reference !== 'string' || !reference.startsWith('#')) return true;
  // "#" alone refers to the container, which only a contained resource has.
  if (reference === '#') return context.resource !== context.rootResource;
  if (context.containedById.has(reference.slice(1))) return true;
  return { detail: `No contained resource has the id ${quoted(reference.slice(1))}.` };
}

/** A component must not repeat the code of an observation that has a value of its own. */
function componentCodesDiffer(observation: JsonObject): true | Finding {
  if (!hasChoice(observation, 'value')) return true;
  const own = new Set(codingsOf(observation.code));
  return eachOf(
    observation,
    'component',
    (component) => !codingsOf(component.code).some((coding) => own.has(coding)),
  );
}

function codingsOf(concept: JsonValue | undefined): string[] {
  return isObject(concept) ? objectsIn(concept.coding).map((coding) => JSON.stringify(coding)) : [];
}
