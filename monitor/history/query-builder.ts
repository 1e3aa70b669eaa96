import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqlDriver } from './driver.ts';
import type { Tables } from './tables.ts';

/** Builds statements for the history, typed by its tables. Drivers execute them. */
export type QueryBuilder = Kysely<Tables>;

const dialects: Readonly<Record<SqlDriver['kind'], Dialect>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

/** Makes a builder for the dialect of a store. */
export function makeQueryBuilder(kind: SqlDriver['kind']): QueryBuilder {
  return new Kysely<Tables>({ dialect: dialects[kind] });
}
