import { randomInt } from 'node:crypto';
import { inTransaction, type Store } from './open.ts';

/** A user of the installation; never holds the key or the password. */
export interface User {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly email: string;
  readonly organization: string;
  readonly createdAt: string;
}

/** The users and their keys. A user has exactly one valid key; regenerating ends the previous one. */
export interface Users {
  /** The owner of a valid key; `undefined` for an ended or unknown key. */
  byKey(key: string): User | undefined;
  byId(id: number): User | undefined;
  byLogin(login: string): User | undefined;
  all(): readonly User[];
  add(user: Omit<User, 'id'>, key: string): User;
  /** Stores an earlier key of the user that is no longer valid. */
  addEndedKey(user: User, key: string): void;
  /** The user's valid key, in clear, for the Storage tab. */
  keyOf(user: User): string;
  /** The previous valid key; `undefined` if there was none. */
  formerKeyOf(user: User): string | undefined;
  /** Issues a new key and ends the previous one in the same transaction (section 5). */
  regenerate(user: User, newKey?: string): string;
  passwordHashOf(user: User): string | undefined;
  setPasswordHash(user: User, hash: string): void;
}

const columns =
  'users.id, users.login, users.name, users.email, users.organization, users.created_at AS createdAt';

const keyCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A new random API key: 64 case-sensitive letters and digits, which need no escaping anywhere. */
export function newKey(): string {
  return Array.from({ length: 64 }, () => keyCharacters[randomInt(keyCharacters.length)]).join('');
}

/** Gives access to the users of a store. */
export function usersOf(store: Store): Users {
  const { database, secrets } = store;
  const findBy = (condition: string) => {
    const statement = database.prepare(`SELECT ${columns} FROM users WHERE ${condition}`);
    return (value: string | number) => statement.all(value)[0] as User | undefined;
  };
  const byKeyDigest = database.prepare(
    `SELECT ${columns} FROM keys JOIN users ON users.id = keys.user_id WHERE keys.digest = ? AND keys.ended_at IS NULL`,
  );
  const addKey = (userId: number, key: string, endedAt: string | null = null) =>
    database
      .prepare('INSERT INTO keys (user_id, digest, sealed, issued_at, ended_at) VALUES (?, ?, ?, ?, ?)')
      .run(userId, secrets.digest(key), secrets.seal(key), new Date().toISOString(), endedAt);
  const sealedKey = (user: User, condition: string) => {
    const row = database
      .prepare(`SELECT sealed FROM keys WHERE user_id = ? AND ended_at ${condition} ORDER BY id DESC LIMIT 1`)
      .all(user.id)[0] as { sealed: string } | undefined;
    return row === undefined ? undefined : secrets.open(row.sealed);
  };
  return {
    byId: findBy('users.id = ?'),
    byKey: (key) => byKeyDigest.all(secrets.digest(key))[0] as User | undefined,
    byLogin: findBy('users.login = ?'),
    all: () => database.prepare(`SELECT ${columns} FROM users ORDER BY id`).all() as User[],
    add(user, key) {
      const { lastInsertRowid } = database
        .prepare('INSERT INTO users (login, name, email, organization, created_at) VALUES (?, ?, ?, ?, ?)')
        .run(user.login, user.name, user.email, user.organization, user.createdAt);
      const id = Number(lastInsertRowid);
      addKey(id, key);
      return { id, ...user };
    },
    addEndedKey: (user, key) => void addKey(user.id, key, new Date().toISOString()),
    keyOf(user) {
      const key = sealedKey(user, 'IS NULL');
      if (key === undefined) {
        throw new Error(`The user ${user.login} has no valid key in the store.`);
      }
      return key;
    },
    formerKeyOf: (user) => sealedKey(user, 'IS NOT NULL'),
    regenerate: (user, key = newKey()) =>
      inTransaction(store, () => {
        database
          .prepare('UPDATE keys SET ended_at = ? WHERE user_id = ? AND ended_at IS NULL')
          .run(new Date().toISOString(), user.id);
        addKey(user.id, key);
        return key;
      }),
    passwordHashOf(user) {
      const row = database.prepare('SELECT password_hash FROM users WHERE id = ?').all(user.id)[0];
      return (row as { password_hash: string | null } | undefined)?.password_hash ?? undefined;
    },
    setPasswordHash: (user, hash) =>
      void database.prepare('UPDATE users SET password_hash = ? WHERE id = ?').run(hash, user.id),
  };
}
