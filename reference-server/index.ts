import { createApp } from './app.ts';
import { closeGracefully, listen } from './listen.ts';
import type { Reference, ReferenceOptions, SampleKeys } from './options.ts';
import { freshKeys, seedIfEmpty } from './sample/seed.ts';
import { samplePassword, sampleUsers } from './sample/users.ts';
import { openStore, type Store } from './store/open.ts';
import { ownedProjects } from './store/projects.ts';
import { type User, type Users, usersOf } from './store/users.ts';

export type { Answer } from './answer.ts';
export type { ApiRequest, Query } from './api-request.ts';
export type { Authenticate } from './authentication.ts';
export type { Json } from './json.ts';
export type * from './options.ts';
export { freshKeys } from './sample/seed.ts';
export type { RawExchange, ResponseTransform } from './transform-builders.ts';

const closingGraceMs = 500;

/**
 * Starts a reference installation: every endpoint of the document over sample data, in memory or in a file. Resolves once it
 * listens. Rejects with the system's error if the port is taken, and with a sentence if the data file cannot be used.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const store = openStore(options.dataFile);
  try {
    return await startOn(store, options);
  } catch (error) {
    store.database.close();
    throw error;
  }
}

async function startOn(store: Store, options: ReferenceOptions): Promise<Reference> {
  const users = usersOf(store);
  seedIfEmpty(store, users, options.keys ?? freshKeys());
  const first = sampleUser(users, sampleUsers.first.login);
  const second = sampleUser(users, sampleUsers.second.login);
  const keys = keysOf(users, first, second);
  const basePath = (options.basePath ?? '').replace(/\/+$/, '');
  const app = createApp({ store, users, options, basePath });
  const { server, origin } = await listen(app, options.host ?? '127.0.0.1', options.port ?? 0);
  return {
    baseUrl: `${origin}${basePath}`,
    keys,
    logins: [first, second].map(({ login }) => ({
      name: login,
      password: samplePassword(store.secrets, login),
    })),
    projectIds: ownedProjects(store, first).map(({ id }) => id),
    async close() {
      await closeGracefully(server, closingGraceMs + (options.delayMs ?? 0));
      store.database.close();
    },
  };
}

function keysOf(users: Users, first: User, second: User): SampleKeys {
  return {
    first: users.keyOf(first),
    second: users.keyOf(second),
    revoked: users.formerKeyOf(first) ?? '',
  };
}

function sampleUser(users: Users, login: string): User {
  const user = users.byLogin(login);
  if (user === undefined) {
    throw new Error(`The data file has no sample user ${login}: choose another file, or a new one.`);
  }
  return user;
}
