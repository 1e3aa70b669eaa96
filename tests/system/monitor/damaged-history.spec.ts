import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import Database from 'libsql';
import { operatorToken, withMonitoring } from '../../monitor/support/monitoring.ts';
import { long } from '../../support/long.ts';
import { once } from '../../support/once.ts';
import { test } from '../../support/temporary-folder.ts';

/** Nothing answers there, so that notifications stay in the history. */
const block = {
  schedule: { pulse: 'off', standard: '10m', full: 'off' },
  notify: [{ url: 'http://127.0.0.1:9/' }],
};

/** The history of a monitor with three runs, a notified change and actions of its operator, after an orderly stop. */
const kept = once(async (): Promise<Buffer> => {
  let bytes = Buffer.alloc(0);
  await withMonitoring({ block }, async ({ folder, nextRun, breakEndpoint, monitor, post, get }) => {
    await nextRun();
    breakEndpoint('GET /api/v3/users');
    await nextRun();
    const [incident] = (await get('/api/v1/incidents')).json().incidents ?? [];
    for (const [path, body] of [
      [`/api/v1/incidents/${incident?.id}/notes`, { message: 'looked at' }],
      ['/api/v1/installations/alpha/baseline', {}],
      ['/api/v1/installations/alpha/maintenance', { minutes: 1 }],
    ] as const)
      expect((await post(path, body, operatorToken)).status, path).toBeLessThan(300);
    await nextRun();
    await monitor.close();
    bytes = readFileSync(join(folder, 'monitor.db'));
  });
  return bytes;
});

test('an undamaged history with rows in every table loses no run', async ({ folder }) => {
  const file = join(folder, 'monitor.db');
  writeFileSync(file, await kept());
  const database = new Database(file);
  const tables = [
    'runs',
    'documents',
    'state_changes',
    'hours',
    'snapshots',
    'outbox',
    'actions',
    'incident_notes',
  ];
  for (const table of tables)
    expect(database.prepare(`SELECT 1 FROM ${table}`).all().length, table).toBeGreaterThan(0);
  database.close();
  const { runs, log, aside } = await startOver(folder);
  expect([runs, aside]).toEqual([4, []]);
  expect(log).not.toMatch(/damaged|nothing can read|wrongly/);
});

interface Seen {
  readonly runs: number;
  readonly log: string;
  readonly aside: readonly string[];
}

/** Starts a monitor over a history, lets it make a run, and requests the pages that people read. */
async function startOver(folder: string): Promise<Seen> {
  let seen: Seen | undefined;
  await withMonitoring({ folder }, async ({ get, nextRun, log }) => {
    await nextRun();
    for (const path of [
      '/',
      '/installations/alpha',
      '/incidents',
      '/metrics',
      '/api/v1/installations',
      '/readyz',
    ])
      expect((await get(path)).status, path).toBe(200);
    const runs = (await get('/api/v1/runs?limit=200')).json().runs ?? [];
    for (const { id } of runs) expect((await get(`/runs/${id}`)).status).toBe(200);
    const aside = readdirSync(folder).filter((name) => /\.damaged-.*Z$/.test(name));
    seen = { runs: runs.length, log: log(), aside };
  });
  return seen ?? { runs: 0, log: '', aside: [] };
}

const cuts: readonly (readonly [string, (size: number) => number])[] = [
  ['to nothing', () => 0],
  ['within its header', () => 60],
  ['after its first page', () => 4096],
  ['in the middle of a page', (size) => size / 2 + 100],
  ['between two pages', (size) => Math.floor(size / 8192) * 4096],
  ['by its last byte', (size) => size - 1],
];
for (const [what, sizeOf] of cuts) {
  test(`a monitor starts over a history that is cut ${what}, and keeps a damaged one aside`, async ({
    folder,
  }) => {
    const file = join(folder, 'monitor.db');
    writeFileSync(file, await kept());
    truncateSync(file, Math.floor(sizeOf(statSync(file).size)));
    const bytes = readFileSync(file);
    const { runs, log, aside } = await startOver(folder);
    // An empty file holds nothing, and the last byte of a file may be unused.
    const isDamaged = bytes.length > 0 && (what !== 'by its last byte' || runs < 4);
    // A file that is not a database or has unreadable rows is kept as it was.
    if (isDamaged) {
      expect(aside).toHaveLength(1);
      expect(log).toMatch(/is damaged\. It was moved to|had rows that nothing can read/);
      expect(readFileSync(join(folder, aside[0] ?? '')).length).toBeGreaterThanOrEqual(bytes.length);
    }
  });
}

/** Flips this many bits, one per file, spread over the history, and starts a monitor over each file. */
async function flipBits(folder: string, flips: number): Promise<void> {
  test.setTimeout(240_000);
  const whole = await kept();
  const silent: string[] = [];
  const found = { tables: 0, rows: 0, file: 0, none: 0 };
  for (let number = 0; number < flips; number += 1) {
    const bytes = Buffer.from(whole);
    const at = Math.floor(((number + 0.37) * bytes.length) / flips);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (7 - (number % 8)));
    const own = join(folder, String(number));
    mkdirSync(own);
    writeFileSync(join(own, 'monitor.db'), bytes);
    const { runs, log, aside } = await startOver(own);
    const [name = ''] = aside;
    if (name !== '') expect(readFileSync(join(own, name)).length).toBe(bytes.length);
    const isFile = log.includes('is damaged. It was moved to');
    const isRows = log.includes('had rows that nothing can read');
    const isTables = log.includes('described its tables wrongly');
    found[isFile ? 'file' : isRows ? 'rows' : isTables ? 'tables' : 'none'] += 1;
    // Three runs were kept, and one is made; a bit spoils one of them at most.
    if (runs < (isFile ? 1 : isRows ? 3 : 4)) silent.push(`${at}: ${runs} runs`);
    expect(aside.length > 0).toBe(isFile || isRows || isTables);
  }
  expect(silent).toEqual([]);
  test.info().annotations.push({ type: 'flips', description: JSON.stringify(found) });
  expect(found.rows).toBeGreaterThan(0);
}

const oneBit = 'a monitor starts over a history with one flipped bit, and loses no more than the log says';
test(`${oneBit}, tried at a few places`, ({ folder }) => flipBits(folder, 6));
test(`${oneBit}, tried at many places`, long, ({ folder }) => flipBits(folder, 24));

test('a text that is not valid UTF-8 does not end the monitor: only its row is removed', async ({
  folder,
}) => {
  const file = join(folder, 'monitor.db');
  writeFileSync(file, await kept());
  const database = new Database(file);
  database.exec("UPDATE state_changes SET cause = CAST(x'41ff42' AS TEXT) WHERE rowid = 1");
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  database.close();
  const { runs, log } = await startOver(folder);
  expect(runs).toBe(4);
  expect(log).toContain('They were removed (1 of state_changes), and nothing else');
});

/** Values that SQLite accepts in any column, but few columns allow: numbers, a text, bytes, and JSON of another form. */
const nonsense: readonly string[] = [
  '-1',
  '9e18',
  '1.5',
  "'nonsense'",
  "x'41ff'",
  "'{}'",
  "'[]'",
  '\'[["a"]]\'',
  "'null'",
  "'[{}]'",
  '\'{"pass":{}}\'',
];
for (const value of nonsense) {
  test(`rows with ${value} in any column break no page, and no other run is lost`, async ({ folder }) => {
    const file = join(folder, 'monitor.db');
    writeFileSync(file, await kept());
    addRowsThatHold(file, value);
    const { runs, log } = await startOver(folder);
    expect(log).toContain('had rows that nothing can read');
    expect(runs).toBeGreaterThanOrEqual(4);
  });
}

/** For each column of each table, adds a copy of a row that holds the value there. */
function addRowsThatHold(file: string, value: string): void {
  const database = new Database(file);
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all() as { readonly name: string }[];
  for (const { name: table } of tables.filter(({ name }) => name !== 'schema_version')) {
    const columns = database.prepare(`PRAGMA table_info(${table})`).all() as {
      readonly name: string;
      readonly pk: number;
    }[];
    for (const { name } of columns.filter(({ pk }) => pk === 0)) {
      const copied = columns.map((one) => {
        if (one.name === name) return value;
        // The key of each copy is its own: a text with the name of the column behind it.
        if (one.pk !== 1) return one.name;
        return `${one.name} || '-${name}'`;
      });
      database.exec(`INSERT INTO ${table} SELECT ${copied.join(', ')} FROM ${table} ORDER BY rowid LIMIT 1`);
    }
  }
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  database.close();
}

test('a wrong name in the description of the tables is restored, and no run is lost', async ({ folder }) => {
  const file = join(folder, 'monitor.db');
  writeFileSync(file, rename(await kept(), 'up_to_30000_ms INTEGER', 'up_to_30008_ms INTEGER'));
  const { runs, log, aside } = await startOver(folder);
  expect([runs, aside.length]).toEqual([4, 1]);
  expect(log).toContain('described its tables wrongly. The description was restored, and no row was touched');
});

test('a damaged run id in a table or an index loses no run', async ({ folder }) => {
  const file = join(folder, 'monitor.db');
  const whole = await kept();
  writeFileSync(file, whole);
  const database = new Database(file);
  const [first] = database.prepare('SELECT id FROM runs ORDER BY started_ms LIMIT 1').all() as {
    id: string;
  }[];
  database.close();
  const id = first?.id ?? '';
  // A copy of each id stands in an index, with nothing but the number of its row behind it.
  const places = [...whole.toString('latin1').matchAll(new RegExp(id, 'g'))].map(({ index }) => index);
  for (const [number, at] of places.entries()) {
    const own = join(folder, String(number));
    mkdirSync(own);
    const bytes = Buffer.from(whole);
    bytes[at + 2] = (bytes[at + 2] ?? 0) ^ 1;
    writeFileSync(join(own, 'monitor.db'), bytes);
    expect((await startOver(own)).runs).toBe(4);
  }
  expect(places.length).toBeGreaterThan(1);
});

function rename(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
}

test('a history of a later version is refused with a sentence, and stays unchanged', async ({ folder }) => {
  const file = join(folder, 'monitor.db');
  writeFileSync(file, await kept());
  const database = new Database(file);
  database.exec('INSERT INTO schema_version SELECT max(version) + 1 FROM schema_version');
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  database.close();
  await expect(startOver(folder)).rejects.toThrow('was written by a later version of this suite');
  const later = new Database(file);
  expect(later.prepare('SELECT count(*) AS runs FROM runs').all()).toEqual([{ runs: 3 }]);
  later.close();
});
