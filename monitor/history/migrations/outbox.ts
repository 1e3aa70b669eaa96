/** Notifications are written with their causes, and delivered from here. */
export const outbox: readonly string[] = [
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
