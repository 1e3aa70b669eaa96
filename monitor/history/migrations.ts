import { CompiledQuery } from 'kysely';
import { codeOf } from '../../engine/files.ts';
import { latencyColumns } from '../latency-buckets.ts';
import { HistorySettingsError, type SqlDriver } from './driver.ts';
import type { QueryBuilder } from './query-builder.ts';

/** The first tables. Times are milliseconds since 1970. */
const first: readonly string[] = [
  // Texts that many runs share (verdicts, failures, observations), stored once under a digest of their content.
  `CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    used_ms BIGINT NOT NULL
  )`,
  `CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    installation TEXT NOT NULL,
    tier TEXT NOT NULL,
    trigger_kind TEXT NOT NULL,
    state TEXT NOT NULL,
    cause TEXT,
    started_ms BIGINT NOT NULL,
    finished_ms BIGINT NOT NULL,
    cut_short INTEGER NOT NULL,
    in_maintenance INTEGER NOT NULL,
    counts_as TEXT NOT NULL,
    requests INTEGER NOT NULL,
    retried INTEGER NOT NULL,
    throttled INTEGER NOT NULL,
    coverage DOUBLE PRECISION NOT NULL,
    median_ms DOUBLE PRECISION,
    certificate_ms BIGINT,
    totals TEXT NOT NULL,
    recheck TEXT,
    failures TEXT NOT NULL,
    observations_id TEXT,
    verdicts_id TEXT,
    endpoints TEXT NOT NULL,
    phases TEXT NOT NULL
  )`,
  'CREATE INDEX runs_by_installation ON runs (installation, started_ms)',
  'CREATE INDEX runs_by_time ON runs (started_ms)',
  `CREATE TABLE state_changes (
    installation TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    from_state TEXT NOT NULL,
    to_state TEXT NOT NULL,
    cause TEXT,
    run_id TEXT
  )`,
  'CREATE INDEX state_changes_by_installation ON state_changes (installation, at_ms)',
  'CREATE INDEX state_changes_by_time ON state_changes (at_ms)',
  `CREATE TABLE hours (
    installation TEXT NOT NULL,
    hour_ms BIGINT NOT NULL,
    counted INTEGER NOT NULL,
    up INTEGER NOT NULL,
    conforming INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    throttled INTEGER NOT NULL,
    runs INTEGER NOT NULL,
    median_sum_ms DOUBLE PRECISION NOT NULL,
    median_count INTEGER NOT NULL,
    PRIMARY KEY (installation, hour_ms)
  )`,
  'CREATE INDEX hours_by_time ON hours (hour_ms)',
  `CREATE TABLE snapshots (
    installation TEXT PRIMARY KEY,
    body TEXT NOT NULL
  )`,
];

/** Finds old documents without reading all; stores the operator's actions. */
const second: readonly string[] = [
  'CREATE INDEX documents_by_use ON documents (used_ms)',
  `CREATE TABLE notes (
    installation TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    message TEXT NOT NULL
  )`,
  'CREATE INDEX notes_by_installation ON notes (installation, at_ms)',
  'CREATE INDEX notes_by_time ON notes (at_ms)',
];

/** Who did what through the network. */
const third: readonly string[] = [
  `CREATE TABLE actions (
    at_ms BIGINT NOT NULL,
    who TEXT NOT NULL,
    kind TEXT NOT NULL,
    installation TEXT,
    message TEXT NOT NULL
  )`,
  'CREATE INDEX actions_by_installation ON actions (installation, at_ms)',
  'CREATE INDEX actions_by_time ON actions (at_ms)',
];

/** The writer of a snapshot states the version it was made from, so that nothing is overwritten unseen. */
const snapshotVersions: readonly string[] = [
  'ALTER TABLE snapshots ADD COLUMN version BIGINT NOT NULL DEFAULT 1',
];

/** Notifications are stored with their causes, and delivered from here. */
const outbox: readonly string[] = [
  `CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    installation TEXT NOT NULL,
    channel TEXT NOT NULL,
    position BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_ms BIGINT NOT NULL,
    lease TEXT,
    lease_ms BIGINT NOT NULL,
    settled_ms BIGINT,
    reason TEXT,
    body TEXT NOT NULL
  )`,
  'CREATE INDEX outbox_by_status ON outbox (status, installation, channel, position)',
  'CREATE INDEX outbox_by_installation ON outbox (installation, position)',
  'CREATE INDEX outbox_by_lease ON outbox (lease)',
];

/** Request durations: the 95th percentile of a run, and the bucket counts of an hour. */
const latencies: readonly string[] = [
  'ALTER TABLE runs ADD COLUMN p95_ms DOUBLE PRECISION',
  ...latencyColumns.map((column) => `ALTER TABLE hours ADD COLUMN ${column} INTEGER NOT NULL DEFAULT 0`),
];

/** The operators' notes on incidents. */
const incidentNotes: readonly string[] = [
  `CREATE TABLE incident_notes (
    incident TEXT NOT NULL,
    installation TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    who TEXT NOT NULL,
    message TEXT NOT NULL
  )`,
  'CREATE INDEX incident_notes_by_time ON incident_notes (at_ms)',
];

/** The exchanges of a run, for its waterfall: no bodies, no headers. */
const exchanges: readonly string[] = ['ALTER TABLE runs ADD COLUMN exchanges TEXT'];

/** The installation's software in a run, as JSON. */
const software: readonly string[] = ['ALTER TABLE runs ADD COLUMN software TEXT'];

/** The location of a run, for an installation that is watched from named locations. */
const locations: readonly string[] = ['ALTER TABLE runs ADD COLUMN location TEXT'];

/** Public notes on incidents: earlier ones are visible to readers only. */
const publicNotes: readonly string[] = [
  'ALTER TABLE incident_notes ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0',
];

/** One row for each applied step. */
export const versionTable = 'CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)';

/** Every migration, in order. A released one never changes; a new one is added at the end. */
export const steps: readonly (readonly string[])[] = [
  first,
  second,
  third,
  snapshotVersions,
  outbox,
  latencies,
  incidentNotes,
  exchanges,
  software,
  locations,
  publicNotes,
];

/**
 * Migrates the tables of a store to the newest version, each step whole or not at all.
 * @throws HistorySettingsError if a later version of this suite wrote the store, or another application its tables
 */
export async function migrate(driver: SqlDriver, builder: QueryBuilder): Promise<void> {
  const versions = builder.selectFrom('schema_version').select('version').orderBy('version', 'desc').limit(1);
  const newest = async (): Promise<number> => (await driver.query(versions.compile()))[0]?.version ?? 0;
  // A role without the right to create tables is refused even if the table exists.
  const version = await newest().catch(async () => {
    await change(driver, [versionTable]);
    return newest();
  });
  if (version > steps.length) {
    throw new HistorySettingsError(
      `The history was written by a later version of this suite (its tables have version ${version}, this one knows ${steps.length}). Install that version, or set another DATA_DIR or DATABASE_URL.`,
    );
  }
  if (version > 0 && driver.kind === 'postgres') await refuseOthers(driver);
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    const done = builder.insertInto('schema_version').values({ version: index + 1 });
    await change(driver, step, done.compile());
  }
}

/** PostgreSQL's codes for a table, and a column, that does not exist. */
const absent: readonly unknown[] = ['42P01', '42703'];

/** Other applications count the versions of their tables in a table of the same name. */
async function refuseOthers(driver: SqlDriver): Promise<void> {
  for (const own of ['SELECT tier, trigger_kind FROM runs LIMIT 0', 'SELECT body FROM snapshots LIMIT 0'])
    await driver.query(CompiledQuery.raw(own)).catch((thrown: unknown) => {
      if (!absent.includes(codeOf(thrown))) throw thrown;
      throw new HistorySettingsError(
        `The table schema_version in the database of DATABASE_URL belongs to another application (${codeOf(thrown)}): nothing was changed. Give the monitor a database of its own, or a schema that its search_path names first.`,
      );
    });
}

/** PostgreSQL's code for a lack of privileges. */
const notAllowed = '42501';

async function change(driver: SqlDriver, step: readonly string[], done?: CompiledQuery): Promise<void> {
  try {
    await driver.commit([
      ...step.map((sql) => CompiledQuery.raw(sql)),
      ...(done === undefined ? [] : [done]),
    ]);
  } catch (thrown) {
    if (codeOf(thrown) !== notAllowed) throw thrown;
    throw new HistorySettingsError(
      'The user of DATABASE_URL may not create or change tables, which this version has to do once. Start one monitor as their owner, then grant as docs/monitor.md says.',
    );
  }
}
