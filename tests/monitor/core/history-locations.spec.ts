import { expect, test } from '@playwright/test';
import { CompiledQuery } from 'kysely';
import type { SqlDriver } from '../../../monitor/history/driver.ts';
import { steps } from '../../../monitor/history/migrations.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { needs } from '../../support/needs.ts';
import { type Store, storeKinds } from '../support/history-stores.ts';
import { sampleCommit } from '../support/sample-runs.ts';

/** The tables as they were before runs had a location. */
const before = steps.slice(0, 8);
const noon = Date.UTC(2026, 2, 10, 12);

for (const { name, start } of storeKinds) {
  test.describe(`locations in the history in ${name}`, () => {
    if (name === 'PostgreSQL') needs('postgresql');
    test.describe.configure({ mode: 'serial' });
    let store: Store;
    test.beforeAll(async () => {
      store = await start();
    });
    test.afterAll(() => store.end());

    test('a history of before is opened with all that it has', async () => {
      const driver = await store.fresh();
      await writeBefore(driver);
      const history = await openHistory(driver);
      const [old] = await history.runs({ limit: 10 });
      expect(old).toMatchObject({ id: 'old', installation: 'alpha', state: 'conforming' });
      expect(Object.keys(old ?? {})).not.toContain('location');
      expect((await history.run('old'))?.row).toEqual(old);
      expect((await history.figures(0)).get('alpha')).toMatchObject({ counted: 1, up: 1 });
      expect(await history.snapshot('alpha')).toEqual({ text: '{"version":2}', version: 4 });
      const row = { id: 'new', startedMs: noon + 60_000, location: 'oslo' };
      await history.commitRun(sampleCommit(row), { expectedVersion: 4 });
      expect((await history.runs({ limit: 10 })).map(({ location }) => location)).toEqual([
        'oslo',
        undefined,
      ]);
      await history.close();
    });

    test('a run keeps its location, and counts by what the locations agree on', async () => {
      const history = await openHistory(await store.fresh());
      const add = (number: number, row: Parameters<typeof sampleCommit>[0], rest = {}): Promise<void> =>
        history.commitRun(sampleCommit({ id: `run-${number}`, startedMs: noon + number, ...row }, rest));
      await add(1, { location: 'oslo', state: 'unreachable', countsAs: 'up' }, { agreed: 'conforming' });
      await add(2, { location: 'dublin', state: 'conforming', countsAs: 'down' }, { agreed: 'unreachable' });
      await add(3, { location: 'dublin', state: 'conforming', countsAs: 'up' }, { agreed: 'violating' });
      expect((await history.run('run-1'))?.row).toMatchObject({ location: 'oslo', state: 'unreachable' });
      expect((await history.figures(0)).get('alpha')).toMatchObject({ counted: 3, up: 2, conforming: 1 });
      await history.close();
    });
  });
}

async function writeBefore(driver: SqlDriver): Promise<void> {
  const hour = `INSERT INTO hours (installation, hour_ms, counted, up, conforming, requests, throttled, runs, median_sum_ms, median_count)
    VALUES ('alpha', ${noon}, 1, 1, 1, 28, 0, 1, 20, 1)`;
  const run = `INSERT INTO runs (id, installation, tier, trigger_kind, state, started_ms, finished_ms, cut_short, in_maintenance,
    counts_as, requests, retried, throttled, coverage, totals, failures, endpoints, phases)
    VALUES ('old', 'alpha', 'standard', 'schedule', 'conforming', ${noon}, ${noon + 1}, 0, 0, 'up', 28, 0, 0, 1, '{}', '[]', '{}', '[]')`;
  await driver.commit(
    [
      'CREATE TABLE schema_version (version INTEGER NOT NULL)',
      ...before.flat(),
      `INSERT INTO schema_version (version) VALUES (${before.length})`,
      run,
      hour,
      `INSERT INTO snapshots (installation, body, version) VALUES ('alpha', '{"version":2}', 4)`,
    ].map((statement) => CompiledQuery.raw(statement)),
  );
}
