import { expect, type Page } from '@playwright/test';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { often } from '../support/often.ts';
import { sidewaysScroll } from './monitor-pages.ts';
import { keepPicture } from './pages.ts';
import { test } from './world.ts';

needs('chromium');
// The first test of a worker creates the history that all of them show.
test.slow();

/** Tables of marks or figures, which would mean nothing one below the other. */
const mayScroll = ['Table of endpoints over time', 'Table of response times'];

/** Elements that scroll sideways by themselves, with all details open. */
const scrolled = `(() => {
  for (const one of document.querySelectorAll('details')) one.open = true;
  return [...document.querySelectorAll('main *')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
    .map((one) => one.getAttribute('aria-label') ?? one.tagName + '.' + one.className);
})()`;

async function scrolledOn(page: Page): Promise<readonly string[]> {
  const found = (await page.evaluate(scrolled)) as string[];
  return found.filter((name) => !mayScroll.includes(name));
}

test('on a phone causes of state changes and uptime by month are readable without scrolling sideways', async ({
  page,
  worldOf,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { url } = await worldOf('outage', 14);
  await page.goto(`${url}/installations/staging`);
  const row = page
    .getByRole('table', { name: /^Changes of state/ })
    .getByRole('row', { name: /violating|Violating/ });
  const cause = row.first().getByRole('cell').last();
  await cause.scrollIntoViewIfNeeded();
  await expect(cause).toContainText('2 findings (3 failed checks).');
  const box = await cause.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  // The name of the row contains the names of its columns.
  const month = page.getByRole('table', { name: /^By month/ }).getByRole('row', { name: /^Oct 2026/ });
  await expect(month.getByRole('cell').first()).toHaveText('98.92 %');
  await expect(month).toHaveAccessibleName(/Uptime 98\.92 %/);
  // An address may be wider than a phone.
  const address = page.locator('.sub.soft').first();
  await address.evaluate((one) => {
    one.textContent = `https://${'a'.repeat(60)}.example.org/${'b'.repeat(120)}`;
  });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('on a phone the list of installations starts on the first screen; search and incidents are collapsed', async ({
  page,
  worldOf,
}) => {
  const { url } = await worldOf('outage', 60);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  await expect(page.getByRole('rowheader').first()).toBeInViewport({ ratio: 1 });
  // The state of the monitor itself takes one line of about 20 pixels.
  const strip = page.getByText(/^The monitor is well; history since 22 Oct\.$/);
  expect((await strip.boundingBox())?.height).toBeLessThan(30);
  await expect(page.getByRole('searchbox')).toBeHidden();
  await page.getByText('Search, filter and layout').click();
  await expect(page.getByRole('searchbox')).toBeInViewport();
  await page.getByText(/^Last 24 hours: \d+ incidents$/).click();
  await expect(page.getByRole('link', { name: 'All incidents' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(url);
  await expect(page.getByRole('searchbox')).toBeInViewport();
  await expect(page.getByRole('link', { name: 'All incidents' })).toBeInViewport();
  await expect(page.getByText('Search, filter and layout')).toBeHidden();
  // The chosen options of the filter are readable.
  await page.setViewportSize({ width: 360, height: 844 });
  await page.goto(url);
  await page.getByText('Search, filter and layout').click();
  const choices = page.getByRole('search').getByRole('combobox');
  await expect(choices).toHaveCount(3);
  for (const choice of await choices.all()) {
    const { width = 0 } = (await choice.boundingBox()) ?? {};
    expect(width, String(await choice.getAttribute('name'))).toBeGreaterThan(80);
  }
});

for (const scene of ['outage', 'upgrade'] as const) {
  test(
    `on a phone no text needs scrolling sideways: ${scene}`,
    scene === 'outage' ? {} : long,
    async ({ page, worldOf }) => {
      const { url, place } = await worldOf(scene, 14);
      const { installation, run, from, to } = place;
      const paths = [
        '/',
        `/installations/${installation}`,
        `/installations/${installation}/compare?from=${from}&to=${to}`,
        `/installations/${installation}/document`,
        `/runs/${run}`,
        '/incidents',
        '/actions',
        '/monitor',
        '/runbook',
        '/status',
      ];
      await page.setViewportSize({ width: 360, height: 844 });
      for (const path of paths) {
        await page.goto(`${url}${path}`);
        // The chart replaces the drawing a moment after the page has loaded.
        await expect.poll(() => scrolledOn(page), { ...often, message: path }).toEqual([]);
        await expect.poll(() => sidewaysScroll(page), { ...often, message: path }).toBe(0);
      }
      await page.goto(`${url}/installations/${installation}`);
      await keepPicture(page, `installation-phone-${scene}`);
    },
  );
}
