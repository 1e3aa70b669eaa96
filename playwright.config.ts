import { defineConfig } from '@playwright/test';
import { debianChromium, findPart } from './tests/support/system-parts.ts';

const executablePath = findPart('chromium');
const browser = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args:
    executablePath === debianChromium
      ? ['--no-sandbox', '--disable-quic', '--disable-background-networking']
      : [],
};

const reports = process.env.REPORTS_DIR || 'reports/out';

// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineConfig({
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  globalSetup: './tests/contract/support/global-setup.ts',
  reporter: [
    ['list'],
    ['html', { open: 'never', outputFolder: `${reports}/playwright` }],
    ['junit', { outputFile: `${reports}/playwright.xml` }],
    ['./tests/contract/support/prefetch.ts'],
    ['./tests/support/left-out-reporter.ts'],
    ['./tests/closing-line.ts'],
  ],
  projects: [
    { name: 'contract', testDir: 'tests/contract', fullyParallel: false },
    { name: 'unit', testDir: 'tests/unit' },
    { name: 'self-test', testDir: 'tests/self-test' },
    { name: 'monitor', testDir: 'tests/monitor' },
    { name: 'browser', testDir: 'tests/browser', use: { browserName: 'chromium', launchOptions: browser } },
  ],
});
