import { closest, distance } from 'fastest-levenshtein';
import type { Property, Type } from '../definitions/release-model.ts';
import { quoted } from '../issue-collector.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { FhirRelease } from '../types.ts';
import { primitiveFormats } from './primitives.ts';

/** Longer names are no misspelling of a known one. */
const maximumComparedLength = 80;

/** The property of that name in each release in which its owner has it. */
export type PropertiesByRelease = (owner: string, property: string) => ReadonlyMap<FhirRelease, Property>;

/** Releases as a sentence lists them. */
export function listed(releases: readonly string[]): string {
  return releases.length < 2
    ? releases.join()
    : `${releases.slice(0, -1).join(', ')} and ${releases[releases.length - 1]}`;
}

/** The name of a type with its article. */
export function withArticle(type: string): string {
  return `${/^[AEIOaeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** The known name that a misspelt one probably means; undefined if none is similar. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (name.length > maximumComparedLength || known.length === 0) return undefined;
  // A third of the letters, and no more than three.
  const allowedDistance = Math.min(3, Math.max(1, Math.ceil(name.length / 3)));
  const lower = name.toLowerCase();
  const best = known.find((each) => each.toLowerCase() === lower) ?? closest(name, known);
  return best.toLowerCase() === lower || distance(name, best) <= allowedDistance ? best : undefined;
}

/** What a value is, as messages name it. */
export function described(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `the ${typeof value} ${quoted(value)}`;
}

/** Why a property is unknown, and what was probably meant. */
export function unknownPropertyMessage(
  type: Type,
  name: string,
  object: JsonObject,
  release: FhirRelease,
  propertiesOf: PropertiesByRelease,
): string {
  const what = `${quoted(name)} is not a property of ${type.name}`;
  if (name === 'resourceType') return `${what}: only a resource has a resourceType.`;
  const base = name.startsWith('_') ? name.slice(1) : name;
  const properties = propertiesOf(type.name, base);
  if (base !== name && (Object.hasOwn(object, base) || properties.has(release)))
    return `${what}: only a primitive value has such a companion.`;
  const others = [...properties].flatMap(([other, { isPrimitive }]) =>
    other !== release && (base === name || isPrimitive) ? other : [],
  );
  if (others.length > 0) {
    return `${quoted(name)} is a property of ${type.name} in ${listed(others)}; this resource was judged by ${release}.`;
  }
  const near = nearestOf(name, [...type.properties.keys()]);
  return near === undefined ? `${what}.` : `${what}; the nearest one is "${near}".`;
}

/** Says what is needed instead of a value, and what each release has there if that explains the mistake. */
export function wrongTypeMessage(
  needed: string,
  value: JsonValue,
  property: Property,
  release: FhirRelease,
  propertiesOf: PropertiesByRelease,
): string {
  const what = `${needed.charAt(0).toUpperCase()}${needed.slice(1)} is needed, not ${described(value)}`;
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const properties = propertiesOf(property.owner, property.name);
  if (!isText || property.isPrimitive || properties.size < 2) return `${what}.`;
  const releasesByType = new Map<string, FhirRelease[]>();
  for (const [other, { typeName }] of properties)
    releasesByType.set(typeName, [...(releasesByType.get(typeName) ?? []), other]);
  const [[onlyType] = []] = releasesByType;
  if (releasesByType.size === 1 && onlyType !== undefined)
    return `${what}: ${property.name} is ${withArticle(onlyType)} in every release that has it (${listed([...properties.keys()])}).`;
  const types = [...releasesByType].map(([type, releases]) => `${withArticle(type)} in ${listed(releases)}`);
  const isTaken = [...releasesByType.keys()].some(
    (type) => primitiveFormats.get(type)?.jsonType === typeof value,
  );
  const judged = isTaken ? `; this resource was judged by ${release}` : '';
  return `${what}: ${property.name} is ${types.join(', ')}${judged}.`;
}
