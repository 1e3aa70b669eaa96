import { expect, type Page } from '@playwright/test';
import type { WallView } from '../../monitor/pages/overview/model.ts';
import { renderWall } from '../../monitor/pages/overview/wall.ts';
import { styles } from '../../monitor/pages/shared/assets.ts';
import { rowOf, wallView } from '../monitor/pages/sample-views.ts';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { sidewaysScroll } from './monitor-pages.ts';
import { seriousFindings } from './pages.ts';
import { test } from './world.ts';

needs('chromium');
// One after the other in one process: each process would start monitors of its own.
test.describe.configure({ mode: 'default' });

function names(page: Page) {
  return page.getByRole('rowheader').getByRole('link');
}

test('the overview counts installations in trouble, with a row for each and the cause across the row', async ({
  page,
  worldOf,
}) => {
  const { url } = await worldOf('outage', 14);
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('6 installations of 14 need attention');
  await expect(page.getByRole('region', { name: 'Last 24 hours' })).toContainText(
    'trials-archive unreachable',
  );
  await expect(names(page)).toHaveCount(14);
  await expect(names(page).first()).toHaveText('trials-archive');
  const table = page.getByRole('table');
  const cause = table.getByText(/^2 findings \(3 failed checks\)/);
  const widths = await Promise.all([cause, table].map(async (one) => (await one.boundingBox())?.width ?? 0));
  expect(widths[0]).toBeGreaterThan((widths[1] ?? 0) * 0.9);
  expect((await cause.boundingBox())?.height).toBeLessThan(60);
});

test(
  'typing filters the overview at once and keeps the focus, and the URL keeps the filter',
  long,
  async ({ page, worldOf }) => {
    const { url } = await worldOf('outage', 14);
    await page.goto(url);
    await page.getByRole('searchbox').pressSequentially('oslo');
    await expect(names(page)).toHaveText(['university-oslo']);
    await expect(page.getByRole('searchbox')).toBeFocused();
    await expect(page).toHaveURL(/\?q=oslo$/);
    await page.getByRole('searchbox').fill('');
    await page.getByLabel('State', { exact: true }).selectOption('violating');
    await expect(names(page)).toHaveText(['living-evidence', 'staging']);
    await page.reload();
    await expect(names(page)).toHaveText(['living-evidence', 'staging']);
    await page.getByRole('searchbox').fill('zzz');
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(names(page)).toHaveCount(14);
    await page
      .getByRole('link', { name: /throttled/ })
      .first()
      .click();
    await expect(names(page)).toHaveText(['public-mirror']);
  },
);

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the overview is filtered by its form and paged by links', async ({ page, worldOf }) => {
    const { url } = await worldOf('outage', 60);
    await page.goto(url);
    await expect(names(page)).toHaveCount(50);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText(/^51 to 60 of 60 installations/)).toBeAttached();
    await page.getByRole('searchbox').fill('staging');
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect(page.getByText(/^5 installations among 60/)).toBeAttached();
    await page.getByRole('link', { name: 'Dense' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('staging');
    await expect(names(page)).toHaveCount(5);
  });
});

const widths = [360, 768, 1280, 2560];

test(
  'no layout has serious axe-core violations or scrolls sideways, in light and dark',
  long,
  async ({ page, worldOf }) => {
    const { url } = await worldOf('outage', 14);
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const layout of ['usual', 'dense', 'wall']) {
        await page.goto(`${url}/?view=${layout}`);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          if ((await sidewaysScroll(page)) !== 0) found.push(`${layout} scrolls at ${width}`);
          const cut = await page.evaluate(
            "[...document.querySelectorAll('#installations .scroll')].map((box) => box.scrollWidth - box.clientWidth)",
          );
          if (Number(cut) > 0) found.push(`the table of ${layout} is cut at ${width} by ${cut}`);
        }
        await page.setViewportSize({ width: 1280, height: 800 });
        found.push(...(await seriousFindings(page)).map((one) => `${layout} ${colorScheme}: ${one}`));
      }
    }
    expect(found).toEqual([]);
  },
);

test('the wall fits 80 installations in trouble and three conforming groups on a small screen', async ({
  page,
}) => {
  const names = Array.from({ length: 80 }, (_, index) => `university-oslo-${index + 10}`);
  const group = { url: '/', state: 'conforming', total: 300, down: 0, troubled: 0, conforming: 270 } as const;
  const view: WallView = {
    ...wallView(),
    tiles: names.map((name) => rowOf(name, 'unreachable')),
    well: ['Partners', 'Universities', 'Public health'].map((name) => ({ ...group, name })),
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.setContent(await renderWall(view));
  await page.addStyleTag({ content: styles });
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(800);
});
