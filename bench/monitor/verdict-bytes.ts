import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { makeBodyReader } from '../../engine/evidence/body-reader.ts';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { openPostgres } from '../../monitor/history/postgres-driver.ts';
import { openHistory } from '../../monitor/history/sql-history.ts';
import { runDetailFrom, runRowFrom } from '../../monitor/state/run-facts.ts';
import { startReference } from '../../reference-server/index.ts';
import { startPostgres } from '../../tests/monitor/support/stores.ts';
import { allKeys, makeTestInstallation } from '../../tests/support/installation.ts';
import type { BenchRow } from '../row.ts';

const runs = 2_000;

/** What PostgreSQL keeps of standard runs that pass, with its indexes, and how long it takes to write one. */
export async function benchVerdictBytes(): Promise<readonly BenchRow[]> {
  const reference = await startReference({ rateLimit: 'off' });
  const bodies = makeBodyReader();
  const postgres = await startPostgres();
  try {
    const installation = makeTestInstallation({ baseUrl: reference.baseUrl, ...allKeys(reference.keys) });
    const { record } = await runInstallation(installation, { tier: 'standard', bodies });
    const context = { tier: 'standard', trigger: 'schedule', inMaintenance: false } as const;
    const row = runRowFrom(record, { ...context, id: '' });
    const detail = runDetailFrom(record);
    const history = await openHistory(await openPostgres(postgres.url, () => undefined));
    const before = await sizeOf(postgres.url.reveal());
    const startMs = performance.now();
    for (let number = 0; number < runs; number += 1) {
      const startedMs = row.startedMs + number * 60_000;
      const id = randomUUID();
      await history.commitRun({ row: { ...row, id, startedMs }, detail, snapshot: '{}' });
    }
    const perRunMs = (performance.now() - startMs) / runs;
    const bytes = ((await sizeOf(postgres.url.reveal())) - before) / runs;
    await history.close();
    const verdicts = record.verdicts.length;
    return [
      { name: 'PostgreSQL: time to write a standard run', value: perRunMs, unit: 'ms' },
      { name: `PostgreSQL: kept of a standard run (${verdicts} verdicts)`, value: bytes, unit: 'bytes' },
      { name: 'PostgreSQL: kept of a million verdicts', value: bytes / verdicts, unit: 'MB' },
    ];
  } finally {
    await bodies.close();
    await reference.close();
    await postgres.stop();
  }
}

async function sizeOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  await client.end();
  return Number(rows[0]?.bytes);
}
