import { expect, type Page, test } from '@playwright/test';
import { type Reference, type ReferenceOptions, startReference } from '../../reference-server/index.ts';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { keepPicture, seriousFindings } from './pages.ts';

needs('chromium');

async function withReference(
  options: ReferenceOptions,
  work: (reference: Reference) => Promise<void>,
): Promise<void> {
  const reference = await startReference(options);
  try {
    await work(reference);
  } finally {
    await reference.close();
  }
}

async function logIn(page: Page, { baseUrl, logins }: Reference): Promise<void> {
  await page.goto(`${baseUrl}/`);
  await expect(page).toHaveURL(`${baseUrl}/login`);
  await page.getByLabel('User name').fill(logins[0]?.name ?? '');
  await page.getByLabel('Password').fill(logins[0]?.password ?? '');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Your projects' })).toBeVisible();
}

async function openStorage(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Ada Lindgren' }).click();
  await page.getByRole('link', { name: 'Storage' }).click();
}

function usersAnswer(baseUrl: string, key: string): Promise<Response> {
  return fetch(`${baseUrl}/api/v3/users`, { headers: { authorization: `Bearer ${key}` } });
}

test('a user logs in, opens the Storage tab, copies the key and regenerates it', async ({
  page,
  context,
}) => {
  await withReference({}, async (reference) => {
    const { baseUrl, keys } = reference;
    await page.goto(`${baseUrl}/login`);
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toHaveText('The user name or the password is wrong.');
    await expect(page.getByLabel('User name')).toHaveValue('ada');
    await page.goto(`${baseUrl}/profile/storage`);
    await expect(page).toHaveURL(`${baseUrl}/login`);

    await logIn(page, reference);
    await openStorage(page);
    const key = await page.getByLabel('API key').inputValue();
    expect(key).toBe(keys.first);
    expect((await usersAnswer(baseUrl, key)).status).toBe(200);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('The key was copied.')).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);

    await page.getByRole('button', { name: 'Regenerate' }).click();
    await expect(page.getByText('A new key was issued.')).toBeVisible();
    const refused = await usersAnswer(baseUrl, key);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({ error: 'Unauthorized' });
    const newKey = await page.getByLabel('API key').inputValue();
    expect(newKey).not.toBe(key);
    const accepted = await usersAnswer(baseUrl, newKey);
    expect(((await accepted.json()) as { login: string }).login).toBe('ada');
    await page.reload();
    await expect(page.getByText('A new key was issued.')).toBeHidden();

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.goto(`${baseUrl}/profile/storage`);
    await expect(page).toHaveURL(`${baseUrl}/login`);
  });
});

test.describe('The pages', () => {
  test('work below a path prefix, and select the key if the browser denies the clipboard', async ({
    page,
  }) => {
    await withReference({ basePath: '/some/app' }, async (reference) => {
      await page.addInitScript('navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))');
      await logIn(page, reference);
      await openStorage(page);
      await page.getByRole('button', { name: 'Copy' }).click();
      await expect(page.getByText('The key is selected: copy it with your keyboard.')).toBeVisible();
      expect(await page.evaluate('getSelection().toString()')).toBe(reference.keys.first);
      await page.getByRole('button', { name: 'Regenerate' }).click();
      await expect(page.getByText('A new key was issued.')).toBeVisible();
    });
  });

  test('allow logging in with the keyboard alone, with a visible focus', async ({ page }) => {
    await withReference({}, async (reference) => {
      await page.goto(`${reference.baseUrl}/login`);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
      await page.getByLabel('User name').focus();
      await page.keyboard.type(reference.logins[0]?.name ?? '');
      await page.keyboard.press('Tab');
      await page.keyboard.type(reference.logins[0]?.password ?? '');
      await page.keyboard.press('Tab');
      const button = page.getByRole('button', { name: 'Log in' });
      await expect(button).toBeFocused();
      await expect(button).toHaveCSS('outline-style', 'solid');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Your projects' })).toBeVisible();
    });
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    const details = colorScheme === 'light' ? {} : long;
    test(`have no serious axe-core violations in ${colorScheme} colours`, details, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await withReference({}, async (reference) => {
        const judged: Record<string, readonly string[]> = {};
        const judge = async (name: string): Promise<void> => {
          judged[name] = await seriousFindings(page);
          await keepPicture(page, `${colorScheme}-${name}`, [page.locator('#key')]);
        };
        await page.goto(`${reference.baseUrl}/login`);
        await judge('login');
        await logIn(page, reference);
        await judge('projects');
        await page.getByRole('link', { name: 'Ada Lindgren' }).click();
        await judge('profile');
        await page.getByRole('link', { name: 'Storage' }).click();
        await judge('storage');
        expect(judged).toEqual({ login: [], projects: [], profile: [], storage: [] });
      });
    });
  }
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the key is shown and can be regenerated, and the Copy button is hidden', async ({ page }) => {
    await withReference({}, async (reference) => {
      await logIn(page, reference);
      await openStorage(page);
      await expect(page.getByLabel('API key')).toHaveValue(reference.keys.first);
      await expect(page.getByRole('button', { name: 'Copy' })).toBeHidden();
      await page.getByRole('button', { name: 'Regenerate' }).click();
      await expect(page.getByLabel('API key')).not.toHaveValue(reference.keys.first);
    });
  });
});
