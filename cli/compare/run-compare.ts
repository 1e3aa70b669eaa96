import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, readWhole, whyUnreadable } from '../../engine/files.ts';
import type { Baseline } from '../../engine/record/baseline.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { UsageError } from '../../engine/user-error.ts';
import {
  type Comparison,
  compareRecords,
  hasBreakingDrift,
  isWorse,
} from '../../reports/comparison/compare.ts';
import type { ComparedSet } from '../../reports/comparison/view.ts';
import { type ExitCode, exitCodes, worst } from '../exit-codes.ts';
import { isFolder } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import type { CompareFormat } from './format.ts';

/** One side of a comparison: a single record, or a folder with one record for each installation. */
export type Side = { readonly kind: 'one'; readonly file: string } | FolderOfRuns;

interface FolderOfRuns {
  readonly kind: 'several';
  /** The file of each run, by folder name. */
  readonly files: ReadonlyMap<string, string>;
}

const record = 'run.json';

/** Finds what a command-line argument refers to. A path that does not exist is reported when it is read. */
function resolveSide(path: string): Side {
  if (!isFolder(path)) return { kind: 'one', file: path };
  const own = join(path, record);
  if (existsSync(own)) return { kind: 'one', file: own };
  const files = new Map(
    foldersIn(path)
      .map((name) => [name, join(path, name, record)] as const)
      .filter(([, file]) => existsSync(file)),
  );
  return files.size === 0 ? { kind: 'one', file: own } : { kind: 'several', files };
}

function foldersIn(path: string): readonly string[] {
  try {
    return readdirSync(path)
      .filter((name) => !name.startsWith('.') && isFolder(join(path, name)))
      .sort();
  } catch (thrown) {
    throw new UsageError(`${path} cannot be read: ${whyUnreadable(thrown)}`);
  }
}

/**
 * Reads the earlier side of a comparison. A file with `savedAt` and without `verdicts` is a baseline; any other must be
 * a run record.
 * @throws UserError
 */
async function readBefore(file: string): Promise<RunRecord | Baseline> {
  const text = readText(file);
  if (!/"savedAt"/.test(text) || /"verdicts"/.test(text)) return readRun(file, text);
  const { readBaseline } = await import('../../engine/record/read-stored.ts');
  return readBaseline(text, file);
}

/**
 * Reads the later side of a comparison.
 * @throws UserError
 */
async function readRun(file: string, text = readText(file)): Promise<RunRecord> {
  const { readRecord } = await import('../../engine/record/read-stored.ts');
  return readRecord(text, file);
}

function readText(file: string): string {
  try {
    return readWhole(file).toString('utf8');
  } catch (thrown) {
    const wanted = 'a run.json, the folder that holds one, or a baseline to compare with';
    throw new UsageError(
      codeOf(thrown) === 'ENOENT'
        ? `${file} does not exist: give ${wanted}.`
        : `${file} cannot be read: ${whyUnreadable(thrown)} Give ${wanted}.`,
    );
  }
}

/** The options of `compare`, as the command line gives them. */
export interface CompareOptions {
  readonly format?: CompareFormat;
  readonly markdown?: boolean;
  readonly json?: boolean;
}

/**
 * Compares two runs, a run with a baseline, or two folders with one run of each installation.
 * @param terminal the target of the format `text`
 * @returns the comparison as text, and the most severe exit code of all comparisons
 * @throws UserError
 */
export async function runCompare(
  before: string,
  after: string,
  options: CompareOptions,
  terminal: Terminal,
): Promise<{ readonly text: string; readonly code: ExitCode }> {
  const format = formatOf(options);
  const set = await compareSides(before, after);
  return { text: await render(set, format, terminal), code: exitCodeOf(set) };
}

function exitCodeOf(set: ComparedSet): ExitCode {
  return worst([
    ...set.comparisons.map((one) =>
      isWorse(one) ? exitCodes.violated : hasBreakingDrift(one) ? exitCodes.drift : exitCodes.conforming,
    ),
    // An installation that was checked before and is missing now may be the one that the upgrade broke.
    ...(set.onlyBefore.length > 0 ? [exitCodes.usage] : []),
  ]);
}

function formatOf({ format, markdown = false, json = false }: CompareOptions): CompareFormat {
  const chosen: readonly CompareFormat[] = [
    ...(format === undefined ? [] : [format]),
    ...(markdown ? (['markdown'] as const) : []),
    ...(json ? (['json'] as const) : []),
  ];
  if (new Set(chosen).size > 1)
    throw new UsageError(
      markdown && json ? 'Choose either --markdown or --json.' : 'Choose one format: --format alone.',
    );
  return chosen[0] ?? 'text';
}

async function compareSides(before: string, after: string): Promise<ComparedSet> {
  const earlier = resolveSide(before);
  const later = resolveSide(after);
  if (earlier.kind === 'one' && later.kind === 'one') {
    const comparison = compareRecords(await readBefore(earlier.file), await readRun(later.file));
    return { comparisons: [comparison], onlyBefore: [], onlyAfter: [] };
  }
  if (earlier.kind === 'one' || later.kind === 'one') {
    const [one, several] = earlier.kind === 'one' ? [before, after] : [after, before];
    throw new UsageError(
      `${several} holds the runs of several installations, and ${one} is one: name the folder of that installation, or two folders of several.`,
    );
  }
  const names = [...earlier.files.keys()];
  const comparisons = new Map<string, Comparison>();
  for (const [name, file] of later.files) {
    const other = earlier.files.get(name);
    if (other !== undefined)
      comparisons.set(name, compareRecords(await readBefore(other), await readRun(file)));
  }
  if (comparisons.size === 0)
    throw new UsageError(
      `${before} and ${after} have no installation in common, so nothing can be compared.`,
    );
  return {
    comparisons: withDistinctNames(comparisons),
    onlyBefore: names.filter((name) => !later.files.has(name)),
    onlyAfter: [...later.files.keys()].filter((name) => !earlier.files.has(name)),
  };
}

/** Runs that were configured one by one may all be called "default": then only their folders distinguish them. */
function withDistinctNames(byFolder: ReadonlyMap<string, Comparison>): readonly Comparison[] {
  const comparisons = [...byFolder.values()];
  const names = new Set(comparisons.map(({ after }) => after.installation.name));
  if (names.size === comparisons.length) return comparisons;
  return [...byFolder].map(([name, { before, after, ...changes }]) => ({
    ...changes,
    before: { ...before, installation: { ...before.installation, name } },
    after: { ...after, installation: { ...after.installation, name } },
  }));
}

/** Loads the code of one format only: the others would slow the start. */
async function render(set: ComparedSet, format: CompareFormat, terminal: Terminal): Promise<string> {
  switch (format) {
    case 'text': {
      const { renderComparisonSet } = await import('../../reports/comparison/text.ts');
      return renderComparisonSet(set, terminal);
    }
    case 'markdown':
      return (await import('../../reports/comparison/markdown.ts')).renderComparisonSetMarkdown(set);
    case 'html':
      return (await import('../../reports/comparison/html.ts')).renderComparisonSetHtml(set);
    case 'junit':
      return (await import('../../reports/comparison/junit.ts')).renderComparisonJunit(set);
    case 'json': {
      const { renderJson } = await import('../../reports/json.ts');
      const [only] = set.comparisons;
      const isOne = set.comparisons.length + set.onlyBefore.length + set.onlyAfter.length === 1;
      return renderJson(isOne ? only : set);
    }
  }
}
