import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { long } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';
import { often } from '../../support/often.ts';

needs('chromium');

const root = fileURLToPath(new URL('../../../', import.meta.url));
const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/** Editors use the same Playwright server as UI mode: see `editor.spec.ts`. */
test(
  'the contract runs twice in UI mode, and shows a check as a step with its verdict',
  long,
  async ({ page }) => {
    test.slow();
    const words = [playwright, 'test', '--ui-host=127.0.0.1', '--ui-port=0'];
    const server = spawn(process.execPath, words, {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, BASE_URL: 'embedded' },
    });
    let said = '';
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    const ended = new Promise((resolve) => server.once('close', resolve));
    try {
      await expect.poll(() => said, often).toMatch(/http:\/\/\S+/);
      await page.goto(/http:\/\/\S+/.exec(said)?.[0] ?? '');
      const endpoint = page.getByRole('treeitem', { name: 'GET /api/v3/users' });
      for (const round of ['first', 'second']) {
        await endpoint.hover();
        await endpoint.getByRole('button', { name: 'Run' }).click();
        await expect(page.getByTestId('status-line'), round).toHaveText(
          /^(\d+)\/\1 \(100%\)|^(\d+)\/\2 passed/,
          {
            timeout: 60_000,
          },
        );
      }
      await endpoint.click();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('treeitem', { name: 'accepts valid keys and refuses all others' }).click();
      const actions = page.getByTestId('actions-tree');
      await expect(actions).toContainText('pass: auth.no-key-rejected refuses a request without a key');
    } finally {
      server.kill();
      await ended;
    }
  },
);
