import { inspect } from 'node:util';

/** Fewer characters cannot be kept out of reports: too much ordinary text would have to be hidden. */
export const shortestSecret = 8;

/** A value that is never shown: printing, logging or serialising it yields a placeholder. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself: only for the client that sends it and the redaction that removes it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

/** Every secret in a value, at any depth of its lists and objects. */
export function secretsIn(value: unknown): readonly Secret[] {
  if (value instanceof Secret) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(secretsIn);
}
