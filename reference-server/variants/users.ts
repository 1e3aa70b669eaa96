import { asksForNoJson } from '../api-request.ts';
import { hasHeaderCredential } from '../authentication.ts';

import type { Json, JsonFields } from '../json.ts';
import { type ResponseTransform, transformFields } from '../transform-builders.ts';
import { type Variant, withFreedom } from './variant.ts';

/** Transforms the user record; `count` is the number of records given before. */
function userRecord(transform: (user: JsonFields, count: number) => Json): () => ResponseTransform {
  return () => {
    let count = 0;
    return transformFields((user) => {
      count += 1;
      return transform(user, count - 1);
    })('GET /api/v3/users');
  };
}

const node = (count: number): string => (count % 2 === 0 ? 'node-a' : 'node-b');
/** Another name at every third call, so that two calls can agree while a third does not. */
const rarely = (count: number): string => (count % 3 === 1 ? 'node-b' : 'node-a');

const unnamed = 'Where nothing names the user, two users look the same.';

/** The possible forms of the user record. */
export const userVariants: readonly Variant[] = withFreedom('GAP-RECORD-FIELDS', [
  {
    name: 'user-with-clock',
    statement: 'The user record shows the time.',
    transform: userRecord((user, count) => ({
      ...user,
      now: `2025-03-04T10:00:${String(count % 60).padStart(2, '0')}Z`,
    })),
  },
  {
    name: 'user-id-as-number-or-text',
    statement: 'The id of the user is a number in one answer and the same number as text in the next.',
    transform: userRecord((user, count) => ({
      ...user,
      id: count % 2 === 0 ? Number(user.id) : String(user.id),
    })),
  },
  {
    name: 'user-of-shared-name',
    statement: "The user record holds a name that two accounts share, and the account's projects.",
    transform: userRecord(({ id }) => ({ name: 'Contract Test', projects: [Number(id) + 10] })),
    leavesUnjudged: unnamed,
  },
  {
    name: 'user-of-one-organization',
    statement: 'The user record names the user; only the organization has an id.',
    hidesFaultsOf: ['users.other-user-for-other-key', 'users-half-mixed-up-by-query'],
    transform: userRecord(({ name }) => ({ user: { name: name ?? null }, organization: { id: 1 } })),
    leavesUnjudged: unnamed,
  },
  {
    name: 'user-in-another-form-where-no-json-is-asked-for',
    statement: 'Without Accept: application/json the user record has another form, with an id of its own.',
    transform: () =>
      transformFields((user, request) =>
        asksForNoJson(request) ? { data: { id: 'self', type: 'user', attributes: user } } : user,
      )('GET /api/v3/users'),
  },
  {
    name: 'user-with-counter',
    statement: 'The user record counts the calls.',
    transform: userRecord((user, count) => ({
      ...user,
      calls: count,
      quota: { used: count, left: 1000 - count },
    })),
  },
  {
    name: 'user-served-by-two',
    statement: 'The user record names the server that answered, which is one of two.',
    hidesFaultsOf: ['users-of-another-key-when-asked-again'],
    transform: userRecord((user, count) => ({ ...user, served_by: node(count) })),
  },
  {
    name: 'user-served-by-named-server',
    statement: 'The user record holds an object for the server that answered, which is one of two.',
    transform: userRecord((user, count) => ({ user, server: { name: rarely(count) } })),
  },
  {
    name: 'user-in-own-words',
    statement: 'The fields of the user record have names in another language; one of them names the server.',
    transform: userRecord((user, count) => ({
      vorname: user.name,
      anschrift: user.email,
      kennung: user.login,
      rechner: rarely(count),
    })),
    leavesUnjudged: unnamed,
  },
  {
    name: 'user-wrapped',
    statement: 'The user record is wrapped in `data`.',
    transform: userRecord((user) => ({ data: user })),
  },
  {
    name: 'user-in-list',
    statement: 'The user record is the only entry of a list.',
    hidesFaultsOf: ['users-half-mixed-up-by-query'],
    transform: userRecord((user) => [user]),
  },
  {
    name: 'user-in-wrapped-list',
    statement: 'The user record is the only entry of a list in `users`.',
    transform: userRecord((user) => ({ users: [user], total: 1 })),
  },
  {
    name: 'user-as-json-api',
    statement: 'The user record follows JSON:API.',
    transform: userRecord(({ id, ...attributes }) => ({
      data: { type: 'users', id: String(id), attributes },
      meta: { generated: 'now' },
    })),
  },
  {
    name: 'user-as-practitioner',
    statement: 'The user record is a FHIR Practitioner.',
    transform: userRecord((user) => ({
      resourceType: 'Practitioner',
      // Another variant may have renamed the field.
      id: String(user.id ?? user._id ?? user.uuid),
      name: [{ text: user.name }],
      telecom: [{ system: 'email', value: user.email }],
    })),
  },
  {
    name: 'user-with-new-session',
    statement: 'Every call opens a session that has an id of its own.',
    transform: userRecord((user, count) => ({ ...user, session: { id: `s-${count}`, token: `t-${count}` } })),
  },
  {
    name: 'user-with-shared-fields',
    statement: 'The user record names nobody: it shows the role and the organisation that users share.',
    transform: userRecord(() => ({ role: 'member', organisation: 'Centre for Evidence Synthesis' })),
    leavesUnjudged: unnamed,
  },
  {
    name: 'user-called-me',
    statement: 'The user record shows what the user may do in a team: only the team has an id of its own.',
    transform: userRecord(() => ({
      id: 'me',
      self: '/api/v3/users/me',
      role: 'editor',
      team: { id: 9, name: 'Screening' },
      plan: { id: 3 },
    })),
    leavesUnjudged: unnamed,
  },
  {
    name: 'user-of-one-tenant',
    statement: 'The user record has a resource type in place of an id, and the tenants that all users share.',
    transform: userRecord(() => ({
      data: {
        id: 'user',
        type: 'users',
        attributes: { role: 'editor', tenant: { id: 3, slug: 'acme' } },
        relationships: { tenant: { data: { id: '3', type: 'tenants' } } },
      },
      included: [{ id: '3', type: 'tenants' }],
    })),
    leavesUnjudged: unnamed,
  },
  {
    name: 'user-with-projects-and-roles',
    statement: 'The user record lists projects by their ids, and roles that have ids of their own.',
    transform: userRecord((user) => ({
      ...user,
      project_ids: [1, 2],
      roles: [{ id: 3, name: 'Leader' }],
    })),
  },
  {
    name: 'user-masked',
    statement: 'The user record hides most of the name and the address.',
    transform: userRecord(() => ({ name: 'A*** B***', email: 'a•••@evidence.example', id: null })),
    leavesUnjudged: unnamed,
  },
  {
    name: 'user-with-way-of-key',
    statement:
      'The user record names the session, the client and the credential, which differ by the way of the key.',
    transform: () =>
      transformFields((user, request): Json => {
        const way = hasHeaderCredential(request) ? 'header' : 'query';
        return {
          email: user.email,
          session: { id: `${way}-1` },
          client: { id: way, uuid: way },
          credential: { id: way, name: way },
        };
      })('GET /api/v3/users'),
  },
  {
    name: 'user-with-big-record',
    statement: 'The user record lists all permissions.',
    transform: userRecord((user) => ({
      ...user,
      permissions: Array.from({ length: 3000 }, (_, index) => ({ id: index, name: `permission ${index}` })),
    })),
  },
]);
