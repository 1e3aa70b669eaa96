import { type MistakeKind, mistakes } from '../mistakes/index.ts';
import type { Framework } from '../servers/index.ts';
import type { EndpointName } from '../service/operations.ts';
import { type MistakeRow, type RowOptions, reasons } from './rows.ts';

/** A further row and the framework whose team makes the mistake. */
export interface FurtherRow {
  readonly framework: Framework;
  readonly row: MistakeRow;
}

const frameworks: readonly Framework[] = ['express', 'fastify', 'hono', 'koa', 'nest'];

/** Servers of each framework that hold projects and name none of them as a condition for the citations. */
const servers: Readonly<Record<Framework, readonly number[]>> = {
  express: [1, 2, 3, 4, 6, 7, 8, 10, 11, 12, 15, 16, 18, 19, 20],
  fastify: [1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 14, 15, 16, 17, 18],
  hono: [1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 16, 17, 18, 19],
  koa: [1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14, 15, 16, 18],
  nest: [1, 2, 3, 4, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 20],
};

const lists: readonly EndpointName[] = [
  'GET /projects',
  'GET /key_questions',
  'GET /extractions',
  'GET /sd_meta_data',
  'GET /extraction_forms_projects',
  'GET /artifact_assessments',
];
const singles: readonly EndpointName[] = [
  'GET /projects/:id',
  'GET /citations/:id',
  'GET /extractions/:id',
  'GET /sd_meta_data/:id',
];
const importing: readonly EndpointName[] = ['POST /fhir_imports'];
const everywhere: readonly EndpointName[] = [
  ...lists,
  ...singles,
  'GET /users',
  'GET /citations',
  ...importing,
];

/** What is known of single mistakes at their places. */
const options: Readonly<Record<string, RowOptions>> = {
  'bundle: a Bundle with nothing in it': { notCaught: reasons.emptyProject },
  'value: an empty object instead of the list': { notCaught: reasons.emptyObject },
};

function placesOf(kind: MistakeKind, name: string): readonly EndpointName[] {
  switch (kind) {
    case 'bundle':
      return ['GET /projects/:id'];
    case 'assessment':
      return ['GET /extractions/:id'];
    case 'report':
      return ['GET /sd_meta_data/:id'];
    case 'import':
      return importing;
    case 'value':
      if (name.includes('citation')) {
        return ['GET /citations/:id'];
      }
      return name.includes('user') ? ['GET /users'] : lists;
    case 'refusal':
      if (name.startsWith('a bad body')) {
        return importing;
      }
      return name.startsWith('a missing row') ? singles : everywhere;
    case 'wire':
      return [...lists, ...singles, 'GET /users'];
    case 'access':
      return everywhere;
  }
}

function at<Item>(items: readonly Item[], place: number): Item {
  const item = items[place % items.length];
  if (item === undefined) {
    throw new Error('an empty list');
  }
  return item;
}

/** A row for each mistake that none of the given rows makes, spread over frameworks, servers and endpoints. */
export function furtherRows(made: readonly MistakeRow[]): FurtherRow[] {
  const names = new Set(made.map(([kind, name]) => `${kind}: ${name}`));
  const rest = (Object.keys(mistakes) as MistakeKind[]).flatMap((kind) =>
    Object.keys(mistakes[kind])
      .filter((name) => !names.has(`${kind}: ${name}`))
      .map((name) => ({ kind, name })),
  );
  return rest.map(({ kind, name }, place) => {
    const framework = at(frameworks, place);
    const server = at(servers[framework], Math.floor(place / frameworks.length));
    const endpoint = at(placesOf(kind, name), place + Math.floor(place / 7));
    return {
      framework,
      row: [kind, name, endpoint, server, options[`${kind}: ${name}`] ?? {}] as MistakeRow,
    };
  });
}
