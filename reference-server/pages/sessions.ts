import type { RequestHandler } from 'express';
import session, { type SessionData, Store as SessionStore } from 'express-session';
import type { Store } from '../store/open.ts';

declare module 'express-session' {
  interface SessionData {
    userId?: number;
    /** Shown once on the next page. */
    notice?: string;
  }
}

const lifetimeMs = 8 * 60 * 60 * 1000;

/**
 * Log-in sessions of the pages. They are stored under a digest of their id, so that the data file alone opens no
 * session. Only the pages use them: the API never sees a session.
 */
export function sessionsOf(store: Store, basePath: string): RequestHandler {
  return session({
    name: 'evidence.session',
    secret: store.secrets.derive('session cookies'),
    store: new StoredSessions(store),
    resave: false,
    saveUninitialized: false,
    cookie: {
      path: basePath === '' ? '/' : basePath,
      httpOnly: true,
      sameSite: 'lax',
      secure: 'auto',
      maxAge: lifetimeMs,
    },
  });
}

class StoredSessions extends SessionStore {
  readonly #store: Store;

  constructor(store: Store) {
    super();
    this.#store = store;
  }

  override get(id: string, done: (error: unknown, session?: SessionData | null) => void): void {
    answer(done, () => {
      const row = this.#store.database
        .prepare('SELECT content FROM sessions WHERE id = ? AND expires_at_ms > ?')
        .all(this.#store.secrets.digest(id), Date.now())[0] as { content: string } | undefined;
      return row === undefined ? null : (JSON.parse(row.content) as SessionData);
    });
  }

  override set(id: string, content: SessionData, done: (error?: unknown) => void = () => undefined): void {
    answer(done, () => {
      const { database, secrets } = this.#store;
      database.prepare('DELETE FROM sessions WHERE expires_at_ms <= ?').run(Date.now());
      database
        .prepare('INSERT OR REPLACE INTO sessions (id, content, expires_at_ms) VALUES (?, ?, ?)')
        .run(secrets.digest(id), JSON.stringify(content), Date.now() + lifetimeMs);
    });
  }

  override destroy(id: string, done: (error?: unknown) => void = () => undefined): void {
    answer(done, () => {
      const { database, secrets } = this.#store;
      database.prepare('DELETE FROM sessions WHERE id = ?').run(secrets.digest(id));
    });
  }
}

function answer<Result>(done: (error: unknown, result?: Result) => void, work: () => Result): void {
  try {
    done(null, work());
  } catch (error) {
    done(error);
  }
}
