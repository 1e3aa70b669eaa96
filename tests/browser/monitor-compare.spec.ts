import { expect, test } from '@playwright/test';
import { needs } from '../support/needs.ts';
import { findBroken, findDrift, sidewaysScroll, withMonitor } from './monitor-pages.ts';
import { keepPicture, seriousFindings } from './pages.ts';

needs('chromium');

test('two runs of the history are compared by the last version, by days and by their ids', async ({
  page,
}) => {
  await withMonitor(async (watched, url) => {
    await page.goto(`${url}/installations/staging`);
    await page.getByRole('link', { name: 'Compare two runs' }).click();
    await expect(page.getByText('no change of version shows.')).toBeVisible();
    await findDrift(watched);
    await findBroken(watched);
    await page.reload();
    await page.getByRole('link', { name: 'since the version before it' }).click();
    await expect(page.getByText(/^Something broke\. \d+ broken, \d+ changes? for clients/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Broke: held before, and is broken now' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Can I keep my integration?' })).toBeVisible();
    const keeping = page.getByRole('row', { name: /^GET \/api\/v3\/key_questions/ });
    await expect(keeping).toContainText('No');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await sidewaysScroll(page)).toBe(0);
        await keepPicture(page, `monitor-compare-${width}-${colorScheme}`);
      }
      expect(await seriousFindings(page)).toEqual([]);
    }

    const form = page.getByRole('form', { name: 'Compare' });
    const today = new Date().toISOString().slice(0, 10);
    await form.getByLabel('From').fill(today);
    await form.getByLabel('To').fill('');
    await form.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('alert')).toHaveText('Both are the same run: there is nothing to compare.');
    await form.getByLabel('From').fill('2001-01-01');
    await form.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'The history has no standard or full run of this installation until 2001-01-01.',
    );
    await form.getByLabel('From').fill('"><script>alert(1)</script>');
    await form.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('alert')).toContainText('Give a day (2026-03-01)');
    await expect(form.getByLabel('From')).toHaveValue('"><script>alert(1)</script>');
  });
});
