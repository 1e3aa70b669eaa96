import type { RunSettings } from '../../engine/configuration/run-settings.ts';
import { readWhole, whyUnreadable } from '../../engine/files.ts';
import { type Baseline, driftFrom, makeBaseline } from '../../engine/record/baseline.ts';
import { applyKnown, type KnownFailure } from '../../engine/record/known-failures.ts';
import { renderConsole } from '../../reports/console.ts';
import { renderJson } from '../../reports/json.ts';
import { writeReports, writeWhole } from '../../reports/write.ts';
import { type ExitCode, exitCodeOf, worst } from '../exit-codes.ts';
import { UsageError } from '../report-error.ts';
import { terminalOf } from '../terminal.ts';
import type { CheckOptions, EndedRun } from './options.ts';

/** What a run must meet besides the requirements of the document. */
export interface Demanded {
  readonly minimumCoverage: number;
  readonly known: readonly KnownFailure[];
  readonly baseline?: Baseline;
}

/**
 * Reads the known failures and the baseline, before anything is sent.
 * @param clean hides secrets in what the user wrote
 * @throws UserError if a file cannot be read or has the wrong content
 */
export async function readDemanded(
  options: CheckOptions,
  settings: RunSettings,
  clean: (text: string) => string,
): Promise<Demanded> {
  const knownFile = options.known ?? settings.knownFailuresFile;
  const known = knownFile === undefined ? [] : await readKnown(knownFile);
  const baseline = options.baseline === undefined ? undefined : await readSaved(options.baseline);
  return {
    minimumCoverage: settings.minimumCoverage,
    known: known.map((one) => ({ ...one, reason: clean(one.reason) })),
    ...(baseline === undefined ? {} : { baseline }),
  };
}

/**
 * Writes the reports of each run and prints its result.
 * @returns the gravest exit code of all
 */
export async function conclude(
  ended: readonly EndedRun[],
  options: CheckOptions,
  demanded: Demanded,
): Promise<ExitCode> {
  const codes: ExitCode[] = [];
  const records = [];
  for (const { record: judged, directory } of ended) {
    const today = judged.finishedAt.slice(0, 10);
    const { record, stale, expired } = applyKnown(judged, demanded.known, today);
    const drift = demanded.baseline === undefined ? [] : driftFrom(demanded.baseline, record);
    const outdated = [...stale, ...expired];
    const additions = { drift, outdated };
    await writeReports(record, directory, additions);
    if (options.saveBaseline !== undefined) await writeWhole(options.saveBaseline, makeBaseline(record));
    if (options.json !== true) {
      print(
        renderConsole(record, {
          ...terminalOf(process.stdout, process.env),
          quiet: options.quiet === true,
          named: ended.length > 1,
          ...additions,
        }),
      );
    }
    records.push(record);
    codes.push(
      exitCodeOf(record, {
        minimumCoverage: demanded.minimumCoverage,
        breakingDrift: drift.some(({ breaking }) => breaking),
        outdatedKnown: outdated.length > 0,
      }),
    );
  }
  if (options.json === true) print(renderJson(records.length === 1 ? (records[0] ?? records) : records));
  return worst(codes);
}

function print(text: string): void {
  process.stdout.write(text);
}

async function readKnown(file: string): Promise<readonly KnownFailure[]> {
  const { parseKnownFailures } = await import('../../engine/record/read-known-failures.ts');
  return parseKnownFailures(readText(file), file);
}

async function readSaved(file: string): Promise<Baseline> {
  const { readBaseline } = await import('../../engine/record/read-baseline.ts');
  return readBaseline(readText(file), file);
}

function readText(file: string): string {
  try {
    return readWhole(file).toString('utf8');
  } catch (thrown) {
    throw new UsageError(`The file ${file} cannot be read: ${whyUnreadable(thrown)}`);
  }
}
