import { expect, test } from '@playwright/test';
import { CompiledQuery } from 'kysely';
import type { SqlDriver } from '../../../monitor/history/driver.ts';
import { steps } from '../../../monitor/history/migrations.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { inEachStore } from '../support/history-stores.ts';
import { sampleCommit } from '../support/sample-runs.ts';

/** The tables as they were before runs had a location. */
const before = steps.slice(0, 8);
const noon = Date.UTC(2026, 2, 10, 12);

inEachStore('locations in the history', (store) => {
  test('a history from before runs had a location opens with its data, and accepts runs with a location', async () => {
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
    expect((await history.runs({ limit: 10 })).map(({ location }) => location)).toEqual(['oslo', undefined]);
    await history.close();
  });
});

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
