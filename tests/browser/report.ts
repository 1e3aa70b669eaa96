import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Serves the page of a report from an address of its own.
 * @param hash the place in it that a link leads to
 * @returns everything that it does besides being shown
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

/** What axe-core finds, of any severity: rule ids, each with its first element. */
export async function violationsOn(page: Page, markup: string): Promise<readonly string[]> {
  // Testing tools are injected by the debugger, which the policy of the page rightly forbids to scripts.
  await openReport(page, markup.replace(/<meta http-equiv[^>]+>/, ''));
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await tool.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}
