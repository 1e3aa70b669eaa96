import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { putInPlace, removeUnused, touch } from '../../support/kept-folders.ts';

const longAgo = new Date(Date.now() - 2 * 86_400_000);

/** A folder of this name whose one file says this. */
function made(home: string, name: string, text: string): string {
  const folder = join(home, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'file'), text);
  return folder;
}

let home: string;
test.beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'evidence-contract-kept-'));
});
test.afterEach(() => rmSync(home, { recursive: true, force: true }));

test('what nobody has used for a day is removed, and what is used again stays', () => {
  const [unused, used] = [made(home, 'unused', ''), made(home, 'used', '')];
  for (const folder of [unused, used]) utimesSync(folder, longAgo, longAgo);
  touch(used);
  removeUnused(home);
  expect([existsSync(unused), existsSync(used)]).toEqual([false, true]);
});

test('of two that are made at once the first one stays', () => {
  const folder = join(home, 'folder');
  putInPlace(made(home, 'first', 'first'), folder);
  putInPlace(made(home, 'second', 'second'), folder);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('first');
  expect(existsSync(join(home, 'second'))).toBe(false);
  expect(() => putInPlace(join(home, 'missing'), join(home, 'elsewhere'))).toThrow(/ENOENT/);
});
