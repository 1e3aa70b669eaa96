import { readTables } from './definitions/read-tables.ts';
import { ReleaseModel } from './definitions/release-model.ts';
import { Definitions } from './release-definitions.ts';
import type { FhirRelease } from './types.ts';

/** The definitions of all releases, from the files of this installation of the package. In Node.js alone. */
export function installedDefinitions(): Definitions {
  return new Definitions(readTables);
}

/** The types of one release, from the files of this installation of the package. In Node.js alone. */
export function installedModel(release: FhirRelease): ReleaseModel {
  return new ReleaseModel(release, readTables(release));
}
