import { join, relative } from 'node:path';
import { countedFindings, withFindings } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { renderConsole } from '../../reports/console.ts';
import { renderSummary, type SummarizedRun } from '../../reports/console-summary.ts';
import { isExplainedByCause } from '../../reports/failures.ts';
import { renderJson } from '../../reports/json.ts';
import type { Deviations } from '../../reports/notes.ts';
import { reportFiles } from '../../reports/report-files.ts';
import { type ReportName, usualReports } from '../../reports/report-formats.ts';
import { writeReports } from '../../reports/write.ts';
import { type ExitCode, exitCodeOf, exitCodes, worst } from '../exit-codes.ts';
import { printable } from '../printable.ts';
import { terminalOf } from '../terminal.ts';
import { baselineFile, saveBaselineFile } from './baseline-files.ts';
import type { Demanded } from './demanded.ts';
import { deviationsOf } from './deviations.ts';
import { reportToGithub } from './github.ts';
import type { CheckOptions, CheckReport, EndedRun } from './options.ts';

/**
 * Writes the reports of each run and prints its result.
 * @returns the gravest exit code of all
 */
export async function conclude(
  ended: readonly EndedRun[],
  options: CheckOptions,
  demanded: Demanded,
): Promise<ExitCode> {
  const runs: ConcludedRun[] = [];
  for (const one of ended)
    runs.push(await concludeRun(one, { options, demanded, isOneOfSeveral: ended.length > 1 }));
  const records = runs.map(({ record }) => withFindings(record));
  if (options.json === true) print(renderJson(records.length === 1 ? (records[0] ?? records) : records));
  else if (runs.length > 1 && options.quiet !== true)
    print(renderSummary(runs, terminalOf(process.stdout, process.env)));
  return worst(runs.flatMap(({ codes }) => codes));
}

interface Concluding {
  readonly options: CheckOptions;
  readonly demanded: Demanded;
  readonly isOneOfSeveral: boolean;
}

interface ConcludedRun extends SummarizedRun {
  readonly codes: readonly ExitCode[];
}

async function concludeRun(
  { record: judged, directory }: EndedRun,
  { options, demanded, isOneOfSeveral }: Concluding,
): Promise<ConcludedRun> {
  const { record, deviations } = deviationsOf(judged, demanded);
  const { drift = [], outdated = [] } = deviations;
  const { files, unwritten } = await writeAll(record, deviations, directory, options.report ?? usualReports);
  const unsaved = await saveBaseline(options.saveBaseline, record, isOneOfSeveral);
  if (options.json !== true) {
    print(
      renderConsole(record, {
        ...terminalOf(process.stdout, process.env),
        quiet: options.quiet === true,
        details: options.details === true,
        named: isOneOfSeveral,
        ...deviations,
      }),
    );
    // One cause is one line, which the reports only repeat.
    if (options.quiet !== true && !isExplainedByCause(record))
      print(`${whereRequirementsAre(record, directory, files)}${whereReportsAre(directory, files)}`);
  }
  const code = exitCodeOf(record, {
    minimumCoverage: demanded.minimumCoverage,
    breakingDrift: drift.some(({ breaking }) => breaking),
    outdatedKnown: outdated.length > 0,
  });
  return { record, deviations, codes: [code, ...unwritten, ...unsaved] };
}

/** @returns the names of the files that were written, and an exit code where a step of GitHub Actions could not be told all */
async function writeAll(
  record: RunRecord,
  deviations: Deviations,
  directory: string,
  reports: readonly CheckReport[],
): Promise<{ readonly files: readonly string[]; readonly unwritten: readonly ExitCode[] }> {
  const files = await writeReports(record, directory, deviations, reports.filter(isFile));
  if (!reports.includes('github')) return { files, unwritten: [] };
  // Commands are read from standard error too, where they leave the record of --json alone.
  const printCommands = (commands: string) => process.stderr.write(commands);
  const problems = await reportToGithub(record, deviations, directory, process.env, printCommands);
  for (const problem of problems) process.stderr.write(`${printable(problem)}\n`);
  return { files, unwritten: problems.map(() => exitCodes.usage) };
}

/** @returns an exit code where the baseline could not be saved */
async function saveBaseline(
  file: string | undefined,
  record: RunRecord,
  isOneOfSeveral: boolean,
): Promise<readonly ExitCode[]> {
  if (file === undefined) return [];
  const own = baselineFile(file, record.installation.name, isOneOfSeveral);
  const problem = await saveBaselineFile(own, record);
  if (problem === undefined) return [];
  process.stderr.write(`${problem}\n`);
  return [exitCodes.usage];
}

function isFile(report: CheckReport): report is ReportName {
  return report !== 'github';
}

/** "Reports: reports/out/report.md, report.html, junit.xml, run.json", with a line break. */
function whereReportsAre(directory: string, files: readonly string[]): string {
  const [first = '', ...others] = files;
  return `${printable(`Reports: ${[join(shownFolder(directory), first), ...others].join(', ')}`)}\n`;
}

/** "Broken: AUTH-1 (reports/out/document.html#AUTH-1), SERVICE-6"; nothing where none is, or no such report was written. */
function whereRequirementsAre(record: RunRecord, directory: string, files: readonly string[]): string {
  const [first, ...others] = new Set(countedFindings(record).flatMap(({ requirements }) => requirements));
  if (first === undefined || !files.includes(reportFiles.document)) return '';
  const place = `${join(shownFolder(directory), reportFiles.document)}#${first}`;
  return `${printable(`Broken: ${[`${first} (${place})`, ...others].join(', ')}`)}\n`;
}

function shownFolder(directory: string): string {
  const path = relative(process.cwd(), directory);
  return path.startsWith('..') ? directory : path;
}

function print(text: string): void {
  process.stdout.write(text);
}
