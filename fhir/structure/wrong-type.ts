import type { Property } from '../definitions/release-model.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { FhirRelease } from '../types.ts';
import { described } from './descriptions.ts';
import { listed, type PropertiesByRelease } from './other-releases.ts';
import { primitiveFormats } from './primitives.ts';
import { withArticle } from './reference-targets.ts';

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
