import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { RunSettings } from '../engine/configuration/run-settings.ts';
import { type Baseline, driftFrom, makeBaseline, unobservedIn } from '../engine/record/baseline.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import type { Deviations } from '../reports/notes.ts';
import { type LeastJudged, shortfallOf } from '../reports/shortfall.ts';
import { pluralize } from '../reports/words.ts';
import { writeWhole } from '../reports/write.ts';
import { applyKnown, type KnownFailure } from './known-failures.ts';
import { readNamedFile } from './read-named-file.ts';

/**
 * Names the baseline file of one installation: if several are checked, the file name includes the installation's name.
 */
export function baselineFile(file: string, installation: string, isOneOfSeveral: boolean): string {
  if (!isOneOfSeveral) return file;
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-${installation}${ext}`);
}

/**
 * Reads a baseline.
 * @throws UserError if the file cannot be read or is no baseline
 */
async function readBaselineFile(file: string): Promise<Baseline> {
  const { readBaseline } = await import('../engine/record/read-stored.ts');
  return readBaseline(readNamedFile(file, `The baseline ${file}`), file);
}

/**
 * Saves the observations of a run, unless the file has observations that this run could not make: they would be lost.
 * @returns why it was not saved, as a sentence
 */
export async function saveBaselineFile(file: string, record: RunRecord): Promise<string | undefined> {
  const made = makeBaseline(record);
  if (existsSync(file)) {
    const lost = unobservedIn(await readBaselineFile(file), made);
    const [first] = lost;
    if (first !== undefined) {
      return `${file} was not overwritten: it has ${pluralize(lost.length, 'observation')} that this run could not make, such as ${first.gap} at ${first.endpoint}. Save to another file, or remove this one.`;
    }
  }
  await writeWhole(file, made);
  return undefined;
}

/** The files named by command options; each option overrides the setting of the same meaning. */
export interface ExpectationOptions {
  readonly known?: string;
  readonly baseline?: string;
  readonly saveBaseline?: string;
}

/** What a run must meet besides the requirements of the document. */
export interface Expectations extends LeastJudged {
  readonly known: readonly KnownFailure[];
  /** By the name of the installation; by '' if there is only one. */
  readonly baselines: ReadonlyMap<string, Baseline>;
}

/**
 * Reads the known failures and the baselines before anything is sent. Options override settings; a run that saves a
 * baseline is compared with one only if an option names it.
 * @param names of the configured installations
 * @param clean hides secrets in what the user wrote
 * @throws UserError if a file cannot be read or has the wrong content
 */
export async function readExpectations(
  options: ExpectationOptions,
  settings: RunSettings,
  names: readonly string[],
  clean: (text: string) => string,
): Promise<Expectations> {
  const { minimumCoverage, minimumAsked, knownFailuresFile, baselineFile: configuredBaseline } = settings;
  const knownFile = options.known ?? knownFailuresFile;
  const known = knownFile === undefined ? [] : await readKnown(knownFile);
  const file = options.baseline ?? (options.saveBaseline === undefined ? configuredBaseline : undefined);
  return {
    minimumCoverage,
    minimumAsked,
    known: known.map((one) => ({ ...one, reason: clean(one.reason) })),
    baselines: file === undefined ? new Map() : await readBaselines(file, names),
  };
}

/** The baseline of an installation, if there is one. */
function baselineOf({ baselines }: Expectations, installation: string): Baseline | undefined {
  return baselines.get(installation) ?? baselines.get('');
}

/**
 * Reads the baselines of all installations. Several have one each, next to the file that is named (`FILE-NAME`); the file
 * itself serves those without. One installation has the file itself, or its own if several were saved.
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
  return parseKnownFailures(readNamedFile(file, `The file ${file}`), file);
}

function deviationsFrom(baseline: Baseline, record: RunRecord): Deviations {
  const compared = baseline.observations.length - unobservedIn(baseline, record).length;
  return { baseline, compared, drift: driftFrom(baseline, record) };
}

/** A run, with its deviations from the expectations. */
export interface JudgedRun {
  /** Its expected failures are marked. */
  readonly record: RunRecord;
  readonly deviations: Deviations;
}

/**
 * Marks the known failures of a run, then compares it with its baseline and the required coverage. Pure.
 * @param judged without known failures
 */
export function deviationsOf(judged: RunRecord, expectations: Expectations): JudgedRun {
  const { record, stale, expired } = applyKnown(judged, expectations.known, judged.finishedAt.slice(0, 10));
  const baseline = baselineOf(expectations, record.installation.name);
  const shortfall = shortfallOf(record, expectations);
  return {
    record,
    deviations: {
      outdated: [...stale, ...expired],
      ...(baseline === undefined ? {} : deviationsFrom(baseline, record)),
      ...(shortfall === undefined ? {} : { shortfall }),
    },
  };
}
