import picocolors from 'picocolors';
import { topics } from '../../contract/checks/check.ts';
import { countedFindings } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { adviceFor, noAdviceText, toneOf, verdictOf } from '../advice/advice.ts';
import { type Deviations, failingNotes, headline } from '../notes.ts';
import { factLines, runSections } from '../run-sections.ts';
import { sanitize } from '../sanitize.ts';
import { isExplainedByCause, legend, signs, tableOf, tallyOf } from '../tally.ts';
import { closingLine } from '../words.ts';
import { alignColumns, widthOf, wrap } from './layout.ts';
import { type ConsolePage, paintOf, sectionLines } from './sections.ts';

export interface ConsoleOptions extends Deviations {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Print only problems and the last line. */
  readonly quiet: boolean;
  /** Print each failure of a finding, not only the first. */
  readonly details?: boolean;
  /** The run is one of several, so its name is always printed. */
  readonly named?: boolean;
}

/** Sections of a record that a terminal does not show. */
const leftOut: readonly (string | undefined)[] = ['observations'];
const leftOutWhenQuiet: readonly (string | undefined)[] = [...leftOut, 'known', 'untestable', 'skip'];

/**
 * A run for a terminal or a log: the checked installation, a table, each finding with its evidence, the numbers, and
 * what to do first. If one cause kept everything from being judged, that cause alone.
 * @returns lines that end with a line break; no text from an installation can act on a terminal
 */
export function renderConsole(record: RunRecord, options: ConsoleOptions): string {
  const { width, quiet, details = false } = options;
  const page: ConsolePage = { width, colours: picocolors.createColors(options.colour), details };
  const { colours } = page;
  const { installation, cause = '' } = record;
  if (isExplainedByCause(record))
    return `${colours.red(signs.fail)} ${sanitize(installation.name)}: ${sanitize(cause)}\n`;
  const sections = runSections(record, options)
    .filter(({ id }) => !(quiet ? leftOutWhenQuiet : leftOut).includes(id))
    .flatMap((section) => sectionLines(page, section));
  const numbers = closingLine(tallyOf(record.verdicts), countedFindings(record).length);
  const closing = colours.bold(isFailed(record) ? colours.red(numbers) : numbers);
  const lines = quiet
    ? [...quietHeading(record, page, options), ...sections, '', closing].slice(1)
    : [
        ...heading(record, page, options),
        ...factLines(record).flatMap((line, index) =>
          wrap(sanitize(line), width).map((part) => (index === 0 ? part : colours.dim(part))),
        ),
        '',
        ...tableLines(record, page),
        ...sections,
        '',
        closing,
        '',
        ...adviceLines(page, record, options),
      ];
  return `${lines.join('\n')}\n`;
}

/** The name, the state and its cause. */
function heading(record: RunRecord, page: ConsolePage, deviations: Deviations): readonly string[] {
  const { width } = page;
  const isBad = isFailed(record) || failingNotes(deviations).length > 0;
  const paint = paintOf(isBad ? 'bad' : record.state === 'conforming' ? 'good' : 'open', page);
  return [
    nameLine(record, page),
    ...wrap(sanitize(headline(record, deviations)), width).map(paint),
    ...(record.cause === undefined ? [] : wrap(sanitize(record.cause), width)),
  ];
}

function nameLine({ installation }: RunRecord, { colours }: ConsolePage): string {
  return `${colours.bold(sanitize(installation.name))} at ${sanitize(installation.baseUrl)}`;
}

/** A conforming run needs no heading, unless others are printed as well. */
function quietHeading(record: RunRecord, page: ConsolePage, options: ConsoleOptions): readonly string[] {
  if (record.state !== 'conforming' || failingNotes(options).length > 0)
    return ['', ...heading(record, page, options)];
  return options.named === true ? ['', nameLine(record, page)] : [];
}

function isFailed({ verdicts }: RunRecord): boolean {
  const { fail, error } = tallyOf(verdicts);
  return fail + error > 0;
}

/** The number of recommendations printed; the report page has all. */
const mostAdvice = 5;

/** The last lines of a run, like the top of the report page: the number of problems, and what to do. */
export function adviceLines(page: ConsolePage, record: RunRecord, deviations: Deviations): readonly string[] {
  const advice = adviceFor(record, deviations);
  const verdict = page.colours.bold(paintOf(toneOf(record, advice), page)(verdictOf(record, advice)));
  if (advice.length === 0) return [verdict, noAdviceText(record)];
  // The findings are printed above, so the advice is enough if there is a sentence for it.
  const lines = [
    ...new Set(advice.map(({ label, what, sentence }) => `${label}: ${what === '' ? sentence : what}`)),
  ];
  const more = lines.length > mostAdvice ? [`${lines.length - mostAdvice} more: see report.html.`] : [];
  return [
    verdict,
    ...[...lines.slice(0, mostAdvice), ...more].flatMap((line) => wrap(sanitize(line), page.width)),
  ];
}

const paints = {
  pass: 'green',
  fail: 'red',
  error: 'red',
  known: 'yellow',
  untestable: 'yellow',
  skip: 'dim',
} as const;

/** Endpoints by topics, with a legend. On a terminal too narrow for a table, a list of endpoints. */
function tableLines(record: RunRecord, { width, colours }: ConsolePage): readonly string[] {
  const rows = tableOf(record).map(({ endpoint, cells }) => ({
    name: sanitize(endpoint),
    cells: cells.map(({ topic, marks }) => ({
      topic,
      text: marks.map(({ kind, text }) => colours[paints[kind]](text)).join(' '),
    })),
  }));
  if (rows.length === 0) return [];
  const head = ['Endpoint', ...topics].map(colours.bold);
  const table = alignColumns([
    head,
    ...rows.map(({ name, cells }) => [name, ...cells.map(({ text }) => text)]),
  ]);
  // Each endpoint, with the topics of its checks on the next line.
  const list = rows.flatMap(({ name, cells }) => {
    const marks = cells
      .filter(({ text }) => text !== '')
      .map(({ topic, text }) => `${topic} ${text}`.replaceAll(' ', '\u00a0'));
    return [name, ...wrap(marks.join(' '), width, '  ')].map((line) => line.replaceAll('\u00a0', ' '));
  });
  const fits = table.every((line) => widthOf(line) <= width);
  return [...(fits ? table : list), ...wrap(legend.join('   '), width).map(colours.dim)];
}
