import { expect, test } from '@playwright/test';
import { compareRecords } from '../../reports/comparison/compare.ts';
import { renderComparisonSetHtml } from '../../reports/comparison/html.ts';
import { renderHtml } from '../../reports/html/run.ts';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import {
  forbidden,
  grouped,
  hostile,
  hostileDeviations,
  hostileRecord,
  mixed,
  projects,
  record,
  users,
  verdict,
} from '../support/records.ts';
import { openReport, violationsOn } from './report.ts';

needs('chromium');

test('the report starts with the number of problems and what to do, and its style passes its own CSP', async ({
  page,
}) => {
  const noted = await openReport(page, renderHtml(mixed));
  await expect(page).toHaveTitle('Contract check: staging');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contract check: staging');
  await expect(page.locator('.verdict')).toHaveText('2 problems');
  await expect(page.getByText(/^Violating: 1 finding \(2 failed checks\)\./)).toBeVisible();
  const advice = page.getByRole('region', { name: 'What to do' }).getByRole('listitem');
  await expect(advice).toHaveText([
    /^Open door Take it off the network or go back to the version before, .*At both endpoints a request/s,
    /^Fault of the suite Report it, with run\.json\.\s*1 check broke/,
    /^Not judged Read the reasons: each says what stood in the way\.\s*1 check could not be judged, for 1 reason\.$/,
  ]);
  await expect(page.getByRole('heading', { name: 'Findings, the most severe first (1)' })).toBeVisible();
  await expect(page.getByText("curl -sS -i 'http://here.example/e1'").first()).toBeVisible();
  const row = page.getByRole('row', { name: 'GET /api/v3/users' }).first();
  await expect(row.getByRole('cell').nth(1)).toHaveText('✗ 11 broken ~ 11 known failure');
  await expect(page.locator('main')).toHaveCSS('padding-top', '24px');
  expect(noted).toEqual([]);
});

test('every link of the report leads to an anchor in it, and a broken cell to its finding', async ({
  page,
}) => {
  await openReport(page, renderHtml(mixed, hostileDeviations));
  const hrefs = await page
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => `#${id}`));
  expect(hrefs.filter((href) => !ids.includes(href))).toEqual([]);
  expect(hrefs.length).toBeGreaterThan(10);
  await page
    .getByRole('row', { name: 'GET /api/v3/projects' })
    .getByRole('link', { name: '1 broken' })
    .click();
  await expect(page.locator('h3:target')).toHaveText('Open door A request without a key is let in');
});

test('each observation shows the open question, the answer with its endpoints, and why it matters', async ({
  page,
}) => {
  const observations = [
    { gap: 'GAP-COOKIES', endpoint: users, answer: 'no' },
    { gap: 'GAP-COOKIES', endpoint: projects, answer: 'no' },
    { gap: 'GAP-UNKNOWN-ID', endpoint: 'GET /api/v3/citations/:id', answer: '404' },
    { gap: 'GAP-OF-LATER', endpoint: users, answer: 'yes' },
  ] as const;
  await openReport(
    page,
    renderHtml(record([verdict('auth.no-key-rejected', users, 'pass')], { observations })),
  );
  await expect(page.locator('.verdict')).toHaveText('No problems found');
  await expect(page.getByText('Nothing has to be done.')).toBeVisible();
  await expect(page.getByText(/what it leaves open is a gap\./)).toBeVisible();
  const articles = page.getByRole('article');
  await expect(articles).toHaveText([
    /^The answer for an id that no record has\s*404 at GET \/api\/v3\/citations\/:id\s*A client tells a record that is gone from one that it may not read by this status\.\s*GAP-UNKNOWN-ID$/,
    /^Whether the API sets cookies\s*no: the same at both endpoints where it shows/,
    /^GAP-OF-LATER\s*yes at GET \/api\/v3\/users\s*GAP-OF-LATER$/,
  ]);
});

test('failures with one cause are shown as one finding, with its failures on demand and on paper', async ({
  page,
}) => {
  await openReport(page, renderHtml(grouped));
  await expect(page.locator('.verdict')).toHaveText('2 problems');
  await expect(page.getByText('Violating: 2 findings (4 failed checks).')).toBeVisible();
  const articles = page.getByRole('article');
  await expect(articles.getByRole('heading')).toHaveText([
    'Open door A request without a key is let in',
    'Wrong form Refusals have another message than Unauthorized',
  ]);
  const door = articles.first();
  await expect(door.getByText(/^At 2 of 3 endpoints a request without a key/)).toBeVisible();
  await expect(door.getByText('What to do')).toBeVisible();
  await expect(door.getByText('Endpoints: GET /api/v3/users, GET /api/v3/projects')).toBeVisible();
  await expect(door.getByText('Checks: auth.no-key-rejected, auth.wrong-header-key-rejected')).toBeVisible();
  const last = door.getByText(/^GET \/api\/v3\/users with a wrong key/);
  await expect(last).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(last).toBeVisible();
  await page.emulateMedia({ media: null });
  await expect(last).toBeHidden();
  await door.getByText('3 failures').click();
  await expect(last).toBeVisible();
  await expect(articles.last().locator('details')).toHaveCount(0);
});

const held = mixed.verdicts.map((each) => ({ ...each, outcome: 'pass' as const }));
const worse = renderComparisonSetHtml({
  comparisons: [
    compareRecords({ ...mixed, verdicts: held }, mixed),
    compareRecords(grouped, hostileRecord),
    compareRecords(mixed, mixed),
  ],
  onlyBefore: ['west'],
  onlyAfter: [],
});

for (const [name, markup] of [
  ['a record with all outcomes', renderHtml(mixed, hostileDeviations)],
  ['findings of several failures', renderHtml(grouped, hostileDeviations)],
  ['comparisons', worse],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1280]) {
      const details = width === 1280 && (colorScheme === 'light' || markup !== worse) ? {} : long;
      test(
        `the page has no axe-core violations and fits a phone: ${name}, ${colorScheme}, ${width} px`,
        details,
        async ({ page }) => {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 640 });
          expect(await violationsOn(page, markup)).toEqual([]);
          await page.setViewportSize({ width: 360, height: 640 });
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
        },
      );
    }

test('the page of comparisons starts with the verdict and links to a section for each installation', async ({
  page,
}) => {
  const noted = await openReport(page, worse);
  await expect(page).toHaveTitle('What changed');
  await expect(page.locator('header .verdict')).toHaveText(
    /^Something broke, or may break clients, at 1 of 3 installations\.$/,
  );
  await expect(
    page.getByText('west was checked before and not after: it could not be compared.'),
  ).toBeVisible();
  await page.locator('header').getByRole('link').first().click();
  await expect(page.locator('h2:target')).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Can I keep my integration?' })).toHaveCount(3);
  expect(noted).toEqual([]);
});

test('hostile text from an installation is shown as text, and runs or loads nothing', async ({ page }) => {
  const markup = renderHtml(hostileRecord, hostileDeviations);
  for (const text of [markup, worse]) {
    expect(text).not.toMatch(forbidden);
    expect(text).not.toContain('<script');
  }
  const noted = await openReport(page, markup);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await expect(page.locator("script, img, iframe, a:not([href^='#']), form")).toHaveCount(0);
  const shown = hostile.replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFE]/gu, '�').replace(/[\s\u2028]+/gu, ' ');
  await expect(page.locator('.card pre').first()).toHaveText(shown);
  expect(noted).toEqual([]);
});

test('if one cause stood in the way of all checks, the report shows that cause and no table', async ({
  page,
}) => {
  const cause = 'Nothing is there.';
  const reason = { code: 'obstructed', facts: {} } as const;
  const gone = record([verdict('auth.no-key-rejected', users, 'untestable', { message: cause, reason })], {
    state: 'unreachable',
    cause,
    coverage: 0,
  });
  await openReport(page, renderHtml(gone));
  await expect(page.locator('.verdict')).toHaveText('Unreachable');
  await expect(page.getByText(cause)).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
