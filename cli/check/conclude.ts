import type { RunSettings } from '../../engine/configuration/run-settings.ts';
import { readWhole, whyUnreadable } from '../../engine/files.ts';
import { type Baseline, driftFrom } from '../../engine/record/baseline.ts';
import { withFindings } from '../../engine/record/findings.ts';
import { applyKnown, type KnownFailure } from '../../engine/record/known-failures.ts';
import { renderConsole } from '../../reports/console.ts';
import { renderJson } from '../../reports/json.ts';
import { shortfallOf } from '../../reports/shortfall.ts';
import { writeReports } from '../../reports/write.ts';
import { type ExitCode, exitCodeOf, exitCodes, worst } from '../exit-codes.ts';
import { UsageError } from '../report-error.ts';
import { terminalOf } from '../terminal.ts';
import { baselineFile, readBaselines, saveBaselineFile } from './baseline-files.ts';
import type { CheckOptions, EndedRun } from './options.ts';

/** What a run must meet besides the requirements of the document. */
export interface Demanded {
  readonly minimumCoverage: number;
  readonly known: readonly KnownFailure[];
  /** By the name of the installation; by '' where there is only one. */
  readonly baselines: ReadonlyMap<string, Baseline>;
}

/**
 * Reads the known failures and the baselines, before anything is sent.
 * @param names of the installations where there are several
 * @param clean hides secrets in what the user wrote
 * @throws UserError if a file cannot be read or has the wrong content
 */
export async function readDemanded(
  options: CheckOptions,
  settings: RunSettings,
  names: readonly string[],
  clean: (text: string) => string,
): Promise<Demanded> {
  const knownFile = options.known ?? settings.knownFailuresFile;
  const known = knownFile === undefined ? [] : await readKnown(knownFile);
  const baselines =
    options.baseline === undefined
      ? new Map<string, Baseline>()
      : await readBaselines(options.baseline, names);
  return {
    minimumCoverage: settings.minimumCoverage,
    known: known.map((one) => ({ ...one, reason: clean(one.reason) })),
    baselines,
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
    const isOneOfSeveral = ended.length > 1;
    const { name } = record.installation;
    const baseline = demanded.baselines.get(isOneOfSeveral ? name : '') ?? demanded.baselines.get(name);
    const drift = baseline === undefined ? [] : driftFrom(baseline, record);
    const outdated = [...stale, ...expired];
    const shortfall = shortfallOf(record, demanded.minimumCoverage);
    const additions = { drift, outdated, ...(shortfall === undefined ? {} : { shortfall }) };
    await writeReports(record, directory, additions);
    if (options.saveBaseline !== undefined) {
      const problem = await saveBaselineFile(
        baselineFile(options.saveBaseline, name, isOneOfSeveral),
        record,
      );
      if (problem !== undefined) {
        process.stderr.write(`${problem}\n`);
        codes.push(exitCodes.usage);
      }
    }
    if (options.json !== true) {
      print(
        renderConsole(record, {
          ...terminalOf(process.stdout, process.env),
          quiet: options.quiet === true,
          details: options.details === true,
          named: isOneOfSeveral,
          ...additions,
        }),
      );
    }
    records.push(withFindings(record));
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

function readText(file: string): string {
  try {
    return readWhole(file).toString('utf8');
  } catch (thrown) {
    throw new UsageError(`The file ${file} cannot be read: ${whyUnreadable(thrown)}`);
  }
}
