import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, readWhole, whyUnreadable } from '../../engine/files.ts';
import type { Baseline } from '../../engine/record/baseline.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { isFolder } from '../is-folder.ts';
import { UsageError } from '../report-error.ts';

/** A side of a comparison on the command line: one record, or a folder with one of each installation. */
export type Named = { readonly kind: 'one'; readonly file: string } | FolderOfRuns;

interface FolderOfRuns {
  readonly kind: 'several';
  /** The file of each run, by the name of its folder. */
  readonly files: ReadonlyMap<string, string>;
}

const record = 'run.json';

/** What a name on the command line stands for; reading says what is wrong with one that is not there. */
export function namedBy(path: string): Named {
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
 * Reads what a comparison begins with. A file with `savedAt` and without `verdicts` is a baseline; any other must be a run record.
 * @throws UserError
 */
export async function readBefore(file: string): Promise<RunRecord | Baseline> {
  const text = readText(file);
  if (!/"savedAt"/.test(text) || /"verdicts"/.test(text)) return readRun(file, text);
  const { readBaseline } = await import('../../engine/record/read-stored.ts');
  return readBaseline(text, file);
}

/**
 * Reads what a comparison ends with.
 * @throws UserError
 */
export async function readAfter(file: string): Promise<RunRecord> {
  return readRun(file, readText(file));
}

async function readRun(file: string, text: string): Promise<RunRecord> {
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
