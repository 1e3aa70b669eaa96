import picocolors from 'picocolors';
import type { RunRecord } from '../engine/record/run-record.ts';
import { renderTable } from './console-table.ts';
import {
  type CheckFindings,
  type Finding,
  failuresOf,
  faultsOf,
  isOnlyCause,
  knownFailuresOf,
  placesOf,
  reasonsOf,
} from './findings.ts';
import { type Beside, type Note, notesOf } from './notes.ts';
import { sanitize, sanitizeUpTo } from './sanitize.ts';
import { signs, tallyOf } from './tally.ts';
import { wrap } from './terminal-layout.ts';
import { closingLine, coveragePercent, duration, pluralize, requestSummary, stateSentence } from './words.ts';

export interface ConsoleOptions extends Beside {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Only what is wrong, and the last line. */
  readonly quiet: boolean;
  /** One of several runs that are told one after the other: each is told with its name. */
  readonly named?: boolean;
}

type Colours = ReturnType<typeof picocolors.createColors>;

interface Page {
  readonly record: RunRecord;
  readonly width: number;
  readonly colours: Colours;
}

/** The characters of a body that a terminal is shown; the record has more. */
const excerptCharacters = 300;
const statementCharacters = 120;

/**
 * Tells a run on a terminal or in a log: what was checked, a table, each failure with its evidence, and the numbers.
 * Where one cause stood in the way of everything, that cause alone.
 * @returns lines that end with a line break, without anything of an installation that could act on a terminal
 */
export function renderConsole(record: RunRecord, options: ConsoleOptions): string {
  const colours = picocolors.createColors(options.colour);
  const page: Page = { record, width: options.width, colours };
  if (isOnlyCause(record)) return `${causeLine(page)}\n`;
  const failures = [
    ...section(page, 'Broken requirements', failuresOf(record)),
    ...section(page, 'Faults of the suite itself: please report them', faultsOf(record)),
  ];
  const notes = notesOf(options).flatMap((note) => noteLines(page, note));
  const closing = ['', closingText(page)];
  const blocks = options.quiet
    ? [...quietHeading(page, options.named === true), ...failures, ...notes, ...closing].slice(1)
    : [
        ...heading(page),
        '',
        ...renderTable(record, options.width, colours),
        ...failures,
        ...knownFailures(page),
        ...reasons(page, 'untestable', 'Untestable: something else stood in the way'),
        ...reasons(page, 'skip', 'Skipped: not asked for by the configuration'),
        ...notes,
        ...closing,
      ];
  return `${blocks.join('\n')}\n`;
}

function causeLine({ record, colours }: Page): string {
  const { installation, cause = '' } = record;
  return `${colours.red(signs.fail)} ${sanitize(installation.name)}: ${sanitize(cause)}`;
}

function heading(page: Page): readonly string[] {
  const { record, width } = page;
  const { tier, coverage, durationMs, suiteVersion } = record;
  const numbers = [
    `Coverage ${coveragePercent(coverage)}`,
    pluralize(record.verdicts.length, 'verdict'),
    requestSummary(record),
    duration(durationMs),
    `tier ${tier}`,
    `suite ${sanitize(suiteVersion)}`,
  ];
  return [nameLine(page), ...stateLines(page), ...wrap(numbers.join(' · '), width)];
}

/** A good run needs no words, unless others are told beside it. */
function quietHeading(page: Page, named: boolean): readonly string[] {
  if (page.record.state !== 'conforming') return ['', nameLine(page), ...stateLines(page)];
  return named ? ['', nameLine(page)] : [];
}

function nameLine({ record: { installation }, colours }: Page): string {
  return `${colours.bold(sanitize(installation.name))} at ${sanitize(installation.baseUrl)}`;
}

function stateLines({ record, colours, width }: Page): readonly string[] {
  const tally = tallyOf(record.verdicts);
  const broken = tally.fail + tally.error > 0;
  const state = sanitize(stateSentence(record));
  const good = record.state === 'conforming' ? colours.green(state) : colours.yellow(state);
  return [
    broken ? colours.red(state) : good,
    ...(record.cause === undefined ? [] : wrap(sanitize(record.cause), width)),
  ];
}

function section(page: Page, title: string, groups: readonly CheckFindings[]): readonly string[] {
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, { findings }) => sum + findings.length, 0);
  return [
    '',
    page.colours.bold(`${title} (${count})`),
    ...groups.flatMap((group) => ['', ...checkLines(page, group)]),
  ];
}

/** What a check demands is told once; then each endpoint where it fails. */
function checkLines(page: Page, { check, title, requirements, findings }: CheckFindings): readonly string[] {
  const { colours, width } = page;
  const demand = title === undefined ? '' : ` (an endpoint ${sanitize(title)})`;
  const told = requirements.map(({ id, statement }) =>
    statement === undefined ? id : `${id}: ${sanitizeUpTo(statement, statementCharacters)}`,
  );
  let excerptBefore = '';
  const evidence = findings.flatMap((finding) => {
    const lines = findingLines(page, finding, excerptBefore);
    excerptBefore = finding.exchange?.excerpt ?? '';
    return lines;
  });
  return [
    `${colours.red(signs.fail)} ${colours.bold(sanitize(check))}${demand}`,
    ...told.flatMap((line) => wrap(line, width, '  ')).map((line) => colours.dim(line)),
    ...evidence,
  ];
}

/** A body that is the same as the one told just before is not told again. */
function findingLines({ width, colours }: Page, finding: Finding, excerptBefore: string): readonly string[] {
  const { verdict, exchange } = finding;
  const excerpt = exchange?.excerpt ?? '';
  const shown = excerpt === '' || excerpt === excerptBefore ? [] : [sanitizeUpTo(excerpt, excerptCharacters)];
  return [
    ...wrap(sanitize(verdict.message), width, '  - ', '    '),
    ...shown.map((text) => `    ${colours.dim('body:')} ${text}`),
    ...(exchange === undefined ? [] : [`    ${colours.dim('repeat:')} ${sanitize(exchange.curl)}`]),
  ];
}

function knownFailures({ record, width, colours }: Page): readonly string[] {
  const known = knownFailuresOf(record);
  if (known.length === 0) return [];
  return [
    '',
    colours.bold(`Known failures (${known.length})`),
    ...known.flatMap(({ check, endpoint, known: reason = '' }) =>
      wrap(`${check} at ${endpoint}: ${sanitize(reason)}`, width, `  ${signs.known} `, '    '),
    ),
  ];
}

function reasons(page: Page, outcome: 'untestable' | 'skip', title: string): readonly string[] {
  const { record, width, colours } = page;
  const found = reasonsOf(record, outcome);
  if (found.length === 0) return [];
  const count = found.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
  return [
    '',
    colours.bold(`${title} (${count})`),
    ...found.flatMap(({ message, verdicts }) => [
      ...wrap(`${verdicts.length} × ${sanitize(message)}`, width, `  ${signs[outcome]} `, '    '),
      ...wrap(sanitize(placesOf(verdicts)), width, '    ').map((line) => colours.dim(line)),
    ]),
  ];
}

function noteLines({ colours, width }: Page, { title, sentences }: Note): readonly string[] {
  return [
    '',
    colours.bold(`${sanitize(title)} (${sentences.length})`),
    ...sentences.flatMap((sentence) => wrap(sanitize(sentence), width, '  - ', '    ')),
  ];
}

function closingText({ record, colours }: Page): string {
  const tally = tallyOf(record.verdicts);
  const line = closingLine(tally);
  return colours.bold(tally.fail + tally.error > 0 ? colours.red(line) : line);
}
