import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { SqlDriver } from '../../../monitor/history/driver.ts';
import { openPostgres } from '../../../monitor/history/postgres-driver.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { openSqlite } from '../../../monitor/history/sqlite-driver.ts';
import { slow } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';
import { runCommand } from '../../support/run-command.ts';
import { sampleCommit, sampleFailure } from '../support/sample-runs.ts';
import { type Postgres, startPostgres } from '../support/stores.ts';

const noon = Date.UTC(2026, 2, 10, 12);
const dayMs = 86_400_000;
/** More rows than one batch copies. */
const runs = 700;

test.describe('history --to', slow, () => {
  needs('postgresql');
  test.describe.configure({ mode: 'serial' });
  let postgres: Postgres;
  let folder: string;
  test.beforeAll(async () => {
    postgres = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), 'evidence-contract-copy-'));
    await fill(openEmbedded());
  });
  test.afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const openEmbedded = () =>
    openSqlite({ file: join(folder, 'data', 'monitor.db'), now: new Date(noon), onDamage: () => undefined });
  const copy = (...more: readonly string[]) =>
    runCommand(['history', '--to', postgres.url.reveal(), ...more], { directory: folder });

  test('copies an embedded history to PostgreSQL, where it reads the same', async () => {
    const { code, stdout, stderr } = await copy();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`runs: ${runs} rows, ${runs} added\n`);
    expect(stdout).toContain('snapshots: 2 rows, 2 added\n');
    expect(await contents('postgres')).toEqual(await contents('sqlite'));
  });

  test('refuses a target history that is not empty, names --merge, and changes nothing', async () => {
    const before = await contents('postgres');
    const { code, stderr } = await copy();
    expect(code).toBe(2);
    expect(stderr).toMatch(/The other history is not empty \(.*runs: 700 rows.*\)\. Use --merge/);
    expect(await contents('postgres')).toEqual(before);
  });

  test('with --merge, adds the missing rows, copies no row twice, and keeps a newer snapshot of the target', async () => {
    const history = await openHistory(await openPostgres(postgres.url, () => undefined));
    await history.saveSnapshot('alpha', '{"version":2,"newer":true}');
    await history.close();
    const embedded = await openHistory(openEmbedded());
    await embedded.commitRun(sampleCommit({ startedMs: noon + dayMs }));
    await embedded.recordAction({ atMs: noon + 2, who: 'ben', kind: 'reload', message: 'loaded again' });
    await embedded.close();
    const { code, stdout } = await copy('--merge');
    expect(code).toBe(0);
    expect(stdout).toContain(`runs: ${runs + 1} rows, 1 added\n`);
    expect(stdout).toContain('actions: 3 rows, 1 added\n');
    expect((await copy('--merge')).stdout).toContain('Copied 0 rows.');
    const [target, source] = [await contents('postgres'), await contents('sqlite')];
    expect(target.snapshots.get('alpha')?.text).toBe('{"version":2,"newer":true}');
    expect({ ...target, snapshots: [] }).toEqual({ ...source, snapshots: [] });
  });

  test('refuses an invalid address, and reports a missing embedded history', async () => {
    const wrong = await runCommand(['history', '--to', 'mysql://x'], { directory: folder });
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('--to: Write it like postgresql://');
    const away = await runCommand(['history', '--to', 'postgresql://u:passwordx@127.0.0.1:1/x'], {
      directory: folder,
    });
    expect(away.code).toBe(1);
    expect(away.stderr).toContain('The database of --to cannot be used (ECONNREFUSED).');
    const empty = mkdtempSync(join(tmpdir(), 'evidence-contract-copy-'));
    const none = await runCommand(['history', '--to', postgres.url.reveal()], { directory: empty });
    rmSync(empty, { recursive: true });
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('There is no embedded history');
  });

  async function contents(kind: 'sqlite' | 'postgres') {
    const driver = kind === 'postgres' ? await openPostgres(postgres.url, () => undefined) : openEmbedded();
    const history = await openHistory(driver);
    try {
      const [newest] = await history.runs({ limit: 1 });
      return {
        rows: await history.runs({ limit: 1_000 }),
        newest: await history.run(newest?.id ?? ''),
        failed: await history.run('bad'),
        snapshots: await history.snapshots(),
        changes: await history.changes({ limit: 100 }),
        notes: await history.notes({ installation: 'alpha', limit: 100 }),
        actions: await history.actions({ limit: 100 }),
        figures: await history.figures(0),
      };
    } finally {
      await history.close();
    }
  }
});

async function fill(driver: SqlDriver): Promise<void> {
  const history = await openHistory(driver);
  for (let number = 0; number < runs - 1; number += 1)
    await history.commitRun(sampleCommit({ startedMs: noon + number * 60_000 }));
  const change = { installation: 'beta', atMs: noon, from: 'conforming', to: 'violating' } as const;
  const detail = { ...sampleCommit().detail, failures: [sampleFailure] };
  const row = { id: 'bad', installation: 'beta', state: 'violating', cause: 'It’s “broken”.' } as const;
  await history.commitRun(sampleCommit(row, { change, detail }));
  const note = { installation: 'alpha', atMs: noon, message: 'Accepted.' };
  const action = {
    atMs: noon,
    who: 'ann',
    kind: 'baseline',
    message: 'accepted',
    installation: 'alpha',
  } as const;
  await history.saveSnapshot('alpha', '{"version":2}', { note, action });
  await history.recordAction({ atMs: noon + 1, who: 'ben', kind: 'reload', message: 'loaded' });
  await history.close();
}
