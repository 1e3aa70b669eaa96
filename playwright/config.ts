import { fileURLToPath } from 'node:url';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';

type Reporters = Exclude<PlaywrightTestConfig['reporter'], string | undefined>;

/** This project runs its sources; the package runs compiled code. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const fileOf = (name: string): string =>
  fileURLToPath(new URL(`./broker/${name}.${extension}`, import.meta.url));

/**
 * Playwright's `defineConfig`, plus the run's one session, which every worker asks. Your configuration stays; replacing
 * reporters on the command line makes the tests ask one by one, after `projects` and `users`.
 */
export function defineContractConfig(config: PlaywrightTestConfig = {}): PlaywrightTestConfig {
  const { globalSetup = [], reporter, shard } = config;
  const isShard = (shard ?? null) !== null || process.argv.some((word) => word.startsWith('--shard'));
  return defineConfig({
    ...config,
    // All tests of the contract are in one file, which Playwright gives to one shard unless its tests may run in
    // parallel. `describe` keeps those of an endpoint together.
    fullyParallel: config.fullyParallel ?? isShard,
    globalSetup: [fileOf('global-setup'), ...(Array.isArray(globalSetup) ? globalSetup : [globalSetup])],
    reporter: [...reportersOf(reporter), [fileOf('run-begin')]],
  });
}

function reportersOf(reporter: PlaywrightTestConfig['reporter']): Reporters {
  if (reporter === undefined) return [[process.env.CI ? 'dot' : 'list']];
  return typeof reporter === 'string' ? [[reporter]] : reporter;
}
