/** Old documents are found without reading all; the operator's actions are noted. */
export const second: readonly string[] = [
  'CREATE INDEX documents_by_use ON documents (used_ms)',
  `CREATE TABLE notes (
    installation TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    message TEXT NOT NULL
  )`,
  'CREATE INDEX notes_by_installation ON notes (installation, at_ms)',
  'CREATE INDEX notes_by_time ON notes (at_ms)',
];
