/** What operators write about incidents. */
export const incidentNotes: readonly string[] = [
  `CREATE TABLE incident_notes (
    incident TEXT NOT NULL,
    installation TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    who TEXT NOT NULL,
    message TEXT NOT NULL
  )`,
  'CREATE INDEX incident_notes_by_time ON incident_notes (at_ms)',
];
