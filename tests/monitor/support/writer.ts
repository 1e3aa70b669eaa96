import { once } from 'node:events';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { openSqlite } from '../../../monitor/history/sqlite-driver.ts';
import { sampleCommit, sampleFailure } from './sample-runs.ts';

/**
 * A process that writes runs one after the other until it is killed. It prints the id of a run once the history
 * has acknowledged it, and never before.
 */
// Loading takes longer than writing: the process is started early, and reported when to begin.
await once(process.stdin, 'data');
const [file = '', prefix = ''] = process.argv.slice(2);
const history = await openHistory(
  openSqlite({
    file,
    now: new Date(),
    onDamage: (sentence) => process.stdout.write(`DAMAGED ${sentence}\n`),
  }),
);
const startMs = Date.UTC(2026, 2, 10);
for (let number = 0; ; number += 1) {
  const id = `${prefix}-${number}`;
  const isBad = number % 3 === 0;
  const commit = sampleCommit({
    id,
    startedMs: startMs + number * 1000,
    state: isBad ? 'violating' : 'conforming',
  });
  const message = `Failure ${id} of many, so that each is a document of its own.`;
  const failures = isBad ? [{ ...sampleFailure, message }] : [];
  await history.commitRun({ ...commit, detail: { ...commit.detail, failures } });
  process.stdout.write(`${id}\n`);
}
