/** The exchanges of a run, for its waterfall: no bodies, no headers. */
export const exchanges: readonly string[] = ['ALTER TABLE runs ADD COLUMN exchanges TEXT'];
