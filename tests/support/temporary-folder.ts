import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

/** Tests with a folder of their own, which goes away with them. */
export const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'evidence-contract-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

/** Goes away with the process. */
const folders = mkdtempSync(join(tmpdir(), 'evidence-contract-'));
process.once('exit', () => rmSync(folders, { recursive: true, force: true }));

/** A folder of its own, for what is no test or needs several. */
export function emptyFolder(): string {
  return mkdtempSync(join(folders, 'folder-'));
}
