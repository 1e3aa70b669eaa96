import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import Database from 'libsql';
import { startReference } from '../../../reference-server/index.ts';
import { compiled } from '../../support/compiled.ts';
import { slow } from '../../support/long.ts';
import { askerOf, importing, withReference } from './asking.ts';

const program = (name: string): string => compiled(`tests/integration/reference-server/${name}`);
const smallBundle = {
  resourceType: 'Bundle',
  type: 'collection',
  entry: Array.from({ length: 30 }, (_, index) => ({
    resource: { resourceType: 'Citation', status: 'active', title: `Study ${index}` },
  })),
};

/** Each project of a data file with the number of its resources and records. */
function projectsIn(dataFile: string): readonly { name: string; resources: number; records: number }[] {
  const database = new Database(dataFile, { readonly: true });
  const rows = database
    .prepare(
      `SELECT name, (SELECT count(*) FROM resources WHERE project_id = projects.id) AS resources,
        (SELECT count(*) FROM records WHERE project_id = projects.id) AS records FROM projects ORDER BY id`,
    )
    .all() as { name: string; resources: number; records: number }[];
  const found = rows.map(({ name, resources, records }) => ({ name, resources, records }));
  database.close();
  return found;
}

test('imports, keys and logins survive a restart, and a revoked key stays revoked', async () => {
  const dataFile = test.info().outputPath('reference.sqlite');
  const first = await startReference({ dataFile });
  expect((await importing(askerOf(first), smallBundle)).status).toBe(201);
  await first.close();

  await withReference({ dataFile }, async (ask, { keys, projectIds, logins }) => {
    expect(keys).toEqual(first.keys);
    expect(logins).toEqual(first.logins);
    expect(projectIds).toEqual([1, 2, 3]);
    expect((await ask('/api/v3/citations?project_id=3')).headers.get('x-total-count')).toBe('30');
    expect((await ask('/api/v3/users', { key: keys.revoked })).status).toBe(401);
  });
});

test('the data file contains no readable key or password, and only the owner can read its key file', async () => {
  const dataFile = test.info().outputPath('reference.sqlite');
  await withReference({ dataFile }, async (ask, { keys, logins }) => {
    await ask('/login', { key: 'none' });
    const stored = [dataFile, `${dataFile}-wal`]
      .map((file) => readFileSync(file).toString('latin1'))
      .join('');
    expect(stored).toContain('ada.lindgren@evidence.example');
    expect(stored).toContain('$argon2id$');
    for (const secret of [...Object.values(keys), ...logins.map(({ password }) => password)]) {
      expect(stored.includes(secret.slice(0, 8))).toBe(false);
    }
  });
  expect(statSync(`${dataFile}.key`).mode & 0o777).toBe(0o600);
});

test('a damaged or foreign key file, a file that is not a database, and a later version are refused', async () => {
  const dataFile = test.info().outputPath('reference.sqlite');
  await (await startReference({ dataFile })).close();
  writeFileSync(`${dataFile}.key`, 'short');
  await expect(startReference({ dataFile })).rejects.toThrow(
    /The key file .* is damaged: it must hold 32 bytes\./,
  );
  writeFileSync(`${dataFile}.key`, Buffer.alloc(32, 1));
  await expect(startReference({ dataFile })).rejects.toThrow('does not belong to the key file');
  const text = test.info().outputPath('text.sqlite');
  writeFileSync(text, 'This is a text and not a database. '.repeat(100));
  await expect(startReference({ dataFile: text })).rejects.toThrow(
    /The data file .* cannot be opened: it must be/,
  );
  const database = new Database(dataFile);
  database.exec('PRAGMA user_version = 99');
  database.close();
  await expect(startReference({ dataFile })).rejects.toThrow('was written by a later version');
});

for (const where of ['resources', 'records']) {
  test(`an import that is killed in the middle of its ${where} leaves nothing behind`, slow, async () => {
    const dataFile = test.info().outputPath('reference.sqlite');
    await (await startReference({ dataFile })).close();
    const child = execFile(process.execPath, [program('interrupted-import.ts'), dataFile, where]);
    let printed = '';
    child.stdout?.on('data', (text: string) => {
      printed += text;
    });
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGKILL');
    expect(printed).toBe('3\n');
    expect(projectsIn(dataFile).slice(2)).toEqual([{ name: 'whole', resources: 40, records: 40 }]);
    await withReference({ dataFile }, async (ask) => {
      expect((await importing(ask, smallBundle)).json).toMatchObject({ id: 2, project_id: 4 });
    });
  });
}

test(
  'a server that is killed during imports keeps all answered imports, and no incomplete one',
  slow,
  async () => {
    const dataFile = test.info().outputPath('reference.sqlite');
    const { keys, close } = await startReference({ dataFile });
    await close();
    for (const killAfter of [1, 3, 5]) {
      const server = spawn(process.execPath, [program('serve.ts'), dataFile]);
      const [baseUrl] = (await once(createInterface(server.stdout), 'line')) as [string];
      const ask = askerOf({ baseUrl, keys });
      const before = projectsIn(dataFile).length;
      const answers: number[] = [];
      const busy = Promise.allSettled(
        Array.from({ length: 12 }, async () => {
          answers.push((await importing(ask, smallBundle)).status);
          if (answers.length === killAfter) {
            server.kill('SIGKILL');
          }
        }),
      );
      await Promise.all([once(server, 'close'), busy]);
      const imported = projectsIn(dataFile).slice(2);
      expect(imported.length).toBeGreaterThanOrEqual(before - 2 + killAfter);
      expect(imported.every(({ resources, records }) => resources === 30 && records === 30)).toBe(true);
    }
  },
);
