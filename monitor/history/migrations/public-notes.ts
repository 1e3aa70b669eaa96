/** Which notes on incidents are public: earlier ones are for readers alone. */
export const publicNotes: readonly string[] = [
  'ALTER TABLE incident_notes ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0',
];
