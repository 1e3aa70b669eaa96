import { expect, test } from '@playwright/test';
import { assetUrl } from '../../monitor/views/asset-url.ts';
import { withWatched } from '../monitor/operations/watched.ts';
import { needs } from '../support/needs.ts';
import { often } from '../support/often.ts';
import { findBroken, patient, quiet, stateOf } from './monitor-pages.ts';

needs('chromium');

test('a change shows without waiting for the next turn of the page', async ({ page }) => {
  const slow = { ...quiet, environment: { ...quiet.environment, MONITOR_REFRESH: '10m' } };
  await withWatched(slow, async (watched) => {
    await expect.poll(() => stateOf(watched), often).toBe('conforming');
    await page.goto(watched.monitor.url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The installation is conforming');
    const icon = page.locator('link[rel=icon]');
    await expect(icon).toHaveAttribute('href', assetUrl('icon.svg'));
    await findBroken(watched);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'The installation needs attention',
      patient,
    );
    await expect(icon).toHaveAttribute('href', assetUrl('icon-trouble.svg'));
    const drawing = await page.request.get(new URL(assetUrl('icon-trouble.svg'), watched.monitor.url).href);
    expect(drawing.headers()['content-type']).toContain('image/svg+xml');
  });
});

test('a page says within 15 s that the monitor is gone, in a bar and in its title', async ({ page }) => {
  await withWatched(quiet, async (watched) => {
    await expect.poll(() => stateOf(watched), often).toBe('conforming');
    await page.goto(`${watched.monitor.url}/installations/staging`);
    await expect(page.getByText('Conforming', { exact: true }).first()).toBeVisible();
    const startMs = performance.now();
    await watched.monitor.close();
    await expect(page.getByRole('alert')).toHaveText(
      /^No contact with the monitor since \d\d:\d\d:\d\d UTC/,
      patient,
    );
    expect(performance.now() - startMs).toBeLessThan(15_000);
    await expect(page).toHaveTitle(/^⚠ No contact · staging: conforming/);
  });
});
