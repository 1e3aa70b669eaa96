import pg from 'pg';
import type { Secret } from '../../engine/secret.ts';

/** Reads BIGINT and NUMERIC as numbers, which are exact up to 2^53; milliseconds and counts stay below that. */
const typesAsNumbers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

const connectTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
/** A host that is gone without a word is noticed by this. */
const keepAliveDelayMs = 10_000;

/** How every connection of the history is opened. */
export function connectionOptions(url: Secret): pg.ClientConfig {
  return {
    connectionString: url.reveal(),
    types: typesAsNumbers,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    application_name: 'evidence-contract monitor',
  };
}

/** A short reason that never holds the address or the password. */
export function reasonOf(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'no connection';
}
