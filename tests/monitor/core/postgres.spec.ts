import { expect, test } from '@playwright/test';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { Secret } from '../../../engine/secret.ts';
import { HistoryError, HistorySettingsError } from '../../../monitor/history/driver.ts';
import { openPostgres } from '../../../monitor/history/postgres-driver.ts';
import { readServiceSettings } from '../../../monitor/index.ts';
import { makeLog } from '../../../monitor/log.ts';
import { openConfiguredHistory } from '../../../monitor/open.ts';
import { slow } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';
import { often } from '../../support/often.ts';
import { withMonitoring } from '../support/monitoring.ts';
import { type Postgres, startPostgres } from '../support/stores.ts';

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

  test('next to tables of another application is refused with a sentence, and leaves no session open', async () => {
    await server.query(
      'CREATE TABLE schema_version (version INTEGER); INSERT INTO schema_version VALUES (3)',
    );
    const service = { ...readServiceSettings({}, '/'), databaseUrl: server.url };
    const opened = openConfiguredHistory(
      service,
      makeLog(redactionOf([]), { write: () => undefined }),
      Date.now(),
    );
    await expect(opened).rejects.toThrow('cannot be made or read in the database of DATABASE_URL (42P01)');
    await expect(opened).rejects.toBeInstanceOf(HistoryError);
    await expect.poll(sessions, often).toBe(0);
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
});
