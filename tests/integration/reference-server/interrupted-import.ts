import { addImport, type NewProject } from '../../../reference-server/store/add-project.ts';
import { openStore } from '../../../reference-server/store/open.ts';

/**
 * A program that kills itself in the middle of an import: `interrupted-import.ts FILE WHERE`. It imports one
 * project whole and prints its id, then starts another and kills itself, as `kill -9` does, after half of its
 * resources (`resources`) or of its records (`records`).
 */
const [dataFile = '', where = ''] = process.argv.slice(2);
const size = 40;

function* killedAtHalf<Item>(items: readonly Item[], kill: boolean): Generator<Item> {
  for (const [index, item] of items.entries()) {
    if (kill && index === size / 2) {
      process.kill(process.pid, 'SIGKILL');
    }
    yield item;
  }
}

function project(name: string, killWhere: string): NewProject {
  const fhirIds = Array.from({ length: size }, (_, index) => `${name}-${index}`);
  const resources = fhirIds.map((fhirId) => ({
    fhirId,
    body: JSON.stringify({ resourceType: 'Basic', id: fhirId }),
  }));
  const records = fhirIds.map((fhirId) => ({
    kind: 'citations' as const,
    fhirId,
    fields: () => ({ title: fhirId }),
  }));
  return {
    ownerId: 1,
    memberIds: [],
    fhirId: name,
    name,
    description: name,
    published: true,
    createdAt: new Date().toISOString(),
    resources: killedAtHalf(resources, killWhere === 'resources'),
    records: killedAtHalf(records, killWhere === 'records'),
  };
}

const store = openStore(dataFile);
process.stdout.write(`${addImport(store, project('whole', 'nowhere')).id}\n`);
addImport(store, project('half', where));
process.stdout.write('not killed\n');
