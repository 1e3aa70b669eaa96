import { readFileSync } from 'node:fs';
import { type Baseline, driftFrom, makeBaseline, readBaseline } from '../../engine/baseline.ts';
import type { RunSettings } from '../../engine/configuration.ts';
import { applyKnown, type KnownFailure, parseKnownFailures } from '../../engine/known-failures.ts';
import { renderConsole } from '../../reports/console.ts';
import { writeReports, writeWhole } from '../../reports/write.ts';
import type { CheckOptions } from '../commands/check.ts';
import { type ExitCode, exitCodeOf, worst } from '../exit-codes.ts';
import { UsageError } from '../trouble.ts';
import type { Concluded } from './run-check.ts';

/** What a run is held against beside the document. */
export interface Demanded {
  readonly minimumCoverage: number;
  readonly known: readonly KnownFailure[];
  readonly baseline?: Baseline;
}

/**
 * Reads the lists that a run is held against, before anything is sent.
 * @throws UsageError when a file cannot be read or is not what it should be
 */
export function readDemanded(options: CheckOptions, settings: RunSettings): Demanded {
  const knownFile = options.known ?? settings.knownFailuresFile;
  const known = knownFile === undefined ? [] : parseKnownFailures(readText(knownFile), knownFile);
  const baseline = options.baseline === undefined ? undefined : readBaseline(readText(options.baseline));
  return {
    minimumCoverage: settings.minimumCoverage,
    known,
    ...(baseline === undefined ? {} : { baseline }),
  };
}

/**
 * Writes and prints what came of each run.
 * @returns the gravest exit code of all
 */
export async function conclude(
  concluded: readonly Concluded[],
  options: CheckOptions,
  demanded: Demanded,
): Promise<ExitCode> {
  const codes: ExitCode[] = [];
  const records = [];
  for (const { record: judged, directory } of concluded) {
    const today = judged.finishedAt.slice(0, 10);
    const { record, stale, expired } = applyKnown(judged, demanded.known, today);
    const drift = demanded.baseline === undefined ? [] : driftFrom(demanded.baseline, record);
    const outdated = [...stale, ...expired];
    const beside = { drift, outdated };
    await writeReports(record, directory, beside);
    if (options.saveBaseline !== undefined) await writeWhole(options.saveBaseline, makeBaseline(record));
    if (options.json !== true) print(renderConsole(record, { ...shape(options), ...beside }));
    records.push(record);
    codes.push(
      exitCodeOf(record, {
        minimumCoverage: demanded.minimumCoverage,
        breakingDrift: drift.some(({ breaking }) => breaking),
        outdatedKnown: outdated.length > 0,
      }),
    );
  }
  if (options.json === true)
    print(`${JSON.stringify(records.length === 1 ? records[0] : records, undefined, 2)}\n`);
  return worst(codes);
}

function shape(options: CheckOptions): { colour: boolean; width: number; quiet: boolean } {
  const { NO_COLOR: noColour, FORCE_COLOR: forced } = process.env;
  const wanted = process.stdout.isTTY === true || (forced !== undefined && forced !== '0');
  return {
    colour: wanted && (noColour === undefined || noColour === ''),
    width: process.stdout.columns ?? 100,
    quiet: options.quiet === true,
  };
}

function print(text: string): void {
  process.stdout.write(text);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The file ${file} cannot be read. Check its name and its permissions.`);
  }
}
