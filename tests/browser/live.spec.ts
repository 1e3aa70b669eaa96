import { expect, test } from '@playwright/test';
import { assetUrl } from '../../monitor/pages/shared/assets.ts';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { often } from '../support/often.ts';
import { findBroken, patient, runByApi, sendForm, stateOf, token, withMonitor } from './monitor-pages.ts';

needs('chromium');

/** By the fake clock of the page: on a busy machine real time passes while nothing happens. */
const promisedMs = 15_000;

const isPublic = { STATUS_PAGE: 'staging=Research service' };
const slowly = { MONITOR_REFRESH: '10m' };

test('a change of state updates the heading and the icon without waiting for the next refresh', async ({
  page,
}) => {
  await withMonitor(async (watched, url) => {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The installation is conforming');
    const icon = page.locator('link[rel=icon]');
    await expect(icon).toHaveAttribute('href', assetUrl('icon.svg'));
    await findBroken(watched);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'The installation needs attention',
      patient,
    );
    await expect(icon).toHaveAttribute('href', assetUrl('icon-trouble.svg'));
    const drawing = await page.request.get(new URL(assetUrl('icon-trouble.svg'), url).href);
    expect(drawing.headers()['content-type']).toContain('image/svg+xml');
  }, slowly);
});

test(
  'a page without the event stream reports lost contact only after the monitor has stopped',
  long,
  async ({ page }) => {
    await withMonitor(async (watched, url) => {
      let cut = 0;
      await page.route('**/events', (route) => {
        cut += 1;
        return route.abort('connectionreset');
      });
      await page.clock.install();
      await page.goto(`${url}/installations/staging`);
      // A browser keeps reconnecting to the stream.
      await expect.poll(() => cut, patient).toBeGreaterThan(4);
      await expect(page.locator('#contact')).toHaveCount(0);
      await watched.monitor.close();
      await page.clock.runFor(promisedMs);
      await expect(page.locator('#contact')).toHaveText(/^No contact with the monitor/, patient);
    }, slowly);
  },
);

test('a page opens its event stream again after the monitor refused it', async ({ page }) => {
  await withMonitor(async (_watched, url) => {
    let requests = 0;
    await page.route('**/events', async (route) => {
      requests += 1;
      if (requests > 1) return route.continue();
      await route.fulfill({ status: 503 });
    });
    await page.clock.install();
    await page.goto(url);
    await expect.poll(() => requests).toBe(1);
    const opened = page.waitForResponse((response) => response.url().endsWith('/events') && response.ok());
    await page.clock.runFor(promisedMs);
    await opened;
  }, slowly);
});

test('each page, also static and public ones, reports lost contact in a bar and its title within 15 s', async ({
  context,
}) => {
  // Nine pages load at once.
  test.slow();
  await withMonitor(async (watched, url) => {
    await findBroken(watched);
    const [run] = /"id":"[^"]+"/.exec(await (await fetch(`${url}/api/v1/runs`)).text()) ?? [];
    const paths = [
      '/installations/staging',
      '/status',
      '/incidents',
      '/installations/staging/incidents',
      '/installations/staging/compare',
      '/installations/staging/document',
      `/runs/${run?.slice('"id":"'.length, -1)}`,
      '/runbook',
      '/installations/nobody',
    ];
    await context.clock.install();
    const pages = await Promise.all(
      paths.map(async (path) => {
        const page = await context.newPage();
        await page.goto(url + path);
        return page;
      }),
    );
    await watched.monitor.close();
    await context.clock.runFor(promisedMs);
    for (const page of pages) {
      await expect(page.locator('#contact'), page.url()).toHaveText(
        /^No contact with the monitor since \d\d:\d\d:\d\d UTC/,
        patient,
      );
      await expect(page, page.url()).toHaveTitle(/^⚠ No contact · /);
      await expect(page.getByRole('alert'), page.url()).toBeVisible();
    }
  }, isPublic);
});

test('the status page updates, keeps details open and recovers lost contact without the event stream', async ({
  page,
}) => {
  await withMonitor(async (watched, url) => {
    await findBroken(watched);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.install();
    await page.goto(`${url}/status`);
    await page.getByText('1 incident in the last 30 days').click();
    watched.setFault();
    await runByApi(watched);
    await expect.poll(() => stateOf(watched), often).toBe('conforming');
    await page.clock.fastForward('01:00');
    await expect(page.getByText('The service works.')).toBeVisible(patient);
    await expect(page.getByRole('group').getByRole('listitem')).toBeVisible();

    // A proxy answers in place of a monitor that is away.
    await page.route('**/status', (route) => route.fulfill({ status: 502 }));
    await page.clock.fastForward('00:15');
    await expect(page.getByRole('alert')).toHaveText(/^No contact with the monitor/, patient);
    await page.unroute('**/status');
    await page.clock.fastForward('00:05');
    await expect(page.getByRole('alert')).toHaveCount(0, patient);
    await expect(page).toHaveTitle('Status');
    expect(asked).not.toContain('/events');
  }, isPublic);
});

test('the list of incidents updates itself and keeps a note that is being written or was refused', async ({
  page,
}) => {
  await withMonitor(async (watched, url) => {
    await findBroken(watched);
    await page.setViewportSize({ width: 900, height: 300 });
    await page.goto(`${url}/incidents`);
    await expect(page.getByText('1 incident is open.')).toBeVisible();
    await page.getByLabel('From').fill('7d');
    await page.getByText('Write a note').click();
    const note = page.getByLabel('Note', { exact: true });
    await note.pressSequentially('The database is being restored.');
    await note.press('Home');
    const topOf = async (): Promise<number> => Math.round((await note.boundingBox())?.y ?? Number.NaN);
    const top = await topOf();
    watched.setFault();
    await runByApi(watched);
    await expect(page.getByText('No incident is open.')).toBeAttached(patient);
    await expect(page.getByRole('heading', { name: 'Open now' })).toHaveCount(0);
    expect(Math.abs((await topOf()) - top)).toBeLessThanOrEqual(2);
    await expect(note).toBeFocused();
    // The caret is where it was.
    await note.pressSequentially('Monday: ');
    await expect(note).toHaveValue('Monday: The database is being restored.');
    await expect(page.getByLabel('From')).toHaveValue('7d');

    // After a refused form the page is at another address.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${url}/installations/staging`);
    await sendForm(page, 'Run now', 'wrong');
    await expect(page).toHaveURL(/\/installations\/staging\/run$/);
    await expect(page.getByRole('alert')).toBeVisible();
    await findBroken(watched);
    await expect(page).toHaveTitle(/^staging: violating/, patient);

    await page.goto(`${url}/incidents?show=open`);
    await page.getByText('Write a note').click();
    await page.getByLabel('Note', { exact: true }).fill('Again.');
    await page.getByRole('textbox', { name: "Operator's token" }).fill('wrong');
    await page.getByRole('button', { name: 'Keep the note' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('textbox', { name: "Operator's token" }).fill(token);
    watched.setFault();
    await runByApi(watched);
    // The incident no longer matches the filter, but its note is not lost.
    await expect(page.getByText('No incident is open.')).toBeAttached(patient);
    await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Again.');
    await page.getByRole('button', { name: 'Keep the note' }).click();
    await expect(page).toHaveURL(/\/incidents\?show=open#staging-/);
  }, isPublic);
});
