import { mkdirSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { isFolder } from '../../cli/files.ts';
import { codeOf, makeFolder, readWhole, whyUnreadable } from '../../engine/files.ts';
import { test } from '../support/temporary-folder.ts';

function codeThrownBy(act: () => unknown): string {
  try {
    act();
    return 'nothing';
  } catch (thrown) {
    return codeOf(thrown);
  }
}

test.describe('readWhole', () => {
  test('reads a whole file with any content', ({ folder }) => {
    const bytes = Buffer.from([0, 255, 10, 13, ...Array.from({ length: 3_000_000 }, (_, at) => at % 256)]);
    writeFileSync(join(folder, 'file'), bytes);
    writeFileSync(join(folder, 'empty'), '');
    expect(readWhole(join(folder, 'file')).equals(bytes)).toBe(true);
    expect(readWhole(join(folder, 'empty'))).toHaveLength(0);
  });

  test('reads a file up to its limit, and refuses a larger one with EFBIG', ({ folder }) => {
    writeFileSync(join(folder, 'file'), '12345678');
    expect(readWhole(join(folder, 'file'), 8).toString()).toBe('12345678');
    expect(codeThrownBy(() => readWhole(join(folder, 'file'), 7))).toBe('EFBIG');
    truncateSync(join(folder, 'file'), 2_000_000_000);
    expect(codeThrownBy(() => readWhole(join(folder, 'file')))).toBe('EFBIG');
  });

  const reasons: readonly (readonly [string, string, string])[] = [
    ['it does not exist', 'none', 'there is no such file. Check its name.'],
    ['it is a folder', '.', 'it is a directory. Name the files in it.'],
    ['a part of its path is a file', 'file/none', 'a part of its path is a file. Check its name.'],
    [
      'its path is too long',
      'x'.repeat(5_000),
      'its path is longer than the system allows. Shorten the names of its folders.',
    ],
    ['its name has a null character', 'a\0b', 'the system answered ERR_INVALID_ARG_VALUE. Check the file.'],
  ];
  for (const [name, file, reason] of reasons) {
    test(`explains why a file cannot be read: ${name}`, ({ folder }) => {
      writeFileSync(join(folder, 'file'), '');
      try {
        readWhole(`${folder}/${file}`);
        throw new Error('It was read.');
      } catch (thrown) {
        expect(whyUnreadable(thrown)).toBe(reason);
      }
    });
  }
});

test('isFolder is true only for a folder or a link to one, also if a path cannot be read', ({ folder }) => {
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(folder, join(folder, 'link'));
  symlinkSync('loop', join(folder, 'loop'));
  const names = ['.', 'link', 'file', 'file/below', 'none', 'loop', 'loop/below', 'x'.repeat(5_000), 'a\0b'];
  expect(names.filter((name) => isFolder(`${folder}/${name}`))).toEqual(['.', 'link']);
});

test.describe('makeFolder', () => {
  test('creates missing parent folders, and accepts an existing folder', ({ folder }) => {
    makeFolder(join(folder, 'a/b/c'));
    makeFolder(join(folder, 'a/b/c'));
    expect(statSync(join(folder, 'a/b/c')).isDirectory()).toBe(true);
  });

  test('creates a folder below a symbolic link to a folder', ({ folder }) => {
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    makeFolder(join(folder, 'link/a'));
    expect(statSync(join(folder, 'real/a')).isDirectory()).toBe(true);
  });

  test('throws the error code of the system if a folder cannot be created', ({ folder }) => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    expect(codeThrownBy(() => makeFolder(join(folder, 'file')))).toBe('EEXIST');
    expect(codeThrownBy(() => makeFolder(join(folder, 'file/a/b')))).toBe('ENOTDIR');
    expect(codeThrownBy(() => makeFolder(join(folder, 'dangling')))).toBe('EEXIST');
    expect(codeThrownBy(() => makeFolder(join(folder, 'a\0b')))).toBe('ERR_INVALID_ARG_VALUE');
  });
});
