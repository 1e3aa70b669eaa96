import { expect, type Page } from '@playwright/test';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { sidewaysScroll } from './monitor-pages.ts';
import { keepPicture, seriousFindings } from './pages.ts';
import { test } from './world.ts';

needs('chromium');

function daysOf(page: Page) {
  return page.getByRole('group', { name: /last 90 days|Of the last 90 days/ }).getByRole('link');
}

// The first test of a worker creates the history that all of them show.
test.slow();

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'With JavaScript' : 'Without JavaScript', () => {
    test.use({ javaScriptEnabled });

    const withLinks = javaScriptEnabled ? long : {};
    test(
      'days and months of the calendar lead to their incidents, also by keyboard',
      withLinks,
      async ({ page, worldOf }) => {
        const { url } = await worldOf('outage', 14);
        await page.goto(`${url}/installations/staging`);
        const days = daysOf(page);
        const items = page.getByRole('list', { name: 'Days of trouble' }).getByRole('link');
        expect(await days.count()).toBeGreaterThan(1);
        expect(await days.count()).toBeLessThan(90);
        expect(await items.count()).toBe(await days.count());
        const today = days.last();
        await expect(today).toHaveAccessibleName(/^21 Nov: .*; 1 incident$/);
        await today.focus();
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(`${url}/installations/staging/incidents?from=2026-11-21&to=2026-11-21`);
        await expect(page.getByRole('article')).toHaveCount(1);
        await expect(page.getByRole('heading', { level: 2 })).toHaveText('Open now');
        await page.goBack();
        await items.last().click();
        await expect(page.getByRole('article')).toHaveCount(1);
        await expect(page.getByRole('article')).toContainText(/ended: conforming/);
        await page.goBack();
        await page
          .getByRole('row', { name: /^Oct 2026/ })
          .getByRole('link')
          .click();
        await expect(page).toHaveURL(/from=2026-10-01&to=2026-10-31$/);
        expect(await page.getByRole('article').count()).toBeGreaterThan(0);
      },
    );

    const withForms = javaScriptEnabled ? {} : long;
    test(
      'incidents are filtered by a form and by preset links; a malformed date is refused',
      withForms,
      async ({ page, worldOf }) => {
        const { url } = await worldOf('outage', 14);
        await page.goto(`${url}/incidents`);
        const articles = page.getByRole('article');
        const all = await articles.count();
        await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Open now');
        const form = page.getByRole('form', { name: 'Filter incidents' });
        const send = () => form.getByRole('button', { name: 'Filter' }).click();
        await form.getByLabel('Installation').selectOption('staging');
        await form.getByLabel('Show').selectOption('ended');
        await form.getByLabel('From').fill('60d');
        await form.getByLabel('To').fill('yesterday');
        await send();
        await expect(page).toHaveURL(/\?installation=staging&show=ended&from=60d&to=yesterday$/);
        expect(await articles.count()).toBeGreaterThan(0);
        expect(await articles.count()).toBeLessThan(all);
        await expect(
          page.getByText(/^\d+ incidents? from 22 Sep 2026 13:05 UTC until 21 Nov 2026 00:00 UTC/),
        ).toBeVisible();
        await expect(form.getByLabel('Show')).toHaveValue('ended');
        await expect(page.getByRole('link', { name: 'Feed (Atom)' })).toHaveAttribute(
          'href',
          '/incidents.atom?installation=staging&show=ended&from=60d&to=yesterday',
        );

        await form.getByLabel('From').fill('last week');
        await send();
        await expect(page.getByRole('alert')).toHaveText(
          /^From: "last week" was not understood\. Write 7d for a week ago/,
        );
        await expect(form.getByLabel('From')).toHaveValue('last week');
        await expect(articles).toHaveCount(0);

        await page.goto(`${url}/incidents?show=ended&from=today`);
        await expect(
          page.getByText('The history has no ended incident that lasted in this time.'),
        ).toBeVisible();
        await page.getByRole('main').getByRole('link', { name: 'Show all' }).click();
        await expect(articles).toHaveCount(all);
        const usual = page.getByRole('navigation', { name: 'Usual choices' });
        await usual.getByRole('link', { name: 'Open' }).click();
        await expect(usual.getByRole('link', { name: 'Open' })).toHaveAttribute('aria-current', 'true');
        await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Open now']);
      },
    );
  });
}

test(
  'the incident filter fits a phone and a wide screen and is accessible, in light and dark',
  long,
  async ({ page, worldOf }) => {
    const { url } = await worldOf('outage', 14);
    const addresses = [
      '/incidents?show=ended',
      '/installations/staging/incidents?from=nonsense',
      '/installations/staging',
    ];
    for (const [index, path] of addresses.entries()) {
      await page.goto(`${url}${path}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await sidewaysScroll(page)).toBe(0);
          await keepPicture(page, `incident-filter-${index}-${width}-${colorScheme}`);
        }
        expect(await seriousFindings(page)).toEqual([]);
      }
    }
  },
);
