import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompiledQuery } from 'kysely';
import type { RunCommit } from '../../monitor/history/history.ts';
import { makeQueryBuilder } from '../../monitor/history/query-builder.ts';
import { openHistory } from '../../monitor/history/sql-history.ts';
import { openSqlite } from '../../monitor/history/sqlite-driver.ts';
import { makeStatements } from '../../monitor/history/statements.ts';
import type { BenchRow } from '../row.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const installations = 50;
const batch = 5_000;

/**
 * Fills a history with a year of fifty installations, and times every query of the pages and the JSON API.
 * @returns the row of the slowest query
 */
export async function timeYear(): Promise<BenchRow> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-bench-'));
  const nowMs = Date.UTC(2026, 5, 1);
  const driver = openSqlite({ file: join(folder, 'monitor.db'), now: new Date(), onDamage: () => undefined });
  const history = await openHistory(driver);
  const statements = makeStatements(makeQueryBuilder(driver.kind));
  let pending: CompiledQuery[] = [];
  const flush = async (): Promise<void> => {
    await driver.commit(pending);
    pending = [];
  };
  for (let number = 0; number < installations; number += 1) {
    const name = `installation-${number}`;
    for (let atMs = nowMs - 365 * dayMs; atMs < nowMs; atMs += hourMs) {
      const isRecent = atMs > nowMs - 30 * dayMs;
      const isBad = (atMs / hourMs) % 48 === 0;
      const perHour = isRecent ? 4 : isBad ? 1 : 0;
      for (let run = 0; run < perHour; run += 1) {
        pending.push(...statements.run(sampleRun(name, atMs + run * 900_000, isBad)));
      }
      if (perHour === 0) pending.push(statements.hour({ ...pastHour, installation: name, hour_ms: atMs }));
      if (pending.length > batch) await flush();
    }
  }
  await flush();
  const name = 'installation-7';
  const [someRun] = await history.runs({ installation: name, limit: 1 });
  const queries: Readonly<Record<string, () => Promise<unknown>>> = {
    'runs of an installation': () => history.runs({ installation: name, limit: 1000 }),
    'runs of a day a year ago': () =>
      history.runs({
        installation: name,
        sinceMs: nowMs - 365 * dayMs,
        beforeMs: nowMs - 364 * dayMs,
        limit: 1000,
      }),
    'runs of all': () => history.runs({ limit: 200 }),
    'status grid of endpoints': () =>
      history.runsWithCells({ installation: name, tiers: ['standard', 'full'], limit: 48 }),
    'changes of a year': () =>
      history.changes({ installation: name, sinceMs: nowMs - 365 * dayMs, limit: 1000 }),
    'changes of all': () => history.changes({ limit: 1000 }),
    'uptime of a year': () => history.figures(nowMs - 365 * dayMs, name),
    'uptime of 30 days': () => history.figures(nowMs - 30 * dayMs, name),
    'one run': () => history.run(someRun?.id ?? ''),
  };
  let slowest = { name: '', ms: 0 };
  for (const [title, query] of Object.entries(queries)) {
    const startMs = performance.now();
    await query();
    const ms = performance.now() - startMs;
    if (ms > slowest.ms) slowest = { name: title, ms };
  }
  await history.close();
  rmSync(folder, { recursive: true, force: true });
  return {
    name: `slowest history query over a year (${slowest.name})`,
    value: slowest.ms,
    unit: 'ms',
    target: '< 100',
    ok: slowest.ms < 100,
  };
}

function sampleRun(installation: string, startedMs: number, isBad: boolean): RunCommit {
  const endpoint = 'GET /api/v3/users';
  return {
    row: {
      id: `${installation}-${startedMs}`,
      installation,
      tier: 'standard',
      trigger: 'schedule',
      state: isBad ? 'violating' : 'conforming',
      startedMs,
      finishedMs: startedMs + 1500,
      cutShort: false,
      inMaintenance: false,
      countsAs: 'up',
      requests: 28,
      retried: 0,
      throttled: 0,
      coverage: 1,
      medianMs: 20,
      totals: { pass: 94, fail: isBad ? 1 : 0, untestable: 0, skip: 0, error: 0 },
    },
    detail: {
      failures: isBad
        ? [
            {
              check: 'availability.documented-status',
              endpoint,
              outcome: 'fail',
              requirements: ['RULE-3'],
              message: `${endpoint} was answered by status 500.`,
            },
          ]
        : [],
      observations: [],
      verdicts: [{ check: 'availability.endpoint-answers', endpoint, outcome: 'pass' }],
      endpoints: { [endpoint]: { outcome: isBad ? 'fail' : 'pass', ms: 20 } },
      phases: [{ phase: 'connect', ms: 1 }],
    },
    snapshot: '{"version":1}',
    ...(isBad ? { change: { installation, atMs: startedMs, from: 'conforming', to: 'violating' } } : {}),
  };
}

/** The remainder of an hour's passing runs after their removal. */
const pastHour = {
  counted: 64,
  up: 64,
  conforming: 64,
  requests: 300,
  throttled: 0,
  runs: 64,
  median_sum_ms: 1280,
  median_count: 64,
} as const;
