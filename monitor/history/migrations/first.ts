/** The first tables. Times are milliseconds since 1970. */
export const first: readonly string[] = [
  // Texts that many runs share (verdicts, failures, observations), kept once under a digest of themselves.
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
