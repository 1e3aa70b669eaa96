/** What an installation said of its software in a run, as JSON. */
export const software: readonly string[] = ['ALTER TABLE runs ADD COLUMN software TEXT'];
