const { MUTATION_REPORTS: reports, MUTATION_FILES: files = '' } = process.env;

/** Options of Stryker, which is installed in this folder alone. */
const options = {
  mutate: files.split(','),
  // TypeScript refuses an empty object where a typed one is wanted.
  mutator: { excludedMutations: ['ObjectLiteral'] },
  plugins: ['./tests/mutation/stryker-runner.ts', './tests/mutation/stryker-ignorer.ts'],
  ignorers: ['texts-of-tables'],
  testRunner: 'specs',
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // Code that was loaded anew for a mutant stays in memory until the process ends.
  maxTestRunnerReuse: 200,
  // Nothing here reads tsconfig.json by TypeScript's own API, which version 7 does not have.
  tsconfigFile: 'no-tsconfig.json',
  symlinkNodeModules: false,
  // tsx leaves types unchecked.
  disableTypeChecks: false,
  ignorePatterns: ['/data', '/dist', '/operations', '/reports/out', '/test-results'],
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `${reports}/index.html` },
  jsonReporter: { fileName: `${reports}/mutation.json` },
  tempDirName: '.stryker-tmp',
  allowConsoleColors: false,
};

// biome-ignore lint/style/noDefaultExport: Stryker reads its configuration from the default export.
export default options;
