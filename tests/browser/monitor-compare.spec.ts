import { expect, test } from '@playwright/test';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { findBroken, findDrift, sidewaysScroll, withMonitor } from './monitor-pages.ts';
import { keepPicture, seriousFindings } from './pages.ts';

needs('chromium');

test('the latest run is compared with the one before the last deployment, endpoint by endpoint', async ({
  page,
}) => {
  await withMonitor(async (watched, url) => {
    await page.goto(`${url}/installations/staging`);
    await page.getByRole('link', { name: 'Compare two runs' }).click();
    await expect(page.getByText('No deployment was seen')).toBeVisible();
    await findDrift(watched);
    await findBroken(watched);
    await page.reload();
    await page.getByRole('link', { name: 'before the last deployment' }).click();
    await expect(page.getByText(/^Something broke\. \d+ broken, \d+ changes? for clients/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Newly broken' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Can I keep my integration?' })).toBeVisible();
    const keeping = page.getByRole('row', { name: /^GET \/api\/v3\/key_questions/ });
    await expect(keeping).toContainText('No');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sidewaysScroll(page)).toBe(0);
      await keepPicture(page, `monitor-compare-${width}`);
    }
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByText('Compare with other runs').click();
    const around = page.getByRole('link', { name: 'What it changed' });
    await around.click();
    await expect(page.getByText('Compare with other runs')).toBeVisible();
    await page.getByText('Compare with other runs').click();
    await expect(around).toHaveAttribute('aria-current', 'true');
    await expect(page.getByText(/^Something broke\./)).toBeVisible();
  });
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'two runs are compared by a preset link or by typed dates, and wrong input is explained',
    long,
    async ({ page }) => {
      await withMonitor(async (watched, url) => {
        await page.goto(`${url}/installations/staging/compare`);
        const choices = page.getByRole('navigation', { name: 'Compare the latest run with' });
        await expect(choices.getByRole('listitem')).toHaveText([
          'the run before no run that old is kept',
          'yesterday no run that old is kept',
          '7 days ago no run that old is kept',
          '30 days ago no run that old is kept',
        ]);
        await expect(choices.getByRole('link')).toHaveCount(0);
        await findBroken(watched);
        await page.goto(`${url}/installations/staging/compare`);
        await choices.getByRole('link', { name: 'the run before' }).focus();
        await page.keyboard.press('Enter');
        await expect(page.getByText(/^Something broke\./)).toBeVisible();
        await page.getByRole('link', { name: 'Can I keep my integration?' }).click();
        await expect(page).toHaveURL(/#keeping$/);
        await page.getByText(/^Yes: the other \d+ endpoints$/).click();
        await expect(page.getByText('GET /api/v3/projects', { exact: true })).toBeVisible();

        await expect(choices).toBeHidden();
        await page.getByText('Compare with other runs').click();
        await expect(choices.getByRole('link', { name: 'the run before' })).toHaveAttribute(
          'aria-current',
          'true',
        );
        const form = page.getByRole('form', { name: 'Compare' });
        const compare = async (from: string, to = ''): Promise<void> => {
          await form.getByLabel('From').fill(from);
          await form.getByLabel('To').fill(to);
          await form.getByRole('button', { name: 'Compare' }).click();
        };
        const problem = page.getByRole('alert');
        const none = 'The history has no standard or full run of this installation until';
        await compare('today');
        await expect(problem).toHaveText(
          /^The installation was judged for the last time at .* UTC: since then no standard or full run has ended/,
        );
        await compare(new Date().toISOString().slice(0, 10), 'today');
        await expect(problem).toHaveText('Both are the same run: there is nothing to compare.');
        await compare('2001-01-01');
        await expect(problem).toHaveText(`${none} 2001-01-01.`);
        await compare('2001-01-01 20:00');
        await expect(problem).toHaveText(`${none} 1 Jan 2001 20:00 UTC.`);
        for (const typed of ['7d', 'yesterday']) {
          await compare(typed);
          await expect(problem).toContainText(none);
        }
        for (const [from, to, field, typed] of [
          ['"><script>alert(1)</script>', '', 'From', '"><script>alert(1)</script>'],
          ['today', 'last week', 'To', 'last week'],
          ['x'.repeat(70), '', 'From', `${'x'.repeat(60)}…`],
        ] as const) {
          await compare(from, to);
          const sentence = `"${typed}" was not understood. Write 7d for a week ago, 2026-03-01 for a day, or the id of a run of this installation.`;
          await expect(problem).toHaveText(sentence);
          await expect(form.getByLabel(field)).toHaveAccessibleDescription(/was not understood/);
          await expect(form.locator('[aria-invalid]')).toHaveCount(1);
          await expect(form.getByLabel('From')).toHaveValue(from);
        }
        expect((await page.request.get(`${url}/installations/staging/compare?from=last+week`)).status()).toBe(
          400,
        );
        expect((await page.request.get(`${url}/installations/staging/compare?to=today`)).status()).toBe(400);
        expect(
          (await page.request.get(`${url}/installations/staging/compare?from=2001-01-01`)).status(),
        ).toBe(404);
      });
    },
  );
});
