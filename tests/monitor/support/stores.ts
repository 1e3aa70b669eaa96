import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Secret } from '../../../engine/secret.ts';
import { locationOf } from '../../support/needs.ts';
import { freePort } from './free-port.ts';

/** A PostgreSQL started for a test. */
export interface Postgres {
  readonly url: Secret;
  /** Ends it and starts it again with the same data. */
  readonly restart: () => Promise<void>;
  /** Ends it, until it is started again with the same data. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly query: (sql: string) => Promise<readonly Record<string, unknown>[]>;
  /** How many statements of clients it has run, where it counts them. */
  readonly statements: () => Promise<number>;
  /** Removes what monitors keep in it. */
  readonly empty: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Settings of a server that counts its statements, in the view pg_stat_statements. */
const countStatements = ['-c', 'shared_preload_libraries=pg_stat_statements'];

/**
 * Starts a server of its own on a free port, in a folder that is removed after. It refuses to run as root.
 * @param isCounted it counts its statements
 */
export async function startPostgres(isCounted = false): Promise<Postgres> {
  const programs = locationOf('postgresql');
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-postgres-'));
  const identity = process.getuid?.() === 0 ? userNumbers('postgres') : undefined;
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const settings = { ...identity, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'monitor', '--auth=trust', '--no-sync', '-E', 'UTF8'],
    {
      ...settings,
      stdio: 'ignore',
    },
  );
  const port = await freePort();
  const more = isCounted ? countStatements : [];
  let server = await startServer(programs, data, folder, port, settings, more);
  const url = new Secret(`postgresql://monitor@127.0.0.1:${port}/postgres`);
  const query: Postgres['query'] = async (sql) => {
    const client = new pg.Client({ connectionString: url.reveal() });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  if (isCounted) await query('CREATE SCHEMA counts; CREATE EXTENSION pg_stat_statements SCHEMA counts');
  return {
    url,
    query,
    async statements() {
      // No client sends those that a statement runs within itself, nor the look-ups by which the server keeps foreign keys.
      const [row] = await query(
        "SELECT sum(calls) AS calls FROM counts.pg_stat_statements WHERE toplevel AND query NOT LIKE 'SELECT 1 FROM ONLY % FOR KEY SHARE OF x'",
      );
      return Number(row?.calls);
    },
    async empty() {
      await query(
        'DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS evidence_contract_jobs CASCADE',
      );
    },
    async restart() {
      await server.stop();
      server = await startServer(programs, data, folder, port, settings, more);
    },
    pause: () => server.stop(),
    async resume() {
      server = await startServer(programs, data, folder, port, settings, more);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(
  programs: string,
  data: string,
  folder: string,
  port: number,
  settings: object,
  more: readonly string[],
): Promise<{ readonly stop: () => Promise<void> }> {
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...more],
    { ...settings, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let reported = '';
    server.stderr.on('data', (chunk: Buffer) => {
      reported += chunk.toString();
      if (reported.includes('ready to accept connections')) resolve();
    });
    void ended.then(() => reject(new Error(`PostgreSQL did not start: ${reported}`)));
  });
  return {
    async stop() {
      server.kill('SIGINT');
      await ended;
    },
  };
}

function userNumbers(name: string): { readonly uid: number; readonly gid: number } {
  const number = (option: string): number => Number(execFileSync('id', [option, name]).toString());
  return { uid: number('-u'), gid: number('-g') };
}
