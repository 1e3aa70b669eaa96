import { pathInBody } from '../element-path.ts';
import { type FhirIssue, maximumDepth } from '../types.ts';
import { type JsonObject, type JsonValue, type NumberTexts, setProperty } from './json-value.ts';

/** A copy of a value that JSON can carry, or what keeps it from being one. */
export type ReadValue =
  | { readonly value: JsonValue; readonly numberTexts: NumberTexts; readonly issues: readonly FhirIssue[] }
  | { readonly value?: undefined; readonly issues: readonly FhirIssue[]; readonly unread?: string };

/** The same object may occur at many places, and a getter may make new ones: a value may be larger than memory. */
const maximumValues = 5_000_000;

/** A value beyond our limits, which may be valid. */
class Unread extends Error {}

/** A value that is no JSON. */
class NotJson extends Error {
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/**
 * Copies a value of JavaScript as `JSON.stringify` would write it: `toJSON` is called, and a property without a value is
 * left out. Numbers that JSON lacks, functions and cycles are issues of level `text`.
 *
 * @returns the copy, or issues; never throws
 */
export function readValue(value: unknown): ReadValue {
  const reader = new ValueReader(typeOf(value));
  try {
    return { value: reader.read(value, ''), numberTexts: new WeakMap(), issues: [] };
  } catch (thrown) {
    if (thrown instanceof Unread) {
      const message = `The value was not validated: ${thrown.message}.`;
      return { issues: [textIssue('', message)], unread: thrown.message };
    }
    if (thrown instanceof NotJson) return { issues: [textIssue(thrown.path, thrown.message)] };
    // A getter, `toJSON` or a proxy threw it.
    return { issues: [textIssue(reader.path(), 'The value cannot be read: reading it throws an error.')] };
  }
}

function textIssue(path: string, message: string): FhirIssue {
  return { severity: 'error', level: 'text', path, message };
}

/** Every path begins with the resource type, if the value has one. */
function typeOf(value: unknown): string | undefined {
  try {
    const { resourceType } = value as { resourceType?: unknown };
    return typeof resourceType === 'string' ? resourceType : undefined;
  } catch {
    return undefined;
  }
}

class ValueReader {
  private readonly steps: (string | number)[];
  private readonly around = new Set<object>();
  private values = 0;
  private depth = 0;

  constructor(root: string | undefined) {
    this.steps = root === undefined ? [] : [root];
  }

  path(): string {
    return pathInBody(this.steps);
  }

  read(value: unknown, key: string | number): JsonValue {
    const given = typeof value === 'object' && value !== null ? converted(value, key) : value;
    switch (typeof given) {
      case 'string':
      case 'boolean':
        return given;
      case 'number':
        if (Number.isFinite(given)) return given;
        return this.fail(`${given} is not a JSON number.`);
      case 'object':
        return given === null ? null : this.readContainer(given);
      default:
        return this.fail(`A value of the type ${typeof given} is not JSON.`);
    }
  }

  private fail(message: string): never {
    throw new NotJson(this.path(), message);
  }

  private readContainer(container: object): JsonValue {
    if (this.around.has(container)) this.fail('The value refers back to one around it.');
    if (this.depth >= maximumDepth) throw new Unread(`it is nested deeper than ${maximumDepth} levels`);
    this.depth += 1;
    this.around.add(container);
    const copy = Array.isArray(container)
      ? this.readArray(container)
      : this.readObject(container as Record<string, unknown>);
    this.around.delete(container);
    this.depth -= 1;
    return copy;
  }

  private count(values: number): void {
    this.values += values;
    if (this.values > maximumValues)
      throw new Unread(`it holds more than ${maximumValues.toLocaleString('en')} values`);
  }

  private readArray(array: readonly unknown[]): JsonValue[] {
    const copy: JsonValue[] = [];
    const { length } = array;
    this.count(length);
    for (let index = 0; index < length; index += 1) {
      this.steps.push(index);
      const item = array[index];
      // As `JSON.stringify` does; the validation reports the null.
      copy.push(item === undefined ? null : this.read(item, index));
      this.steps.pop();
    }
    return copy;
  }

  private readObject(object: Record<string, unknown>): JsonObject {
    const copy: JsonObject = {};
    const names = Object.keys(object);
    this.count(names.length);
    for (const name of names) {
      this.steps.push(name);
      const member = object[name];
      if (member !== undefined) setProperty(copy, name, this.read(member, name));
      this.steps.pop();
    }
    return copy;
  }
}

function converted(value: object, key: string | number): unknown {
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON.call(value, String(key)) as unknown) : value;
}
