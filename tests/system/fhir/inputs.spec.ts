import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { filesBelow } from '../../../cli/validate/inputs.ts';
import { patient } from '../../support/fhir-resources.ts';
import { type CommandOptions, runCommand } from '../../support/run-command.ts';
import { test } from '../../support/temporary-folder.ts';

/** The inputs of `validate`: folders, NDJSON files with one resource a line, and gzip files. */

const right = JSON.stringify(patient());
const wrong = JSON.stringify(patient({ gender: 'x' }));

function write(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Each line as "file valid", or "file line:column" of its first issue. */
async function validate(folder: string, words: readonly string[], options: CommandOptions = {}) {
  const { code, stdout, stderr } = await runCommand(['validate', ...words], {
    directory: folder,
    ...options,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const found = lines.map((line) => {
    const { file, issues } = JSON.parse(line) as {
      readonly file: string;
      readonly issues: readonly { readonly line?: number; readonly column?: number }[];
    };
    const [first] = issues;
    return `${file} ${first === undefined ? 'valid' : `${first.line}:${first.column}`}`;
  });
  return { code, found, errors: stderr.split('\n').filter((line) => line !== '') };
}

test('a folder is validated in name order: known extensions only, without hidden files and node_modules', async ({
  folder,
}) => {
  write(folder, {
    'data/b.json': wrong,
    'data/a.json': right,
    'data/c.JSON': right,
    'data/notes.txt': 'no',
    'data/.hidden.json': wrong,
    'data/.git/a.json': wrong,
    'data/node_modules/a/package.json': wrong,
    'data/z/y/x.json.gz': gzipSync(wrong),
    'data/m/lines.ndjson': `${right}\n${wrong}\n`,
    'data/m/lines.ndjson.gz': gzipSync(`${wrong}\n`),
    '.named/a.json': right,
  });
  expect(await validate(folder, ['data', './.named/', 'data/notes.txt'])).toEqual({
    code: 1,
    found: [
      'data/a.json valid',
      'data/b.json 1:27',
      'data/c.JSON valid',
      'data/m/lines.ndjson:1 valid',
      'data/m/lines.ndjson:2 2:27',
      'data/m/lines.ndjson.gz:1 1:27',
      'data/z/y/x.json.gz 1:27',
      '.named/a.json valid',
      'data/notes.txt 1:1',
    ],
    errors: [],
  });
});

test('symbolic links to files are followed; symbolic links to folders are reported and skipped', async ({
  folder,
}) => {
  write(folder, { 'data/a.json': right, 'target/b.json': wrong });
  const link = (to: string, name: string): void => symlinkSync(to, join(folder, 'data', name));
  link('../target/b.json', 'file.json');
  link('.', 'itself');
  link('../target', 'folder');
  link('loop.json', 'loop.json');
  link('none', 'nothing.json');
  link('none', 'nothing-of-ours');
  expect(await validate(folder, ['data', 'data/folder'])).toEqual({
    code: 2,
    found: ['data/a.json valid', 'data/file.json 1:27', 'data/folder/b.json 1:27'],
    errors: [
      'data/folder is a link to a folder and was not followed. Name it to validate what it holds.',
      'data/itself is a link to a folder and was not followed. Name it to validate what it holds.',
      'data/loop.json cannot be read: it is a link that leads back to itself. Remove it, or name the file.',
      'data/nothing.json cannot be read: there is no such file. Check its name.',
    ],
  });
});

test('a file in 300 nested folders is validated', async ({ folder }) => {
  const deep = Array.from({ length: 300 }, () => 'deep').join('/');
  write(folder, { [`data/${deep}/a.json`]: wrong, 'data/a.json': right });
  const { code, found } = await validate(folder, ['data']);
  expect(code).toBe(1);
  expect(found).toEqual(['data/a.json valid', `data/${deep}/a.json 1:27`]);
});

test('an unreadable folder is reported, and the other folders are still read', ({ folder }) => {
  write(folder, { 'data/closed/a.json': right, 'data/open/a.json': right });
  for (const name of ['', 'data', 'data/open']) chmodSync(join(folder, name), 0o755);
  chmodSync(join(folder, 'data/closed'), 0);
  const found = asOrdinaryUser(() => [...filesBelow(join(folder, 'data'))]);
  expect(found).toMatchObject([
    { kind: 'unreadable', file: join(folder, 'data/closed'), thrown: { code: 'EACCES' } },
    { kind: 'file', file: join(folder, 'data/open/a.json') },
  ]);
});

/** Root may read everything, so the work runs as the user nobody. */
function asOrdinaryUser<T>(work: () => T): T {
  const { geteuid, seteuid } = process;
  if (geteuid?.() !== 0) return work();
  const nobody = 65_534;
  seteuid?.(nobody);
  try {
    return work();
  } finally {
    seteuid?.(0);
  }
}

test('each line of an NDJSON file is validated by itself, with line numbers of the file', async ({
  folder,
}) => {
  const bom = '\ufeff';
  const large = JSON.stringify(patient({ name: [{ family: 'é🧪'.repeat(50_000) }], gender: 'x' }));
  write(folder, {
    'a.ndjson': `${bom}${wrong}\r\n\r\n  ${wrong}\n${large}\n\n{"id":1,"id":2}\n{"a"\n${right}`,
    'empty.ndjson': '\n \n',
    'b.jsonl': `${right}\n${wrong}`,
  });
  const { code, found, errors } = await validate(folder, ['a.ndjson', 'empty.ndjson']);
  expect({ code, errors }).toEqual({ code: 1, errors: [] });
  expect(found).toEqual([
    'a.ndjson:1 1:27',
    'a.ndjson:3 3:29',
    `a.ndjson:4 4:${large.indexOf('"gender"') + 1}`,
    'a.ndjson:6 6:9',
    'a.ndjson:7 7:5',
    'a.ndjson:8 valid',
    'empty.ndjson:1 1:1',
  ]);
  expect((await validate(folder, ['--ndjson', 'b.jsonl'])).found).toEqual([
    'b.jsonl:1 valid',
    'b.jsonl:2 2:27',
  ]);
});

test('messages about the JSON text of a line name its line number in the file', async ({ folder }) => {
  write(folder, { 'a.ndjson': `${right}\n{"a":1,"a":2}\n` });
  const { stdout } = await runCommand(['validate', 'a.ndjson'], { directory: folder });
  expect(stdout).toContain('(line 2, column 8)');
  expect(stdout).not.toContain('(line 1,');
});

test('standard input can be NDJSON, gzip, or both', async ({ folder }) => {
  write(folder, {
    lines: `${right}\n${wrong}\n`,
    packed: gzipSync(wrong),
    both: gzipSync(`${right}\n${wrong}`),
  });
  const from = (name: string): CommandOptions => ({ inputFrom: join(folder, name) });
  expect((await validate(folder, ['--ndjson', '-'], from('lines'))).found).toEqual(['-:1 valid', '-:2 2:27']);
  expect((await validate(folder, ['-'], from('packed'))).found).toEqual(['- 1:27']);
  expect((await validate(folder, ['--ndjson', '-'], from('both'))).found).toEqual(['-:1 valid', '-:2 2:27']);
});

test('data that unpacks to more than MAX_BODY_MB is not read, and fits a heap of 100 MB', async ({
  folder,
}) => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, ' '));
  write(folder, {
    'bomb.json.gz': bomb,
    'bomb.ndjson.gz': Buffer.concat([gzipSync(`${right}\n`), bomb]),
    'named-otherwise': bomb,
    'long.ndjson': `${right}\n${' '.repeat(2_000_000)}\n${right}\n`,
    'right.json': right,
  });
  const environment = { MAX_BODY_MB: '1', NODE_OPTIONS: '--max-old-space-size=100' };
  const names = ['bomb.json.gz', 'bomb.ndjson.gz', 'named-otherwise', 'long.ndjson', 'right.json'];
  expect(await validate(folder, names, { environment })).toEqual({
    code: 2,
    found: ['bomb.ndjson.gz:1 valid', 'long.ndjson:1 valid', 'right.json valid'],
    errors: [
      'bomb.json.gz cannot be read: what it unpacks to is larger than 1 MB; raise MAX_BODY_MB to read it.',
      'bomb.ndjson.gz:2 cannot be read: it is larger than 1 MB; raise MAX_BODY_MB to read it. The lines after it were not read.',
      'named-otherwise cannot be read: what it unpacks to is larger than 1 MB; raise MAX_BODY_MB to read it.',
      'long.ndjson:2 cannot be read: it is larger than 1 MB; raise MAX_BODY_MB to read it. The lines after it were not read.',
    ],
  });
});

test('broken or truncated gzip data is reported, after the lines that could be read', async ({ folder }) => {
  const packed = gzipSync(`${right}\n`.repeat(20_000));
  write(folder, {
    'cut.json.gz': gzipSync(right).subarray(0, 30),
    'broken.json.gz': Buffer.concat([gzipSync(right).subarray(0, 20), Buffer.alloc(30, 7)]),
    'cut.ndjson.gz': packed.subarray(0, packed.length - 12),
    'one.json.gz': Buffer.from([0x1f]),
    'none.json.gz': '',
    'not-packed.json.gz': right,
  });
  const { code, found, errors } = await validate(folder, [
    'cut.json.gz',
    'broken.json.gz',
    'cut.ndjson.gz',
    'one.json.gz',
    'none.json.gz',
    'not-packed.json.gz',
  ]);
  expect(code).toBe(2);
  expect(found.filter((line) => !line.startsWith('cut.ndjson.gz:'))).toEqual([
    'none.json.gz 1:1',
    'not-packed.json.gz valid',
  ]);
  expect(found).toContain('cut.ndjson.gz:1000 valid');
  const broken = 'cannot be read: its gzip data is broken or cut off. Pack the file again.';
  expect(errors).toEqual(
    ['cut.json.gz', 'broken.json.gz', 'cut.ndjson.gz', 'one.json.gz'].map((name) => `${name} ${broken}`),
  );
});

test('a folder of 2,000 files gives one line for each file, up to the last one', async ({ folder }) => {
  const families = Array.from({ length: 2_000 }, (_, index) => `Family ${index}`);
  write(
    folder,
    Object.fromEntries(
      families.map((family, index) => [
        `data/${String(index).padStart(4, '0')}.json`,
        JSON.stringify(patient({ name: [{ family }], gender: index === 1_999 ? 'x' : 'male' })),
      ]),
    ),
  );
  const { code, found } = await validate(folder, ['data']);
  expect(code).toBe(1);
  expect(found).toHaveLength(2_000);
  expect(found.slice(-2)).toEqual(['data/1998.json valid', expect.stringMatching(/^data\/1999\.json 1:/)]);
});
