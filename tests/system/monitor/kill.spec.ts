import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { CompiledQuery } from 'kysely';
import type { SqlDriver } from '../../../monitor/history/driver.ts';
import type { History } from '../../../monitor/history/history.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { openSqlite } from '../../../monitor/history/sqlite-driver.ts';
import { lastStandardRuns, withRunSince } from '../../../monitor/state/derived-snapshot.ts';
import { parseObservations, parseSnapshot } from '../../../monitor/state/snapshot.ts';
import { startReference } from '../../../reference-server/index.ts';
import { acknowledgedUntilKilled, startEarly } from '../../monitor/support/kills.ts';
import { compiled } from '../../support/compiled.ts';
import { long } from '../../support/long.ts';

const killsOfWriters = 5;

/** Each kill takes two seconds of processor time. A few find common faults; rare faults show among fifty. */
for (const [kills, details] of [
  [5, {}],
  [50, long],
] as const) {
  test(
    `${kills} kill -9 of a monitor during runs lose no acknowledged run, and the history opens every time`,
    details,
    async () => {
      test.setTimeout(60_000 + kills * 6_000);
      await killAgainAndAgain(kills);
    },
  );
}

test('kill -9 during continuous writes loses no acknowledged run, and leaves each run whole or absent', async () => {
  await withFolder(async (folder) => {
    const file = join(folder, 'monitor.db');
    const writer = compiled('tests/monitor/support/writer.ts');
    const next = startEarly((round) => [writer, file, `round${round}`], killsOfWriters);
    const acknowledged: string[] = [];
    for (let round = 0; round < killsOfWriters; round += 1) {
      acknowledged.push(...(await acknowledgedUntilKilled(next(), 3 + round * 6, (now) => now())));
      await withHistory(file, async (history, driver) => {
        await expectKept(driver, acknowledged);
        expect((await history.run(acknowledged.at(-1) ?? ''))?.detail.verdicts).toHaveLength(1);
      });
    }
  });
});

async function killAgainAndAgain(kills: number): Promise<void> {
  await withFolder(async (folder) => {
    const script = compiled('tests/monitor/support/killed-monitor.ts');
    let onRequest: () => void = () => undefined;
    const reference = await startReference({ rateLimit: 'off', onRequest: () => onRequest() });
    const { first, second, revoked } = reference.keys;
    const next = startEarly((round) => {
      // A standard run writes more, but takes most of the time of a process.
      const tier = round % 4 === 0 ? 'standard' : 'pulse';
      return [script, folder, tier, reference.baseUrl, first, second, revoked];
    }, kills);
    const acknowledged: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      const kill = (now: () => void): void => {
        let left = round % 9;
        onRequest = () => {
          // This request has come and is not answered yet: its run is under way.
          if (left === 0) now();
          left -= 1;
        };
      };
      const ids = await acknowledgedUntilKilled(next(), 2 + (round % 5), kill);
      acknowledged.push(...ids);
      await withHistory(join(folder, 'monitor.db'), async (history, driver) => {
        await expectKept(driver, acknowledged);
        await expectWhole(history, ids);
        await expectMemories(history);
      });
    }
    await reference.close();
    test.info().annotations.push({ type: 'acknowledged runs', description: `${acknowledged.length}` });
  });
}

/** Works in a temporary folder, and expects at the end that no history in it was moved aside as damaged. */
async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-kill-'));
  try {
    await work(folder);
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens the history as the next monitor will. */
async function withHistory(
  file: string,
  look: (history: History, driver: SqlDriver) => Promise<void>,
): Promise<void> {
  const driver = openSqlite({
    file,
    now: new Date(),
    onDamage: (sentence) => {
      throw new Error(sentence);
    },
  });
  expect(await driver.query(CompiledQuery.raw('PRAGMA integrity_check'))).toEqual([
    { integrity_check: 'ok' },
  ]);
  const history = await openHistory(driver);
  await look(history, driver);
  await history.close();
}

/** No acknowledged run is lost; each run is stored together with the figures of its hour, or not at all. */
async function expectKept(driver: SqlDriver, acknowledged: readonly string[]): Promise<void> {
  const rows = await driver.query<{ id: string }>(CompiledQuery.raw('SELECT id FROM runs'));
  const kept = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  const sum = CompiledQuery.raw('SELECT SUM(runs) AS runs FROM hours');
  const [counted] = await driver.query<{ runs: number }>(sum);
  expect(counted?.runs).toBe(kept.size);
}

/** Runs of the reference installation, each with all documents that its row refers to. */
async function expectWhole(history: History, ids: readonly string[]): Promise<void> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const { row, detail } = (await history.run(id)) ?? {};
      const passed = detail?.verdicts?.filter(({ outcome }) => outcome === 'pass').length;
      return {
        state: row?.state,
        hasEveryPass: passed === row?.totals.pass,
        // A busy process times none of its first requests.
        hasPhases: row?.medianMs === undefined || (detail?.phases.length ?? 0) > 0,
      };
    }),
  );
  expect(found).toEqual(ids.map(() => ({ state: 'conforming', hasEveryPass: true, hasPhases: true })));
}

/** The snapshots that the next monitor starts from are readable, and belong to the newest run of the history. */
async function expectMemories(history: History): Promise<void> {
  for (const [installation, { text }] of await history.snapshots()) {
    const snapshot = withRunSince(
      parseSnapshot(text),
      (await lastStandardRuns([installation], history)).get(installation),
    );
    expect(snapshot.state).toBe('conforming');
    const [newest] = await history.runs({ installation, tiers: ['standard'], limit: 1 });
    expect(snapshot.lastStandardMs).toBe(newest?.startedMs);
    if (newest !== undefined) expect(parseObservations(snapshot.baseline).length).toBeGreaterThan(0);
  }
}
