import { expect, type Page } from '@playwright/test';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { sidewaysScroll } from './monitor-pages.ts';
import { seriousFindings } from './pages.ts';
import { test } from './world.ts';

needs('chromium');
// In one process: each process would start a monitor of its own.
test.describe.configure({ mode: 'default' });

const chart = (page: Page) => page.getByRole('region', { name: 'Chart of response times' });
const values = (page: Page) => page.locator('.chart-values');
const zoomButton = (page: Page, name: string) => page.locator('#latency').getByRole('button', { name });

async function open(page: Page, url: string, query = ''): Promise<readonly string[]> {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) problems.push(request.url());
  });
  await page.goto(`${url}/installations/staging${query}`);
  await expect(chart(page).locator('canvas')).toBeVisible();
  return problems;
}

test('the chart zooms by dragging and by buttons, without errors and without requests to other hosts', async ({
  page,
  worldOf,
}) => {
  const { url } = await worldOf('outage', 1);
  const problems = await open(page, url, '?span=7d');
  await expect(chart(page).locator('svg')).toBeHidden();
  await expect(values(page)).toHaveText(/^From 21 Nov 2026 .*: median .* p95 .* p99 .* · Runs: \d+/);
  const zoomed = page.locator('figure[data-zoomed]');
  const area = chart(page).locator('.u-over');
  await area.scrollIntoViewIfNeeded();
  const box = await area.boundingBox();
  if (box === null) throw new Error('The chart is not shown.');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.75, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await expect(zoomed).toBeVisible();
  // The middle of the chart is now five eighths of the week.
  await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
  await expect(values(page)).toHaveText(/^From 1[89] Nov/);
  await zoomButton(page, 'Whole span').click();
  await expect(zoomed).toHaveCount(0);
  await zoomButton(page, 'Zoom in').click();
  await expect(zoomed).toBeVisible();
  await zoomButton(page, 'Zoom out').click();
  await expect(zoomed).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('the keyboard moves through the values and zooms, and the values are announced', async ({
  page,
  worldOf,
}) => {
  const { url } = await worldOf('outage', 1);
  await open(page, url);
  await chart(page).focus();
  await expect(chart(page)).toHaveCSS('outline-style', 'solid');
  const last = await values(page).textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(values(page)).not.toHaveText(last ?? '');
  await expect(values(page)).toHaveAttribute('aria-live', 'polite');
  await page.keyboard.press('End');
  await expect(values(page)).toHaveText(last ?? '');
  await page.keyboard.press('Home');
  await expect(values(page)).toHaveText(/^From 20 Nov 2026 13:00 UTC/);
  await page.keyboard.press('+');
  await expect(page.locator('figure[data-zoomed]')).toBeVisible();
  // Beyond the visible range the chart scrolls along.
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowRight');
  await expect(values(page)).toHaveText(/^From 21 Nov 2026 09:00 UTC/);
  await expect(chart(page).locator('.u-cursor-x')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('figure[data-zoomed]')).toHaveCount(0);
  await expect(chart(page)).toHaveAccessibleDescription(/arrows show values/);
});

test('the chart fits a phone and changes its colours with the scheme', long, async ({ page, worldOf }) => {
  const { url } = await worldOf('outage', 1);
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, url);
  const spill = await page.evaluate(
    "(() => { const box = document.querySelector('#latency-plot'); return box.scrollWidth - box.clientWidth })()",
  );
  expect(spill).toBe(0);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  const width = async (): Promise<number> => (await chart(page).locator('canvas').boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(1000);
  const picture = () =>
    page.evaluate("document.querySelector('#latency-plot canvas').toDataURL()") as Promise<string>;
  const light = await picture();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await picture()) !== light).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('links lead to the response times of one endpoint and to the changes of a deployment', async ({
    page,
    worldOf,
  }) => {
    const { url } = await worldOf('upgrade', 1);
    await page.goto(`${url}/installations/staging`);
    const section = page.getByRole('region', { name: /^Response times/ }).first();
    await expect(section.getByText('Deployments, as far as answers show them')).toBeVisible();
    await expect(
      section.getByRole('listitem').filter({ hasText: 'x-app-version: 3.1.4 → 3.2.0' }),
    ).toHaveCount(1);
    await section.getByText('Of one endpoint').click();
    await section.getByRole('link', { name: 'GET /api/v3/users' }).click();
    await expect(page).toHaveURL(/\?endpoint=GET.*users#latency$/);
    await expect(
      page.getByRole('heading', { name: /^Response times of GET \/api\/v3\/users/ }),
    ).toBeVisible();
    await section.getByRole('link', { name: '7 days' }).click();
    await expect(page).toHaveURL(/span=7d&endpoint=GET/);
    await section.getByRole('link', { name: 'All requests' }).click();
    await expect(page).toHaveURL(/\?span=7d#latency$/);
    await section.getByRole('link', { name: 'What changed' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What changed at staging');
  });

  test('the response times are shown as a drawing and as a table', long, async ({ page, worldOf }) => {
    const { url } = await worldOf('outage', 1);
    await page.goto(`${url}/installations/staging`);
    await expect(chart(page).getByRole('img', { name: 'Response times' })).toBeVisible();
    await expect(chart(page).locator('canvas')).toHaveCount(0);
    await page.getByText('The same as a table').click();
    await expect(page.getByRole('table', { name: /^Response times by the hour/ })).toBeVisible();
  });
});

test('the drawing stays if the library does not load', long, async ({ page, worldOf }) => {
  const { url } = await worldOf('outage', 1);
  await page.route('**/uplot.js', (route) => route.abort());
  await page.goto(`${url}/installations/staging`);
  await expect(chart(page).getByRole('img', { name: 'Response times' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveCount(0);
});

test(
  'the printed page shows the drawing, and neither buttons nor a canvas',
  long,
  async ({ page, worldOf }) => {
    const { url } = await worldOf('outage', 1);
    await open(page, url);
    await page.emulateMedia({ media: 'print' });
    await expect(chart(page).locator('svg')).toBeVisible();
    await expect(chart(page).locator('canvas')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveCount(0);
  },
);
