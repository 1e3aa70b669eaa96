import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { openSqlite } from '../../../monitor/history/sqlite-driver.ts';
import { often } from '../../support/often.ts';
import { withMonitoring } from '../support/monitoring.ts';
import { sampleCommit } from '../support/sample-runs.ts';

/** Mounts a disk of 1 MB for `work`, and unmounts it. Returns false if this user may not mount one. */
async function withSmallDisk(work: (folder: string) => Promise<void>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return false;
  }
  try {
    await work(folder);
  } finally {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
  return true;
}

function fill(folder: string): () => void {
  const files: string[] = [];
  try {
    for (;;) {
      const file = join(folder, `fill-${files.length}`);
      files.push(file);
      writeFileSync(file, Buffer.alloc(4096));
    }
  } catch (thrown) {
    expect((thrown as NodeJS.ErrnoException).code).toBe('ENOSPC');
  }
  return () => {
    for (const file of files) rmSync(file, { force: true });
  };
}

test('on a full disk the monitor starts, shows its history, reports that it cannot write, and stores later runs', async () => {
  const made = mkdtempSync(join(tmpdir(), 'evidence-contract-made-'));
  const file = join(made, 'monitor.db');
  const history = await openHistory(openSqlite({ file, now: new Date(), onDamage: () => undefined }));
  const old = sampleCommit({ startedMs: Date.now() - 600_000, finishedMs: Date.now() - 599_000 });
  await history.commitRun({ ...old, snapshot: '{}' });
  await history.close();
  const couldMount = await withSmallDisk(async (folder) => {
    copyFileSync(file, join(folder, 'monitor.db'));
    const empty = fill(folder);
    await withMonitoring({ folder }, async ({ get, nextRun, log, monitor }) => {
      expect(log()).toContain('is full: what is in it can be read');
      expect((await get('/api/v1/runs')).json().runs?.map(({ id }) => id)).toEqual([old.row.id]);
      await nextRun();
      expect(log()).toContain('could not be written to the history');
      expect((await get('/')).text).toContain('The history cannot be written');
      expect((await get('/readyz')).text).toContain('the history cannot be written');
      const { installations } = (await get('/api/v1/installations')).json();
      expect(installations).toMatchObject([{ name: 'alpha', state: 'conforming' }]);
      empty();
      await nextRun();
      await expect.poll(async () => (await get('/api/v1/runs')).json().runs?.length, often).toBe(2);
      expect((await get('/')).text).not.toContain('The history cannot be written');
      // The change of state that the full disk refused is written once, with the next run.
      await nextRun();
      await expect.poll(async () => (await get('/api/v1/runs')).json().runs?.length, often).toBe(3);
      expect(await monitor.history.changes({ limit: 9 })).toMatchObject([{ to: 'conforming' }]);
    });
  });
  rmSync(made, { recursive: true, force: true });
  const description = 'This user may not mount a small disk.';
  if (!couldMount) test.info().annotations.push({ type: 'left out', description });
});

test('closing the history on a full disk succeeds and loses no run', async () => {
  const couldMount = await withSmallDisk(async (folder) => {
    const open = () =>
      openHistory(
        openSqlite({ file: join(folder, 'monitor.db'), now: new Date(), onDamage: () => undefined }),
      );
    const history = await open();
    for (let number = 0; number < 20; number += 1)
      await history.commitRun({ ...sampleCommit({ startedMs: number }), snapshot: 'x'.repeat(4_000) });
    const empty = fill(folder);
    await history.close();
    empty();
    const again = await open();
    expect(await again.runs({ limit: 100 })).toHaveLength(20);
    await again.close();
  });
  if (!couldMount)
    test.info().annotations.push({ type: 'left out', description: 'This user may mount no small disk.' });
});
