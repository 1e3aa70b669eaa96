import { expect, type Page } from '@playwright/test';
import type { PlaceOf } from '../screenshots/pages.ts';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { sidewaysScroll } from './monitor-pages.ts';
import { seriousFindings } from './pages.ts';
import { test } from './world.ts';

needs('chromium');
// The first test creates the history that all of them show.
test.describe.configure({ timeout: 240_000 });

const pages: Readonly<Record<string, (place: PlaceOf) => string>> = {
  overview: () => '/',
  wall: () => '/?view=wall',
  installation: ({ installation }) => `/installations/${installation}`,
  'installation with the response times of an endpoint': ({ installation }) =>
    `/installations/${installation}?span=7d&endpoint=GET+%2Fapi%2Fv3%2Fusers`,
  run: ({ run }) => `/runs/${run}`,
  document: ({ run }) => `/runs/${run}/document?show=broken`,
  comparison: ({ installation, from, to }) => `/installations/${installation}/compare?from=${from}&to=${to}`,
  incidents: () => '/incidents',
  status: () => '/status',
  actions: () => '/actions',
  monitor: () => '/monitor',
  runbook: () => '/runbook',
  message: () => '/installations/none',
};

/** Why a person who uses the keyboard would not see the focus; empty if it is visible. */
const focusProblem = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return 'end';
  const name = focused.tagName + ' ' + (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40);
  const box = focused.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const problems = [];
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) problems.push('has no outline');
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  if (right - left < 1 || bottom - top < 1) problems.push('is out of sight');
  else {
    const xs = [left + 2, (left + right) / 2, right - 2];
    const ys = [top + 2, (top + bottom) / 2, bottom - 2];
    const isSeen = xs.some((x) => ys.some((y) => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (focused.contains(there) || there.contains(focused));
    }));
    if (!isSeen) problems.push('is hidden');
  }
  return problems.length === 0 ? '' : name + ' ' + problems.join(' and ');
})()`;

const mostStops = 45;

/** Presses Tab from the beginning of a page to its end, or up to a maximum; returns the problems. */
async function walk(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    const problem = String(await page.evaluate(focusProblem));
    if (problem === 'end') break;
    if (problem !== '') problems.push(problem);
  }
  return problems;
}

for (const [name, pathOf] of Object.entries(pages)) {
  test(
    `the focus stays visible when tabbing forwards and backwards: ${name}`,
    long,
    async ({ page, worldOf }) => {
      const { url, place } = await worldOf('outage', 14);
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.goto(url + pathOf(place));
      expect(await walk(page)).toEqual([]);
      // Backwards, elements scroll into view below the sticky header.
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      const problems: string[] = [];
      for (let stop = 0; stop < 15; stop += 1) {
        await page.keyboard.press('Shift+Tab');
        const problem = String(await page.evaluate(focusProblem));
        if (problem !== '' && problem !== 'end') problems.push(problem);
      }
      expect(problems).toEqual([]);
    },
  );
}

test('no page scrolls sideways from 360 to 2,560 pixels', long, async ({ page, worldOf }) => {
  const { url, place } = await worldOf('outage', 14);
  const found: string[] = [];
  for (const [name, pathOf] of Object.entries(pages)) {
    await page.goto(url + pathOf(place));
    for (const width of [360, 390, 1280, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const by = Number(await sidewaysScroll(page));
      if (by !== 0) found.push(`${name} at ${width} by ${by}`);
    }
  }
  expect(found).toEqual([]);
});

test.describe('At a zoom of 200 %', () => {
  test.use({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });

  test(
    'no page scrolls sideways or has serious axe-core violations, and the sticky header leaves room to read',
    long,
    async ({ page, worldOf }) => {
      const { url, place } = await worldOf('outage', 14);
      const found: string[] = [];
      for (const [name, pathOf] of Object.entries(pages)) {
        await page.goto(url + pathOf(place));
        const by = Number(await sidewaysScroll(page));
        if (by !== 0) found.push(`${name} by ${by}`);
        await page.evaluate('scrollTo(0, 600)');
        const head = Number(
          await page.evaluate(
            "(() => { const head = document.querySelector('.sticky-head'); return head === null || getComputedStyle(head).position !== 'sticky' ? 0 : head.getBoundingClientRect().height })()",
          ),
        );
        if (head > 120) found.push(`the headline of ${name} takes ${head} of 360 pixels`);
        found.push(...(await seriousFindings(page)).map((one) => `${name}: ${one}`));
      }
      expect(found).toEqual([]);
    },
  );
});

test.describe('With reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('no page has animations or smooth scrolling', long, async ({ page, worldOf }) => {
    const { url, place } = await worldOf('outage', 14);
    const moving: string[] = [];
    for (const [name, pathOf] of Object.entries(pages)) {
      await page.goto(url + pathOf(place));
      const number = Number(
        await page.evaluate(
          "document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 1).length + [...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).scrollBehavior === 'smooth').length",
        ),
      );
      if (number > 0) moving.push(`${name}: ${number}`);
    }
    expect(moving).toEqual([]);
  });
});
