// Options of Stryker, which is installed in this folder alone. MUTATION_TARGET names the code that is mutated.

/** A folder whose code is mutated without what is named after `!`, and the specs that must notice: quick ones, without fixtures. */
const targets = {
  // Prose about the document, and what ajv generates, hold nothing that a test could miss.
  contract: {
    mutate: ['contract/**/*.ts', '!contract/document/requirements.ts', '!contract/generated/**'],
    testFiles: [
      'tests/unit/contract/*.spec.ts',
      'tests/unit/engine/diagnose.spec.ts',
      'tests/unit/engine/asker.spec.ts',
    ],
  },
  // What sends requests, and what reads bodies in processes of their own, is tested with real servers and processes: by tests
  // that take too long for each mutant.
  engine: {
    mutate: [
      'engine/**/*.ts',
      '!engine/evidence/body-process.ts',
      '!engine/evidence/body-reader.ts',
      '!engine/http/{client,connection,rate-limiter,send-once}.ts',
      '!engine/run/{run-installation,session}.ts',
    ],
    testFiles: [
      'tests/unit/engine/*.spec.ts',
      'tests/unit/configuration/*.spec.ts',
      'tests/unit/reports/{baseline,comparison,field-changes}.spec.ts',
      'tests/unit/cli/known-failures.spec.ts',
    ],
  },
};

const name = process.env.MUTATION_TARGET || 'contract';
const { mutate, testFiles } = targets[name];
const reports = `reports/out/mutation/${name}`;

// biome-ignore lint/style/noDefaultExport: Stryker reads its configuration from the default export.
export default {
  mutate,
  // TypeScript refuses an empty object where a typed one is wanted.
  mutator: { excludedMutations: ['ObjectLiteral'] },
  plugins: ['@stryker-mutator/tap-runner', './tests/mutation/stryker-ignorer.ts'],
  ignorers: ['texts-of-tables'],
  testRunner: 'tap',
  tap: {
    testFiles,
    nodeArgs: [
      ...['--import', 'tsx', '--test-reporter', 'tap', '--test-force-exit'],
      ...['-r', '{{hookFile}}', '{{testFile}}'],
    ],
  },
  coverageAnalysis: 'perTest',
  // A run that ended early goes on where it was.
  incremental: true,
  incrementalFile: `${reports}/incremental.json`,
  // Nothing here reads tsconfig.json by TypeScript's own API, which version 7 does not have.
  tsconfigFile: 'no-tsconfig.json',
  // tsx leaves types unchecked.
  disableTypeChecks: false,
  ignorePatterns: ['/data', '/dist', '/operations', '/reports/out', '/test-results'],
  reporters: ['clear-text', 'html', 'progress-append-only'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `${reports}/index.html` },
  tempDirName: '.stryker-tmp',
  allowConsoleColors: false,
};
