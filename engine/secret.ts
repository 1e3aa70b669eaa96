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

/**
 * Words of the API document, of FHIR and of HTTP that answers of every installation contain. They reveal nothing, and
 * hiding them would distort answers.
 */
const publicWords: readonly string[] = [
  'unauthorized',
  'application/json; charset=utf-8',
  'application/fhir+json; charset=utf-8',
  'application/problem+json',
  'text/html; charset=utf-8',
  'text/plain; charset=utf-8',
  'content-type',
  'content-encoding',
  'content-length',
  'cache-control',
  'retry-after',
  'set-cookie',
  'last-modified',
  'access-control-allow-origin',
  'resourcetype',
  'identifier',
  'identifiers',
  'reference',
  'references',
  'operationoutcome',
  'description',
  'collection',
  'searchset',
  'transaction-response',
  'artifactassessment',
  'evidencereport',
  'evidencevariable',
  'evidence',
  'citations',
  'projects',
  'project_id',
  'key_questions',
  'extractions',
  'extraction_forms',
  'sd_meta_data',
  'created_at',
  'updated_at',
];

const allWords = publicWords.join('\n');

/** Whether a text is only a word, or part of a word, that answers of every installation may contain. */
export function isPublicWord(text: string): boolean {
  return allWords.includes(text.toLowerCase());
}
