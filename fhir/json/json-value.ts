/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  [name: string]: JsonValue;
}

/**
 * The text of each number that JavaScript would print differently (`1.0`, `1e3`, 20 digits), by the object or array
 * that holds it and its property or index.
 */
export type NumberTexts = WeakMap<object, Map<string | number, string>>;

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of an array; none if the value is not an array. */
export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Adds a property: assignment to "__proto__" would change the prototype instead. */
export function setProperty(object: JsonObject, name: string, value: JsonValue): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}
