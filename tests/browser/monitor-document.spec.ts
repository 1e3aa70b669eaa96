import { expect, test } from '@playwright/test';
import { endpoints } from '../../contract/document/endpoints.ts';
import { needs } from '../support/needs.ts';
import { findBroken, findDrift, sidewaysScroll, withMonitor } from './monitor-pages.ts';
import { keepPicture, seriousFindings } from './pages.ts';
import { test as inWorld } from './world.ts';

needs('chromium');

test('the annotated document of an installation shows what broke, what changed and since when', async ({
  page,
}) => {
  await withMonitor(async (watched, url) => {
    await page.goto(`${url}/installations/staging`);
    await page.getByRole('link', { name: 'API document with its verdicts' }).click();
    await expect(page).toHaveURL(`${url}/installations/staging/document`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The API document, judged at staging');
    await expect(page.locator('#AUTH-9')).toContainText(`holds at all ${endpoints.length} endpoints`);
    await expect(page.locator('#GAP-CACHING')).toContainText(
      /since \d+ \w+ \d{4}.* or longer · as in the baseline/,
    );

    await findDrift(watched);
    await page.reload();
    await page.getByRole('link', { name: 'Changed since the baseline' }).click();
    await expect(page).toHaveURL(/\?show=changed$/);
    const caching = page.locator('#GAP-CACHING');
    await expect(caching).toContainText('changed since the baseline');
    await expect(caching).toContainText('new since');
    await expect(page.locator('#AUTH-9')).toBeHidden();
    await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Everything' }).click();
    await expect(page.locator('#AUTH-9')).toBeVisible();

    await findBroken(watched);
    await page.goto(`${url}/installations/staging/document?show=broken`);
    const broken = page.locator('.doc-item.is-broken');
    await expect(broken.first()).toBeVisible();
    await expect(page.locator('.cause')).toContainText('status 500 at GET /api/v3/key_questions');
    await expect(page.locator('#AUTH-3')).toBeHidden();
    await broken.first().getByRole('link', { name: 'Evidence' }).first().click();
    await expect(page.locator('.doc-exchange:has(:target) pre').last()).toBeInViewport();
    await page.goto(`${url}/installations/staging/document?show=broken`);
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const width of [390, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sidewaysScroll(page)).toBe(0);
      await keepPicture(page, `monitor-document-${width}`);
    }
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${url}/installations/staging/document`);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('link', { name: /^standard run of/ }).click();
    await page.getByRole('link', { name: 'API document with its verdicts' }).click();
    await expect(page).toHaveURL(/\/runs\/[^/]+\/document$/);
    await expect(page.locator('.doc-item.is-broken').first()).toBeVisible();
    expect((await page.goto(`${url}/runs/none/document`))?.status()).toBe(404);
    await expect(page.getByText('The history has no run with this id.')).toBeVisible();
    expect((await page.goto(`${url}/installations/none/document`))?.status()).toBe(404);
  });
});

inWorld(
  'an endpoint with a skipped check has a cell in the annotated document',
  async ({ page, worldOf }) => {
    // The first test of a worker creates the history.
    inWorld.slow();
    const { url } = await worldOf('outage', 14);
    await page.goto(`${url}/installations/staging/document`);
    const skipped = page.locator('#AUTH-1 .doc-cell.skip');
    await skipped.scrollIntoViewIfNeeded();
    await expect(skipped).toBeInViewport();
  },
);
