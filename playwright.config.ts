import { defineConfig } from '@playwright/test';

const reports = process.env.REPORTS_DIR || 'reports/out';

/** The contract face alone: the project's own tests have `tests/playwright.config.ts`. */
// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineConfig({
  outputDir: 'test-results',
  forbidOnly: true,
  workers: 2,
  // All tests are in one file, which Playwright gives to one shard unless they may run apart.
  fullyParallel: process.argv.some((word) => word.startsWith('--shard')),
  timeout: 60_000,
  globalSetup: './tests/contract/support/global-setup.ts',
  reporter: [
    ['list'],
    ['html', { open: 'never', outputFolder: `${reports}/playwright` }],
    ['junit', { outputFile: `${reports}/playwright.xml` }],
    ['./tests/contract/support/prefetch.ts'],
    ['./tests/closing-line.ts'],
  ],
  projects: [{ name: 'contract', testDir: 'tests/contract' }],
});
