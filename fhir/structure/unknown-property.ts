import type { Type } from '../definitions/release-model.ts';
import { quoted } from '../issue-collector.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { FhirRelease } from '../types.ts';
import { nearestOf } from './nearest.ts';
import { listed, type PropertiesByRelease } from './other-releases.ts';

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
  if (base !== name && Object.hasOwn(object, base))
    return `${what}: only a primitive value has such a companion.`;
  const others = [...propertiesOf(type.name, base).keys()].filter((other) => other !== release);
  if (others.length > 0) {
    return `${quoted(name)} is a property of ${type.name} in ${listed(others)}; this resource was judged by ${release}.`;
  }
  const near = nearestOf(name, [...type.properties.keys()]);
  return near === undefined ? `${what}.` : `${what}; the nearest one is "${near}".`;
}
