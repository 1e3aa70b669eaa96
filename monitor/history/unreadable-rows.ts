import { isUtf8 } from 'node:buffer';
import type Database from 'libsql';
import { severityIds } from '../../contract/severity.ts';
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
import { documentId, isIntact } from './digests.ts';

/**
 * The valid values of each column: a flipped bit turns a time into one before 1970, a state into an unknown word, or a
 * name in JSON into another. SQLite accepts all of them, and a page that shows them would fail.
 */

type Test = (value: unknown) => boolean;

/** A value as stored by SQLite, texts as bytes. */
type Stored = number | bigint | Uint8Array | ArrayBuffer | null;

/** The last second of a certificate that never expires. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59);

const isString: Test = (value) => typeof value === 'string';
const isNumber: Test = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isCount: Test = (value) => isNumber(value) && Number.isSafeInteger(value);
const isTime: Test = (value) => isCount(value) && (value as number) <= lastMs;
const oneOf =
  (words: readonly string[]): Test =>
  (value) =>
    words.includes(value as string);
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
/** An optional part at the end of a list. */
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
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
/** A test for each field of a type; the names of optional ones end in `?`. */
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

/** Columns with JSON, in any table; `body` means something else in each. */
const json: Readonly<Record<string, Test>> = {
  totals: objectOf<VerdictTotals>({
    pass: isCount,
    fail: isCount,
    untestable: isCount,
    skip: isCount,
    error: isCount,
  }),
  recheck: objectOf<Recheck>({ asked: isCount, stillFailing: isCount }),
  // The id of a document, a time, headers or the index of a failure with the same ones, and the lag of the monitor.
  failures: listOf(
    tupleOf(
      isString,
      orNull(isNumber),
      optional(orNull((headers) => isCount(headers) || mapOf(isString)(headers))),
      optional(isNumber),
    ),
  ),
  endpoints: mapOf(
    objectOf<Cell>({ outcome: oneOf(['pass', 'fail', 'untestable', 'none']), 'ms?': isNumber }),
  ),
  phases: listOf(objectOf<RunDetail['phases'][number]>({ phase: isString, ms: isNumber })),
  exchanges: listOf(
    tupleOf(
      ...[isString, isString, isString, isString, orNull(isCount), orNull(isString), Number.isFinite],
      ...Array<Test>(5).fill(orNull(isNumber)),
      ...[isNumber, isCount, optional(isNumber)],
    ),
  ),
  software: mapOf(isString),
  'outbox.body': objectOf<Notification>({
    id: isString,
    event: isString,
    installation: objectOf<Notification['installation']>({
      name: isString,
      baseUrl: isString,
      'group?': isString,
      'tags?': listOf(isString),
    }),
    atMs: isTime,
    from: isState,
    to: isState,
    'sinceMs?': isTime,
    cause: isString,
    'count?': isString,
    findingCount: isCount,
    findings: listOf(
      objectOf<Notification['findings'][number]>({
        severity: oneOf(severityIds),
        'headline?': isString,
        message: isString,
        endpoints: listOf(isString),
      }),
    ),
    'runId?': isString,
    'nextReminderMs?': isTime,
    'overtaken?': listOf(objectOf<OvertakenChange>({ atMs: isTime, to: isState })),
  }),
};

/** Columns of fractional numbers. */
const fractions = /^(coverage|median_ms|p95_ms|median_sum_ms)$/;

/** A column of a table, as SQLite describes it. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
}

/** A row of a table: its texts as bytes, and whether its numbers make sense. */
export type Row = Readonly<Record<string, Stored>> & { readonly numbers: number };

/** Makes a test for whether a row of a table is readable and plausible; fast, since a history has millions of rows. */
function makeRowTest(table: string, columns: readonly Column[]): (row: Row) => boolean {
  const tests = columns.filter(isText).map(({ name, notnull }) => {
    const test = textTest(table, name);
    return { name, test: notnull === 0 ? orNull(test) : test };
  });
  return (row) =>
    row.numbers === 1 &&
    tests.every(({ name, test }) => test(row[name] ?? null)) &&
    matchesDigest(table, row);
}

/** A condition on the plausibility of a row's numbers, which SQLite checks many times faster than rows are read. */
function numbersCondition(columns: readonly Column[]): string {
  const conditions = columns
    .filter((column) => !isText(column))
    .map(({ name, notnull }) => {
      const condition = numberCondition(name);
      return notnull === 0 ? `("${name}" IS NULL OR ${condition})` : `(${condition})`;
    });
  return ['1', ...conditions].join(' AND ');
}

/** Whether a column holds texts. */
function isText({ type }: Column): boolean {
  return type === 'TEXT';
}

/** Documents and snapshots verify themselves. */
function matchesDigest(table: string, { id = null, body = null }: Row): boolean {
  if (table === 'documents') return documentId(textOf(body) ?? '') === textOf(id);
  return table !== 'snapshots' || isIntact(textOf(body) ?? '');
}

function numberCondition(column: string): string {
  const wholeFrom = (least: number, most: number): string =>
    `typeof("${column}") = 'integer' AND "${column}" BETWEEN ${least} AND ${most}`;
  if (fractions.test(column))
    return `typeof("${column}") IN ('integer', 'real') AND "${column}" BETWEEN 0 AND ${Number.MAX_VALUE}`;
  if (column === 'cut_short' || column === 'in_maintenance' || column === 'is_public') return wholeFrom(0, 1);
  // A certificate states its own expiry.
  if (column === 'certificate_ms') return wholeFrom(-lastMs, lastMs);
  return wholeFrom(0, column.endsWith('_ms') ? lastMs : Number.MAX_SAFE_INTEGER);
}

function textTest(table: string, column: string): Test {
  const ofJson = json[column] ?? json[`${table}.${column}`];
  const ofWord = words[column];
  return (value) => {
    const text = textOf(value as Stored);
    if (text === undefined) return false;
    if (ofJson === undefined) return ofWord === undefined || ofWord(text);
    try {
      return ofJson(JSON.parse(text));
    } catch {
      return false;
    }
  };
}

function textOf(value: Stored): string | undefined {
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return undefined;
  const bytes = value instanceof ArrayBuffer ? Buffer.from(value) : value;
  return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : undefined;
}

const rowsAtOnce = 200;

/** Unreadable rows of a table. */
interface UnreadableRows {
  readonly table: string;
  readonly rowids: readonly number[];
}

/**
 * Finds rows that are unreadable or implausible: to SQLite a flipped bit is no damage. Its library ends the whole
 * process if it reads text that is not UTF-8, so every text is read as bytes here.
 */
export function unreadableRows(database: Database.Database): readonly UnreadableRows[] {
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all() as { readonly name: string }[];
  return tables.flatMap(({ name: table }) => {
    const columns = database.prepare(`PRAGMA table_info("${table}")`).all() as Column[];
    const texts = columns
      .filter(isText)
      .map(
        ({ name }) =>
          `CASE typeof("${name}") WHEN 'text' THEN CAST("${name}" AS BLOB) ELSE "${name}" END AS "${name}"`,
      );
    const numbers = `${numbersCondition(columns)} AS numbers`;
    const read = database.prepare(
      `SELECT rowid AS at, ${[numbers, ...texts].join(', ')} FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${rowsAtOnce}`,
    );
    const isReadable = makeRowTest(table, columns);
    const rowids: number[] = [];
    let last = -1;
    for (;;) {
      const rows = read.all(last) as (Row & { readonly at: number })[];
      if (rows.length === 0) break;
      for (const row of rows) if (!isReadable(row)) rowids.push(row.at);
      last = rows.at(-1)?.at ?? last;
    }
    return rowids.length === 0 ? [] : [{ table, rowids }];
  });
}

/** Removes rows, and returns a summary: "2 of runs, 1 of documents". */
export function removeRows(database: Database.Database, unreadable: readonly UnreadableRows[]): string {
  database.exec('BEGIN IMMEDIATE');
  for (const { table, rowids } of unreadable) {
    const remove = database.prepare(`DELETE FROM "${table}" WHERE rowid = ?`);
    for (const rowid of rowids) remove.run(rowid);
  }
  database.exec('COMMIT');
  return unreadable.map(({ table, rowids }) => `${rowids.length} of ${table}`).join(', ');
}
