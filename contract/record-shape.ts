import { createHash } from 'node:crypto';
import { isObject } from './answers.ts';
import { shorten } from './describe.ts';

/** What the records of one answer look like: it tells a field of all records from one of some. */
export interface RecordShape {
  /** How many records were looked at. */
  readonly records: number;
  /** Of which record an answer is that holds one. */
  readonly id?: string;
  readonly fields: readonly FieldShape[];
}

export interface FieldShape {
  readonly name: string;
  /** In how many of the records it stands. */
  readonly seen: number;
  /** JSON types of its values, in order; null, which says nothing of a type, left out. */
  readonly types: readonly JsonType[];
  /** The beginning of a digest of its values, by which a renamed field is recognized; missing where they are alike. */
  readonly values?: string;
}

export type JsonType = 'array' | 'boolean' | 'number' | 'object' | 'string';

const recordsRead = 100;
const fieldsRead = 100;
const longestName = 100;

/** So short that many values have the same: it recognizes a field, and shows nobody a value. */
const digestCharacters = 3;

/**
 * The shape of records, by the names of their fields. Nothing where there is no record.
 * @param id of the record, where the answer is one
 */
export function recordShape(values: readonly unknown[], id?: string): RecordShape | undefined {
  const records = values.slice(0, recordsRead).filter(isObject);
  if (records.length === 0) return undefined;
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].sort().slice(0, fieldsRead);
  return {
    records: records.length,
    ...(id === undefined ? {} : { id: shorten(id, longestName) }),
    fields: names.map((name) =>
      fieldShape(
        name,
        records.filter((record) => Object.hasOwn(record, name)).map((record) => record[name]),
      ),
    ),
  };
}

function fieldShape(name: string, values: readonly unknown[]): FieldShape {
  const types = [...new Set(values.flatMap(typesOf))].sort();
  const texts = values.map(textOf).sort();
  // A flag, or nothing at all, may be the same in any field.
  const isTelling = texts.some((text) => text.length > 5) || new Set(texts).size > 1;
  return {
    // An installation chooses the names of its fields.
    name: shorten(name, longestName),
    seen: values.length,
    types,
    ...(isTelling && types.some((type) => type !== 'boolean') ? { values: digestOf(texts) } : {}),
  };
}

function typesOf(value: unknown): readonly JsonType[] {
  if (value === null) return [];
  if (Array.isArray(value)) return ['array'];
  const type = typeof value;
  return type === 'boolean' || type === 'number' || type === 'object' ? [type] : ['string'];
}

/** The same for a number and its digits, so that a field is recognized where its type changed too. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, digestCharacters);
}
