import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { History, RunCommit } from '../../../monitor/history/history.ts';
import { makeQueryBuilder } from '../../../monitor/history/query-builder.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { openSqlite } from '../../../monitor/history/sqlite-driver.ts';
import { makeStatements } from '../../../monitor/history/statements.ts';
import type { RunRow } from '../../../monitor/model.ts';
import { slow } from '../../support/long.ts';
import { sampleCommit, sampleFailure, sampleRetention } from '../support/sample-runs.ts';

const everyMs = 600_000;
const startMs = Date.UTC(2026, 0, 1);
const runs = 2_000;

let folder: string;
let file: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-contract-size-'));
  file = join(folder, 'monitor.db');
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test(
  'a history above its size limit loses the oldest passing runs, keeps failures and changes, and ends below the limit',
  slow,
  async () => {
    await pruned(100, async ({ history, good, bad, removed }) => {
      const left = new Set((await all(history)).map(({ id }) => id));
      expect(good.filter((id) => left.has(id))).toEqual(good.slice(removed));
      expect(good.length - removed).toBeGreaterThan(runs / 4);
      for (const id of bad) await expectWhole(history, id);
      await expectWhole(history, good.at(-1) ?? '');
      expect(await history.changes({ limit: 1000 })).toHaveLength(bad.length);
      expect((await history.figures(0)).get('alpha')?.counted).toBe(runs);
    });
  },
);

test('a history above its size limit loses the oldest failing runs if all runs fail', slow, async () => {
  await pruned(1, async ({ history, bad, removed }) => {
    expect((await all(history)).map(({ id }) => id).toSorted()).toEqual(bad.slice(removed));
    expect(bad.length - removed).toBeGreaterThan(runs / 4);
    await expectWhole(history, bad[removed] ?? '');
  });
});

interface Pruned {
  readonly history: History;
  /** Ids of all runs that were written, the oldest first. */
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly removed: number;
}

/** Fills a history, shrinks it by a third, and inspects the rest. */
async function pruned(failsEvery: number, look: (pruned: Pruned) => Promise<void>): Promise<void> {
  const driver = openSqlite({ file, now: new Date(startMs), onDamage: () => undefined });
  const history = await openHistory(driver);
  const statements = makeStatements(makeQueryBuilder(driver.kind));
  const commits = Array.from({ length: runs }, (_, number) => commitOf(number, number % failsEvery === 0));
  for (let at = 0; at < runs; at += 500) {
    await driver.commit(commits.slice(at, at + 500).flatMap(statements.run));
  }
  const maximumBytes = Math.round((await driver.size()) * 0.65);
  const report = await history.prune(startMs + runs * everyMs, { ...sampleRetention, maximumBytes });
  expect(report.bytes).toBeLessThan(maximumBytes);
  expect(report.runsRemoved).toBeGreaterThan(0);
  const reach = await history.reach(startMs + runs * everyMs, { ...sampleRetention, maximumBytes });
  // The promised retention does not cover runs that found something wrong.
  expect(reach.isCut).toBe(failsEvery > 1);
  const idsOf = (state: string): string[] =>
    commits.flatMap(({ row }) => (row.state === state ? [row.id] : []));
  const removed = report.runsRemoved;
  await look({ history, good: idsOf('conforming'), bad: idsOf('violating'), removed });
  await history.close();
  expect(statSync(file).size).toBeLessThan(maximumBytes);
}

/** A run with documents of its own: the worst case, since most runs share them. */
function commitOf(number: number, isBad: boolean): RunCommit {
  const id = `run-${String(number).padStart(6, '0')}`;
  const atMs = startMs + number * everyMs;
  const { detail } = sampleCommit();
  const verdict = { check: `check of ${id} ${'.'.repeat(1_000)}`, endpoint: 'GET', outcome: 'pass' } as const;
  const failures = isBad ? [{ ...sampleFailure, message: `What ${id} found.` }] : [];
  return sampleCommit(
    { id, startedMs: atMs, state: isBad ? 'violating' : 'conforming' },
    {
      detail: { ...detail, failures, verdicts: [verdict] },
      ...(isBad ? { change: { installation: 'alpha', atMs, from: 'conforming', to: 'violating' } } : {}),
    },
  );
}

async function expectWhole(history: History, id: string): Promise<void> {
  const run = await history.run(id);
  expect(run?.detail.verdicts?.[0]?.check, id).toContain(id);
  if (run?.row.state === 'violating') expect(run.detail.failures[0]?.message).toContain(id);
}

/** All remaining runs. */
async function all(history: History): Promise<readonly RunRow[]> {
  const rows: RunRow[] = [];
  for (let beforeMs = Number.MAX_SAFE_INTEGER; ; beforeMs = rows.at(-1)?.startedMs ?? 0) {
    const more = await history.runs({ beforeMs, limit: 1000 });
    if (more.length === 0) return rows;
    rows.push(...more);
  }
}
