import type { Figures } from '../model.ts';
import type { SqlDriver, SqlValue } from './driver.ts';
import type { History, RunQuery } from './history.ts';
import { migrate } from './migrations/migrate.ts';
import { prune } from './prune.ts';
import {
  cellsOf,
  changeOf,
  changeStatements,
  detailOf,
  documentIdsOf,
  noteOf,
  noteStatements,
  runColumns,
  runRowOf,
  snapshotStatement,
  statementsOf,
} from './rows.ts';

const mostRows = 1000;
const hourMs = 3_600_000;

/**
 * The history over a database: the same statements for SQLite and PostgreSQL.
 * @throws HistoryError when a later version of this suite wrote it
 */
export async function openHistory(driver: SqlDriver): Promise<History> {
  await migrate(driver);
  const select = (columns: string, query: RunQuery): ReturnType<SqlDriver['query']> => {
    const { where, values } = conditionsOf(query);
    const limit = Math.max(1, Math.min(mostRows, query.limit));
    return driver.query(
      `SELECT ${columns} FROM runs ${where} ORDER BY started_ms DESC LIMIT ${limit}`,
      values,
    );
  };
  const rowColumns = runColumns.join(', ');
  return {
    kind: driver.kind,
    async commitRun(commit) {
      await driver.commit(statementsOf(commit));
    },
    async saveSnapshot(installation, snapshot, { change, note } = {}) {
      await driver.commit([
        ...changeStatements(change),
        ...noteStatements(note),
        snapshotStatement(installation, snapshot),
      ]);
    },
    async snapshots() {
      const rows = await driver.query('SELECT installation, body FROM snapshots');
      return new Map(rows.map(({ installation, body }) => [String(installation), String(body)]));
    },
    async run(id) {
      const [row] = await driver.query('SELECT * FROM runs WHERE id = ?', [id]);
      if (row === undefined) return undefined;
      const ids = [...new Set(documentIdsOf(row))];
      const documents =
        ids.length === 0
          ? []
          : await driver.query(
              `SELECT id, body FROM documents WHERE id IN (${ids.map(() => '?').join(', ')})`,
              ids,
            );
      const bodies = new Map(documents.map((document) => [String(document.id), String(document.body)]));
      return { row: runRowOf(row), detail: detailOf(row, bodies) };
    },
    async runs(query) {
      return (await select(rowColumns, query)).map(runRowOf);
    },
    async runsWithCells(query) {
      const rows = await select(`${rowColumns}, endpoints`, query);
      return rows.map((row) => ({ row: runRowOf(row), endpoints: cellsOf(row) }));
    },
    async neighbours({ installation, startedMs }) {
      const near = async (comparison: '<' | '>', order: 'ASC' | 'DESC'): Promise<string | undefined> => {
        const sql = `SELECT id FROM runs WHERE installation = ? AND started_ms ${comparison} ? ORDER BY started_ms ${order} LIMIT 1`;
        const id = (await driver.query(sql, [installation, startedMs]))[0]?.id;
        return typeof id === 'string' ? id : undefined;
      };
      const [previous, next] = await Promise.all([near('<', 'DESC'), near('>', 'ASC')]);
      return { ...(previous === undefined ? {} : { previous }), ...(next === undefined ? {} : { next }) };
    },
    async changes({ installation, sinceMs, limit }) {
      const parts = [
        ...(installation === undefined ? [] : ['installation = ?']),
        ...(sinceMs === undefined ? [] : ['at_ms >= ?']),
      ];
      const where = parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`;
      const values = [installation, sinceMs].filter((value) => value !== undefined);
      const rows = await driver.query(
        `SELECT * FROM state_changes ${where} ORDER BY at_ms DESC LIMIT ${Math.max(1, Math.min(mostRows, limit))}`,
        values,
      );
      return rows.map(changeOf);
    },
    async notes({ installation, limit }) {
      const rows = await driver.query(
        `SELECT * FROM notes WHERE installation = ? ORDER BY at_ms DESC LIMIT ${Math.max(1, Math.min(mostRows, limit))}`,
        [installation],
      );
      return rows.map(noteOf);
    },
    async figures(sinceMs, installation) {
      const fromMs = Math.floor(sinceMs / hourMs) * hourMs;
      const only = installation === undefined ? '' : 'AND installation = ?';
      const sql = `SELECT installation, SUM(counted) AS counted, SUM(up) AS up, SUM(conforming) AS conforming,
        SUM(requests) AS requests, SUM(throttled) AS throttled
        FROM hours WHERE hour_ms >= ? ${only} GROUP BY installation`;
      const rows = await driver.query(sql, installation === undefined ? [fromMs] : [fromMs, installation]);
      return new Map(
        rows.map((row): readonly [string, Figures] => [
          String(row.installation),
          {
            counted: Number(row.counted),
            up: Number(row.up),
            conforming: Number(row.conforming),
            requests: Number(row.requests),
            throttled: Number(row.throttled),
          },
        ]),
      );
    },
    prune: (nowMs, retention) => prune(driver, nowMs, retention),
    async check() {
      await driver.query('SELECT 1 AS one');
    },
    close: () => driver.close(),
  };
}

function conditionsOf({ installation, tiers, sinceMs, beforeMs }: RunQuery): {
  readonly where: string;
  readonly values: readonly SqlValue[];
} {
  const parts: (readonly [string, readonly SqlValue[]])[] = [];
  if (installation !== undefined) parts.push(['installation = ?', [installation]]);
  if (tiers !== undefined) parts.push([`tier IN (${tiers.map(() => '?').join(', ')})`, tiers]);
  if (sinceMs !== undefined) parts.push(['started_ms >= ?', [sinceMs]]);
  if (beforeMs !== undefined) parts.push(['started_ms < ?', [beforeMs]]);
  const where = parts.length === 0 ? '' : `WHERE ${parts.map(([sql]) => sql).join(' AND ')}`;
  return { where, values: parts.flatMap(([, values]) => values) };
}
