import { fileURLToPath } from 'node:url';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';

type Reporters = Exclude<PlaywrightTestConfig['reporter'], string | undefined>;

/** Sources run as they are in this project, compiled in the package. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const fileOf = (name: string): string =>
  fileURLToPath(new URL(`./broker/${name}.${extension}`, import.meta.url));

/**
 * Playwright's `defineConfig` with the one session of the run, which every worker asks. Your configuration stays; replacing
 * reporters on the command line makes the tests slower, with the same requests.
 */
export function defineContractConfig(config: PlaywrightTestConfig = {}): PlaywrightTestConfig {
  const { globalSetup = [], reporter, shard } = config;
  const isShard = (shard ?? null) !== null || process.argv.some((word) => word.startsWith('--shard'));
  return defineConfig({
    ...config,
    // All tests of the contract are in one file, which Playwright gives to one shard unless they may run apart. Those of an
    // endpoint say that they stay together.
    fullyParallel: config.fullyParallel ?? isShard,
    globalSetup: [fileOf('global-setup'), ...(Array.isArray(globalSetup) ? globalSetup : [globalSetup])],
    reporter: [...reportersOf(reporter), [fileOf('run-begin')]],
  });
}

function reportersOf(reporter: PlaywrightTestConfig['reporter']): Reporters {
  if (reporter === undefined) return [[process.env.CI ? 'dot' : 'list']];
  return typeof reporter === 'string' ? [[reporter]] : reporter;
}
