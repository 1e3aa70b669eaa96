import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closingLine, sumOf, type Totals, totalsVariable } from './support/totals.ts';

// `npm test`: the contract face, then the project's own tests that are quick, with one closing line for both. `--all`
// (`npm run test:all`) takes all but the long ones, and so does a project that is chosen. Other options go to both, as in
// `npm test -- --workers=1`.

const root = fileURLToPath(new URL('../', import.meta.url));
const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
const given = process.argv.slice(2);
const options = given.filter((word) => word !== '--all');
/** Projects of the tests that need neither kills nor a browser, and judge no installation a thousand times. */
const quick = ['unit', 'integration', 'monitor', 'security'];
const isChosen = given.some((word) => word === '--all' || word.startsWith('--project'));
const runs = [
  ['playwright.config.ts'],
  ['tests/playwright.config.ts', ...(isChosen ? [] : quick.map((name) => `--project=${name}`))],
];

const titles = [
  'the contract against the embedded installation, some seconds',
  "the project's own tests, two minutes or more",
];

const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-totals-'));
const totalsFile = join(folder, 'totals');
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort(signal));
for (const [index, [configuration = '', ...projects]] of runs.entries()) {
  if (interruption.signal.aborted) break;
  process.stdout.write(`\nPart ${index + 1} of ${runs.length}: ${titles[index]}.\n`);
  const exitCode = await runPlaywright(configuration, [...projects, ...options]);
  process.exitCode ||= exitCode;
}
const totals = readTotals();
rmSync(folder, { recursive: true, force: true });
// A run that broke off has no totals: what it did not run must not be missing in silence.
if (totals.length === runs.length) process.stdout.write(`\n${closingLine(sumOf(totals))}\n`);

function runPlaywright(configuration: string, more: readonly string[]): Promise<number> {
  const leftOut = isChosen ? '@long' : '@long|@slow';
  const words = [playwright, 'test', '--config', configuration, '--grep-invert', leftOut, ...more];
  const environment = { ...process.env, ...embeddedOnPurpose(), [totalsVariable]: totalsFile };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: root, env: environment, stdio: 'inherit' });
    interruption.signal.addEventListener('abort', () => {
      // Ctrl+C reaches Playwright by itself, and a second signal would cut its end short.
      if (interruption.signal.reason === 'SIGTERM') child.kill('SIGTERM');
    });
    child.once('error', reject).once('close', (code) => resolve(code ?? 1));
  });
}

/** In a pipeline the contract face refuses to take silence for the embedded installation; this project's own tests mean it. */
function embeddedOnPurpose(): Readonly<Record<string, string>> {
  const { CI, BASE_URL, API_KEY, INSTALLATIONS_FILE } = process.env;
  const isConfigured = [BASE_URL, API_KEY, INSTALLATIONS_FILE].some((value) => value !== undefined);
  return CI === undefined || isConfigured ? {} : { BASE_URL: 'embedded' };
}

function readTotals(): readonly Totals[] {
  if (!existsSync(totalsFile)) return [];
  const lines = readFileSync(totalsFile, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Totals);
}
