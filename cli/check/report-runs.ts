import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stringify } from 'yaml';
import {
  baselineFile,
  deviationsOf,
  type Expectations,
  saveBaselineFile,
} from '../../application/expectations.ts';
import type { KnownFailure } from '../../application/known-failures.ts';
import { isNotShown } from '../../contract/judging/verdict.ts';
import { countedFindings, withFindings } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { renderConsole } from '../../reports/console/run.ts';
import { renderSummary, type SummarizedRun } from '../../reports/console/summary.ts';
import { type ReportName, reportFiles, usualReports } from '../../reports/formats.ts';
import { renderJson } from '../../reports/json.ts';
import type { Deviations } from '../../reports/notes.ts';
import { sanitizeUpTo } from '../../reports/sanitize.ts';
import { isExplainedByCause } from '../../reports/tally.ts';
import { writeReports, writeWhole } from '../../reports/write.ts';
import { type ExitCode, exitCodeOf, exitCodes, worst } from '../exit-codes.ts';
import { print, printable, printForHumans, terminalOf } from '../terminal.ts';
import { reportToGithub } from './github.ts';
import type { CheckOptions, CheckReport, EndedRun, RunReporter } from './options.ts';

const reviewAfterDays = 30;
const longestReason = 300;
const dayMs = 86_400_000;

/** As YYYY-MM-DD. */
function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function knownFailuresOf({ verdicts }: RunRecord, until: string): readonly KnownFailure[] {
  return verdicts
    .filter((verdict) => verdict.outcome === 'fail' || isNotShown(verdict))
    .map(({ check, endpoint, message, known }) => ({
      check,
      endpoint,
      reason: sanitizeUpTo(known ?? message, longestReason),
      until,
    }));
}

/** Makes a reporter that writes the reports of each run and prints its result. */
export function makeRunReporter(
  options: CheckOptions,
  expectations: Expectations,
  areSeveral: boolean,
): RunReporter {
  const ended: EndedRun[] = [];
  const runs: ReportedRun[] = [];
  return {
    async add(one) {
      ended.push(one);
      runs.push(await reportRun(one, options, expectations, areSeveral));
    },
    async end() {
      const records = runs.map(({ record }) => withFindings(record));
      if (options.json === true) print(renderJson(records.length === 1 ? (records[0] ?? records) : records));
      else if (runs.length > 1 && options.quiet !== true)
        printForHumans(renderSummary(runs, terminalOf(process.stdout, process.env)));
      if (options.open === true) await openReport(ended);
      return worst(runs.flatMap(({ codes }) => codes));
    },
  };
}

/** Opens the report of the first installation that is not conforming, or else of the first one. */
async function openReport(ended: readonly EndedRun[]): Promise<void> {
  const shown = ended.find(({ record }) => record.state !== 'conforming') ?? ended[0];
  if (shown === undefined) return;
  const { default: open } = await import('open');
  await open(join(shown.directory, reportFiles.html));
}

/**
 * Saves the failures of a run as known failures if an option asks for it, with a date for their review. Never
 * overwrites a file, which may state the reasons.
 * @returns an exit code if they could not be saved
 */
async function saveKnown(
  { saveKnown: file, json, quiet }: CheckOptions,
  record: RunRecord,
  isOneOfSeveral: boolean,
): Promise<readonly ExitCode[]> {
  if (file === undefined) return [];
  const own = baselineFile(file, record.installation.name, isOneOfSeveral);
  if (existsSync(own)) {
    process.stderr.write(
      printable(`${own} was not overwritten: save to another file, or remove this one.\n`),
    );
    return [exitCodes.usage];
  }
  const nowMs = Date.now();
  const until = dayOf(nowMs + reviewAfterDays * dayMs);
  const entries = knownFailuresOf(record, until);
  const head = `# What failed on ${dayOf(nowMs)}. Write why it is expected, and a day by which it is not.\n`;
  await writeWhole(own, `${head}${stringify(entries, { lineWidth: 110 })}`);
  if (json !== true && quiet !== true)
    printForHumans(
      `Known failures: ${own} (${entries.length}, until ${until}); check --known ${own} expects them.\n`,
    );
  return [];
}

interface ReportedRun extends SummarizedRun {
  readonly codes: readonly ExitCode[];
}

async function reportRun(
  { record: judged, directory }: EndedRun,
  options: CheckOptions,
  expectations: Expectations,
  isOneOfSeveral: boolean,
): Promise<ReportedRun> {
  const { record, deviations } = deviationsOf(judged, expectations);
  const { drift = [], outdated = [] } = deviations;
  const files = await writeReports(record, directory, deviations, reportsOf(options));
  const baselineCodes = await saveBaseline(options.saveBaseline, record, isOneOfSeveral);
  if (options.json !== true) {
    const locations =
      // One cause is one line, which the reports only repeat.
      options.quiet !== true && !isExplainedByCause(record)
        ? `${brokenLine(record, directory, files)}${reportsLine(directory, files)}`
        : '';
    printForHumans(
      `${renderConsole(record, {
        ...terminalOf(process.stdout, process.env),
        quiet: options.quiet === true,
        details: options.details === true,
        named: isOneOfSeveral,
        ...deviations,
      })}${locations}`,
    );
  }
  const knownCodes = await saveKnown(options, record, isOneOfSeveral);
  const githubCodes = await reportToStep(record, deviations, directory, options);
  const code = exitCodeOf(record, {
    minimumCoverage: expectations.minimumCoverage,
    minimumAsked: expectations.minimumAsked,
    breakingDrift: drift.some(({ breaking }) => breaking),
    outdatedKnown: outdated.length > 0,
  });
  return { record, deviations, codes: [code, ...githubCodes, ...baselineCodes, ...knownCodes] };
}

/**
 * Reports to the step of GitHub Actions if `--report github` asks for it: after the console report and on the same
 * stream, where workflow commands are enabled again; with --json on standard error, to keep standard output pure JSON.
 * @returns an exit code for each file of the step that could not be written
 */
async function reportToStep(
  record: RunRecord,
  deviations: Deviations,
  directory: string,
  { report = usualReports, json }: CheckOptions,
): Promise<readonly ExitCode[]> {
  if (!report.includes('github')) return [];
  const stream = json === true ? process.stderr : process.stdout;
  const printCommands = (commands: string) => stream.write(commands);
  const page = report.includes('html') ? join(directory, 'report.html') : undefined;
  const problems = await reportToGithub(record, deviations, page, process.env, printCommands);
  for (const problem of problems) process.stderr.write(printable(`${problem}\n`));
  return problems.map(() => exitCodes.usage);
}

/** @returns an exit code if the baseline could not be saved */
async function saveBaseline(
  file: string | undefined,
  record: RunRecord,
  isOneOfSeveral: boolean,
): Promise<readonly ExitCode[]> {
  if (file === undefined) return [];
  const own = baselineFile(file, record.installation.name, isOneOfSeveral);
  const problem = await saveBaselineFile(own, record);
  if (problem === undefined) return [];
  process.stderr.write(printable(`${problem}\n`));
  return [exitCodes.usage];
}

/** `--open` needs the HTML report. */
function reportsOf({ report = usualReports, open }: CheckOptions): readonly ReportName[] {
  const files = report.filter(isFile);
  return open === true && !files.includes('html') ? [...files, 'html'] : files;
}

function isFile(report: CheckReport): report is ReportName {
  return report !== 'github';
}

/** "Reports: reports/out/report.md, report.html, junit.xml, run.json", with a line break. */
function reportsLine(directory: string, files: readonly string[]): string {
  const [first = '', ...others] = files;
  return `${printable(`Reports: ${[join(displayPath(directory), first), ...others].join(', ')}`)}\n`;
}

/** "Broken: AUTH-1 (reports/out/document.html#AUTH-1), SERVICE-6"; nothing if none is broken, or no such report was written. */
function brokenLine(record: RunRecord, directory: string, files: readonly string[]): string {
  const [first, ...others] = new Set(countedFindings(record).flatMap(({ requirements }) => requirements));
  if (first === undefined || !files.includes(reportFiles.document)) return '';
  const place = `${join(displayPath(directory), reportFiles.document)}#${first}`;
  return `${printable(`Broken: ${[`${first} (${place})`, ...others].join(', ')}`)}\n`;
}

function displayPath(directory: string): string {
  const path = relative(process.cwd(), directory);
  return path.startsWith('..') ? directory : path;
}
