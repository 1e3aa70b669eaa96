import { defineContractConfig } from './playwright/config.ts';

const reports = process.env.REPORTS_DIR || 'reports/out';

/** The contract face alone: the project's own tests have `tests/playwright.config.ts`. */
// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineContractConfig({
  outputDir: 'test-results',
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  reporter: [
    ['list'],
    ['html', { open: 'never', outputFolder: `${reports}/playwright` }],
    ['junit', { outputFile: `${reports}/playwright.xml` }],
    ['./tests/closing-line.ts'],
  ],
  projects: [{ name: 'contract', testDir: 'tests/contract' }],
});
