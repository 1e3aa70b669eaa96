import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { openSqlite } from '../../../monitor/history/sqlite-driver.ts';

type Writer = ChildProcessByStdio<Writable, Readable, null>;

const rounds = 50;
const writer = fileURLToPath(new URL('../support/writer.ts', import.meta.url));

test('50 kill -9 in the middle of writing lose no acknowledged run, and the store opens every time', async () => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-kill-'));
  const file = join(folder, 'monitor.db');
  const acknowledged: string[] = [];
  const start = (round: number): Writer =>
    spawn(process.execPath, ['--import', 'tsx', writer, file, `round${round}`], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  let next = start(0);
  for (let round = 0; round < rounds; round += 1) {
    const child = next;
    if (round + 1 < rounds) next = start(round + 1);
    acknowledged.push(...(await killInTheMiddle(child, 3 + (round % 7) * 3)));
    const driver = openSqlite({
      file,
      now: new Date(),
      onDamage: (sentence) => {
        throw new Error(sentence);
      },
    });
    const [check] = await driver.query('PRAGMA integrity_check');
    expect(check?.integrity_check).toBe('ok');
    const history = await openHistory(driver);
    const rows = await driver.query('SELECT id FROM runs');
    const kept = new Set(rows.map(({ id }) => String(id)));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    // Whole or not at all: the run, the figures of its hour and the documents that it refers to.
    const [counted] = await driver.query('SELECT SUM(runs) AS runs FROM hours');
    expect(counted?.runs).toBe(kept.size);
    const last = acknowledged.at(-1) ?? '';
    expect((await history.run(last))?.detail.verdicts).toHaveLength(1);
    await history.close();
  }
  expect(acknowledged.length).toBeGreaterThan(rounds);
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  test.info().annotations.push({ type: 'acknowledged runs', description: String(acknowledged.length) });
  rmSync(folder, { recursive: true, force: true });
});

/** Kills a writer after it acknowledged so many runs, while it goes on writing; gives all that it acknowledged. */
async function killInTheMiddle(child: Writer, after: number): Promise<readonly string[]> {
  const ids: string[] = [];
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  );
  child.stdin.on('error', () => undefined);
  child.stdin.write('begin\n');
  for await (const line of createInterface({ input: child.stdout })) {
    ids.push(line);
    if (ids.length === after) child.kill('SIGKILL');
  }
  expect(await exited).toBe('SIGKILL');
  return ids;
}
