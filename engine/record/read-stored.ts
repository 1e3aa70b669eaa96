import { Ajv2020 } from 'ajv/dist/2020.js';
import { firstReason } from '../configuration/schema-problem.ts';

/** A kind of JSON file that this suite wrote: run records and baselines. */
export interface StoredKind {
  /** With its article, for messages. */
  readonly noun: string;
  readonly schema: object;
  /** What to do about each trouble, as a clause after the colon of its message. */
  readonly advice: { readonly notJson: string; readonly otherVersion: string; readonly otherShape: string };
  /** The error to throw. */
  readonly error: (message: string) => Error;
  /** Makes the value of this kind from another that will do. */
  readonly convert?: (value: unknown) => unknown;
}

/** The one version of the formats so far. */
const readVersion = 1;

/**
 * Reads a stored file by its schema. Drops fields of later versions of the suite.
 * @param name the file's name in messages
 * @throws the error of the kind, with a sentence that says why and what to do
 */
export function readStored<T>(text: string, name: string, kind: StoredKind): T {
  const { noun, advice, error } = kind;
  const parsed = parse(text);
  if (!parsed.ok) throw error(`${name} is not JSON: ${advice.notJson}.`);
  const value = kind.convert?.(parsed.value) ?? parsed.value;
  const version = formatVersionOf(value);
  if (version !== undefined && version !== readVersion) {
    const shown = JSON.stringify(version).slice(0, 20);
    throw error(
      `${name} has format version ${shown}, and this suite reads version ${readVersion}: ${advice.otherVersion}.`,
    );
  }
  // Our own schemas are checked by the tests.
  const validate = new Ajv2020({ removeAdditional: true, validateSchema: false }).compile<T>(kind.schema);
  if (validate(value)) return value;
  throw error(`${name} is not ${noun}, because ${firstReason(validate.errors)}: ${advice.otherShape}.`);
}

function parse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function formatVersionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'formatVersion' in value
    ? value.formatVersion
    : undefined;
}
