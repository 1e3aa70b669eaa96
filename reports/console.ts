import picocolors from 'picocolors';
import type { RunRecord } from '../engine/record/run-record.ts';
import { adviceLines } from './console-advice.ts';
import {
  type ConsolePage,
  detailsHint,
  failedChecksLines,
  findingLines,
  knownFailureLines,
  noteLines,
  reasonLines,
} from './console-sections.ts';
import { renderTable } from './console-table.ts';
import { faultsOf, isExplainedByCause, shownFindings } from './failures.ts';
import { type Deviations, headline, noteSections } from './notes.ts';
import { sanitize } from './sanitize.ts';
import { signs, tallyOf } from './tally.ts';
import { wrap } from './terminal-layout.ts';
import {
  choicePhrases,
  closingLine,
  coveragePhrase,
  duration,
  requestSummary,
  resentPhrase,
  sectionTitles,
} from './words.ts';

export interface ConsoleOptions extends Deviations {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Only what is wrong, and the last line. */
  readonly quiet: boolean;
  /** Each failure of a finding, not only the first. */
  readonly details?: boolean;
  /** The run is one of several, so its name is always printed. */
  readonly named?: boolean;
}

/**
 * A run for a terminal or a log: what was checked, a table, each finding with its evidence, the numbers, and what to do
 * first. Where one cause kept everything from being judged, that cause alone.
 * @returns lines that end with a line break; nothing in them that came from an installation can act on a terminal
 */
export function renderConsole(record: RunRecord, options: ConsoleOptions): string {
  const { width, quiet, details = false } = options;
  const page: ConsolePage = { width, colours: picocolors.createColors(options.colour), details };
  if (isExplainedByCause(record)) return `${causeLine(record, page)}\n`;
  const findings = shownFindings(record);
  const failures = [
    ...findingLines(page, findings),
    ...(quiet ? [] : detailsHint(page, findings)),
    ...failedChecksLines(page, sectionTitles.faults, faultsOf(record)),
  ];
  const notes = noteSections(options).flatMap((section) => noteLines(page, section));
  const closing = ['', closingText(record, page, findings.length)];
  const lines = quiet
    ? [...quietHeading(record, page, options), ...failures, ...notes, ...closing].slice(1)
    : [
        ...heading(record, page, options),
        '',
        ...renderTable(record, width, page.colours),
        ...failures,
        ...knownFailureLines(page, record),
        ...reasonLines(page, record, 'untestable'),
        ...reasonLines(page, record, 'skip'),
        ...notes,
        ...closing,
        '',
        ...adviceLines(page, record, findings, options),
      ];
  return `${lines.join('\n')}\n`;
}

function causeLine({ installation, cause = '' }: RunRecord, { colours }: ConsolePage): string {
  return `${colours.red(signs.fail)} ${sanitize(installation.name)}: ${sanitize(cause)}`;
}

function heading(record: RunRecord, page: ConsolePage, options: ConsoleOptions): readonly string[] {
  const { tier, durationMs, suiteVersion, verdicts } = record;
  const numbers = [
    coveragePhrase(verdicts),
    requestSummary(record),
    duration(durationMs),
    `tier ${tier}`,
    `suite ${sanitize(suiteVersion)}`,
  ];
  return [
    nameLine(record, page),
    ...stateLines(record, page, options),
    ...wrap(numbers.join(' · '), page.width),
    ...labelled('Chosen', choicePhrases(record).join('; '), page),
    ...labelled('Sent again', resentPhrase(record), page),
  ];
}

function labelled(label: string, text: string, { width, colours }: ConsolePage): readonly string[] {
  return text === '' ? [] : wrap(`${label}: ${sanitize(text)}`, width).map(colours.dim);
}

/** A conforming run needs no heading, unless others are printed beside it. */
function quietHeading(record: RunRecord, page: ConsolePage, options: ConsoleOptions): readonly string[] {
  const isSuccess = noteSections(options).every(({ isFailure }) => !isFailure);
  if (record.state !== 'conforming' || !isSuccess)
    return ['', nameLine(record, page), ...stateLines(record, page, options)];
  return options.named === true ? ['', nameLine(record, page)] : [];
}

function nameLine({ installation }: RunRecord, { colours }: ConsolePage): string {
  return `${colours.bold(sanitize(installation.name))} at ${sanitize(installation.baseUrl)}`;
}

function stateLines(
  record: RunRecord,
  { colours, width }: ConsolePage,
  options: ConsoleOptions,
): readonly string[] {
  const paint =
    isFailed(record) || noteSections(options).some(({ isFailure }) => isFailure)
      ? colours.red
      : record.state === 'conforming'
        ? colours.green
        : colours.yellow;
  return [
    ...wrap(sanitize(headline(record, options)), width).map(paint),
    ...(record.cause === undefined ? [] : wrap(sanitize(record.cause), width)),
  ];
}

function closingText(record: RunRecord, { colours }: ConsolePage, findings: number): string {
  const line = closingLine(tallyOf(record.verdicts), findings);
  return colours.bold(isFailed(record) ? colours.red(line) : line);
}

function isFailed({ verdicts }: RunRecord): boolean {
  const { fail, error } = tallyOf(verdicts);
  return fail + error > 0;
}
