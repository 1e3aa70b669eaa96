import { recordOf, wrapRecord } from '../service/records.ts';
import { recordsIn, type Scene, writing } from './mistake.ts';

function allUsers({ site }: Scene): object[] {
  return site.store.users.map(({ sequence, name, email }) => ({ id: sequence, name, email }));
}

/** Lists the projects that only somebody else may see. */
function foreignProjects(json: unknown, { site, user }: Scene): unknown {
  const records = recordsIn(json);
  const foreign = site.store.rows.projects
    .filter(({ project }) => !user.projects.includes(project))
    .map((row) => recordOf(site.choices, 'projects', row));
  records.splice(0, records.length, ...foreign);
  return json;
}

/** Mistakes in the values of lists and of plain records. */
export const valueMistakes = {
  'a count without the records': writing('list', (json) => ({ count: recordsIn(json).length })),
  'the first record instead of the list': writing('list', (json) => recordsIn(json)[0] ?? {}),
  'null instead of the list': writing('list', () => null),
  'an empty object instead of the list': writing('list', () => ({})),
  'a message instead of the list': writing('list', () => ({ message: 'OK' })),
  'a true instead of the list': writing('list', () => true),
  'an error in a 200': writing('success status', () => ({ error: 'Database unavailable' })),
  'a list of nulls': writing('list', (json) => recordsIn(json).map(() => null)),
  'the list as a text inside JSON': writing('list', (json) => ({ data: JSON.stringify(recordsIn(json)) })),
  'a list of texts of objects': writing('list', (json) => recordsIn(json).map((record) => String(record))),
  'a number instead of the list': writing('list', (json) => recordsIn(json).length),
  'only projects of others': writing('accessible', foreignProjects),
  'all citations instead of one': writing('one citation', (_json, { site }) =>
    site.store.rows.citations.map((row) => recordOf(site.choices, 'citations', row)),
  ),
  'always the first citation': writing('one citation', (json, { site }) => {
    const row = site.store.rows.citations[0];
    const { choices } = site;
    return row === undefined
      ? json
      : wrapRecord(choices.record, 'citations', recordOf(choices, 'citations', row));
  }),
  'the citation beside the one asked for': writing('one citation', (json, { site, inquiry }) => {
    const { choices, store } = site;
    const records = store.rows.citations.map((row) => recordOf(choices, 'citations', row));
    const place = records.findIndex((record) => Object.values(record).map(String).includes(inquiry.id));
    const next = records[(place + 1) % records.length];
    return next === undefined ? json : wrapRecord(choices.record, 'citations', next);
  }),
  'null instead of the citation': writing('one citation', () => null),
  'an empty object instead of the citation': writing('one citation', () => ({})),
  'an empty list instead of the citation': writing('one citation', () => []),
  'the title instead of the citation': writing('one citation', () => 'A title'),
  'all users': writing('current user', (_json, scene) => allUsers(scene)),
  'always the first user': writing('current user', (_json, scene) => allUsers(scene)[0]),
  'always the last user': writing('current user', (_json, scene) => allUsers(scene).at(-1)),
  'null instead of the user': writing('current user', () => null),
  'an empty object instead of the user': writing('current user', () => ({})),
  'an empty list instead of the user': writing('current user', () => []),
  'only the name of the user': writing('current user', (_json, { user }) => user.name),
  'the user is null in a wrapper': writing('current user', () => ({ user: null })),
} as const;
