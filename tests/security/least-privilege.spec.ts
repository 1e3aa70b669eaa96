import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Secret } from '../../engine/secret.ts';
import { openPostgres } from '../../monitor/history/postgres-driver.ts';
import { openHistory } from '../../monitor/history/sql-history.ts';
import { openRunJobs } from '../../monitor/shared/boss.ts';
import { operatorToken, withMonitoring } from '../monitor/support/monitoring.ts';
import { type Postgres, startPostgres } from '../monitor/support/stores.ts';
import { slow } from '../support/long.ts';
import { needs } from '../support/needs.ts';

/** The privileges that the guide tells the owner of a database to grant. */
const guide = readFileSync(new URL('../../docs/monitor.md', import.meta.url), 'utf8');
const grants = /```sql\n(CREATE ROLE evidence_monitor[\s\S]*?)```/.exec(guide)?.[1] ?? '';

test.describe('A role with only the privileges that the guide grants', () => {
  test.describe.configure({ mode: 'serial' });
  needs('postgresql');
  let postgres: Postgres;
  let url: Secret;

  test.beforeAll(async () => {
    postgres = await startPostgres();
    const history = await openHistory(await openPostgres(postgres.url, () => undefined));
    const jobs = await openRunJobs(postgres.url, () => undefined);
    await Promise.all([jobs.close(), history.close()]);
    await postgres.query(grants);
    url = new Secret(postgres.url.reveal().replace('monitor@', 'evidence_monitor@'));
  });
  test.afterAll(() => postgres.stop());

  test('can run a monitor: checks, pages, actions and the removal of old records work', slow, async () => {
    await withMonitoring(
      { service: { databaseUrl: url } },
      async ({ nextRun, get, post, log, monitor, clock }) => {
        await nextRun();
        await expect.poll(async () => (await get('/api/v1/runs')).json().runs?.length).toBe(1);
        const started = await post(
          '/api/v1/installations/alpha/maintenance',
          { minutes: 5, reason: 'a disk' },
          operatorToken,
        );
        expect(started.status).toBe(200);
        for (const path of ['/', '/installations/alpha', '/incidents', '/actions', '/readyz', '/metrics'])
          expect((await get(path)).status, path).toBe(200);
        await monitor.history.prune(clock.nowMs() + 1_000, {
          failuresMs: 1,
          passingMs: 1,
          rollupsMs: 1,
          maximumBytes: 1_000_000_000,
        });
        expect(log()).not.toMatch(/"level":(?:40|50)/);
      },
    );
  });

  test('cannot create or change tables, schemas, indexes or roles', async () => {
    const driver = await openPostgres(url, () => undefined);
    const refused: string[] = [];
    for (const sql of [
      'CREATE TABLE more (a INTEGER)',
      'CREATE SCHEMA more',
      'ALTER TABLE runs ADD COLUMN more TEXT',
      'DROP TABLE runs',
      'TRUNCATE runs',
      'CREATE INDEX more ON runs (id)',
      'CREATE ROLE more',
    ])
      await driver.query({ sql, parameters: [] } as never).catch(() => refused.push(sql));
    await driver.close();
    expect(refused).toHaveLength(7);
  });

  test('reports the missing privilege if this version has to create tables', async () => {
    await postgres.query(
      'DELETE FROM schema_version WHERE version = (SELECT max(version) FROM schema_version)',
    );
    const driver = await openPostgres(url, () => undefined);
    await expect(openHistory(driver)).rejects.toThrow('may not create or change tables');
    await driver.close();
  });
});
