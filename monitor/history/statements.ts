import { type CompiledQuery, type Expression, type InsertQueryBuilder, type InsertResult, sql } from 'kysely';
import type { InstallationState } from '../../contract/state.ts';
import { type LatencyColumn, type LatencyCounts, latencyColumns, noLatencies } from '../latency-buckets.ts';
import type { Action, IncidentNote, Note, OutboxEntry, RunRow, StateChange } from '../model.ts';
import { sealed } from './digests.ts';
import type { RunCommit } from './history.ts';
import { outboxInsert } from './outbox.ts';
import type { QueryBuilder } from './query-builder.ts';
import { type DetailColumns, detailColumnsOf, runColumnsOf, type SharedDocument } from './run-columns.ts';
import type { HoursTable, Tables } from './tables.ts';

type Insert<Table extends keyof Tables> = InsertQueryBuilder<Tables, Table, InsertResult>;

/**
 * Makes a statement that inserts a row into a table. It is compiled for the first row only, since compiling costs more
 * than the insert itself; the values of a row are taken by column name.
 * @param finish adds the part after the values, such as a conflict clause; without values of its own
 */
function makeInsert<Table extends keyof Tables>(
  builder: QueryBuilder,
  table: Table,
  finish: (insert: Insert<Table>) => Insert<Table>,
): (row: Tables[Table]) => CompiledQuery {
  let compiled:
    | { readonly query: CompiledQuery; readonly names: readonly (keyof Tables[Table])[] }
    | undefined;
  return (row) => {
    compiled ??= {
      query: finish(builder.insertInto(table).values(row as never)).compile(),
      names: Object.keys(row) as (keyof Tables[Table])[],
    };
    return { ...compiled.query, parameters: compiled.names.map((name) => row[name]) };
  };
}

/** The write statements of a history. */
export interface Statements {
  /** Everything that a run writes besides its snapshot. */
  readonly run: (commit: RunCommit) => readonly CompiledQuery[];
  /** The same without the documents that it shares. */
  readonly runAlone: (commit: RunCommit, columns: DetailColumns) => readonly CompiledQuery[];
  /** In one order everywhere: otherwise two writers of the same documents could deadlock. */
  readonly documents: (documents: readonly SharedDocument[], usedMs: number) => readonly CompiledQuery[];
  /** Adds figures to the hour of an installation. */
  readonly hour: (hour: Omit<HoursTable, LatencyColumn>, latencies?: LatencyCounts) => CompiledQuery;
  readonly change: (change: StateChange) => CompiledQuery;
  readonly note: (note: Note) => CompiledQuery;
  readonly incidentNote: (note: IncidentNote) => CompiledQuery;
  readonly action: (action: Action) => CompiledQuery;
  /** Puts a notification into the outbox, unless it is already there. */
  readonly notification: (entry: OutboxEntry) => CompiledQuery;
  /**
   * Overwrites the snapshot of an installation.
   * @param expectedVersion if the stored one has another version, no row is changed
   */
  readonly snapshot: (installation: string, body: string, expectedVersion?: number) => CompiledQuery;
}

/** How far the stored last use of a document may lag behind: a shared document is not written with every run. */
export const documentUseMs = 86_400_000;
/** Shorter, so that a slow run does not find its documents removed meanwhile. */
export const renewDocumentMs = documentUseMs / 2;
export const hourMs = 3_600_000;

/** The columns of an hour that grow with each run. */
const sums = [
  'counted',
  'up',
  'conforming',
  'requests',
  'throttled',
  'runs',
  'median_sum_ms',
  'median_count',
  ...latencyColumns,
] satisfies readonly (keyof HoursTable)[];

export function makeStatements(builder: QueryBuilder): Statements {
  const insertRun = makeInsert(builder, 'runs', (insert) => insert);
  const insertChange = makeInsert(builder, 'state_changes', (insert) => insert);
  const insertNote = makeInsert(builder, 'notes', (insert) => insert);
  const insertIncidentNote = makeInsert(builder, 'incident_notes', (insert) => insert);
  const insertAction = makeInsert(builder, 'actions', (insert) => insert);
  const addDocument = makeInsert(builder, 'documents', (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({ used_ms: ref('excluded.used_ms') }))
        .where('documents.used_ms', '<', sql<number>`excluded.used_ms - ${sql.lit(renewDocumentMs)}`),
    ),
  );
  const addToHour = makeInsert(builder, 'hours', (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['installation', 'hour_ms']).doUpdateSet(({ eb, ref }) => {
        const added = sums.map((name) => [name, eb(ref(`hours.${name}`), '+', ref(`excluded.${name}`))]);
        return Object.fromEntries(added) as Record<(typeof sums)[number], Expression<number>>;
      }),
    ),
  );
  const putSnapshot = makeInsert(builder, 'snapshots', (insert) =>
    insert.onConflict((conflict) =>
      conflict.column('installation').doUpdateSet(({ ref }) => ({
        body: ref('excluded.body'),
        version: sql<number>`snapshots.version + 1`,
      })),
    ),
  );
  const putSnapshotAfter = makeInsert(builder, 'snapshots', (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .column('installation')
        .doUpdateSet(({ ref }) => ({ body: ref('excluded.body'), version: ref('excluded.version') }))
        .where('snapshots.version', '=', sql<number>`excluded.version - 1`),
    ),
  );
  const statements: Statements = {
    run(commit) {
      const { columns, documents } = detailColumnsOf(commit.detail);
      return [
        ...statements.documents(documents, commit.row.startedMs),
        ...statements.runAlone(commit, columns),
      ];
    },
    runAlone: ({ row, change, earlier = [], latencies, shown = row.state, notifications = [] }, columns) => [
      insertRun({ ...runColumnsOf(row), ...columns }),
      statements.hour(hourOf(row, shown), latencies),
      ...[...earlier, ...(change === undefined ? [] : [change])].map(statements.change),
      ...notifications.map(statements.notification),
    ],
    documents: (documents, usedMs) =>
      documents.toSorted(byId).map((document) => addDocument({ ...document, used_ms: usedMs })),
    hour: (hour, latencies = noLatencies) => addToHour({ ...hour, ...latencies }),
    change: ({ installation, atMs, from, to, cause = null, runId = null }) =>
      insertChange({ installation, at_ms: atMs, from_state: from, to_state: to, cause, run_id: runId }),
    note: ({ installation, atMs, message }) => insertNote({ installation, at_ms: atMs, message }),
    incidentNote: ({ incident, installation, atMs, who, message, isPublic }) =>
      insertIncidentNote({
        incident,
        installation,
        at_ms: atMs,
        who,
        message,
        is_public: isPublic ? 1 : 0,
      }),
    action: ({ atMs, who, kind, installation = null, message }) =>
      insertAction({ at_ms: atMs, who, kind, installation, message }),
    notification: (entry) => outboxInsert(builder, entry),
    snapshot: (installation, body, expectedVersion) =>
      expectedVersion === undefined
        ? putSnapshot({ installation, body: sealed(body), version: 1 })
        : putSnapshotAfter({ installation, body: sealed(body), version: expectedVersion + 1 }),
  };
  return statements;
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

/** The counts that a run adds to an installation's shares in a state, regardless of the run that found the state. */
export function countedOf(
  { trigger, countsAs }: Pick<RunRow, 'trigger' | 'countsAs'>,
  state: InstallationState,
): Pick<HoursTable, 'counted' | 'up' | 'conforming'> {
  const counts = trigger === 'schedule' && countsAs !== 'excluded';
  return {
    counted: counts ? 1 : 0,
    up: counts && countsAs === 'up' ? 1 : 0,
    conforming: counts && state === 'conforming' ? 1 : 0,
  };
}

function hourOf(row: RunRow, state: InstallationState): Omit<HoursTable, LatencyColumn> {
  return {
    installation: row.installation,
    hour_ms: Math.floor(row.startedMs / hourMs) * hourMs,
    ...countedOf(row, state),
    requests: row.requests,
    throttled: row.throttled,
    runs: 1,
    median_sum_ms: row.medianMs ?? 0,
    median_count: row.medianMs === undefined ? 0 : 1,
  };
}
