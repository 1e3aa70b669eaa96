import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Locator, type Page, test } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical violations that axe-core finds: rule ids, each with its first element. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // The rule target-size of WCAG 2.2 is off by default. Only violations get details: those of all other results take axe-core most of its time.
  const findings =
    await page.evaluate(`${axeSource}; axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .then((result) => result.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
  return findings as string[];
}

/** If PICTURES is true, takes a picture of the whole page and keeps it with the results. */
export async function keepPicture(page: Page, name: string, mask: readonly Locator[] = []): Promise<void> {
  if (process.env.PICTURES !== 'true') return;
  const path = test.info().outputPath(`${name}.png`);
  await page.screenshot({ path, fullPage: true, mask: [...mask] });
  await test.info().attach(name, { path, contentType: 'image/png' });
}
