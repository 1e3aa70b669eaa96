import { expect, test } from '@playwright/test';
import { makeBaseline } from '../../engine/record/baseline.ts';
import { renderDocument } from '../../reports/document/report.ts';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { hostileDeviations, hostileRecord, mixed, users } from '../support/records.ts';
import { keepPicture } from './pages.ts';
import { openReport, violationsOn } from './report.ts';

needs('chromium');

// The page needs no JavaScript.
test.use({ javaScriptEnabled: false });

const baseline = makeBaseline({
  ...mixed,
  observations: [{ gap: 'GAP-COOKIES', endpoint: users, answer: 'yes' }],
});
const markup = renderDocument(mixed, { baseline }, ['html', 'document']);

test('the page starts with the verdict and totals, then follows the sections of the document', async ({
  page,
}) => {
  const noted = await openReport(page, markup);
  await expect(page).toHaveTitle('The API document, judged at staging');
  await expect(page.locator('.verdict')).toHaveText('2 problems');
  await expect(
    page.getByText('63 requirements: 2 broken, 50 not judged, 11 that no answer can show'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    '1 Purpose',
    '2 Resources',
    '3 States',
    '4 Endpoints',
    '5 Authentication',
    '6 Events',
    '7 Errors',
    '8 Limits',
    '9 Versions',
    'Where the document contradicts itself',
    'Evidence',
  ]);
  const auth = page.getByRole('article', { name: /^AUTH-9/ });
  await expect(auth).toContainText('broken');
  await expect(auth.getByRole('link', { name: 'Finding 1' })).toHaveAttribute(
    'href',
    'report.html#finding-1',
  );
  await expect(page.locator('.doc-cell.fail').first()).toHaveCSS('font-weight', '700');
  expect(noted).toEqual([]);

  // On paper the filter is hidden, and the requirements are shown.
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.doc-filter')).toBeHidden();
  await expect(auth).toBeVisible();
  await expect(page.getByText("curl -sS -i 'http://here.example/e1'")).toBeVisible();
});

test('a broken cell leads to the exchange that shows the failure and opens it', async ({ page }) => {
  await openReport(
    page,
    markup.replaceAll('<details class="doc-exchange" open', '<details class="doc-exchange"'),
  );
  const curl = page.getByText("curl -sS -i 'http://here.example/e1'");
  await expect(curl).toBeHidden();
  await page.locator('#AUTH-9').getByRole('link', { name: 'GET /api/v3/users: broken' }).click();
  await expect(curl).toBeInViewport();
});

const filters: readonly (readonly [
  name: string,
  shown: readonly string[],
  hidden: readonly string[],
  contents: readonly string[],
])[] = [
  [
    'Broken 2',
    ['AUTH-9', 'AUTH-1'],
    ['AUTH-6', 'GAP-COOKIES', 'SERVICE-2', 'CONTRADICTION-CONDITIONAL'],
    ['5 Authentication 2 broken'],
  ],
  [
    'Changed since the baseline 1',
    ['GAP-COOKIES'],
    ['AUTH-9', 'AUTH-6', 'GAP-CACHING'],
    ['5 Authentication 2 broken'],
  ],
];

test('each filter shows only matching requirements, and the contents only their sections', async ({
  page,
}) => {
  await openReport(page, markup);
  const items = page.getByRole('navigation', { name: 'Sections of the document' }).getByRole('listitem');
  for (const [name, shown, hidden, contents] of filters) {
    await expect(items).toHaveCount(11);
    await page.getByText(name, { exact: true }).click();
    for (const id of shown) await expect(page.locator(`#${id}`), name).toBeVisible();
    for (const id of hidden) await expect(page.locator(`#${id}`), name).toBeHidden();
    await expect(items).toHaveText([...contents]);
    await page.getByText('Everything 63', { exact: true }).click();
    for (const id of hidden) await expect(page.locator(`#${id}`), name).toBeVisible();
  }
  await page.getByText('Not wholly judged 50', { exact: true }).click();
  for (const id of ['AUTH-6', 'SERVICE-2']) await expect(page.locator(`#${id}`)).toBeVisible();
  for (const id of ['AUTH-9', 'AUTH-3', 'GAP-COOKIES']) await expect(page.locator(`#${id}`)).toBeHidden();
});

test('a filter without results says so and hides the contents; on a phone the contents are collapsed', async ({
  page,
}) => {
  const held = mixed.verdicts.map(({ known: _, ...each }) => ({ ...each, outcome: 'pass' as const }));
  await openReport(page, renderDocument({ ...mixed, state: 'conforming', verdicts: held }));
  const sentence = page.getByText('No requirement is broken.');
  const list = page.getByRole('navigation', { name: 'Sections of the document' });
  await expect(sentence).toBeHidden();
  // By the keyboard.
  await page.getByRole('radio', { name: /^Everything/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^Broken/ })).toBeChecked();
  await expect(sentence).toBeVisible();
  await expect(list).toBeHidden();
  await page.getByText('Everything 63', { exact: true }).click();
  await expect(list.getByRole('link', { name: '5 Authentication' })).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(list.getByRole('link', { name: '5 Authentication' })).toBeHidden();
  await list.getByText('Contents').click();
  await list.getByRole('link', { name: '5 Authentication' }).click();
  await expect(page.locator('#section-5')).toBeInViewport();
});

test('a requirement that another report links to stays visible with any filter', async ({ page }) => {
  await openReport(page, markup, '#AUTH-6');
  await expect(page.locator('#AUTH-6')).toBeInViewport();
  await page.getByText('Broken 2', { exact: true }).click();
  await expect(page.locator('#AUTH-6')).toBeVisible();
});

test.describe('With JavaScript for the inspection', () => {
  test.use({ javaScriptEnabled: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      const details = (colorScheme === 'light') === (width === 1280) ? {} : long;
      test(`the page has no axe-core violations: ${colorScheme}, ${width} px`, details, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await violationsOn(page, markup)).toEqual([]);
        await keepPicture(page, `document-${width}-${colorScheme}`);
      });
    }
  }

  test('hostile text from an installation fits a phone and runs or loads nothing', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const noted = await openReport(page, renderDocument(hostileRecord, hostileDeviations));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await expect(page.locator("script, img, iframe, a:not([href^='#']), form")).toHaveCount(0);
    expect(noted).toEqual([]);
  });
});
