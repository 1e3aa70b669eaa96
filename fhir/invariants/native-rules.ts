import type { JsonObject, JsonValue } from '../json/read-json.ts';
import { bundleRules } from './bundle-rules.ts';
import { conformanceRules } from './conformance-rules.ts';
import { dateBoundsOf } from './date-bounds.ts';
import { has, hasChoice, isObject, type NativeRule, objectsIn, type RuleContext } from './rule-context.ts';

/**
 * Rules that are judged here and not by the FHIRPath engine: those that stand at nearly every element, and those
 * at which the engine is slow or answers nothing (dates and quantities of different precision). By key: a key
 * has one meaning in all releases.
 */
export const nativeRules: Readonly<Record<string, NativeRule>> = {
  'per-1': (node) => isOrdered(node.start, node.end),
  'mdd-1': (node) => isOrdered(node.whenPrepared, node.whenHandedOver),
  'rng-2': (node) => isAtMost(node.low, node.high),
  'ratrng-2': (node) => isAtMost(node.lowNumerator, node.highNumerator),
  'ref-1': localReferenceResolves,
  'dom-2': (node) => objectsIn(node.contained).every((inner) => inner.contained === undefined),
  'dom-4': (node) =>
    objectsIn(node.contained).every(
      (inner) => !isObject(inner.meta) || (!has(inner.meta, 'versionId') && !has(inner.meta, 'lastUpdated')),
    ),
  'dom-5': (node) =>
    objectsIn(node.contained).every((inner) => !isObject(inner.meta) || inner.meta.security === undefined),
  'obs-7': componentCodesDiffer,
  'app-5': (node) => isOrdered(node.start, node.end),
  ...bundleRules,
  ...conformanceRules,
};

/** The same for rules whose key means something else elsewhere: by expression. */
export const nativeExpressions: Readonly<Record<string, NativeRule>> = {
  'lowNumerator.empty() or highNumerator.empty() or (lowNumerator <= highNumerator)': (node) =>
    isAtMost(node.lowNumerator, node.highNumerator),
  'lastModified.exists().not() or authoredOn.exists().not() or lastModified >= authoredOn': (node) =>
    isOrdered(node.authoredOn, node.lastModified),
};

/** Rules whose result the judge knows from its own walk. */
export const traversalRules: ReadonlySet<string> = new Set(['ele-1', 'ext-1', 'dom-3', 'txt-1', 'txt-2']);

/** A date that is only known to the year may lie before or after one in that year: then there is no fault. */
function isOrdered(start: JsonValue | undefined, end: JsonValue | undefined): boolean {
  const from = typeof start === 'string' ? dateBoundsOf(start) : undefined;
  const to = typeof end === 'string' ? dateBoundsOf(end) : undefined;
  return !from || !to || from.low <= to.high;
}

/** Quantities of different units cannot be compared here: then there is no fault. */
function isAtMost(low: JsonValue | undefined, high: JsonValue | undefined): boolean {
  if (!isObject(low) || !isObject(high)) return true;
  if (typeof low.value !== 'number' || typeof high.value !== 'number') return true;
  const sameUnit =
    low.system === high.system &&
    low.code === high.code &&
    (low.code !== undefined || low.unit === high.unit);
  return !sameUnit || low.value <= high.value;
}

function localReferenceResolves(node: JsonObject, context: RuleContext): boolean {
  const reference = node.reference;
  if (typeof reference !== 'string' || !reference.startsWith('#')) return true;
  // "#" alone means the container, which only a contained resource has.
  if (reference === '#') return context.resource !== context.rootResource;
  return context.containedById.has(reference.slice(1));
}

/** A component must not repeat the code of an observation that has a value itself. */
function componentCodesDiffer(observation: JsonObject): boolean {
  if (!hasChoice(observation, 'value')) return true;
  const own = new Set(codingsOf(observation.code));
  return objectsIn(observation.component).every(
    (component) => !codingsOf(component.code).some((coding) => own.has(coding)),
  );
}

function codingsOf(concept: JsonValue | undefined): string[] {
  return isObject(concept) ? objectsIn(concept.coding).map((coding) => JSON.stringify(coding)) : [];
}
