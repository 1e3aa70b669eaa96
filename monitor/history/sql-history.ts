import { CompiledQuery } from 'kysely';
import { codeOf } from '../../engine/files.ts';
import { groupBy } from '../../engine/group-by.ts';
import type { Action, Note, StateChange } from '../model.ts';
import { unsealed } from './digests.ts';
import { HistoryError, type SqlDriver, StaleWriteError } from './driver.ts';
import { endpointTimes } from './endpoint-times.ts';
import type { History, KeptSnapshot, LatencyStep } from './history.ts';
import { makeIncidentNotes } from './incidents.ts';
import { migrate } from './migrations.ts';
import { observationRuns } from './observation-runs.ts';
import { endLeasesStatement, makeOutbox } from './outbox.ts';
import { makePrune } from './prune.ts';
import {
  actionsQuery,
  changesQuery,
  daysQuery,
  documentsQuery,
  figuresQuery,
  type LatencySums,
  latenciesQuery,
  neighbourQuery,
  notesQuery,
  runQuery,
  runsQuery,
  runsWithCellsQuery,
  snapshotsQuery,
} from './queries.ts';
import { makeQueryBuilder } from './query-builder.ts';
import { recentRuns } from './recent-runs.ts';
import { reach } from './retention-status.ts';
import { cellsOf, detailColumnsOf, detailOf, documentIdsOf, runRowOf } from './run-columns.ts';
import { hourCounts, shareTotals } from './share-counts.ts';
import { makeSharedDocuments } from './shared-documents.ts';
import { makeStatements } from './statements.ts';
import type { ActionsTable, NotesTable, SnapshotsTable, StateChangesTable } from './tables.ts';

/** Batches lookups: reads the values of all keys requested at the same time in one query. */
function gather<Value>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let next: { readonly keys: Set<string>; readonly values: Promise<ReadonlyMap<string, Value>> } | undefined;
  const begin = (): NonNullable<typeof next> => {
    const keys = new Set<string>();
    const values = new Promise((resolve) => setImmediate(resolve)).then(() => {
      next = undefined;
      return readAll([...keys]);
    });
    return { keys, values };
  };
  return async (key) => {
    next ??= begin();
    next.keys.add(key);
    return (await next.values).get(key);
  };
}

/**
 * The history over a database: the same queries for SQLite and PostgreSQL.
 * @throws HistoryError if a later version of this suite wrote it, or its tables cannot be made
 */
export async function openHistory(driver: SqlDriver): Promise<History> {
  const builder = makeQueryBuilder(driver.kind);
  await driver
    .alone(() => migrate(driver, builder))
    .catch((thrown: unknown) => {
      if (driver.kind === 'sqlite' || thrown instanceof HistoryError) throw thrown;
      throw new HistoryError(
        `The tables of the history cannot be made or read in the database of DATABASE_URL (${codeOf(thrown)}). Give the monitor a database of its own, or a schema that its search_path names first, and look at the log of PostgreSQL.`,
      );
    });
  // An embedded store has one owner, so every lease belongs to a process that is gone. On a full disk the leases end
  // later.
  if (driver.kind === 'sqlite') await driver.commit([endLeasesStatement(builder)]).catch(() => undefined);
  const statements = makeStatements(builder);
  const shared = makeSharedDocuments(driver, builder);
  const prune = makePrune(driver, builder);
  let isWritable = true;
  const write = async (...written: Parameters<SqlDriver['commit']>): Promise<void> => {
    try {
      await driver.commit(...written);
      isWritable = true;
    } catch (thrown) {
      // A store that refuses a stale write is writable.
      isWritable = thrown instanceof StaleWriteError;
      throw thrown;
    }
  };
  const readSnapshots = async (names?: readonly string[]): Promise<ReadonlyMap<string, KeptSnapshot>> => {
    const rows = await driver.query(snapshotsQuery(builder, names));
    return new Map(rows.map((row) => [row.installation, keptSnapshotOf(row)]));
  };
  return {
    kind: driver.kind,
    async commitRun(commit, options = {}) {
      const { row, snapshot } = commit;
      const { columns, documents } = detailColumnsOf(commit.detail);
      const unwritten = await shared.unwritten(documents, row.startedMs);
      const adding = statements.documents(unwritten, row.startedMs);
      const isShared = driver.kind === 'postgres';
      // In the run's transaction their rows would be locked until it ends, and every other run would wait for them.
      if (isShared && adding.length > 0) await write(adding);
      await write([...(isShared ? [] : adding), ...statements.runAlone(commit, columns)], {
        ...options,
        required:
          snapshot === undefined
            ? []
            : [statements.snapshot(row.installation, snapshot, options.expectedVersion)],
        canWait: true,
      });
      shared.remember(unwritten, row.startedMs);
    },
    async saveSnapshot(installation, snapshot, event = {}, options = {}) {
      const { change, notifications = [], note, incidentNote, action } = event;
      await write(
        [
          ...(change === undefined ? [] : [statements.change(change)]),
          ...notifications.map(statements.notification),
          ...(note === undefined ? [] : [statements.note(note)]),
          ...(incidentNote === undefined ? [] : [statements.incidentNote(incidentNote)]),
          ...(action === undefined ? [] : [statements.action(action)]),
        ],
        { ...options, required: [statements.snapshot(installation, snapshot, options.expectedVersion)] },
      );
    },
    async recordAction(action) {
      await driver.commit([statements.action(action)]);
    },
    incidentNotes: makeIncidentNotes(driver, builder, statements.incidentNote),
    outbox: makeOutbox(driver, builder),
    snapshots: () => readSnapshots(),
    snapshot: gather(readSnapshots),
    async run(id) {
      const [columns] = await driver.query(runQuery(builder, id));
      if (columns === undefined) return undefined;
      const ids = [...new Set(documentIdsOf(columns))];
      const documents = ids.length === 0 ? [] : await driver.query(documentsQuery(builder, ids));
      const bodies = new Map(documents.map((document) => [document.id, document.body]));
      return { row: runRowOf(columns), detail: detailOf(columns, bodies) };
    },
    async runs(query) {
      return (await driver.query(runsQuery(builder, query))).map(runRowOf);
    },
    recentRuns: (...asked) => recentRuns(driver, builder, ...asked),
    async runsWithCells(query) {
      const rows = await driver.query(runsWithCellsQuery(builder, query));
      return rows.map((columns) => ({ row: runRowOf(columns), endpoints: cellsOf(columns) }));
    },
    observationRuns: (query) => observationRuns(driver, builder, query),
    endpointTimes: (query) => endpointTimes(driver, builder, query),
    async neighbours(row) {
      const [before, after] = await Promise.all([
        driver.query(neighbourQuery(builder, row, 'before')),
        driver.query(neighbourQuery(builder, row, 'after')),
      ]);
      const [previous, next] = [before[0]?.id, after[0]?.id];
      return { ...(previous === undefined ? {} : { previous }), ...(next === undefined ? {} : { next }) };
    },
    async changes(query) {
      return (await driver.query(changesQuery(builder, query))).map(changeOf);
    },
    async notes({ installation, limit }) {
      return (await driver.query(notesQuery(builder, installation, limit))).map(noteOf);
    },
    async actions(query) {
      return (await driver.query(actionsQuery(builder, query))).map(actionOf);
    },
    async figures(sinceMs, installation) {
      const rows = await driver.query(figuresQuery(builder, sinceMs, installation));
      return new Map(rows.map(({ installation: name, ...figures }) => [name, figures]));
    },
    shareTotals: (sinceMs, names) => shareTotals(driver, builder, sinceMs, names),
    hourCounts: (hours, names) => hourCounts(driver, builder, hours, names),
    async days(sinceMs, installation) {
      const rows = await driver.query(daysQuery(builder, sinceMs, installation));
      const groups = groupBy(rows, (row) => row.installation);
      return new Map(
        [...groups].map(([name, days]) => [name, days.map(({ installation: _name, ...day }) => day)]),
      );
    },
    async latencies(query) {
      return (await driver.query(latenciesQuery(builder, query))).map(latencyStepOf);
    },
    prune: (nowMs, retention) => driver.alone(() => prune(nowMs, retention)),
    reach: (nowMs, retention) => reach(driver, builder, nowMs, retention),
    ...(driver.follow === undefined ? {} : { follow: driver.follow }),
    ...(driver.compete === undefined ? {} : { compete: driver.compete }),
    lostSinceMs: () => driver.lostSinceMs?.(),
    async announce(news) {
      await driver.commit([], { news });
    },
    isWritable: () => isWritable,
    async check() {
      await driver.query(CompiledQuery.raw('SELECT 1 AS one'));
    },
    close: () => driver.close(),
  };
}

function keptSnapshotOf({ body, version }: SnapshotsTable): KeptSnapshot {
  return { text: unsealed(body), version };
}

function changeOf(columns: StateChangesTable): StateChange {
  const { cause, run_id } = columns;
  return {
    installation: columns.installation,
    atMs: columns.at_ms,
    from: columns.from_state,
    to: columns.to_state,
    ...(cause === null ? {} : { cause }),
    ...(run_id === null ? {} : { runId: run_id }),
  };
}

function latencyStepOf({
  at_ms,
  counted,
  up,
  conforming,
  median_sum_ms,
  median_count,
  ...counts
}: LatencySums): LatencyStep {
  const medianMs = median_count === 0 ? undefined : median_sum_ms / median_count;
  return { atMs: at_ms, counted, up, conforming, counts, ...(medianMs === undefined ? {} : { medianMs }) };
}

function noteOf({ installation, at_ms, message }: NotesTable): Note {
  return { installation, atMs: at_ms, message };
}

function actionOf({ at_ms, who, kind, installation, message }: ActionsTable): Action {
  return { atMs: at_ms, who, kind, message, ...(installation === null ? {} : { installation }) };
}
