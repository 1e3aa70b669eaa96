import { expect } from '@playwright/test';
import { pageShots } from '../screenshots/pages.ts';
import { needs } from '../support/needs.ts';
import { test } from './world.ts';

needs('chromium');
// The first test of a worker creates the history that all of them show.
test.slow();

/** What browsers leave of A4 between their usual margins, in CSS pixels. */
const paper = { width: 718, height: 1047 };

/** Elements that paper cannot show: those beyond its edges, those that scroll, and forms and navigation. */
const lostOnPaper = `(() => {
  const nameOf = (one) => one.getAttribute('aria-label') ?? one.tagName + '.' + one.getAttribute('class');
  const names = (some) => [...new Set(some.map(nameOf))];
  const all = [...document.querySelectorAll('main *')].filter((one) => one.checkVisibility() && !one.matches('.spoken, .spoken *, .hidden, thead'));
  return {
    beside: names(all.filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 0 && (left < -1 || right > innerWidth + 1);
    })),
    scrolled: names(all.filter((one) => ['auto', 'scroll', 'hidden'].some((way) => getComputedStyle(one).overflow.includes(way))
      && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
      && !one.matches('svg, svg *'))),
    forms: names(all.filter((one) => one.matches('form, .layouts, .contents, .note-form'))),
  };
})()`;

test('no printed page is cut off, needs scrolling or shows a form', async ({ page, worldOf }) => {
  const { url, place } = await worldOf('outage', 14);
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  for (const { name, path } of pageShots.filter((one) => one.isOneScreen !== true)) {
    await page.goto(url + path(place));
    expect.soft(await page.evaluate(lostOnPaper), name).toEqual({ beside: [], scrolled: [], forms: [] });
  }
});

test('the printed grid fits the paper with all its columns next to the names, on white, with its colours', async ({
  page,
  worldOf,
}) => {
  const { url } = await worldOf('outage', 14);
  // Paper is white, even if the screen is dark.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize(paper);
  await page.goto(`${url}/installations/staging`);
  const edges = `['tbody th', 'tbody td:last-child'].map((name) => {
    const { left, right } = document.querySelector('.status-grid ' + name).getBoundingClientRect();
    return [left, right];
  })`;
  const [[left = -1, afterName = 0] = [], [before = 0, right = 0] = []] = (await page.evaluate(
    edges,
  )) as number[][];
  expect(await page.locator('.status-grid thead th').count()).toBe(49);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(afterName).toBeLessThan(before);
  expect(right).toBeLessThanOrEqual(paper.width);
  const styleOf = (selector: string, property: string): Promise<unknown> =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
  expect(await styleOf('.legend .outage svg', 'printColorAdjust')).toBe('exact');
  expect(await styleOf('body', 'backgroundColor')).toBe('rgb(255, 255, 255)');
});
