import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { patient } from '../../support/fhir-resources.ts';
import { test } from '../../support/temporary-folder.ts';
import { type WatchedCommand, watchIn } from './watched-command.ts';

const right = JSON.stringify(patient());
const wrong = JSON.stringify(patient({ gender: 'x' }));

/** Waits for a line of output, and skips lines about a file that was still being written. */
async function until(command: WatchedCommand, expected: string): Promise<void> {
  for (;;) {
    const { file, valid } = JSON.parse(await command.line()) as {
      readonly file: string;
      readonly valid: boolean;
    };
    if (`${file} ${valid ? 'valid' : 'not valid'}` === expected) return;
  }
}

test('changed and new files in a folder are validated again, and the last results decide the exit code', async ({
  folder,
}) => {
  const file = (name: string): string => join(folder, 'data', name);
  mkdirSync(join(folder, 'data'));
  writeFileSync(file('a.json'), right);
  const command = watchIn(folder, ['data']);
  await until(command, 'data/a.json valid');
  expect(await command.sentence()).toBe('Watching data. Press Ctrl+C to end.');

  writeFileSync(file('.hidden.json'), wrong);
  writeFileSync(file('notes.txt'), wrong);
  writeFileSync(file('a.json'), wrong);
  await until(command, 'data/a.json not valid');

  mkdirSync(file('new/inner'), { recursive: true });
  writeFileSync(file('new/inner/b.ndjson'), `${right}\n${wrong}\n`);
  await until(command, 'data/new/inner/b.ndjson:1 valid');
  await until(command, 'data/new/inner/b.ndjson:2 not valid');

  rmSync(file('new'), { recursive: true });
  expect(await command.sentence()).toBe('data/new/inner/b.ndjson was removed.');
  writeFileSync(file('a.json'), right);
  await until(command, 'data/a.json valid');
  expect(await command.interrupt()).toBe(0);
});

test('named files can be replaced, removed and created again', async ({ folder }) => {
  const file = (name: string): string => join(folder, name);
  const replace = (name: string, text: string): void => {
    writeFileSync(file('temporary'), text);
    renameSync(file('temporary'), file(name));
  };
  for (const name of ['a', 'b', 'c', 'd', 'e', 'beside']) writeFileSync(file(`${name}.json`), right);
  const names = ['a.json', 'b.json', 'later.json', 'c.json', 'd.json', 'e.json', 'a.json'];
  const command = watchIn(folder, names);
  await until(command, 'a.json valid');
  await until(command, 'b.json valid');
  expect(await command.sentence()).toBe('later.json cannot be read: there is no such file. Check its name.');
  expect(await command.sentence()).toBe(
    'Watching a.json, b.json, later.json, c.json, d.json and 1 more. Press Ctrl+C to end.',
  );

  writeFileSync(file('beside.json'), wrong);
  for (const text of [wrong, right, wrong]) {
    for (const name of ['a.json', 'b.json']) {
      replace(name, text);
      await until(command, `${name} ${text === right ? 'valid' : 'not valid'}`);
    }
  }
  writeFileSync(file('later.json'), right);
  await until(command, 'later.json valid');
  rmSync(file('b.json'));
  expect(await command.sentence()).toBe('b.json cannot be read: there is no such file. Check its name.');
  replace('b.json', right);
  await until(command, 'b.json valid');
  expect(await command.interrupt('SIGTERM')).toBe(1);
});

test('the text format shows a fixed file, and totals over all files', async ({ folder }) => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/a.json'), right);
  writeFileSync(join(folder, 'data/b.json'), wrong);
  const command = watchIn(folder, ['--format', 'text', 'data']);
  const lines = async (amount: number): Promise<readonly string[]> => {
    const found: string[] = [];
    while (found.length < amount) found.push(await command.line());
    return found;
  };
  expect(await lines(6)).toEqual([
    '✗ data/b.json  Patient, FHIR 4.0.1',
    '  1:27  error  Patient.gender  binding',
    expect.stringContaining('The code "x" is not in the value set'),
    expect.stringContaining('codes are'),
    '',
    '✗ 1 of 2 files is not valid: 1 error.',
  ]);
  await command.sentence();
  writeFileSync(join(folder, 'fixed.json'), right);
  renameSync(join(folder, 'fixed.json'), join(folder, 'data/b.json'));
  expect(await lines(4)).toEqual(['', '✓ data/b.json  Patient, FHIR 4.0.1', '', '✓ 2 files are valid.']);
  rmSync(join(folder, 'data'), { recursive: true });
  expect(await lines(2)).toEqual(['', '✗ Nothing was validated. 1 file could not be read.']);
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other/c.json'), wrong);
  renameSync(join(folder, 'other'), join(folder, 'data'));
  expect((await lines(7))[1]).toBe('✗ data/c.json  Patient, FHIR 4.0.1');
  rmSync(folder, { recursive: true });
  expect((await lines(2)).at(-1)).toBe('✗ Nothing was validated. 1 file could not be read.');
  expect(await command.interrupt()).toBe(2);
});

test('a named symbolic link to a folder is watched, and so is a named folder that is created later', async ({
  folder,
}) => {
  mkdirSync(join(folder, 'real/inner'), { recursive: true });
  writeFileSync(join(folder, 'real/inner/a.json'), right);
  symlinkSync('real', join(folder, 'link'));
  const command = watchIn(folder, ['link', 'later']);
  await until(command, 'link/inner/a.json valid');
  expect(await command.sentence()).toBe('later cannot be read: there is no such file. Check its name.');
  expect(await command.sentence()).toBe('Watching link, later. Press Ctrl+C to end.');
  writeFileSync(join(folder, 'real/inner/a.json'), wrong);
  await until(command, 'link/inner/a.json not valid');
  mkdirSync(join(folder, 'later'));
  writeFileSync(join(folder, 'later/b.json'), right);
  await until(command, 'later/b.json valid');
  writeFileSync(join(folder, 'later/b.json'), wrong);
  await until(command, 'later/b.json not valid');
  expect(await command.interrupt()).toBe(1);
});

test('an empty folder is watched, and a new file in it is validated', async ({ folder }) => {
  mkdirSync(join(folder, 'data'));
  const command = watchIn(folder, ['data']);
  expect(await command.sentence()).toMatch(/^data holds nothing to validate/);
  expect(await command.sentence()).toMatch(/^Watching data\./);
  writeFileSync(join(folder, 'data/a.json'), right);
  await until(command, 'data/a.json valid');
  expect(await command.interrupt()).toBe(0);
});

test('watching ends with exit code 0 when the reader closes standard output and all files are valid', async ({
  folder,
}) => {
  writeFileSync(join(folder, 'a.json'), wrong);
  const command = watchIn(folder, ['a.json']);
  await command.line();
  await command.sentence();
  command.stopReading();
  writeFileSync(join(folder, 'a.json'), right);
  expect(await command.ended).toBe(0);
});

test('an interruption before all files are validated ends with exit code 130', async ({ folder }) => {
  const entry = Array.from({ length: 60_000 }, () => ({ resource: patient({ name: [{ family: 'Many' }] }) }));
  writeFileSync(join(folder, 'a.json'), right);
  writeFileSync(
    join(folder, 'b.json'),
    JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }),
  );
  const command = watchIn(folder, ['a.json', 'b.json']);
  await until(command, 'a.json valid');
  expect(await command.interrupt()).toBe(130);
});
