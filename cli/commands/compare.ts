import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { codeOf, readWhole, whyUnreadable } from '../../engine/files.ts';
import type { Baseline } from '../../engine/record/baseline.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { exitCodes } from '../exit-codes.ts';
import { UsageError } from '../report-error.ts';
import { terminalOf } from '../terminal.ts';

interface CompareOptions {
  readonly markdown?: boolean;
  readonly json?: boolean;
}

/** Adds `compare`: reports what changed between two runs, or since a baseline. */
export function registerCompare(program: Command): void {
  program
    .command('compare')
    .description(
      'Report what still holds, what broke, what is fixed and what silently changed between two runs.',
    )
    .argument('<before>', 'run.json, the folder that holds it, or a baseline')
    .argument('<after>', 'run.json, or the folder that holds it')
    .option('--markdown', 'print Markdown')
    .option('--json', 'print the comparison as JSON')
    .addHelpText('after', exitCodeHelp)
    .action(async (before: string, after: string, options: CompareOptions) => {
      process.exitCode = await compare(before, after, options);
    });
}

const exitCodeHelp = `
Exit codes:
  ${exitCodes.conforming}    nothing broke
  ${exitCodes.violated}    a requirement that held is broken, or the installation went away
  ${exitCodes.usage}    a file cannot be read, or is not a run record
  ${exitCodes.drift}    nothing broke, but a change can break clients that rely on the earlier answers`;

async function compare(before: string, after: string, options: CompareOptions): Promise<number> {
  if (options.markdown === true && options.json === true) {
    throw new UsageError('Choose either --markdown or --json.');
  }
  const { compareRecords, hasBreakingDrift, isWorse } = await import('../../reports/comparison.ts');
  const comparison = compareRecords(await readBefore(before), await readAfter(after));
  const { renderJson } = await import('../../reports/json.ts');
  const { renderComparison, renderComparisonMarkdown } = await import('../../reports/comparison-text.ts');
  if (options.json === true) process.stdout.write(renderJson(comparison));
  else if (options.markdown === true) process.stdout.write(renderComparisonMarkdown(comparison));
  else process.stdout.write(renderComparison(comparison, terminalOf(process.stdout, process.env)));
  if (isWorse(comparison)) return exitCodes.violated;
  return hasBreakingDrift(comparison) ? exitCodes.drift : exitCodes.conforming;
}

/** A file with `savedAt` and without `verdicts` is a baseline; any other must be a run record. */
async function readBefore(path: string): Promise<RunRecord | Baseline> {
  const { file, text } = readText(path);
  if (!/"savedAt"/.test(text) || /"verdicts"/.test(text)) return readRun(file, text);
  const { readBaseline } = await import('../../engine/record/read-baseline.ts');
  return readBaseline(text, file);
}

async function readAfter(path: string): Promise<RunRecord> {
  const { file, text } = readText(path);
  return readRun(file, text);
}

async function readRun(file: string, text: string): Promise<RunRecord> {
  const { readRecord } = await import('../../engine/record/read-run-record.ts');
  return readRecord(text, file);
}

function readText(path: string): { readonly file: string; readonly text: string } {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = isFolder ? join(path, 'run.json') : path;
  try {
    return { file, text: readWhole(file).toString('utf8') };
  } catch (thrown) {
    const wanted = 'a run.json, the folder that holds one, or a baseline to compare with';
    throw new UsageError(
      codeOf(thrown) === 'ENOENT'
        ? `${file} does not exist: give ${wanted}.`
        : `${file} cannot be read: ${whyUnreadable(thrown)} Give ${wanted}.`,
    );
  }
}
