import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { CompiledQuery } from 'kysely';
import type { SqlDriver } from '../../../monitor/history/driver.ts';
import { openPostgres } from '../../../monitor/history/postgres-driver.ts';
import { openSqlite } from '../../../monitor/history/sqlite-driver.ts';
import { needs } from '../../support/needs.ts';
import { type Postgres, startPostgres } from './stores.ts';

/** A kind of store: `open` gives the same store each time, `fresh` empties it first. */
export interface Store {
  readonly fresh: () => Promise<SqlDriver>;
  readonly open: () => Promise<SqlDriver>;
  readonly end: () => Promise<void>;
}

/** @param groupEveryMs commits that can wait share a transaction so often */
export function sqliteStore(groupEveryMs?: number): Store {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-history-'));
  let number = 0;
  const open = async (): Promise<SqlDriver> =>
    openSqlite({
      file: join(folder, `${number}.db`),
      now: new Date(0),
      // No test damages it.
      onDamage: (message) => {
        throw new Error(message);
      },
      ...(groupEveryMs === undefined ? {} : { groupEveryMs }),
    });
  return {
    open,
    fresh: () => {
      number += 1;
      return open();
    },
    end: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresStore(): Promise<Store> {
  const server: Postgres = await startPostgres();
  const open = (): Promise<SqlDriver> => openPostgres(server.url, () => undefined);
  return {
    open,
    async fresh() {
      const driver = await open();
      await driver.commit([
        CompiledQuery.raw('DROP SCHEMA public CASCADE'),
        CompiledQuery.raw('CREATE SCHEMA public'),
      ]);
      return driver;
    },
    end: server.stop,
  };
}

const storeKinds = [
  { name: 'SQLite', start: async () => sqliteStore() },
  { name: 'PostgreSQL', start: postgresStore },
] as const;

/** The same tests for each kind of store, one after the other in one store. */
export function inEachStore(subject: string, tests: (store: Pick<Store, 'fresh' | 'open'>) => void): void {
  for (const { name, start } of storeKinds) {
    test.describe(`${subject} in ${name}`, () => {
      test.describe.configure({ mode: 'serial' });
      if (name === 'PostgreSQL') needs('postgresql');
      let store: Store;
      test.beforeAll(async () => {
        store = await start();
      });
      test.afterAll(() => store.end());
      tests({ fresh: () => store.fresh(), open: () => store.open() });
    });
  }
}
