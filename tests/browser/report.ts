import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Opens the page of a report at an address of its own.
 * @param hash the fragment of the URL
 * @returns its console messages, errors, dialogs and requests
 */
export async function openReport(page: Page, markup: string, hash = ''): Promise<readonly string[]> {
  const noted: string[] = [];
  page.on('console', (message) => noted.push(message.text()));
  page.on('pageerror', (error) => noted.push(error.message));
  page.on('dialog', (dialog) => {
    noted.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().includes('/report.html')) noted.push(`request ${request.url()}`);
  });
  await page.route('**/report.html', (route) => route.fulfill({ contentType: 'text/html', body: markup }));
  await page.goto(`http://report.example/report.html${hash}`);
  return noted;
}

/** Violations of any severity that axe-core finds: rule ids, each with its first element. */
export async function violationsOn(page: Page, markup: string): Promise<readonly string[]> {
  // The content security policy of the page rightly forbids scripts, so it is removed to inject axe-core.
  await openReport(page, markup.replace(/<meta http-equiv[^>]+>/, ''));
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await tool.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}
