import type { Property } from '../definitions/release-model.ts';
import { quoted } from '../issue-collector.ts';
import type { JsonValue } from '../json/json-value.ts';
import { bindableTypes } from './bindings.ts';

/** What a value is, as messages name it. */
export function described(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `the ${typeof value} ${quoted(value)}`;
}

/** A sentence on the value set that a code must be from; empty where it need not, or where a grammar defines it. */
export function boundCodes({ element, typeName }: Property): string {
  const set = bindableTypes.has(typeName) ? element.valueSet : undefined;
  return set === undefined || set.syntax ? '' : ` A code of the value set ${set.url} is required.`;
}
