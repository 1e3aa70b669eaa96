import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { compiled } from './compiled.ts';
import { emptyFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Where the command runs; an empty folder of its own otherwise. */
  readonly directory?: string;
  /** A file that is standard input; nothing is there otherwise. */
  readonly inputFrom?: string;
  /** A file that standard output goes to, or a reader that closes the pipe at once; otherwise it is collected. */
  readonly outputTo?: string | 'closed-pipe';
  /** Is handed the means to send the process a signal. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the command line as its users do: a process of its own, with just the given settings. */
export function runCommand(words: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return runProcess(process.execPath, [compiled('cli/main.ts'), ...words], {
    directory: emptyFolder(),
    ...options,
  });
}

/** Runs Playwright's own tests of the contract in a process of its own. */
export function runPlaywright(
  words: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const output = ['--output', join(emptyFolder(), 'results')];
  return runProcess(process.execPath, [playwright, 'test', '--project=contract', ...output, ...words], {
    ...options,
    directory: root,
  });
}

/** Runs Node.js in a folder, with just the given settings. */
export function runNode(
  words: readonly string[],
  options: CommandOptions & { readonly directory: string },
): Promise<CommandResult> {
  return runProcess(process.execPath, words, options);
}

/** Runs Playwright in a folder that uses this package, with what is configured there. */
export function runPlaywrightIn(
  directory: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  return runProcess(process.execPath, [playwright, 'test', ...words], { directory, environment });
}

function runProcess(file: string, words: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const base = { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
  const { inputFrom, outputTo } = options;
  const input = inputFrom === undefined ? 'ignore' : openSync(inputFrom, 'r');
  const output = outputTo === undefined || outputTo === 'closed-pipe' ? 'pipe' : openSync(outputTo, 'w');
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, {
      cwd: options.directory,
      env: { ...base, ...options.environment },
      stdio: [input, output, 'pipe'],
    });
    for (const opened of [input, output]) if (typeof opened === 'number') closeSync(opened);
    if (outputTo === 'closed-pipe') child.stdout?.destroy();
    options.onStart?.((signal) => child.kill(signal));
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...printed }));
  });
}

/** The text of every file below a folder, by its name; what Playwright's report packs into its page is unpacked. */
export function filesBelow(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  const texts = files.map((name) => [name, readFileSync(join(folder, name), 'latin1')] as const);
  const packed = texts.flatMap(([name, text]) =>
    unpacked(text).map(([inner, content]) => [`${name}: ${inner}`, content] as const),
  );
  return new Map([...texts, ...packed]);
}

function unpacked(page: string): readonly (readonly [string, string])[] {
  const data = /data:application\/zip;base64,([A-Za-z0-9+/=]+)/.exec(page)?.[1];
  if (data === undefined) return [];
  const files = unzipSync(Buffer.from(data, 'base64'));
  return Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]);
}
