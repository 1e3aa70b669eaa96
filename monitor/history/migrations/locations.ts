/** From where a run was made, of an installation that is watched from named locations. */
export const locations: readonly string[] = ['ALTER TABLE runs ADD COLUMN location TEXT'];
