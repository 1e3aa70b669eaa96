/** Which notes on incidents everybody may see: those of before are for readers alone. */
export const publicNotes: readonly string[] = [
  'ALTER TABLE incident_notes ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0',
];
