import { existsSync } from 'node:fs';
import type { RunSettings } from '../../engine/configuration/run-settings.ts';
import { readWhole, whyUnreadable } from '../../engine/files.ts';
import type { Baseline } from '../../engine/record/baseline.ts';
import { UsageError } from '../report-error.ts';
import { baselineFile, readBaselineFile } from './baseline-files.ts';
import type { KnownFailure } from './known-failures.ts';
import type { CheckOptions } from './options.ts';

/** What a run must meet besides the requirements of the document. */
export interface Demanded {
  readonly minimumCoverage: number;
  readonly minimumAsked: number;
  readonly known: readonly KnownFailure[];
  /** By the name of the installation; by '' where there is only one. */
  readonly baselines: ReadonlyMap<string, Baseline>;
}

/**
 * Reads the known failures and the baselines, before anything is sent. Options come before settings; a run that saves a
 * baseline is compared with one only where an option names it.
 * @param names of the installations that are configured
 * @param clean hides secrets in what the user wrote
 * @throws UserError if a file cannot be read or has the wrong content
 */
export async function readDemanded(
  options: Pick<CheckOptions, 'known' | 'baseline' | 'saveBaseline'>,
  settings: RunSettings,
  names: readonly string[],
  clean: (text: string) => string,
): Promise<Demanded> {
  const { minimumCoverage, minimumAsked, knownFailuresFile, baselineFile: usualBaseline } = settings;
  const knownFile = options.known ?? knownFailuresFile;
  const known = knownFile === undefined ? [] : await readKnown(knownFile);
  const file = options.baseline ?? (options.saveBaseline === undefined ? usualBaseline : undefined);
  return {
    minimumCoverage,
    minimumAsked,
    known: known.map((one) => ({ ...one, reason: clean(one.reason) })),
    baselines: file === undefined ? new Map() : await readBaselines(file, names),
  };
}

/** The baseline of an installation, where one is demanded. */
export function baselineOf({ baselines }: Demanded, installation: string): Baseline | undefined {
  return baselines.get(installation) ?? baselines.get('');
}

/**
 * Reads the baselines of all installations. Several have one each, beside the file that is named (`FILE-NAME`); the file
 * itself serves those without. One installation has the file itself, or its own where several were saved.
 */
async function readBaselines(file: string, names: readonly string[]): Promise<ReadonlyMap<string, Baseline>> {
  const baselines = new Map<string, Baseline>();
  for (const name of names.length === 0 ? [''] : names) {
    const own = baselineFile(file, name, name !== '');
    const [first, second] = names.length > 1 ? [own, file] : [file, own];
    baselines.set(
      names.length > 1 ? name : '',
      await readBaselineFile(!existsSync(first) && existsSync(second) ? second : first),
    );
  }
  return baselines;
}

async function readKnown(file: string): Promise<readonly KnownFailure[]> {
  const { parseKnownFailures } = await import('./read-known-failures.ts');
  return parseKnownFailures(readText(file), file);
}

function readText(file: string): string {
  try {
    return readWhole(file).toString('utf8');
  } catch (thrown) {
    throw new UsageError(`The file ${file} cannot be read: ${whyUnreadable(thrown)}`);
  }
}
