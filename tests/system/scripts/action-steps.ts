import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** Runs the action of this project as a GitHub runner does: its `run` steps in order, with the files that they write. */

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

/** The results of the action that a workflow sees. */
export interface RanAction {
  /** The exit code of the step that failed, or 0. */
  readonly code: number | null;
  readonly printed: string;
  readonly annotations: readonly string[];
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Runs the steps of the action one after the other, until one fails.
 * @param folder the workspace, and the files of the steps
 * @param event values of `github.event` for expressions, by their path
 */
export async function runAction(
  folder: string,
  inputs: Readonly<Record<string, string>>,
  event: Readonly<Record<string, string>> = {},
): Promise<RanAction> {
  const files = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md'), GITHUB_OUTPUT: join(folder, 'outputs') };
  const values = new Map<string, string>();
  for (const [name, { default: usual = '' }] of Object.entries(action.inputs))
    values.set(`inputs.${name}`, inputs[name] ?? usual);
  for (const [path, value] of Object.entries(event)) values.set(`github.event.${path}`, value);
  const expand = (text: string): string =>
    text.replaceAll(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => values.get(name) ?? '');
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace, { recursive: true });
  const { PATH = '', HOME = '' } = process.env;
  let printed = '';
  let code: number | null = 0;
  let summary = '';
  for (const { id, run, env = {} } of action.runs.steps) {
    if (run === undefined) continue;
    for (const file of Object.values(files)) writeFileSync(file, '');
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expand(value)]));
    const environment = {
      PATH,
      HOME,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: root.replace(/\/$/, ''),
      RUNNER_TEMP: join(folder, 'temp'),
      ...files,
      ...own,
    };
    const ran = await runBash(run, workspace, environment);
    printed += ran.printed;
    code = ran.code;
    for (const [name, value] of outputsIn(files.GITHUB_OUTPUT))
      values.set(`steps.${id}.outputs.${name}`, value);
    summary += readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8');
    if (code !== 0) break;
  }
  return {
    code,
    printed,
    annotations: printed.split('\n').filter((line) => /^::(?:error|notice)/.test(line)),
    summary,
    outputs: Object.fromEntries(
      Object.entries(action.outputs).map(([name, { value }]) => [name, expand(value)]),
    ),
  };
}

function outputsIn(file: string): readonly (readonly [string, string])[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
}

/** Runs lines of bash until one fails. */
export function runBash(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    child.on('error', reject).on('close', (code) => resolve({ code, printed }));
  });
}
