import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { renderHtml } from '../../reports/html.ts';
import { needs } from '../support/needs.ts';
import {
  forbidden,
  grouped,
  hostile,
  hostileDeviations,
  hostileRecord,
  mixed,
  record,
  users,
  verdict,
} from '../support/records.ts';

needs('chromium');

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Serves the page from an address of its own and notes everything that it does beside being shown. */
async function open(page: Page, markup: string): Promise<readonly string[]> {
  const noted: string[] = [];
  page.on('console', (message) => noted.push(message.text()));
  page.on('pageerror', (error) => noted.push(error.message));
  page.on('dialog', (dialog) => {
    noted.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().endsWith('/report.html')) noted.push(`request ${request.url()}`);
  });
  await page.route('**/report.html', (route) => route.fulfill({ contentType: 'text/html', body: markup }));
  await page.goto('http://report.example/report.html');
  return noted;
}

test('the page shows the run, and its style passes its own policy', async ({ page }) => {
  const noted = await open(page, renderHtml(mixed));
  await expect(page).toHaveTitle('Contract of staging');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contract of staging');
  await expect(page.getByText('Violating: 2 findings.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Findings, the gravest first (2)' })).toBeVisible();
  await expect(page.getByText("curl -sS -i 'http://here.example/e1'")).toBeVisible();
  const row = page.getByRole('row', { name: 'GET /api/v3/users' }).first();
  await expect(row.getByRole('cell').nth(1)).toHaveText('✗ 11 broken ~ 11 known failure');
  await expect(page.locator('main')).toHaveCSS('padding-top', '24px');
  expect(noted).toEqual([]);
});

test('what has one cause is shown once, and its failures on demand', async ({ page }) => {
  await open(page, renderHtml(grouped));
  await expect(page.getByText('Violating: 2 findings in 4 failures.')).toBeVisible();
  const articles = page.getByRole('article');
  await expect(articles.getByRole('heading')).toHaveText([
    'Open door: auth.no-key-rejected an endpoint refuses a request without a key',
    'Wrong form: errors.refusal-message an endpoint refuses with the message Unauthorized',
  ]);
  const door = articles.first();
  await expect(door.getByText(/^At 2 of 3 endpoints a request without a key/)).toBeVisible();
  await expect(door.getByText('Endpoints: GET /api/v3/users, GET /api/v3/projects')).toBeVisible();
  await expect(door.getByText('Also: auth.wrong-header-key-rejected')).toBeVisible();
  const last = door.getByText(/^GET \/api\/v3\/users with a wrong key/);
  await expect(last).toBeHidden();
  await door.getByText('3 failures').click();
  await expect(last).toBeVisible();
  await expect(articles.last().locator('details')).toHaveCount(0);
});

const shown = [
  ['light', mixed],
  ['dark', mixed],
  ['light', grouped],
  ['dark', grouped],
] as const;
for (const [colorScheme, run] of shown) {
  test(`the page is accessible: ${colorScheme}, ${run === mixed ? 'one of everything' : 'with findings of several failures'}`, async ({
    page,
  }) => {
    // Testing tools are injected by the debugger, which the policy of the page rightly forbids to scripts.
    await page.emulateMedia({ colorScheme });
    await open(page, renderHtml(run, hostileDeviations).replace(/<meta http-equiv[^>]+>/, ''));
    await page.addScriptTag({ path: axe });
    const violations = await page.evaluate(async () => {
      const { axe: tool } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      return (await tool.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(violations).toEqual([]);
  });
}

test('the page fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const run of [mixed, grouped]) {
    await open(page, renderHtml(run));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  }
});

test('whatever an installation says is text on the page, and nothing runs or loads', async ({ page }) => {
  const markup = renderHtml(hostileRecord, hostileDeviations);
  expect(markup).not.toMatch(forbidden);
  expect(markup).not.toContain('<script');
  const noted = await open(page, markup);
  await expect(page.locator('script, img, iframe, a, form')).toHaveCount(0);
  const shown = hostile.replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFE]/gu, '�').replace(/[\s\u2028]+/gu, ' ');
  await expect(page.locator('.failure pre').first()).toHaveText(shown);
  expect(noted).toEqual([]);
});

test('where one cause stood in the way of everything, the page shows it and has no table', async ({
  page,
}) => {
  const cause = 'Nothing is there.';
  const gone = record([verdict('auth.no-key-rejected', users, 'untestable', { message: cause })], {
    state: 'unreachable',
    cause,
    coverage: 0,
  });
  await open(page, renderHtml(gone));
  await expect(page.getByText(cause)).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
