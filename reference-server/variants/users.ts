import type { Json, JsonFields } from '../json.ts';
import type { ResponseTransform } from '../response-transform.ts';
import { transformFields } from '../transform-builders.ts';
import type { Variant } from './variant.ts';

const at = 'GET /api/v3/users';

/** Changes the user record; `count` is the number of records given before. */
function telling(change: (user: JsonFields, count: number) => Json): () => ResponseTransform {
  return () => {
    let count = 0;
    return transformFields((user) => {
      count += 1;
      return change(user, count - 1);
    })(at);
  };
}

const node = (count: number): string => (count % 2 === 0 ? 'node-a' : 'node-b');
/** Another name at every third call, so that two calls can agree while a third does not. */
const rarely = (count: number): string => (count % 3 === 1 ? 'node-b' : 'node-a');

const rows: readonly (readonly [name: string, statement: string, transform: () => ResponseTransform])[] = [
  [
    'user-with-clock',
    'The user record tells the time.',
    telling((user, count) => ({ ...user, now: `2025-03-04T10:00:${String(count % 60).padStart(2, '0')}Z` })),
  ],
  [
    'user-id-as-number-or-text',
    'The id of the user is a number at one call and the same number as text at the next.',
    telling((user, count) => ({ ...user, id: count % 2 === 0 ? Number(user.id) : String(user.id) })),
  ],
  [
    'user-of-shared-name',
    'The user record holds a name that two accounts share, and what the account does.',
    telling(({ id }) => ({ name: 'Contract Test', projects: [Number(id) + 10] })),
  ],
  [
    'user-of-one-organization',
    'The user record names the user, and gives only its organization an id.',
    telling(({ name }) => ({ user: { name: name ?? null }, organization: { id: 1 } })),
  ],
  [
    'user-with-counter',
    'The user record counts the calls.',
    telling((user, count) => ({ ...user, calls: count, quota: { used: count, left: 1000 - count } })),
  ],
  [
    'user-served-by-two',
    'The user record names the server that answered, one of two.',
    telling((user, count) => ({ ...user, served_by: node(count) })),
  ],
  [
    'user-served-by-named-server',
    'The user record holds a server with a name, one of two.',
    telling((user, count) => ({ user, server: { name: rarely(count) } })),
  ],
  [
    'user-in-own-words',
    'The fields of the user record have names in another language, and one of them is the server.',
    telling((user, count) => ({
      vorname: user.name,
      anschrift: user.email,
      kennung: user.login,
      rechner: rarely(count),
    })),
  ],
  ['user-wrapped', 'The user record is wrapped in `data`.', telling((user) => ({ data: user }))],
  ['user-in-list', 'The user record is the only one of a list.', telling((user) => [user])],
  [
    'user-in-wrapped-list',
    'The user record is the only one of a list in `users`.',
    telling((user) => ({ users: [user], total: 1 })),
  ],
  [
    'user-as-json-api',
    'The user record follows JSON:API.',
    telling(({ id, ...attributes }) => ({
      data: { type: 'users', id: String(id), attributes },
      meta: { generated: 'now' },
    })),
  ],
  [
    'user-as-practitioner',
    'The user record is a FHIR Practitioner.',
    telling((user) => ({
      resourceType: 'Practitioner',
      id: String(user.id),
      name: [{ text: user.name }],
      telecom: [{ system: 'email', value: user.email }],
    })),
  ],
  [
    'user-with-new-session',
    'Every call opens a session that has an id of its own.',
    telling((user, count) => ({ ...user, session: { id: `s-${count}`, token: `t-${count}` } })),
  ],
  [
    'user-with-random-id',
    'The user record has a new id at each call, and a login that stays.',
    telling((user, count) => ({ id: `r-${count}`, login: user.login })),
  ],
  [
    'user-with-shared-fields',
    'The user record names nobody: it tells the role and the organisation that users share.',
    telling(() => ({ role: 'member', organisation: 'Centre for Evidence Synthesis' })),
  ],
  [
    'user-with-big-record',
    'The user record lists all permissions.',
    telling((user) => ({
      ...user,
      permissions: Array.from({ length: 3000 }, (_, index) => ({ id: index, name: `permission ${index}` })),
    })),
  ],
];

export const userVariants: readonly Variant[] = rows.map(([name, statement, transform]) => ({
  name,
  freedom: 'GAP-RECORD-FIELDS',
  statement,
  transform,
  ...(name === 'user-with-shared-fields'
    ? { leavesUnjudged: 'Where nothing names the user, one cannot be told from another.' }
    : {}),
}));
