import { defineConfig } from '@playwright/test';
import { withoutBrowser } from '../playwright/contract-tests.ts';
import { launchOptions } from './support/browser.ts';
import { totalsVariable } from './support/totals.ts';

/** On a terminal `npm test` counts in one line; elsewhere each test is a line, with the progress between them. */
const progress: ['line'][] | [string][] =
  process.stdout.isTTY && process.env[totalsVariable] !== undefined
    ? [['line']]
    : [['list'], ['./support/progress-reporter.ts']];

/** The project's own tests. Their reports stay out of the way of the contract's, which `playwright.config.ts` writes. */
// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineConfig({
  outputDir: 'out/results',
  forbidOnly: true,
  fullyParallel: true,
  // Many tests wait for a process or a timer: three at once keep two cores busy.
  workers: 3,
  // For a test that hangs: a slow machine takes its time.
  timeout: 120_000,
  reporter: [
    ...progress,
    ['html', { open: 'never', outputFolder: 'out/playwright' }],
    ['junit', { outputFile: 'out/playwright.xml' }],
    ['./support/left-out-reporter.ts'],
    ['./closing-line.ts'],
  ],
  projects: [
    { name: 'unit', testDir: 'unit', fullyParallel: false, use: withoutBrowser },
    { name: 'integration', testDir: 'integration', use: withoutBrowser },
    { name: 'self-test', testDir: 'self-test', use: withoutBrowser },
    { name: 'monitor', testDir: 'monitor', use: withoutBrowser },
    { name: 'security', testDir: 'security', use: withoutBrowser },
    { name: 'system', testDir: 'system', use: { browserName: 'chromium', launchOptions } },
    // Pages stand still, so that nothing is looked at in the middle of a transition.
    {
      name: 'browser',
      testDir: 'browser',
      use: { browserName: 'chromium', launchOptions, contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
});
