import type { Property } from '../definitions/release-model.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { FhirRelease } from '../types.ts';
import { described } from './descriptions.ts';
import { primitiveFormats } from './primitives.ts';
import type { TypesOfProperty } from './unknown-property.ts';

/** What is needed instead of a value, and which releases take such a value there. */
export function wrongTypeMessage(
  needed: string,
  value: JsonValue,
  property: Property,
  release: FhirRelease,
  typesOf: TypesOfProperty,
): string {
  const what = `${needed.charAt(0).toUpperCase()}${needed.slice(1)} is needed, not ${described(value)}`;
  const isPrimitive = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isPrimitive || property.isPrimitive) return `${what}.`;
  const types = typesOf(property.owner, property.name);
  const taking = [...types].filter(([, type]) => primitiveFormats.get(type)?.jsonType === typeof value);
  if (taking.length > 0) {
    const taken = taking.map(([other, type]) => `${withArticle(type)} in ${other}`).join(' and ');
    return `${what}: ${property.name} is ${taken}; this resource was judged by ${release}.`;
  }
  if (types.size === 0) return `${what}.`;
  const having = new Map<string, FhirRelease[]>();
  for (const [other, type] of types) having.set(type, [...(having.get(type) ?? []), other]);
  const had = [...having].map(
    ([type, releases]) =>
      `${listed(releases)} ${releases.length === 1 ? 'has' : 'have'} ${withArticle(type)}`,
  );
  return `${what}; no release that this validator knows has a ${typeof value} here: ${had.join(', ')}.`;
}

function listed(releases: readonly FhirRelease[]): string {
  return releases.length < 2
    ? releases.join()
    : `${releases.slice(0, -1).join(', ')} and ${releases[releases.length - 1]}`;
}

function withArticle(type: string): string {
  return `${/^[AEIOaeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
