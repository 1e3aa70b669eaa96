import { hash, verify } from '@node-rs/argon2';
import { samplePassword, sampleUsers } from '../sample/users.ts';
import type { Store } from '../store/open.ts';
import type { User, Users } from '../store/users.ts';

/** Finds the user who logs in; `undefined` for an unknown name or a wrong password. */
export type CheckPassword = (login: string, password: string) => Promise<User | undefined>;

/**
 * Makes the password check. Sample users get their password hash here, at the first request for a
 * page, so that an installation which only answers the API starts faster.
 */
export async function passwordCheckOf(store: Store, users: Users): Promise<CheckPassword> {
  for (const { login } of Object.values(sampleUsers)) {
    const user = users.byLogin(login);
    if (user !== undefined && users.passwordHashOf(user) === undefined) {
      users.setPasswordHash(user, await hash(samplePassword(store.secrets, login)));
    }
  }
  const nobodysHash = await hash(store.secrets.derive('nobody'));
  return async (login, password) => {
    const user = users.byLogin(login);
    const stored = user === undefined ? undefined : users.passwordHashOf(user);
    // An unknown name takes the same time, so that response times do not reveal which names exist.
    const right = await verify(stored ?? nobodysHash, password);
    return right && stored !== undefined ? user : undefined;
  };
}
