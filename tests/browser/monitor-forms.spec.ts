import { expect, test } from '@playwright/test';
import { needs } from '../support/needs.ts';
import { plainName, sendForm, token, withMonitor } from './monitor-pages.ts';

needs('chromium');

test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${plainName} 127.0.0.1`];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

function atPlainName(url: string): string {
  return url.replace('127.0.0.1', plainName);
}

test('a form is accepted over plain HTTP with only an Origin header, but not from another site', async ({
  page,
}) => {
  await withMonitor(async (_watched, url) => {
    await page.goto(`${atPlainName(url)}/installations/staging`);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await sendForm(page, 'Start maintenance', token);
    await expect(page.getByRole('status')).toContainText('Maintenance has begun');
    const headers = await (await sent).allHeaders();
    expect(headers['sec-fetch-site']).toBeUndefined();
    expect(headers.origin).toBe(atPlainName(url));
    await sendForm(page, 'End maintenance', token);
    await expect(page.getByText('No maintenance is open')).toBeVisible();

    for (const target of [url, atPlainName(url)]) {
      const body = `<form method="post" action="${target}/installations/staging/maintenance">
<input name="minutes" value="5"><input name="token" value="${token}"><button>Win a prize</button></form>`;
      await page.route('http://other.test/', (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto('http://other.test/');
      await page.getByRole('button').click();
      await expect(page.getByRole('heading', { level: 1 }), target).toHaveText('The form was not accepted');
    }
    await page.goto(`${url}/installations/staging`);
    await expect(page.getByText('No maintenance is open')).toBeVisible();
  });
});
