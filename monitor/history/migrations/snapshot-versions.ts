/** The writer of a snapshot says which version it was made from, so that nothing is written over unseen. */
export const snapshotVersions: readonly string[] = [
  'ALTER TABLE snapshots ADD COLUMN version BIGINT NOT NULL DEFAULT 1',
];
