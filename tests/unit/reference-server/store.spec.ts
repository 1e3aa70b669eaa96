import { expect, test } from '@playwright/test';
import { addImport, type NewProject } from '../../../reference-server/store/add-project.ts';
import { openStore } from '../../../reference-server/store/open.ts';
import { publishedProjects } from '../../../reference-server/store/projects.ts';
import { freshSecret, secretsOf } from '../../../reference-server/store/secrets.ts';
import { newKey, usersOf } from '../../../reference-server/store/users.ts';

const person = {
  login: 'eva',
  name: 'Eva',
  email: 'eva@evidence.example',
  organization: 'None',
  createdAt: 'now',
};

function project(ownerId: number, name: string, resources: NewProject['resources']): NewProject {
  return {
    ownerId,
    memberIds: [],
    fhirId: name,
    name,
    description: name,
    published: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    resources,
    records: [],
  };
}

test('a failed import leaves no project behind, and the next one succeeds', () => {
  const store = openStore(undefined);
  const owner = usersOf(store).add(person, newKey());
  const failing = function* () {
    yield { fhirId: 'one', body: '{}' };
    throw new Error('the source broke');
  };
  expect(() => addImport(store, project(owner.id, 'half', failing()))).toThrow('the source broke');
  expect(() =>
    addImport(store, project(owner.id, 'twice', Array(2).fill({ fhirId: 'same', body: '{}' }))),
  ).toThrow(/UNIQUE/);
  expect(publishedProjects(store, owner, { offset: 0, count: 10 }).total).toBe(0);
  expect(addImport(store, project(owner.id, 'whole', [{ fhirId: 'one', body: '{}' }])).importId).toBe(1);
  expect(publishedProjects(store, owner, { offset: 0, count: 10 }).items.map(({ name }) => name)).toEqual([
    'whole',
  ]);
});

test('regenerating a key invalidates the previous one, which cannot be issued again', () => {
  const users = usersOf(openStore(undefined));
  const first = newKey();
  const user = users.add(person, first);
  expect(users.byKey(first)?.login).toBe('eva');
  expect(users.formerKeyOf(user)).toBeUndefined();
  const second = users.regenerate(user);
  expect([users.byKey(first), users.byKey(second)?.login]).toEqual([undefined, 'eva']);
  expect([users.keyOf(user), users.formerKeyOf(user)]).toEqual([second, first]);
  expect(() => users.regenerate(user, first)).toThrow(/UNIQUE/);
  expect(users.keyOf(user)).toBe(second);
});

test('a sealed text opens only with its own secret and only if it was not changed', () => {
  const secret = freshSecret();
  const secrets = secretsOf(secret);
  const sealed = secrets.seal('a key that is shown again');
  expect(secrets.seal('a key that is shown again')).not.toBe(sealed);
  expect(secretsOf(secret).open(sealed)).toBe('a key that is shown again');
  const bytes = Buffer.from(sealed, 'base64');
  bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30);
  expect(() => secrets.open(bytes.toString('base64'))).toThrow('does not belong to the key file');
  expect(() => secretsOf(freshSecret()).open(sealed)).toThrow('does not belong to the key file');
});

test('digests and derived texts depend on the secret and on their input', () => {
  const [one, other] = [secretsOf(freshSecret()), secretsOf(freshSecret())];
  expect(one.digest('key')).toBe(one.digest('key'));
  expect(new Set([one.digest('key'), other.digest('key'), one.digest('key2')]).size).toBe(3);
  expect(new Set([one.derive('a'), one.derive('b'), other.derive('a')]).size).toBe(3);
});
