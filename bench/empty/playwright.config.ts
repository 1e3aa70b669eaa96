import { defineConfig } from '@playwright/test';

/** One empty test: Playwright's own startup cost. */
// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineConfig({ testDir: '.', reporter: 'list', workers: 1 });
