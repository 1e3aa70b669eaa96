import { expect, type Locator, type Page, test } from '@playwright/test';
import { needs } from '../support/needs.ts';
import { findBroken, sidewaysScroll, token, withMonitor } from './monitor-pages.ts';
import { keepPicture, seriousFindings } from './pages.ts';

needs('chromium');

const isPublic = { STATUS_PAGE: 'staging=Research service' };

/** Expects no sideways scrolling on a phone and a wide screen, and no serious axe-core violations. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page)).toBe(0);
    await keepPicture(page, `${name}-${width}`);
  }
  expect(await seriousFindings(page)).toEqual([]);
}

const noteForm = (page: Page): Locator => page.getByRole('form', { name: /^Note on/ });

test('an operator acknowledges an incident and publishes an update on the status page', async ({ page }) => {
  await withMonitor(async (watched, url) => {
    await findBroken(watched);
    await page.goto(`${url}/installations/staging`);
    await page.getByRole('link', { name: 'Acknowledge' }).click();
    const incident = page.getByRole('article');
    await incident.getByText('Acknowledge').first().click();
    const form = page.getByRole('form', { name: /^Acknowledgement of/ });
    const until = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
    await form.getByLabel('Acknowledged until (UTC)').fill(until);
    await form.getByLabel('Because').fill('the disk is replaced tonight');
    await form.getByLabel("Operator's token").fill(token);
    await form.getByRole('button', { name: 'Acknowledge' }).click();
    const known = page.getByText(/^Acknowledged by operator until .*: the disk is replaced tonight$/);
    await expect(known).toBeVisible();
    await incident.getByText('Write a note').click();
    await incident.getByLabel('Note', { exact: true }).fill('A disk is being replaced. Reading works.');
    await incident.getByLabel('An update for the public status page').check();
    await noteForm(page).getByLabel("Operator's token").fill(token);
    await incident.getByRole('button', { name: 'Keep the note' }).click();
    await expect(page.getByText('A disk is being replaced. Reading works.')).toBeVisible();
    await lookAt(page, 'incidents-known');
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const path of ['/', '/?view=wall', '/installations/staging']) {
      await page.goto(`${url}${path}`);
      await expect(known).toBeVisible();
      await lookAt(page, `known${path.replaceAll(/\W+/g, '-')}`);
    }
    await page.goto(`${url}/status`);
    await expect(page.getByText('The operators know of it.')).toBeVisible();
    await expect(page.getByText('A disk is being replaced. Reading works.')).toBeVisible();
    await lookAt(page, 'status-known');
  }, isPublic);
});

test('an operator writes a note on an incident, and a wrong token is refused', async ({ page }) => {
  await withMonitor(async (watched, url) => {
    await findBroken(watched);
    await page.goto(`${url}/installations/staging`);
    await page.locator('main').getByRole('link', { name: 'Incidents' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incidents of staging');
    await expect(page.getByText('1 incident is open.')).toBeVisible();
    const incident = page.getByRole('article');
    const widthOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.width ?? 0;
    // Styles of other pages do not make it narrower.
    expect(await widthOf(incident)).toBeGreaterThan(0.9 * (await widthOf(page.getByRole('main'))));
    await incident.getByText('Write a note').click();
    await incident.getByLabel('Note', { exact: true }).fill('The database is being restored.');
    await noteForm(page).getByLabel("Operator's token").fill(token);
    await incident.getByRole('button', { name: 'Keep the note' }).click();
    await expect(page).toHaveURL(/\/incidents#staging-/);
    await expect(page.getByRole('list', { name: 'Notes' })).toContainText('The database is being restored.');
    await lookAt(page, 'incidents');
    await incident.getByText('Write a note').click();
    await incident.getByLabel('Note', { exact: true }).fill('Again.');
    await noteForm(page).getByLabel("Operator's token").fill('wrong');
    await incident.getByRole('button', { name: 'Keep the note' }).click();
    await expect(page.getByRole('alert')).toHaveText('This is not the operator token. Nothing was kept.');
  }, isPublic);
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the status page shows the state of the service by its public name, and a note can be written', async ({
    page,
  }) => {
    await withMonitor(async (watched, url) => {
      await page.goto(`${url}/status`);
      await expect(page.getByText('The service works.')).toBeVisible();
      await findBroken(watched);
      await page.goto(`${url}/incidents`);
      const incident = page.getByRole('article');
      await incident.getByText('Write a note').click();
      await incident.getByLabel('Note', { exact: true }).fill('By hand.');
      await noteForm(page).getByLabel("Operator's token").fill(token);
      await incident.getByRole('button', { name: 'Keep the note' }).click();
      await expect(page.getByRole('list', { name: 'Notes' })).toContainText('By hand.');

      await page.goto(`${url}/status`);
      // The browser may have cached the page for some seconds.
      await page.reload();
      await expect(page.getByText('Research service: works with errors.')).toBeVisible();
      await page.getByText('1 incident in the last 30 days').click();
      await expect(page.getByText(/: works with errors for .*, until now$/)).toBeVisible();
      await expect(page.locator('body')).not.toContainText('staging');
    }, isPublic);
  });
});
