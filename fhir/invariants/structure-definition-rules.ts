// biome-ignore-all lint/complexity/useLiteralKeys: the expressions hold both kinds of quotation marks.
import { isObject, type JsonObject, type JsonValue, objectsIn } from '../json/json-value.ts';
import { below, eachOf, type Finding, has, type NativeRule, type RuleContext } from './rule-context.ts';

const hl7Prefix = 'http://hl7.org/fhir/StructureDefinition';
const anySegment = /^[^\s.,:;'"/|?!@#$%&*()[\]{}]{1,64}$/;
const typeSegment = /^[A-Za-z][A-Za-z0-9]{0,63}$/;
const sliceName = /^[^\s]+$/;
const nameSegment = /^[a-z][A-Za-z0-9]{0,63}(?:\[x\])?$/;
const typeCodePattern = /^[a-zA-Z0-9]+$|^http:\/\/hl7\.org\/fhirpath\/System\.[A-Z][A-Za-z]+$/;

/** Rules of StructureDefinition and ElementDefinition, by key. */
export const structureDefinitionRules: Readonly<Record<string, NativeRule>> = {
  'sdf-8': (view, context) => {
    const [first, ...rest] = pathsOf(view);
    if (!isLogical(context) && first !== context.resource.type) return { at: ['element', 0] };
    return liesBelow(rest, first ?? '');
  },
  'sdf-8a': (view, context) => {
    const [first = '', ...rest] = pathsOf(view);
    if (!isLogical(context) && !first.startsWith(String(context.resource.type)))
      return { at: ['element', 0] };
    return liesBelow(rest, first.replace(/\..*$/s, ''));
  },
  'sdf-9': (node) =>
    eachElement(
      node,
      (element) => !isRoot(element) || !['label', 'code', 'requirements'].some((name) => has(element, name)),
    ),
  'sdf-11': (node) => {
    if (node.kind === 'logical' || node.snapshot === undefined) return true;
    const first = elementsOf(node.snapshot)[0]?.path;
    return (first !== undefined && first === node.type) || { at: firstOf('snapshot') };
  },
  'sdf-15': (node) =>
    node.kind === 'logical' ||
    elementsOf(node.snapshot)[0]?.type === undefined || { at: firstOf('snapshot') },
  'sdf-15a': (node) => {
    const first = elementsOf(node.differential)[0];
    const fits = node.kind === 'logical' || !first || !isRoot(first) || first.type === undefined;
    return fits || { at: firstOf('differential') };
  },
  'sdf-23': (node) => eachElement(node, (element) => !isRoot(element) || !has(element, 'sliceName')),
  'sdf-24': (view) => partsAreUnconstrained(view, 'Reference', '.reference', 'targetProfile'),
  'sdf-25': (view) => partsAreUnconstrained(view, 'CodeableConcept', '.concept', undefined),
  'eld-2': ({ min, max }) =>
    typeof min !== 'number' || typeof max !== 'string' || max === '*' || min <= Number(max),
  // It asks whether the list of types is empty after each is tested, so that any type makes it hold.
  'eld-11': () => true,
  'eld-28': (node) => node.mustHaveValue !== true || node.valueAlternatives === undefined,
};

/** That of eld-19, as its expression holds it. */
export const publishedPathPattern = `[^\\\\s\\\\.,:;\\\\\\'"\\\\/|?!@#$%&*()\\\\[\\\\]{}]{1,64}(\\\\.[^\\\\s\\\\.,:;\\\\\\'"\\\\/|?!@#$%&*()\\\\[\\\\]{}]{1,64}(\\\\[x\\\\])?(\\\\:[^\\\\s\\\\.]+)?)*`;

/** The same by expression, for a rule whose key has another meaning in other releases. */
export const structureDefinitionExpressions: Readonly<Record<string, NativeRule>> = {
  // The patterns of HL7 for whole paths take too long to be shown linear, so that each segment is matched by itself.
  [`path.matches('^${publishedPathPattern}$')`]: pathIsOfSegments,
  [`path.matches('^[A-Za-z][A-Za-z0-9]{0,63}(\\\\.[a-z][A-Za-z0-9]{0,63}(\\\\[x])?)*$')`]: ({ path }) =>
    segmentsFit(
      path,
      (name) => typeSegment.test(name),
      (name) => nameSegment.test(name),
    ),
  "url.startsWith('http://hl7.org/fhir/StructureDefinition') implies (differential | snapshot).element.type.code.all(matches('^[a-zA-Z0-9]+$') or matches('^http:\\\\/\\\\/hl7\\\\.org\\\\/fhirpath\\\\/System\\\\.[A-Z][A-Za-z]+$'))":
    (node) =>
      typeof node.url !== 'string' ||
      !node.url.startsWith(hl7Prefix) ||
      eachElement(node, (element) =>
        objectsIn(element.type).every(
          ({ code }) => typeof code !== 'string' || code.length > 1_000 || typeCodePattern.test(code),
        ),
      ),
};

function segmentsFit(
  path: JsonValue | undefined,
  isFirst: (segment: string) => boolean,
  isLater: (segment: string) => boolean,
): boolean {
  if (typeof path !== 'string') return true;
  return path.split('.').every((segment, index) => (index === 0 ? isFirst(segment) : isLater(segment)));
}

/** eld-19: no segment has a special character. */
export function pathIsOfSegments({ path }: JsonObject): boolean {
  return segmentsFit(path, (name) => anySegment.test(name), isAnyLaterSegment);
}

/** A name, for a choice with `[x]`, and for a slice with `:name`. */
function isAnyLaterSegment(segment: string): boolean {
  const cut = segment.indexOf(':');
  const name = cut === -1 ? segment : segment.slice(0, cut);
  const plain = name.endsWith('[x]') ? name.slice(0, -3) : name;
  return anySegment.test(plain) && (cut === -1 || sliceName.test(segment.slice(cut + 1)));
}

function elementsOf(view: JsonObject[string] | undefined): JsonObject[] {
  return isObject(view) ? objectsIn(view.element) : [];
}

function eachElement(node: JsonObject, holds: (element: JsonObject) => boolean): true | Finding {
  for (const view of ['snapshot', 'differential']) {
    const elements = node[view];
    const found = isObject(elements) ? eachOf(elements, 'element', holds) : true;
    if (found !== true) return below([view], found);
  }
  return true;
}

function firstOf(view: string): readonly (string | number)[] {
  return [view, 'element', 0];
}

function isRoot(element: JsonObject): boolean {
  return typeof element.path === 'string' && !element.path.includes('.');
}

function pathsOf(view: JsonObject): string[] {
  return objectsIn(view.element).map((element) => String(element.path));
}

/** @param paths of all elements but the first */
function liesBelow(paths: readonly string[], parent: string): true | Finding {
  const prefix = `${parent}.`;
  const position = paths.findIndex((path) => !path.startsWith(prefix));
  return position === -1 || { at: ['element', position + 1] };
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
): true | Finding {
  const elements = objectsIn(snapshot.element);
  const hasType = (element: JsonObject, code: string) =>
    objectsIn(element.type).some((type) => type.code === code);
  const codeableReferences = new Set(
    elements.filter((element) => hasType(element, 'CodeableReference')).map((element) => element.path),
  );
  return eachOf(snapshot, 'element', (element) => {
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
