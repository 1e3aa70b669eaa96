import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { makeGroupCommits } from '../../../monitor/history/group-commits.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { sqliteStore } from '../support/history-stores.ts';
import { sampleCommit } from '../support/sample-runs.ts';

const everyMs = 50;

/** A fake database that records its statements, and refuses some. */
function recorded(refuses: (sql: string) => boolean = () => false) {
  const reported: string[] = [];
  return {
    reported,
    exec(sql: string): void {
      if (refuses(sql)) throw new Error(`refused: ${sql}`);
      reported.push(sql);
    },
  };
}

test('concurrent commits share one transaction, and resolve only after it has been committed', async () => {
  const database = recorded();
  const { commit } = makeGroupCommits(database, everyMs);
  const write = (name: string) => () => {
    database.exec(name);
    return name;
  };
  await commit(write('first'), true);
  expect(database.reported).toEqual(['BEGIN IMMEDIATE', 'first', 'COMMIT']);
  database.reported.length = 0;
  const reported: string[][] = [];
  const both = ['second', 'third'].map(async (name) => {
    await commit(write(name), true);
    reported.push([...database.reported]);
  });
  await wait(1);
  expect(database.reported).toEqual([]);
  await Promise.all(both);
  const whole = [
    'BEGIN IMMEDIATE',
    ...['SAVEPOINT one', 'second', 'RELEASE one', 'SAVEPOINT one', 'third', 'RELEASE one'],
    'COMMIT',
  ];
  expect(reported).toEqual([whole, whole]);
});

test('an urgent commit is written at once, after the commits that were waiting', async () => {
  const database = recorded();
  const { commit } = makeGroupCommits(database, 60_000);
  await commit(() => undefined, true);
  const waiting = commit(() => database.exec('waits'), true);
  await commit(() => database.exec('cannot wait'), false);
  await waiting;
  expect(database.reported.filter((sql) => sql.includes('wait'))).toEqual(['waits', 'cannot wait']);
});

test('if the transaction of a group fails, each of its commits is written in a transaction of its own', async () => {
  // A full disk: SQLite has rolled back the transaction with its savepoints.
  const database = recorded((sql) => sql === 'large' || sql === 'ROLLBACK TO one');
  const { commit } = makeGroupCommits(database, everyMs);
  await commit(() => undefined, true);
  const results = await Promise.allSettled(
    ['small', 'large', 'other'].map((name) => commit(() => database.exec(name), true)),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const reported = database.reported.join(', ');
  expect(reported).toContain('BEGIN IMMEDIATE, small, COMMIT');
  expect(reported).toContain('BEGIN IMMEDIATE, other, COMMIT');
});

test('a run that cannot be written does not affect the other runs of its group', async () => {
  const store = sqliteStore(everyMs);
  const history = await openHistory(await store.fresh());
  await history.commitRun(sampleCommit({ id: 'run-0' }));
  const results = await Promise.allSettled([
    history.commitRun(sampleCommit({ id: 'run-1' })),
    history.commitRun(sampleCommit({ id: 'run-0' })),
    history.commitRun(sampleCommit({ id: 'run-2' }), { expectedVersion: 7 }),
    history.commitRun(sampleCommit({ id: 'run-3' })),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  const kept = (await history.runs({ limit: 10 })).map(({ id }) => id);
  expect(kept.toSorted()).toEqual(['run-0', 'run-1', 'run-3']);
  expect((await history.figures(0)).get('alpha')?.counted).toBe(3);
  expect((await history.snapshots()).get('alpha')?.version).toBe(3);
  await history.close();
  await store.end();
});
