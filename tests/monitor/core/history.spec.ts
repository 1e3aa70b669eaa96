import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { StaleWriteError } from '../../../monitor/history/driver.ts';
import type { History, RunCommit } from '../../../monitor/history/history.ts';
import { openPostgres } from '../../../monitor/history/postgres-driver.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { openSqlite } from '../../../monitor/history/sqlite-driver.ts';
import type { Action, KeptExchange, KeptFailure, RunRow } from '../../../monitor/model.ts';
import { slow } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';
import { often } from '../../support/often.ts';
import { inEachStore, sqliteStore } from '../support/history-stores.ts';
import { withMonitoring } from '../support/monitoring.ts';
import { sampleCommit, sampleFailure, sampleRetention } from '../support/sample-runs.ts';
import { type Postgres, startPostgres } from '../support/stores.ts';

const noon = Date.UTC(2026, 2, 10, 12);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface Parts {
  readonly hasHeaders: boolean;
  /** The monitor was too busy to read the answers in time. */
  readonly isLate: boolean;
  readonly isAnswered: boolean;
}

/** A failing run with some of the optional parts of a run. */
function commitWith({ hasHeaders, isLate, isAnswered }: Parts): RunCommit {
  const lag = isLate ? { lagMs: 120.5 } : {};
  const { status, ...shown } = sampleFailure.evidence;
  const seen = isAnswered ? { status } : { failure: 'the connection was cut' };
  const headers = hasHeaders ? { headers: { date: 'today' } } : {};
  const failure: KeptFailure = {
    ...sampleFailure,
    evidence: { ...shown, ...seen, ...lag, ...headers, key: 'header' },
  };
  const { evidence: _, ...without } = sampleFailure;
  const exchange: KeptExchange = {
    endpoint: sampleFailure.endpoint,
    method: 'GET',
    path: '/api/v3/citations',
    key: 'header',
    ...seen,
    startMs: 3,
    phasesMs: { total: 33.5, ...(isAnswered ? { connect: 0, firstByte: 30, transfer: 0.5 } : {}) },
    ...lag,
    bytes: 0,
  };
  const usual = sampleCommit();
  return sampleCommit(
    { id: `${hasHeaders}-${isLate}-${isAnswered}`, state: 'violating' },
    {
      detail: {
        ...usual.detail,
        // The second has the headers of the first.
        failures: [failure, { ...failure, check: 'another' }, without],
        exchanges: [exchange],
      },
    },
  );
}

inEachStore('the history', (store) => {
  test('keeps its contents when it is opened again', async () => {
    const first = await openHistory(await store.fresh());
    await first.commitRun(sampleCommit());
    const note = { installation: 'beta', atMs: noon, message: 'The operator did it.' };
    const written = { incident: 'beta-1', installation: 'beta', atMs: noon, who: 'ann' };
    const update = { ...written, message: 'We work on it.', isPublic: true };
    const own = { ...written, atMs: noon + 1, message: 'The disk.', isPublic: false };
    await first.incidentNotes.add(update);
    const cause = 'One check fails.';
    const change = { installation: 'alpha', atMs: noon, from: 'conforming', to: 'violating', cause } as const;
    const found = { state: 'violating', cause, certificateMs: noon + dayMs } as const;
    const bad = sampleCommit(
      { id: 'bad', startedMs: noon - 1, recheck: { asked: 1, stillFailing: 1 }, ...found },
      { change: { ...change, runId: 'x' } },
    );
    await first.commitRun(bad);
    await first.saveSnapshot('beta', '{"version":1,"x":2}', { note, incidentNote: own });
    await first.close();
    const second = await openHistory(await store.open());
    expect(await second.runs({ limit: 10 })).toEqual([sampleCommit().row, bad.row]);
    expect(await second.run('bad')).toEqual({ row: bad.row, detail: bad.detail });
    expect(await second.run('unknown')).toBeUndefined();
    expect(await second.changes({ limit: 10 })).toEqual([{ ...change, runId: 'x' }]);
    expect(await second.snapshots()).toEqual(
      new Map([
        ['alpha', { text: '{"version":1}', version: 2 }],
        ['beta', { text: '{"version":1,"x":2}', version: 1 }],
      ]),
    );
    expect(await second.notes({ installation: 'beta', limit: 10 })).toEqual([note]);
    expect(await second.notes({ installation: 'alpha', limit: 10 })).toEqual([]);
    expect(await second.incidentNotes.list({ installation: 'beta', limit: 10 })).toEqual([own, update]);
    await second.close();
  });

  test('keeps runs without headers, lag or answers when it is opened again', async () => {
    const first = await openHistory(await store.fresh());
    const commits = [true, false].flatMap((hasHeaders) =>
      [true, false].flatMap((isLate) =>
        [true, false].map((isAnswered) => commitWith({ hasHeaders, isLate, isAnswered })),
      ),
    );
    for (const commit of commits) await first.commitRun(commit);
    await first.close();
    const second = await openHistory(await store.open());
    for (const { row, detail } of commits) expect(await second.run(row.id)).toEqual({ row, detail });
    await second.close();
  });

  test('finds runs by installation, tier and time, newest first, and their neighbours', async () => {
    const history = await openHistory(await store.fresh());
    for (let number = 0; number < 5; number += 1) {
      const startedMs = noon + number * hourMs;
      await history.commitRun(sampleCommit({ startedMs, tier: number % 2 === 0 ? 'pulse' : 'full' }));
      await history.commitRun(sampleCommit({ startedMs, installation: 'beta' }));
    }
    const idsOf = async (query: Parameters<typeof history.runs>[0]): Promise<readonly number[]> =>
      (await history.runs(query)).map(({ startedMs }) => (startedMs - noon) / hourMs);
    expect(await idsOf({ installation: 'alpha', limit: 10 })).toEqual([4, 3, 2, 1, 0]);
    expect(await idsOf({ installation: 'alpha', tiers: ['full'], limit: 10 })).toEqual([3, 1]);
    expect(
      await idsOf({
        installation: 'alpha',
        sinceMs: noon + hourMs,
        beforeMs: noon + 3 * hourMs,
        limit: 10,
      }),
    ).toEqual([2, 1]);
    expect(await idsOf({ limit: 3 })).toEqual([4, 4, 3]);
    const [, second] = await history.runs({ installation: 'alpha', limit: 2 });
    if (second === undefined) throw new Error('The second run is missing.');
    expect(await history.neighbours(second)).toEqual({
      previous: `run-alpha-${noon + 2 * hourMs}`,
      next: `run-alpha-${noon + 4 * hourMs}`,
    });
    const cells = await history.runsWithCells({ installation: 'alpha', limit: 1 });
    expect(cells[0]?.endpoints).toEqual({ 'GET /api/v3/projects': { outcome: 'pass', ms: 12.5 } });
    await history.close();
  });

  test('counts runs by the hour; excluded runs add to the number of requests, not to the uptime', async () => {
    const history = await openHistory(await store.fresh());
    const add = (minutes: number, row: Parameters<typeof sampleCommit>[0]): Promise<void> =>
      history.commitRun(sampleCommit({ startedMs: noon + minutes * minuteMs, ...row }));
    await add(0, {});
    await add(1, { state: 'violating', countsAs: 'up' });
    await add(2, { state: 'unreachable', countsAs: 'down', requests: 3 });
    await add(3, { state: 'unreachable', countsAs: 'excluded', inMaintenance: true });
    await add(4, { trigger: 'operator', countsAs: 'excluded', throttled: 2 });
    await add(-120, {});
    const figures = await history.figures(noon + 30 * minuteMs);
    expect(figures.get('alpha')).toEqual({ counted: 3, up: 2, conforming: 1, requests: 115, throttled: 2 });
    expect((await history.figures(noon - dayMs, 'alpha')).get('alpha')?.counted).toBe(4);
    expect(await history.figures(noon, 'beta')).toEqual(new Map());
    await history.close();
  });

  test('writes a run without waiting for another that shares its documents, and without writing these again', async () => {
    const driver = await store.fresh();
    const [one, other] = [await openHistory(driver), await openHistory(driver)];
    await one.commitRun(sampleCommit({ installation: 'first' }));
    const written: string[] = [];
    const { commit } = driver;
    Object.assign(driver, {
      commit: (...[statements, options]: Parameters<typeof commit>) => {
        written.push(...statements.map(({ sql }) => sql));
        return commit(statements, options);
      },
    });
    // The transaction of the first run is open until the other run has been written.
    const both =
      driver.kind === 'postgres'
        ? one.commitRun(sampleCommit({ installation: 'alpha' }), {
            confirm: async () => {
              await other.commitRun(sampleCommit({ installation: 'beta' }));
              return true;
            },
          })
        : other.commitRun(sampleCommit({ installation: 'beta' }));
    await both;
    expect(written.filter((sql) => sql.includes('documents'))).toEqual([]);
    expect((await other.run(sampleCommit({ installation: 'beta' }).row.id))?.detail).toEqual(
      sampleCommit().detail,
    );
    await one.close();
  });

  test(
    'removes passing runs first, failures and changes later, hours last, each after its retention time',
    slow,
    async () => {
      const driver = await store.fresh();
      const history = await openHistory(driver);
      const detail = { ...sampleCommit().detail, failures: [sampleFailure] };
      for (const days of [2, 31, 366]) {
        const startedMs = noon - days * dayMs;
        const change = {
          installation: 'alpha',
          atMs: startedMs,
          from: 'conforming',
          to: 'violating',
        } as const;
        await history.commitRun(sampleCommit({ startedMs }));
        await history.commitRun(
          sampleCommit({ startedMs, id: `bad-${days}`, state: 'violating' }, { detail, change }),
        );
      }
      const report = await history.prune(noon, sampleRetention);
      expect(report.runsRemoved).toBe(3);
      const left = (await history.runs({ limit: 10 })).map(({ id }) => id);
      expect(left.toSorted()).toEqual(['bad-2', 'bad-31', `run-alpha-${noon - 2 * dayMs}`].toSorted());
      expect(await history.changes({ limit: 10 })).toHaveLength(2);
      const old = await history.run('bad-31');
      expect(old?.detail.failures).toEqual([sampleFailure]);
      expect(old?.detail.verdicts).toBeUndefined();
      expect((await history.run('bad-2'))?.detail.verdicts).toHaveLength(1);
      expect((await history.figures(0)).get('alpha')?.counted).toBe(6);
      await history.prune(noon + 731 * dayMs, sampleRetention);
      expect(await history.runs({ limit: 10 })).toEqual([]);
      expect(await history.figures(0)).toEqual(new Map());
      expect(await driver.query(CompiledQuery.raw('SELECT id FROM documents'))).toEqual([]);
      await history.close();
    },
  );

  test('keeps all pulses for a day, then only failing ones, those that changed a state, and the first of each hour', async () => {
    const driver = await store.fresh();
    const history = await openHistory(driver);
    const minuteMs = 60_000;
    const pulse = async (installation: string, startedMs: number, more: Partial<RunRow> = {}) => {
      const change = {
        installation,
        atMs: startedMs + 100,
        from: 'violating',
        to: 'conforming',
        runId: `recovered-${installation}`,
      } as const;
      const row = {
        id: `${installation}-${startedMs}`,
        installation,
        tier: 'pulse',
        startedMs,
        finishedMs: startedMs + 100,
        ...more,
      } as const;
      await history.commitRun(sampleCommit(row, row.id === change.runId ? { change } : {}));
      return row.id;
    };
    const kept: string[] = [];
    for (const installation of ['alpha', 'beta']) {
      const at = (minutes: number): number => noon - 2 * dayMs + minutes * minuteMs;
      kept.push(await pulse(installation, at(1)));
      await pulse(installation, at(2));
      kept.push(await pulse(installation, at(3), { state: 'violating' }));
      kept.push(await pulse(installation, at(4), { id: `recovered-${installation}` }));
      await pulse(installation, at(59));
      kept.push(await pulse(installation, at(61)));
      await pulse(installation, at(62));
      kept.push(await pulse(installation, at(63), { tier: 'standard' }));
      for (const minutes of [1, 2]) kept.push(await pulse(installation, noon + minutes * minuteMs - dayMs));
    }
    const ids = async (): Promise<string[]> =>
      (await history.runs({ limit: 100 })).map(({ id }) => id).toSorted();
    const reachBefore = await history.reach(noon, sampleRetention);
    expect((await history.prune(noon, sampleRetention)).runsRemoved).toBe(6);
    expect(await ids()).toEqual(kept.toSorted());
    expect((await history.figures(0)).get('alpha')?.counted).toBe(10);
    // Thinning out pulses does not count as a loss for lack of space.
    expect({ ...(await history.reach(noon, sampleRetention)), bytes: 0 }).toEqual({
      ...reachBefore,
      bytes: 0,
    });
    // A later pass continues from the end of this one.
    expect((await history.prune(noon + 3 * minuteMs, sampleRetention)).runsRemoved).toBe(2);
    await history.close();
  });

  test(
    'keeps actions, finds them by installation and time, and limits them by age and number; notes on incidents by age',
    slow,
    async () => {
      const driver = await store.fresh();
      const history = await openHistory(driver);
      const action = (atMs: number, installation?: string): Action => ({
        atMs,
        who: 'ann',
        kind: installation === undefined ? 'reload' : 'maintenance',
        message: 'did it',
        ...(installation === undefined ? {} : { installation }),
      });
      const done = [
        action(noon, 'alpha'),
        action(noon + 1),
        action(noon + 2, 'beta'),
        action(noon + 3, 'alpha'),
      ];
      for (const one of done.slice(0, 3)) await history.recordAction(one);
      await history.saveSnapshot('alpha', '{}', { action: action(noon + 3, 'alpha') });
      expect(await history.actions({ limit: 10 })).toEqual(done.toReversed());
      expect(await history.actions({ limit: 2 })).toEqual([done[3], done[2]]);
      expect(await history.actions({ installation: 'alpha', beforeMs: noon + 3, limit: 10 })).toEqual([
        done[0],
      ]);
      const rows = Array.from(
        { length: 10_000 },
        (_, number) => `(${noon + hourMs + number}, 'ann', 'run', 'x')`,
      );
      const insert = `INSERT INTO actions (at_ms, who, kind, message) VALUES ${rows.join()}`;
      await driver.commit([CompiledQuery.raw(insert)]);
      await history.prune(noon + dayMs, sampleRetention);
      expect(await history.actions({ installation: 'alpha', limit: 10 })).toEqual([]);
      expect(await history.actions({ limit: 1000, beforeMs: noon + hourMs + 5 })).toHaveLength(5);
      const note = {
        incident: 'a',
        installation: 'alpha',
        atMs: noon,
        who: 'ann',
        message: 'x',
        isPublic: true,
      };
      await history.incidentNotes.add(note);
      await history.prune(noon + 364 * dayMs, sampleRetention);
      expect(await history.incidentNotes.list({ limit: 10 })).toEqual([note]);
      await history.prune(noon + 366 * dayMs, sampleRetention);
      expect(await history.incidentNotes.list({ limit: 10 })).toEqual([]);
      expect(await history.actions({ limit: 10 })).toEqual([]);
      await history.close();
    },
  );

  test('refuses a store that a later version wrote, and says so', async () => {
    const driver = await store.fresh();
    const history = await openHistory(driver);
    await driver.commit([CompiledQuery.raw('INSERT INTO schema_version (version) VALUES (99)')]);
    await history.close();
    const again = await store.open();
    await expect(openHistory(again)).rejects.toThrow(/written by a later version.*Install that version/);
    await again.close();
  });

  test('writes a run whole or not at all', async () => {
    const driver = await store.fresh();
    const history = await openHistory(driver);
    await history.commitRun(sampleCommit());
    const again = sampleCommit({ requests: 1000 }, { snapshot: 'never seen' });
    await expect(history.commitRun(again)).rejects.toThrow();
    expect((await history.figures(0)).get('alpha')?.requests).toBe(28);
    expect((await history.snapshots()).get('alpha')?.text).toBe('{"version":1}');
    await history.close();
  });

  test('refuses a write based on an outdated snapshot version, with its run and note', async () => {
    const history = await openHistory(await store.fresh());
    const write = (id: string, expectedVersion: number): Promise<void> =>
      history.commitRun(sampleCommit({ id }, { snapshot: id }), { expectedVersion });
    await write('first', 0);
    await expect(write('stale', 0)).rejects.toThrow(StaleWriteError);
    await history.saveSnapshot('alpha', 'second', {}, { expectedVersion: 1 });
    const note = { installation: 'alpha', atMs: noon, message: 'Never seen.' };
    const stale = history.saveSnapshot('alpha', 'stale', { note }, { expectedVersion: 1 });
    await expect(stale).rejects.toThrow(StaleWriteError);
    expect(await history.snapshot('alpha')).toEqual({ text: 'second', version: 2 });
    expect(await history.snapshot('beta')).toBeUndefined();
    expect((await history.runs({ limit: 10 })).map(({ id }) => id)).toEqual(['first']);
    expect(await history.notes({ installation: 'alpha', limit: 10 })).toEqual([]);
    expect((await history.figures(0)).get('alpha')?.requests).toBe(28);
    // Without an expected version, any snapshot is overwritten.
    await history.saveSnapshot('alpha', 'third');
    await write('last', 3);
    expect((await history.snapshots()).get('alpha')).toEqual({ text: 'last', version: 4 });
    await history.close();
  });
});

test('an embedded history belongs to one monitor at a time', slow, async () => {
  const store = sqliteStore();
  const history = await openHistory(await store.fresh());
  await expect(store.open()).rejects.toThrow(/in use by another monitor/);
  await history.close();
  await (await store.open()).close();
  await store.end();
});

test.describe('a history that several processes share', () => {
  needs('postgresql');
  let server: Postgres;
  test.beforeAll(async () => {
    server = await startPostgres();
  });
  test.afterAll(() => server.stop());
  const open = async (): Promise<History> => openHistory(await openPostgres(server.url, () => undefined));

  test('can be opened by several processes at once, even when it is new, but not while an earlier version uses it', async () => {
    const all = await Promise.all([open(), open(), open()]);
    const client = new pg.Client({ connectionString: server.url.reveal() });
    await client.connect();
    const takeAlone = async (): Promise<unknown> =>
      (await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock(9470001) AS taken')).rows[0]
        ?.taken;
    expect(await takeAlone()).toBe(false);
    await Promise.all(all.map((history) => history.close()));
    expect(await takeAlone()).toBe(true);
    await expect(open()).rejects.toThrow(/in use by a monitor of an earlier version/);
    await client.end();
  });

  test('notifies other processes of each write, but not of a refused one', async () => {
    const [one, two] = await Promise.all([open(), open()]);
    const heard: string[] = [];
    two.follow?.({ onNews: (news) => heard.push(news), onReconnect: () => heard.push('gap') });
    await one.commitRun(sampleCommit(), { news: 'written', confirm: async () => true });
    const refused = one.commitRun(sampleCommit({ id: 'x' }), { news: 'never', confirm: async () => false });
    await expect(refused).rejects.toThrow(StaleWriteError);
    const stale = one.saveSnapshot('alpha', 'x', {}, { expectedVersion: 7, news: 'never' });
    await expect(stale).rejects.toThrow(StaleWriteError);
    await one.announce('said');
    await expect.poll(() => heard, often).toEqual(['written', 'said']);
    expect(await one.runs({ limit: 10 })).toHaveLength(1);
    await Promise.all([one.close(), two.close()]);
  });

  test(
    'reconnects after a restart of the database, and reports that it may have missed news',
    slow,
    async () => {
      const [one, two] = await Promise.all([open(), open()]);
      const heard: string[] = [];
      two.follow?.({ onNews: (news) => heard.push(news), onReconnect: () => heard.push('gap') });
      await server.restart();
      await expect.poll(() => heard, often).toEqual(['gap']);
      await expect(async () => one.announce('said')).toPass(often);
      await expect.poll(() => heard, often).toEqual(['gap', 'said']);
      await Promise.all([one.close(), two.close()]);
    },
  );
});

test('the monitor runs on PostgreSQL, and survives a restart of the database', slow, async () => {
  needs('postgresql');
  const server = await startPostgres();
  await withMonitoring({ service: { databaseUrl: server.url } }, async ({ nextRun, get, log }) => {
    await nextRun();
    expect((await get('/api/v1/runs')).json().runs).toHaveLength(1);
    await server.restart();
    await nextRun();
    await nextRun();
    expect((await get('/api/v1/runs')).json().runs?.length).toBeGreaterThanOrEqual(2);
    expect((await get('/readyz')).status).toBe(200);
    expect(log()).not.toContain('monitor@');
    expect(log()).toContain('no connection to PostgreSQL');
    expect(log()).not.toContain('[key]');
  });
  await server.stop();
});

test('/readyz answers 503 while the database is frozen, and 200 after that', slow, async () => {
  needs('postgresql');
  const server = await startPostgres();
  await withMonitoring({ service: { databaseUrl: server.url } }, async ({ nextRun, get }) => {
    await nextRun();
    const rows = await server.query(
      "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'evidence%'",
    );
    const pids = rows.map(({ pid }) => Number(pid));
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      const { status, text } = await get('/readyz');
      expect([status, text]).toEqual([503, 'The database does not answer: no run begins until it does.\n']);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    await expect.poll(async () => (await get('/readyz')).status, often).toBe(200);
  });
  await server.stop();
});

test('only the owner can read the files of a history, even if an earlier version left them readable by others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-history-'));
  const file = join(folder, 'data', 'monitor.db');
  const rightsOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  try {
    for (let round = 0; round < 2; round += 1) {
      const driver = openSqlite({ file, now: new Date(noon), onDamage: () => undefined });
      await driver.commit([CompiledQuery.raw(`CREATE TABLE t${round} (c)`)]);
      expect(rightsOf(join(folder, 'data'))).toBe('700');
      for (const name of readdirSync(join(folder, 'data')))
        expect([name, rightsOf(join(folder, 'data', name))]).toEqual([name, '600']);
      await driver.close();
      chmodSync(file, 0o644);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
