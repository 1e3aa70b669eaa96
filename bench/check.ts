import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../engine/record/statistics.ts';
import { startReference } from '../reference-server/index.ts';
import type { BenchRow } from './row.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
const rounds = 5;
/** The duration of the bare loop in seconds on the machine for which the targets were set: targets scale with it. */
const referenceBareSeconds = 0.665;
/** Prints the largest resident set of a process to standard error when it ends. */
const memoryProbe = `process.on('exit', () => process.stderr.write('\\nmaxrss ' + process.resourceUsage().maxRSS + '\\n'))`;

interface Timed {
  readonly seconds: number;
  readonly megabytes: number;
}

/**
 * Measures `check` and the Playwright tests as whole processes, compared with a bare loop that sends the same requests,
 * against an installation that takes 50 ms per answer. Rounds alternate, so that a busy machine slows all alike.
 */
export async function benchCheck(): Promise<readonly BenchRow[]> {
  const requests: { method: string; url: string; headers: Record<string, string> }[] = [];
  let isRecording = false;
  const reference = await startReference({
    delayMs: 50,
    rateLimit: 'off',
    onRequest: ({ method, path, query, headers }) => {
      if (!isRecording) return;
      const search = new URLSearchParams(query as Record<string, string>).toString();
      const { authorization } = headers;
      const url = `${reference.baseUrl}${path}${search === '' ? '' : `?${search}`}`;
      requests.push({ method, url, headers: typeof authorization === 'string' ? { authorization } : {} });
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const environment = {
    BASE_URL: reference.baseUrl,
    API_KEY: reference.keys.first,
    PACE: 'off',
    CONCURRENCY: '8',
    REPORTS_DIR: folder,
  };
  const check = ['dist/cli/main.js', 'check', '--quiet'];
  const sources = ['scripts/command.mjs', 'check', '--quiet'];
  const list = join(folder, 'requests.json');
  try {
    build();
    // The first start after a change compiles the sources.
    await run(sources, environment);
    isRecording = true;
    await run(check, environment);
    isRecording = false;
    writeFileSync(list, JSON.stringify(requests));
    const programs = {
      bare: () => run(['bench/bare-loop.mjs', list], {}),
      check: () => run(check, environment),
      sources: () => run(sources, environment),
      byNpm: () => run(['run', '--silent', 'check', '--', '--quiet'], environment, 'npm'),
      empty: () =>
        run([playwright, 'test', '--config', 'bench/empty', '--output', join(folder, 'empty')], {}),
      face: () =>
        run([playwright, 'test', '--project=contract', '--output', join(folder, 'results')], environment),
    };
    const timed: (Timed & { readonly program: string })[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const [program, start] of Object.entries(programs)) timed.push({ program, ...(await start()) });
    }
    const medianOf = (program: keyof typeof programs, what: keyof Timed): number =>
      median(timed.filter((one) => one.program === program).map((one) => one[what])) ?? Number.NaN;
    const bare = medianOf('bare', 'seconds');
    const whole = medianOf('check', 'seconds');
    const throughNpm = medianOf('byNpm', 'seconds');
    const face = medianOf('face', 'seconds');
    const memory = medianOf('check', 'megabytes');
    const here = (target: number): number => (target * bare) / referenceBareSeconds;
    const wanted = (target: number): string =>
      `<= ${here(target).toFixed(2)} (${target} at a bare loop of ${referenceBareSeconds})`;
    return [
      // Each of 14 reads: a valid key both ways, none, a wrong one both ways and two other Accept headers. The rest are
      // second records and pages, unknown ids, nearly valid keys, the path without imports, and further requests to
      // version 4.
      {
        name: 'requests of a check with one key',
        value: requests.length,
        unit: '',
        target: '<= 135',
        ok: requests.length <= 135,
      },
      { name: 'bare loop of the same requests', value: bare, unit: 's' },
      {
        name: 'check of the package, whole process',
        value: whole,
        unit: 's',
        target: wanted(1.3),
        ok: whole <= here(1.3),
      },
      { name: 'check of the sources, whole process', value: medianOf('sources', 'seconds'), unit: 's' },
      {
        name: 'check of the sources by npm run',
        value: throughNpm,
        unit: 's',
        target: `<= ${(2 * bare + 0.6).toFixed(2)} (2 x bare + 0.6)`,
        ok: throughNpm <= 2 * bare + 0.6,
      },
      { name: 'check : bare loop', value: whole / bare, unit: 'x' },
      { name: 'Playwright face', value: face, unit: 's', target: wanted(4), ok: face <= here(4) },
      {
        name: 'Playwright face beyond one empty test',
        value: face - medianOf('empty', 'seconds'),
        unit: 's',
      },
      { name: 'memory of check', value: memory, unit: 'MB', target: '< 200', ok: memory < 200 },
    ];
  } finally {
    await reference.close();
  }
}

/** Compiles the content of the package. */
function build(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'ignore' });
}

function run(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  command?: 'npm',
): Promise<Timed> {
  const { PATH = '', HOME = '' } = process.env;
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const probe = `--import=data:text/javascript,${encodeURIComponent(memoryProbe)}`;
    const child = spawn(command ?? process.execPath, command === undefined ? [probe, ...words] : words, {
      cwd: root,
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = (performance.now() - startedAt) / 1000;
      const kilobytes = Number(/maxrss (\d+)/.exec(errors)?.[1] ?? Number.NaN);
      if (code === 0) resolve({ seconds, megabytes: kilobytes / 1000 });
      else reject(new Error(`${words.join(' ')} ended with ${code}: ${errors.slice(-2000)}`));
    });
  });
}
