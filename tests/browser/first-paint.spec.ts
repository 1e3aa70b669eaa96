import { expect, type Page } from '@playwright/test';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { often } from '../support/often.ts';
import { test } from './world.ts';

// These tests assert what makes the overview fast; `npm run bench -- pages` measures the time on this machine.
needs('chromium');

const scene = ['outage', 60] as const;
const mostElementsInLine = 48;
const mostBytesInLine = 3_700;
const mostBytesSent = 25_000;

/** Whether the first, all and the last lines of the overview are laid out. */
function laidOut(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const lines = [...document.querySelectorAll('.fleet > tbody')].map((line) =>
      line.querySelector('a').checkVisibility({ contentVisibilityAuto: true }));
    return { some: lines[0], all: lines.every(Boolean), last: lines.at(-1) };
  })()`);
}

test('a line of the overview has few elements and bytes, and is laid out only when near or printed', async ({
  page,
  worldOf,
}) => {
  const { url } = await worldOf(...scene);
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto(url);
  const lines = (await page.evaluate(
    "[...document.querySelectorAll('.fleet > tbody')].map((line) => [line.getElementsByTagName('*').length + 1, line.outerHTML.length])",
  )) as readonly (readonly [number, number])[];
  expect(lines).toHaveLength(50);
  expect(Math.max(...lines.map(([elements]) => elements))).toBeLessThanOrEqual(mostElementsInLine);
  expect(lines.reduce((sum, [, bytes]) => sum + bytes, 0) / lines.length).toBeLessThan(mostBytesInLine);
  const sent = await page.evaluate("performance.getEntriesByType('navigation')[0].encodedBodySize");
  expect(Number(sent)).toBeLessThan(mostBytesSent);

  expect(await laidOut(page)).toEqual({ some: true, all: false, last: false });
  await page.emulateMedia({ media: 'print' });
  expect(await laidOut(page)).toEqual({ some: true, all: true, last: true });
  await page.emulateMedia({ media: null });
  await page.locator('.fleet > tbody').last().scrollIntoViewIfNeeded();
  await expect.poll(() => laidOut(page), often).toMatchObject({ last: true });
});

test(
  'only one style sheet blocks the first paint of a page, and browsers may cache it for good',
  long,
  async ({ page, worldOf }) => {
    const { url, place } = await worldOf(...scene);
    for (const path of ['/', '/status', `/installations/${place.installation}`]) {
      await page.goto(url + path);
      const sheets = await page.evaluate(
        "[...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.href)",
      );
      expect(sheets, path).toHaveLength(1);
      const blocking =
        "[...document.scripts].filter((one) => one.type !== 'module' && !one.defer && !one.async)";
      expect(await page.evaluate(`${blocking}.map((one) => one.outerHTML)`), path).toEqual([]);
      const { headers } = await fetch((sheets as readonly string[])[0] ?? '');
      expect(headers.get('cache-control'), path).toContain('immutable');
    }
  },
);

test('on hover, each bar names the days that it shows and their state', long, async ({ page, worldOf }) => {
  const { url } = await worldOf(...scene);
  for (const path of ['/', '/status']) {
    await page.goto(url + path);
    const bars = page.locator('svg.days[role=img]').first();
    const summary = await bars.locator('> title').textContent();
    await expect(bars.locator('rect')).toHaveCount(0);
    await bars.hover();
    const names = await bars.locator('rect > title').allTextContents();
    expect(names.length, path).toBeGreaterThan(2);
    for (const name of names) expect(name, path).toMatch(/^\d+ [A-Z][a-z]{2}( to \d+ [A-Z][a-z]{2})?: [a-z]/);
    const widths = await bars
      .locator('rect')
      .evaluateAll((parts) => parts.map((part) => Number(part.getAttribute('width'))));
    expect(
      widths.reduce((sum, width) => sum + width, 0),
      path,
    ).toBe(359);
    await expect(bars.locator('> title')).toHaveText(summary ?? '');
  }
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the bars of a line are one image with a summary as its name', async ({ page, worldOf }) => {
    const { url } = await worldOf(...scene);
    await page.goto(url);
    const pictures = page.getByRole('img', { name: /^The last 90 days: |^Of the last 90 days, \d+ count/ });
    await expect(pictures).toHaveCount(50);
  });
});
