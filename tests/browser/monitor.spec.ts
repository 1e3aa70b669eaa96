import { expect, test } from '@playwright/test';
import { withWatched } from '../monitor/operations/watched.ts';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { often } from '../support/often.ts';
import { partsOf } from '../support/parts-of.ts';
import {
  findBroken,
  findDrift,
  patient,
  quiet,
  sendForm,
  sidewaysScroll,
  stateOf,
  token,
  withMonitor,
} from './monitor-pages.ts';
import { keepPicture, seriousFindings } from './pages.ts';

needs('chromium');

const installationPath = '/installations/staging';

test('the overview shows the state in words, leads to a run by the keyboard alone, and stays a table on a phone', async ({
  page,
}) => {
  await withMonitor(async (_watched, url) => {
    await page.goto(url);
    await expect(page).toHaveTitle(/^1 conforming/);
    const row = page.getByRole('row', { name: /staging/ });
    await expect(row.getByText('Conforming', { exact: true })).toBeVisible();
    await expect(row.getByRole('cell').nth(2)).toHaveText(/100 %since|no figure yet/);
    await expect(row.getByRole('img').first()).toHaveAccessibleName(/last 90 days/);
    await expect(row.getByRole('img').last()).toHaveAccessibleName(/Median response time of the last 1 run/);
    await expect(row.getByRole('cell').last()).toHaveText(/ago|now/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The installation is conforming');
    await expect(page.getByRole('region', { name: 'Last 24 hours' })).toBeVisible();
    await page.getByText('How uptime is counted').click();
    await expect(page.getByText('Uptime is the share of scheduled runs')).toBeVisible();
    await keepPicture(page, 'overview');

    await test.step('the keyboard', async () => {
      await page.goto(url);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'The monitor is well' })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'All incidents' })).toBeFocused();
      await page.keyboard.press('Tab');
      const table = page.getByRole('region', { name: 'Table of installations' });
      await expect(table).toBeFocused();
      await expect(table).toHaveCSS('outline-style', 'solid');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'staging' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'staging' })).toBeVisible();
      await page.getByRole('region', { name: 'Table of runs' }).getByRole('link').focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: /^Standard run of/ })).toBeVisible();
    });

    await test.step('a phone', async () => {
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto(url);
      await expect(page.getByRole('table')).toHaveAccessibleName(/1 installation/);
      await expect(page.getByRole('rowheader', { name: /staging/ })).toBeVisible();
      await expect(page.getByRole('columnheader')).toHaveCount(7);
    });
  });
});

test.describe('The page of a failing installation', () => {
  test('shows each failure with its evidence and history and without secrets, and can be printed', async ({
    page,
  }) => {
    await withMonitor(async (watched, url) => {
      await findBroken(watched);
      await page.goto(url + installationPath);
      await expect(page).toHaveTitle(/^staging: violating/);
      const failures = page.getByRole('region', { name: /What fails now/ });
      const first = failures.getByRole('listitem').first();
      await expect(first.getByRole('heading')).toContainText('GET /api/v3/key_questions');
      // The installation's own words, shown as text.
      await expect(first.getByText('"error": "The list of <key questions> cannot be read."')).toBeVisible();
      await expect(first.getByText(/^curl /)).toBeVisible();
      const grid = page.getByRole('region', { name: 'Table of endpoints over time' });
      const broken = grid.getByRole('row', { name: /GET \/api\/v3\/key_questions/ });
      await expect(broken.getByRole('cell')).toHaveText(['holds', 'broken']);
      const chart = page.getByRole('region', { name: 'Chart of response times' }).getByRole('img');
      await expect(chart).toHaveAccessibleDescription(/1 run: medians from .*; 1 incident\./);
      await page.getByText('The same as a table').click();
      await expect(page.getByRole('table', { name: /by the hour/ })).toBeVisible();
      await keepPicture(page, 'failing-installation');

      const shown = await page.content();
      const secrets = [...Object.values(watched.reference.keys), token];
      expect(secrets.flatMap((secret) => partsOf(secret, shown))).toEqual([]);

      await page.emulateMedia({ media: 'print' });
      await expect(failures).toBeVisible();
      await expect(page.getByRole('form')).toHaveCount(0);
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
      await page.emulateMedia({ media: null });

      await grid.getByRole('link').last().click();
      await expect(page.getByRole('heading', { level: 1, name: /^Standard run of/ })).toBeVisible();
      await expect(
        page.getByText(/repeated at once, and (its failure|their failures) stands?/),
      ).toBeVisible();
      await page.getByRole('link', { name: 'Previous run' }).click();
      await expect(page.getByText('Nothing that was judged failed.')).toBeVisible();
    });
  });

  test('updates itself without disturbing a form that is being filled in, and can be paused', async ({
    page,
  }) => {
    await withMonitor(
      async (watched, url) => {
        await page.goto(url + installationPath);
        await expect(page.getByText('Conforming', { exact: true }).first()).toBeVisible();
        await page.getByRole('form', { name: 'Start maintenance' }).getByLabel('Minutes').fill('17');
        await findBroken(watched);
        await expect(page.getByRole('region', { name: /What fails now: \d/ })).toBeVisible(patient);
        await expect(page).toHaveTitle(/^staging: violating/);
        await expect(page.getByLabel('Minutes')).toHaveValue('17');
        await expect(page.getByLabel('Minutes')).toBeFocused();

        await page.getByRole('button', { name: 'Pause updates' }).click();
        await expect(page.getByRole('button', { name: 'Resume updates' })).toBeVisible();
      },
      { MONITOR_REFRESH: '1s' },
    );
  });
});

test.describe('Actions', () => {
  test('start a run, start and end maintenance, and accept observations as the baseline', async ({
    page,
  }) => {
    await withMonitor(async (watched, url) => {
      await findBroken(watched);
      watched.setFault();
      await page.goto(url + installationPath);
      await sendForm(page, 'Run now', 'not the token of the operator');
      await expect(page.getByRole('alert')).toContainText('Nothing was changed');
      expect(await stateOf(watched)).toBe('violating');

      await sendForm(page, 'Run now', token);
      await expect(page.getByRole('status')).toContainText('The run was started');
      await expect.poll(() => stateOf(watched), often).toBe('conforming');
      await page.goto(url + installationPath);
      await expect(page.getByRole('region', { name: 'What fails now' })).toContainText(
        'Nothing that was judged fails',
      );
      await expect(page.getByRole('region', { name: 'Table of changes' }).getByRole('row')).toHaveCount(4);

      await test.step('maintenance', async () => {
        await page.getByLabel('Minutes').fill('30');
        await sendForm(page, 'Start maintenance', token);
        await expect(page.getByText('Open now:')).toBeVisible();
        expect(await stateOf(watched)).toBe('maintenance');
        await keepPicture(page, 'maintenance');
        await sendForm(page, 'End maintenance', token);
        await expect(page.getByText('No maintenance is open')).toBeVisible();
        // The state is not known until the run that begins at once has ended.
        await expect.poll(() => stateOf(watched), often).toBe('conforming');
      });

      await test.step('the baseline', async () => {
        await findDrift(watched);
        await page.goto(url + installationPath);
        const observations = page.getByRole('region', { name: /^Observations/ });
        await expect(observations).toContainText('differ from the baseline');
        await keepPicture(page, 'drift');
        await sendForm(page, 'Accept as baseline', token);
        await expect(page.getByRole('status')).toContainText('What is observed now is the baseline.');
        await expect(observations).not.toContainText('differ from the baseline');
        await expect(observations).toContainText('Baseline of ');
        await expect(observations).toContainText('The operator accepted what is observed');
        await expect(page.getByRole('form', { name: 'Accept as baseline' })).toHaveCount(0);
        expect(await seriousFindings(page)).toEqual([]);
        await keepPicture(page, 'accepted');
      });
    });
  });

  test('are not shown if no token is configured, and the page says that they are switched off', async ({
    page,
  }) => {
    await withWatched({ schedule: quiet.schedule }, async ({ monitor }) => {
      await page.goto(monitor.url + installationPath);
      await expect(page.getByText('Actions are switched off')).toBeVisible();
      await expect(page.getByRole('form')).toHaveCount(0);
    });
  });
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('failures are shown, and a run can be started', async ({ page }) => {
    await withMonitor(async (watched, url) => {
      await findBroken(watched);
      watched.setFault();
      await page.goto(url + installationPath);
      await expect(page.getByRole('region', { name: /What fails now: \d/ })).toBeVisible();
      await sendForm(page, 'Run now', token);
      await expect(page.getByRole('status')).toContainText('The run was started');
      await expect.poll(() => stateOf(watched), often).toBe('conforming');
    });
  });
});

const looks = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'phone', colorScheme: 'light', width: 360 },
] as const;

for (const { name, colorScheme, width } of looks) {
  const details = name === 'light' ? {} : long;
  test(
    `no page has serious axe-core violations, scrolls sideways or logs errors: ${name}`,
    details,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const complaints: string[] = [];
      page.on('console', (message) => {
        // The browser logs each 404 of the monitor.
        if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
      });
      await withMonitor(async (watched, url) => {
        await findBroken(watched);
        await page.goto(url + installationPath);
        const run = await page
          .getByRole('region', { name: 'Table of runs' })
          .getByRole('link')
          .first()
          .getAttribute('href');
        const paths = {
          overview: '/',
          installation: installationPath,
          run: run ?? '',
          missing: '/installations/none',
        };
        for (const [title, path] of Object.entries(paths)) {
          await page.goto(url + path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.evaluate(
            "document.querySelectorAll('details').forEach((details) => { details.open = true; })",
          );
          expect(await seriousFindings(page), title).toEqual([]);
          expect(await sidewaysScroll(page), title).toBe(0);
          await keepPicture(page, `${name}-${title}`);
        }
      });
      expect(complaints).toEqual([]);
    },
  );
}
