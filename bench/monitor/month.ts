import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { History, RunCommit } from '../../monitor/history/history.ts';
import { makeQueryBuilder } from '../../monitor/history/query-builder.ts';
import { openHistory } from '../../monitor/history/sql-history.ts';
import { openSqlite } from '../../monitor/history/sqlite-driver.ts';
import { hourMs, makeStatements } from '../../monitor/history/statements.ts';
import { monitoredTiers } from '../../monitor/model.ts';
import { startStubFleet } from '../../tests/monitor/support/stub-fleet.ts';
import { ask, withMonitor } from './embedded.ts';

const dayMs = 86_400_000;
const days = 30;
const installations = 4;
/** The default schedule. */
const everyMs = { pulse: 60_000, standard: 900_000, full: 21_600_000 } as const;
const retention = {
  passingMs: days * dayMs,
  failuresMs: 365 * dayMs,
  rollupsMs: 730 * dayMs,
  maximumBytes: 1e12,
};

/**
 * The size of a history with the default schedule, after the 30 days for which passing runs are kept, in megabytes per
 * installation and day. Its runs are copies of real ones, and it is pruned each hour, as by a monitor.
 */
export async function measureMonth(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-month-'));
  const file = join(folder, 'data', 'monitor.db');
  try {
    await makeSamples(folder, file);
    return await fillMonth(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a history with a passing run of each tier. */
async function makeSamples(folder: string, file: string): Promise<void> {
  const stub = await startStubFleet(5);
  const schedule = { pulse: '10s', standard: '15s', full: '20s' };
  const tiers = "SELECT DISTINCT tier FROM runs WHERE state = 'conforming'";
  try {
    await withMonitor(folder, stub, { installations: 1, schedule, pace: 'off' }, async () => {
      while (ask(file, tiers).length < Object.keys(everyMs).length) await wait(500);
    });
  } finally {
    await stub.close();
  }
}

async function fillMonth(file: string): Promise<number> {
  const driver = openSqlite({ file, now: new Date(), onDamage: () => undefined });
  const history = await openHistory(driver);
  const statements = makeStatements(makeQueryBuilder(driver.kind));
  try {
    const samples = await readSamples(history);
    const untilMs = Math.floor(Date.now() / dayMs) * dayMs;
    const before = await driver.size();
    for (let fromMs = untilMs - days * dayMs; fromMs < untilMs; fromMs += hourMs) {
      const commits = samples.flatMap((sample) => copies(sample, fromMs));
      await driver.commit(commits.flatMap(statements.run));
      await history.prune(fromMs + hourMs, retention);
    }
    return ((await driver.size()) - before) / days / installations / 1_000_000;
  } finally {
    await history.close();
  }
}

async function readSamples(history: History): Promise<readonly RunCommit[]> {
  const runs = await history.runs({ limit: 1_000 });
  const samples = monitoredTiers.flatMap(
    (tier) => runs.find((run) => run.tier === tier && run.state === 'conforming') ?? [],
  );
  const whole = await Promise.all(samples.map(({ id }) => history.run(id)));
  return whole.flatMap((run) => (run === undefined ? [] : [{ ...run, snapshot: '{}' }]));
}

/** The runs of this tier that begin within an hour. */
function copies(sample: RunCommit, fromMs: number): readonly RunCommit[] {
  const stepMs = everyMs[sample.row.tier];
  const amount = Math.ceil(hourMs / stepMs);
  const starts = Array.from({ length: amount }, (_, number) => fromMs + number * stepMs);
  return starts
    .filter((startedMs) => startedMs % stepMs === 0)
    .flatMap((startedMs) =>
      Array.from({ length: installations }, (_, number): RunCommit => {
        const id = `${sample.row.tier[0]}${startedMs.toString(36)}-${number}`.padEnd(
          sample.row.id.length,
          '0',
        );
        const row = { ...sample.row, id, installation: `i${number}`, startedMs, finishedMs: startedMs + 50 };
        return { ...sample, row };
      }),
    );
}
