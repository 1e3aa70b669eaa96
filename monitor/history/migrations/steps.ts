import { exchanges } from './exchanges.ts';
import { first } from './first.ts';
import { incidentNotes } from './incident-notes.ts';
import { latencies } from './latencies.ts';
import { locations } from './locations.ts';
import { outbox } from './outbox.ts';
import { publicNotes } from './public-notes.ts';
import { second } from './second.ts';
import { snapshotVersions } from './snapshot-versions.ts';
import { software } from './software.ts';
import { third } from './third.ts';

/** One row for each step that was made. */
export const versionTable = 'CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)';

/** Every step of the tables, in order. A step that was released never changes; a new one is added at the end. */
export const steps: readonly (readonly string[])[] = [
  first,
  second,
  third,
  snapshotVersions,
  outbox,
  latencies,
  incidentNotes,
  exchanges,
  software,
  locations,
  publicNotes,
];
