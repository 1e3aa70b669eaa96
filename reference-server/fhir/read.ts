/** A JSON object of which nothing is known yet. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object: no list, not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a place inside a JSON value; `undefined` if there is no such place. */
export function at(value: unknown, ...steps: readonly (string | number)[]): unknown {
  let place = value;
  for (const step of steps) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) {
      return undefined;
    }
    place = (place as Record<string | number, unknown>)[step];
  }
  return place;
}

/** The text at a place; `undefined` if there is none. */
export function textAt(value: unknown, ...steps: readonly (string | number)[]): string | undefined {
  const found = at(value, ...steps);
  return typeof found === 'string' ? found : undefined;
}

/** The list at a place; empty if there is none. */
export function listAt(value: unknown, ...steps: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...steps);
  return Array.isArray(found) ? found : [];
}
