import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { Secret } from '../../../engine/secret.ts';
import { HistorySettingsError } from '../../../monitor/history/driver.ts';
import { openPostgres } from '../../../monitor/history/postgres-driver.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { readServiceSettings } from '../../../monitor/index.ts';
import { makeLog } from '../../../monitor/log.ts';
import { openConfiguredHistory } from '../../../monitor/open.ts';
import { slow } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';
import { often } from '../../support/often.ts';
import { withMonitoring } from '../support/monitoring.ts';
import { runMonitor, urlOf } from '../support/running-command.ts';
import { type Postgres, startPostgres } from '../support/stores.ts';

const log = makeLog(redactionOf([]), { write: () => undefined });

test.describe('A history in PostgreSQL', slow, () => {
  needs('postgresql');
  let server: Postgres;
  test.beforeAll(async () => {
    server = await startPostgres();
  });
  test.afterAll(() => server.stop());

  const sessions = async (): Promise<number> =>
    (await server.query("SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'evidence%'")).length;

  test('is refused in a database that cannot store every character', async () => {
    await server.query(
      "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'",
    );
    const url = new Secret(server.url.reveal().replace(/postgres$/, 'latin'));
    const opened = openPostgres(url, () => undefined);
    await expect(opened).rejects.toThrow("has the encoding LATIN1. Create it with ENCODING 'UTF8'.");
    await expect(opened).rejects.toBeInstanceOf(HistorySettingsError);
    await expect.poll(sessions, often).toBe(0);
  });

  test('next to tables of another application is refused, changes nothing, and leaves no session open', async () => {
    await server.query('CREATE TABLE schema_version (version TEXT, installed_rank INTEGER)');
    await server.query("INSERT INTO schema_version VALUES ('1', 1), ('2', 2); CREATE TABLE runs (id TEXT)");
    const tables = (): Promise<unknown> =>
      server.query(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'",
      );
    const before = await tables();
    const service = { ...readServiceSettings({}, '/'), databaseUrl: server.url };
    const opened = openConfiguredHistory(service, log, Date.now());
    await expect(opened).rejects.toThrow('belongs to another application (42703): nothing was changed.');
    await expect(opened).rejects.toBeInstanceOf(HistorySettingsError);
    await expect.poll(sessions, often).toBe(0);
    expect(await tables()).toEqual(before);
    expect(await server.query('SELECT version FROM schema_version')).toHaveLength(2);
    await server.query('DROP TABLE schema_version');
    await expect(openConfiguredHistory(service, log, Date.now())).rejects.toThrow(
      /^The tables of the history cannot be made or read in the database of DATABASE_URL \(42P07\)/,
    );
    await server.empty();
  });

  test('does not take a missing privilege for tables of another application', async () => {
    await (await openHistory(await openPostgres(server.url, () => undefined))).close();
    await server.query(
      'CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA public TO reader; GRANT SELECT ON schema_version TO reader',
    );
    const databaseUrl = new Secret(server.url.reveal().replace('monitor@', 'reader@'));
    const service = { ...readServiceSettings({}, '/'), databaseUrl };
    await expect(openConfiguredHistory(service, log, Date.now())).rejects.toThrow(
      /^The tables of the history cannot be made or read in the database of DATABASE_URL \(42501\)/,
    );
    await server.empty();
  });

  test('makes the monitor not ready if an empty database replaces it', async () => {
    await withMonitoring({ service: { databaseUrl: server.url } }, async ({ nextRun, get }) => {
      await nextRun();
      expect((await get('/readyz')).status).toBe(200);
      await server.empty();
      await server.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'evidence%'",
      );
      await expect.poll(async () => (await get('/readyz')).status, often).toBe(503);
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      expect((await get('/readyz')).status).toBe(503);
    });
    await server.empty();
  });

  test('ends a monitor by SIGTERM within 10 s even while it is frozen, with exit code 1', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-frozen-'));
    const monitor = runMonitor(folder, { DATABASE_URL: server.url.reveal() });
    await urlOf(monitor);
    const rows = await server.query(
      "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'evidence%'",
    );
    const pids = rows.map(({ pid }) => Number(pid));
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      monitor.child.kill('SIGTERM');
      const { code, errors } = await monitor.ended;
      expect([code, errors]).toEqual([
        1,
        'Not everything could be closed within 10 s: the monitor ends anyway.\n',
      ]);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
