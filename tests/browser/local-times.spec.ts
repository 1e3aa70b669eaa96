import { expect } from '@playwright/test';
import { needs } from '../support/needs.ts';
import { test } from './world.ts';

needs('chromium');
// One after the other in one process: each process would start monitors of its own.
test.describe.configure({ mode: 'default' });

const made = '21 Nov 2026 13:05 UTC';

test.describe('In Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test("times show the reader's local time in a tooltip, also on static pages", async ({ page, worldOf }) => {
    const { url, place } = await worldOf('outage', 14);
    await page.goto(url);
    const foot = page.locator('#made');
    await expect(foot).toContainText(`As of ${made}. Updates itself. All times are UTC.`);
    await expect(foot).toContainText('By your clock this is Nov 21, 2026, 14:05 GMT+1.');
    const ago = page.getByRole('row').getByText('4 min ago').first();
    await expect(ago).toHaveAttribute('title', 'Nov 21, 2026, 14:01 GMT+1 by your clock');
    // So do times in a part of the page that was replaced.
    await page.getByRole('searchbox').fill('oslo');
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    await expect(page.getByRole('row').getByText('4 min ago')).toHaveAttribute('title', /14:01 GMT\+1/);
    await page.goto(`${url}/installations/${place.installation}/incidents`);
    // In summer the clock is two hours ahead.
    const september = page.locator('time[datetime^="2026-09"]').first();
    await expect(september).toHaveAttribute('title', /^Sep \d+, 2026, \d\d:\d\d GMT\+2 by your clock$/);
  });

  test('a button switches all pages to local time, and back to UTC', async ({ page, worldOf }) => {
    const { url, place } = await worldOf('outage', 14);
    await page.goto(url);
    await page.getByRole('button', { name: 'Show times by my clock' }).click();
    const foot = page.locator('#made');
    await expect(foot).toContainText('As of Nov 21, 2026, 14:05 GMT+1.');
    await expect(foot).toContainText('Times are by your clock; days, months and drawings are in UTC.');
    await expect(foot).not.toContainText('All times are UTC');
    await expect(page.getByRole('region', { name: 'Last 24 hours' })).toContainText('13:31–now');
    await page.goto(`${url}/installations/${place.installation}`);
    const run = page
      .getByRole('table', { name: /^The runs of the last 24 hours/ })
      .locator('time')
      .first();
    await expect(run).toHaveText(/^Nov 21, 2026, 14:\d\d:\d\d GMT\+1$/);
    await expect(run).toHaveAttribute('title', /^2026-11-21 13:\d\d:\d\d UTC$/);
    await page.goto(`${url}/?view=wall`);
    await expect(page.locator('.wall-clock')).toHaveText('14:05 GMT+1');
    await page.goto(url);
    await page.getByRole('button', { name: 'Show times in UTC' }).click();
    await expect(foot).toContainText(`As of ${made}. Updates itself. All times are UTC.`);
  });
});

test.describe('In UTC', () => {
  test.use({ timezoneId: 'Etc/UTC' });

  test('the footer does not mention local time and has no button to switch', async ({ page, worldOf }) => {
    const { url } = await worldOf('outage', 14);
    await page.goto(url);
    await expect(page.getByRole('row').getByText('4 min ago').first()).toHaveAttribute('title', /13:01 UTC/);
    await expect(page.locator('#made')).not.toContainText('your clock');
    await expect(page.getByRole('button', { name: 'Show times by my clock' })).toHaveCount(0);
  });
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('times are in UTC', async ({ page, worldOf }) => {
    const { url } = await worldOf('outage', 14);
    await page.goto(url);
    await expect(page.locator('#made')).toHaveText(`As of ${made}. Updates itself. All times are UTC.`);
  });
});
