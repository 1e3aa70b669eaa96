import { boundsOf } from './date-bounds.ts';
import type { JsonObject, JsonValue } from './json-text.ts';
import { has, isObject, objectsIn, type RuleContext } from './rule-context.ts';

/** Judges an element by one rule. */
export type NativeRule = (node: JsonObject, context: RuleContext) => boolean;

/**
 * Rules that are judged here and not by the FHIRPath engine: those that stand at nearly every element, and those
 * at which the engine is slow or answers nothing (dates and quantities of different precision). By key: a key
 * has one meaning in all releases.
 */
export const nativeRules: Readonly<Record<string, NativeRule>> = {
  'qty-3': (node) => !has(node, 'code') || has(node, 'system'),
  'sqty-1': (node) => !has(node, 'comparator'),
  'att-1': (node) => !has(node, 'data') || has(node, 'contentType'),
  'cpt-2': (node) => !has(node, 'value') || has(node, 'system'),
  'cod-1': (node) => has(node, 'code') || !has(node, 'display'),
  'ident-1': (node) => has(node, 'value'),
  'per-1': (node) => isOrdered(node.start, node.end),
  'mdd-1': (node) => isOrdered(node.whenPrepared, node.whenHandedOver),
  'rng-2': (node) => isAtMost(node.low, node.high),
  'ratrng-2': (node) => isAtMost(node.lowNumerator, node.highNumerator),
  'ref-1': judgeLocalReference,
  'ref-2': (node) =>
    has(node, 'reference') || has(node, 'identifier') || has(node, 'display') || has(node, 'extension'),
  'dom-2': (node) => objectsIn(node.contained).every((inner) => inner.contained === undefined),
  'dom-4': (node) =>
    objectsIn(node.contained).every(
      (inner) => !isObject(inner.meta) || (!has(inner.meta, 'versionId') && !has(inner.meta, 'lastUpdated')),
    ),
  'dom-5': (node) =>
    objectsIn(node.contained).every((inner) => !isObject(inner.meta) || inner.meta.security === undefined),
  'bdl-3': (node) => entriesHave(node, 'request', ['batch', 'transaction', 'history']),
  'bdl-4': (node) => entriesHave(node, 'response', ['batch-response', 'transaction-response', 'history']),
  'bdl-5': (node) => has(node, 'resource') || has(node, 'request') || has(node, 'response'),
  'bdl-7': judgeFullUrls,
  'bdl-8': (node) => typeof node.fullUrl !== 'string' || !node.fullUrl.includes('/_history/'),
};

/** The same for rules whose key means something else elsewhere: by expression. */
export const nativeExpressions: Readonly<Record<string, NativeRule>> = {
  'lowNumerator.empty() or highNumerator.empty() or (lowNumerator <= highNumerator)': (node) =>
    isAtMost(node.lowNumerator, node.highNumerator),
};

/** Rules whose result the judge knows from its own walk. */
export const rulesOfTheWalk: ReadonlySet<string> = new Set(['ele-1', 'ext-1', 'dom-3', 'txt-1', 'txt-2']);

/** A date that is only known to the year may lie before or after one in that year: then there is no fault. */
function isOrdered(start: JsonValue | undefined, end: JsonValue | undefined): boolean {
  const from = typeof start === 'string' ? boundsOf(start) : undefined;
  const to = typeof end === 'string' ? boundsOf(end) : undefined;
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

function judgeLocalReference(node: JsonObject, context: RuleContext): boolean {
  const reference = node.reference;
  if (typeof reference !== 'string' || !reference.startsWith('#')) return true;
  // "#" alone means the container, which only a contained resource has.
  if (reference === '#') return context.resource !== context.rootResource;
  return objectsIn(context.rootResource.contained).some((inner) => inner.id === reference.slice(1));
}

function entriesHave(bundle: JsonObject, name: string, types: readonly string[]): boolean {
  const needed = typeof bundle.type === 'string' && types.includes(bundle.type);
  return objectsIn(bundle.entry).every((entry) => has(entry, name) === needed);
}

/** Every version of a resource stands once; a history may tell it several times. */
function judgeFullUrls(bundle: JsonObject): boolean {
  if (bundle.type === 'history') return true;
  const seen = new Set<string>();
  for (const entry of objectsIn(bundle.entry)) {
    if (typeof entry.fullUrl !== 'string') continue;
    const meta = isObject(entry.resource) ? entry.resource.meta : undefined;
    const version = isObject(meta) && typeof meta.versionId === 'string' ? meta.versionId : '';
    const identity = `${entry.fullUrl} ${version}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
  }
  return true;
}
