/** Who did what through the network. */
export const third: readonly string[] = [
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
