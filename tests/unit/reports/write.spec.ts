import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { withFindings } from '../../../engine/record/findings.ts';
import { readRecord } from '../../../engine/record/read-stored.ts';
import { prepareFolder, WriteError, writeReports, writeWhole } from '../../../reports/write.ts';
import { mixed } from '../../support/records.ts';
import { test } from '../../support/temporary-folder.ts';

const names = ['document.html', 'junit.xml', 'report.html', 'report.md', 'run.json'];

test('a run is written to a new folder in every default format, and no other file remains there', async ({
  folder: own,
}) => {
  const folder = join(own, 'deep', 'folder');
  await writeReports(mixed, folder);
  await writeReports({ ...mixed, requests: 99 }, folder);
  expect((await readdir(folder)).toSorted()).toEqual(names);
  const record = readRecord(await readFile(join(folder, 'run.json'), 'utf8'));
  expect(record).toEqual(withFindings({ ...mixed, requests: 99 }));
  expect(await readFile(join(folder, 'report.md'), 'utf8')).toContain('99 requests');
  expect(await readFile(join(folder, 'report.html'), 'utf8')).toContain('99 requests');
  expect(await readFile(join(folder, 'junit.xml'), 'utf8')).toContain('<testsuites');
});

test('only their owner may read files and the folders that are made for them', async ({ folder: own }) => {
  const folder = join(own, 'deep', 'folder');
  await prepareFolder(folder);
  await writeReports(mixed, join(folder, 'more'));
  await writeWhole(join(folder, 'whole.txt'), 'text');
  const rightsOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);
  for (const path of [join(own, 'deep'), folder, join(folder, 'more')])
    expect(await rightsOf(path)).toBe('700');
  for (const name of [...names.map((one) => join('more', one)), 'whole.txt'])
    expect(await rightsOf(join(folder, name))).toBe('600');
  expect(await readFile(join(folder, 'whole.txt'), 'utf8')).toBe('text');
});

test('a reader sees the old file or the new one, never a part', async ({ folder: own }) => {
  const file = join(own, 'run.json');
  const versions = ['a', 'b'].map((letter) => letter.repeat(2_000_000));
  await writeWhole(file, versions[0] ?? '');
  let isWriting = true;
  const writing = (async () => {
    for (let round = 0; round < 20; round += 1) await writeWhole(file, versions[round % 2] ?? '');
    isWriting = false;
  })();
  const seen = new Set<string>();
  while (isWriting) {
    const content = await readFile(file, 'utf8');
    seen.add(versions.includes(content) ? 'whole' : `a part of ${content.length} characters`);
  }
  await writing;
  expect([...seen]).toEqual(['whole']);
});

test('a part of the path that is a file is reported in a sentence', async ({ folder: own }) => {
  const file = join(own, 'file');
  await writeFile(file, 'mine');
  const failed = writeReports(mixed, join(file, 'reports'));
  await expect(failed).rejects.toThrow(
    `${join(file, 'reports', 'run.json')} cannot be written: a part of its path is a file, not a folder; choose another folder.`,
  );
  await expect(failed).rejects.toBeInstanceOf(WriteError);
  expect(await readFile(file, 'utf8')).toBe('mine');
});

test('if a folder has the name of a file to write, the error says so and no temporary file remains', async ({
  folder: own,
}) => {
  const folder = join(own, 'reports');
  await mkdir(join(folder, 'run.json'), { recursive: true });
  await expect(writeReports(mixed, folder)).rejects.toThrow(
    'run.json cannot be written: a folder has this name; remove it or choose another folder.',
  );
  expect(await readdir(folder)).toEqual(['run.json']);
});

test('a folder without write permission is reported in a sentence', async ({ folder: own }) => {
  const folder = join(own, 'locked');
  await mkdir(folder);
  await chmod(folder, 0o555);
  // Root may write anywhere except in a file system of the kernel.
  const target = process.getuid?.() === 0 ? '/sys/reports' : folder;
  await expect(writeReports(mixed, target)).rejects.toThrow(
    /run\.json cannot be written: (?!.*REPORTS_DIR).+; choose another folder.*\.$/,
  );
});
