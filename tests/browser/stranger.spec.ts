import { expect, type Page } from '@playwright/test';
import { long } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { keepPicture } from './pages.ts';
import { test } from './world.ts';

needs('chromium');
// The first test of a worker creates the history that all of them show.
test.slow();

const screens = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

/** Expects each sentence on the first screen. */
async function seeAtOnce(page: Page, sentences: readonly (string | RegExp)[]): Promise<void> {
  for (const sentence of sentences) await expect(page.getByText(sentence).first()).toBeInViewport();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'With JavaScript' : 'Without JavaScript', () => {
    test.use({ javaScriptEnabled });
    const everyChange = (isHere: boolean) => (javaScriptEnabled && isHere ? {} : long);

    for (const viewport of screens) {
      test(
        `in an outage the first screen shows state, cause and evidence, or links to them: ${viewport.width} px`,
        everyChange(viewport.width === 390),
        async ({ page, worldOf }) => {
          const { url } = await worldOf('outage', 14);
          await page.setViewportSize(viewport);
          await page.goto(`${url}/installations/trials-archive`);
          await seeAtOnce(page, [
            'Down.',
            /^Down\. Unreachable\. /,
            '21 Nov 2026 12:31 UTC',
            /^curl .*\/api\/v3\//,
            /^No answer after/,
            'Runbook',
            /cannot be reached/,
          ]);
          await page.goto(`${url}/installations/staging`);
          await seeAtOnce(page, [
            /^Up\. Violating\. /,
            '21 Nov 2026 10:01 UTC',
            /^A request without a key is let in: status 200 at 2 of 12 endpoints\.$/,
            /^curl .*\/api\/v3\//,
            /^Status 200 after/,
            ...(viewport.width < 600
              ? []
              : [/Can I keep my integration\? No: 1 endpoint, Look first: 2 endpoints/, 'Last month (Oct)']),
          ]);
          await keepPicture(page, `outage-${viewport.width}`);
          const links = page.getByRole('main').getByRole('link');
          for (const name of [
            'What it answered',
            'What changed since the run before',
            ...(viewport.width < 600 ? [] : ['Can I keep my integration?', '98.92 %']),
          ])
            await expect(links.filter({ hasText: name }).first()).toBeInViewport();
          await links.filter({ hasText: 'What it answered' }).click();
          await expect(page.getByText(/^Status 200 from/).first()).toBeInViewport();
          await links.filter({ hasText: '98.92 %' }).first().click();
          await expect(page.getByRole('heading', { name: 'Availability' })).toBeInViewport();
          await links.filter({ hasText: 'What changed since the run before' }).click();
          await seeAtOnce(page, [
            /^Something broke\./,
            /^Can I keep my integration\? No: 1 endpoint · Look first: 2 endpoints/,
          ]);
        },
      );

      test(
        `after an upgrade the first screen shows what changed, or links to it: ${viewport.width} px`,
        everyChange(viewport.width === 1280),
        async ({ page, worldOf }) => {
          const { url } = await worldOf('upgrade', 14);
          await page.setViewportSize(viewport);
          await page.goto(`${url}/installations/staging`);
          await seeAtOnce(page, [
            /^Up\. Conforming\. /,
            '30 Oct 2026 08:00 UTC',
            'Observations (3 changed)',
            /^The last deployment, as far as answers show it: 21 Nov 2026 11:16 UTC \(x-app-version: 3\.1\.4 → 3\.2\.0/,
            /Can I keep my integration\? Look first: 3 endpoints/,
            ...(viewport.width < 600 ? [] : ['Last month (Oct)']),
          ]);
          await keepPicture(page, `upgrade-${viewport.width}`);
          await page.getByRole('link', { name: 'Can I keep my integration?' }).click();
          await expect(page.getByRole('heading', { name: 'Can I keep my integration?' })).toBeInViewport();
          await expect(
            page.getByRole('row', { name: /^GET \/api\/v3\/projects\b.* Look first/ }),
          ).toBeInViewport();
          await page.goBack();
          await page.getByRole('link', { name: 'What changed for clients' }).click();
          await seeAtOnce(page, [/^Nothing broke\. 1 change for clients\./]);
        },
      );
    }
  });
}
