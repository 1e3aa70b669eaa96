import { isUtf8 } from 'node:buffer';
import { gravities } from '../../contract/gravity.ts';
import { type CountsAs, stateIds } from '../../contract/state.ts';
import {
  type GridOutcome,
  monitoredTiers,
  type Notification,
  type OvertakenChange,
  type Recheck,
  type RunDetail,
  type VerdictTotals,
} from '../model.ts';
import { documentId, isWhole } from './digests.ts';

/**
 * What may stand in each column: a flipped bit turns a time into one before 1970, a state into a word that no page knows, or
 * a name in JSON into another. SQLite takes all of them, and a page that shows them would fail.
 */

type Test = (value: unknown) => boolean;

/** A value as SQLite holds it, texts as their bytes. */
export type Stored = number | bigint | Uint8Array | ArrayBuffer | null;

/** The last second of a certificate that never expires. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59);

const isText: Test = (value) => typeof value === 'string';
const isNumber: Test = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isCount: Test = (value) => isNumber(value) && Number.isSafeInteger(value);
const isTime: Test = (value) => isCount(value) && (value as number) <= lastMs;
const isAnyTime: Test = (value) => Number.isSafeInteger(value) && Math.abs(value as number) <= lastMs;
const isFlag: Test = (value) => value === 0 || value === 1;
const oneOf =
  (words: readonly string[]): Test =>
  (value) =>
    words.includes(value as string);
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const tupleOf =
  (...tests: readonly Test[]): Test =>
  (value) =>
    Array.isArray(value) && tests.every((test, at) => test(value[at]));
const mapOf =
  (test: Test): Test =>
  (value) =>
    isObject(value) && Object.values(value).every(test);
/** A test for each field of a type; the names of those that may be left out end in `?`. */
type Fields<T> = {
  readonly [Name in keyof T & string as Partial<Pick<T, Name>> extends Pick<T, Name>
    ? `${Name}?`
    : Name]-?: Test;
};
const objectOf =
  <T extends object>(fields: Fields<T>): Test =>
  (value) =>
    isObject(value) &&
    Object.entries<Test>(fields).every(([name, test]) => {
      const held = value[name.replace('?', '')];
      return (name.endsWith('?') && held === undefined) || test(held);
    });

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isState = oneOf(stateIds);
const countsAs = ['up', 'down', 'excluded'] as const satisfies readonly CountsAs[];

/** Columns of words that pages look up. */
const words: Readonly<Record<string, Test>> = {
  state: isState,
  from_state: isState,
  to_state: isState,
  tier: oneOf(monitoredTiers),
  counts_as: oneOf(countsAs),
};

type Cell = { readonly outcome: GridOutcome; readonly ms?: number };

/** Columns that hold JSON, in whatever table; `body` means another thing in each. */
const json: Readonly<Record<string, Test>> = {
  totals: objectOf<VerdictTotals>({
    pass: isCount,
    fail: isCount,
    untestable: isCount,
    skip: isCount,
    error: isCount,
  }),
  recheck: objectOf<Recheck>({ asked: isCount, stillFailing: isCount }),
  // The id of a document, a time, and headers or the index of the failure that has the same.
  failures: listOf(
    tupleOf(
      isText,
      orNull(isNumber),
      (headers) => headers === undefined || isCount(headers) || mapOf(isText)(headers),
    ),
  ),
  endpoints: mapOf(
    objectOf<Cell>({ outcome: oneOf(['pass', 'fail', 'untestable', 'none']), 'ms?': isNumber }),
  ),
  phases: listOf(objectOf<RunDetail['phases'][number]>({ phase: isText, ms: isNumber })),
  exchanges: listOf(
    tupleOf(
      ...[isText, isText, isText, isText, orNull(isCount), orNull(isText), Number.isFinite],
      ...Array<Test>(5).fill(orNull(isNumber)),
      ...[isNumber, isCount],
    ),
  ),
  software: mapOf(isText),
  'outbox.body': objectOf<Notification>({
    id: isText,
    event: isText,
    installation: objectOf<Notification['installation']>({
      name: isText,
      baseUrl: isText,
      'group?': isText,
      'tags?': listOf(isText),
    }),
    atMs: isTime,
    from: isState,
    to: isState,
    'sinceMs?': isTime,
    cause: isText,
    'count?': isText,
    findingCount: isCount,
    findings: listOf(
      objectOf<Notification['findings'][number]>({
        gravity: oneOf(gravities.map(({ id }) => id)),
        'headline?': isText,
        message: isText,
        endpoints: listOf(isText),
      }),
    ),
    'runId?': isText,
    'nextReminderMs?': isTime,
    'overtaken?': listOf(objectOf<OvertakenChange>({ atMs: isTime, to: isState })),
  }),
};

/** Columns of numbers that are no whole ones. */
const fractions = /^(coverage|median_ms|p95_ms|median_sum_ms)$/;

/** Whether a row of a table can be read, and makes sense. */
export function isReadable(
  table: string,
  row: Readonly<Record<string, Stored>>,
  columns: readonly { readonly name: string; readonly type: string; readonly notnull: number }[],
): boolean {
  const isEach = columns.every(({ name, type, notnull }) => {
    const value = row[name];
    if (value === null || value === undefined) return notnull === 0;
    return type === 'TEXT' ? isReadableText(table, name, value) : numberTest(name)(value);
  });
  if (!isEach) return false;
  const { id = null, body = null } = row;
  // Both say themselves what they were.
  if (table === 'documents') return documentId(textOf(body) ?? '') === textOf(id);
  return table !== 'snapshots' || isWhole(textOf(body) ?? '');
}

function numberTest(column: string): Test {
  if (fractions.test(column)) return isNumber;
  if (column === 'cut_short' || column === 'in_maintenance' || column === 'is_public') return isFlag;
  // A certificate says of itself when it expires.
  if (column === 'certificate_ms') return isAnyTime;
  return column.endsWith('_ms') ? isTime : isCount;
}

function isReadableText(table: string, column: string, value: Stored): boolean {
  const text = textOf(value);
  if (text === undefined) return false;
  const test = json[column] ?? json[`${table}.${column}`];
  if (test === undefined) return words[column]?.(text) ?? true;
  try {
    return test(JSON.parse(text));
  } catch {
    return false;
  }
}

function textOf(value: Stored): string | undefined {
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return undefined;
  const bytes = value instanceof ArrayBuffer ? Buffer.from(value) : value;
  return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : undefined;
}
