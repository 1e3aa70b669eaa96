import picocolors from 'picocolors';
import type { FhirIssue, FhirReport } from '../../fhir/index.ts';
import { wrap } from '../../reports/console/layout.ts';
import type { Colours } from '../../reports/console/sections.ts';
import { sanitize } from '../../reports/sanitize.ts';
import { signs } from '../../reports/tally.ts';
import { pluralize } from '../../reports/words.ts';
import { printable, type Terminal } from '../terminal.ts';
import type { Formatter } from './output.ts';
import type { Judged, Tally } from './result.ts';

/**
 * The message of an issue, without its position, which every format shows separately, and why its release was chosen.
 */
export function sentenceOf(issue: FhirIssue): string {
  const { message, whyRelease } = issue;
  const sentence = message.replace(` ${placeIn(issue)}`, '');
  return whyRelease === undefined ? sentence : `${sentence} ${whyRelease}`;
}

/** "3:13"; empty if the text has no positions. */
export function positionOf({ line, column }: FhirIssue): string {
  return line === undefined || column === undefined ? '' : `${line}:${column}`;
}

/** Shifts a report on one line of a file to the file's line numbers. */
export function reportAtLine(report: FhirReport, line: number): FhirReport {
  const issues = report.issues.map((issue) => {
    if (issue.line === undefined) return issue;
    const moved = { ...issue, line: issue.line + line - 1 };
    return { ...moved, message: issue.message.replace(placeIn(issue), placeIn(moved)) };
  });
  return { ...report, issues };
}

/** The position, for messages about the text itself. */
function placeIn({ line, column }: FhirIssue): string {
  return `(line ${line}, column ${column})`;
}

/** "Patient, FHIR 4.0.1", as far as known. */
function typeAndRelease({ resourceType, release }: FhirReport): string {
  return [resourceType, release && `FHIR ${release}`].filter((part) => part !== undefined).join(', ');
}

/** A file name on one line. Its blanks stay, so that it can be copied. */
export function shownName(name: string): string {
  return printable(name).replaceAll('\n', '\uFFFD');
}

/**
 * For people: each file with its issues, then the totals. Named files get a line each; files in folders, and the lines
 * of a file, only if they have an issue.
 */
export function textFormat({ colour, width }: Terminal): Formatter {
  const colours = picocolors.createColors(colour);
  let previous: 'nothing' | 'line' | 'block' = 'nothing';
  return {
    add(result) {
      if (result.kind === 'not-read' || !isShown(result)) return '';
      const now = result.report.issues.length === 0 ? 'line' : 'block';
      const gap = previous === 'nothing' || (previous === 'line' && now === 'line') ? [] : [''];
      previous = now;
      return textOf([...gap, ...linesOf(result, colours, width)]);
    },
    end(tally) {
      const gap = previous === 'nothing' ? [] : [''];
      previous = 'block';
      return textOf([...gap, ...closingLines(tally, colours, width)]);
    },
  };
}

function isShown({ isNamed, line, report }: Judged): boolean {
  return report.issues.length > 0 || (isNamed && line === undefined);
}

function linesOf({ name, report }: Judged, colours: Colours, width: number): readonly string[] {
  const { valid, issues, omittedIssues } = report;
  const sign = valid ? colours.green(signs.pass) : colours.red(signs.fail);
  const about = sanitize(typeAndRelease(report));
  const heading = `${sign} ${colours.bold(shownName(name))}${about === '' ? '' : `  ${colours.dim(about)}`}`;
  const layout = {
    position: Math.max(0, ...issues.map((issue) => positionOf(issue).length)),
    severity: Math.max(0, ...issues.map(({ severity }) => severity.length)),
    width,
  };
  const rest = omittedIssues > 0 ? [`  ${pluralize(omittedIssues, 'more issue')} not listed`] : [];
  return [heading, ...issues.flatMap((issue) => issueLines(issue, layout, colours)), ...rest];
}

/** Column widths: those of a file's table, and of the terminal. */
interface Layout {
  readonly position: number;
  readonly severity: number;
  readonly width: number;
}

/** Below this width there is no room for a column of positions. */
const narrow = 40;

function issueLines(issue: FhirIssue, layout: Layout, colours: Colours): readonly string[] {
  const { severity, level, path } = issue;
  const paint = severity === 'error' ? colours.red : colours.yellow;
  const parts = [
    ...(layout.position === 0 ? [] : [colours.dim(positionOf(issue).padStart(layout.position))]),
    paint(severity.padEnd(layout.severity)),
    ...(path === '' ? [] : [sanitize(path)]),
    colours.dim(level),
  ];
  const indent = ' '.repeat(layout.width < narrow || layout.position === 0 ? 4 : layout.position + 4);
  return [`  ${parts.join('  ')}`, ...wrap(sanitize(sentenceOf(issue)), layout.width, indent)];
}

function closingLines(tally: Tally, colours: Colours, width: number): readonly string[] {
  const isGood = tally.invalid === 0 && tally.notRead === 0;
  const text = `${isGood ? signs.pass : signs.fail} ${closingSentence(tally)}`;
  const paint = isGood ? colours.green : colours.red;
  return wrap(text, width).map((line) => colours.bold(paint(line)));
}

/** "3 of 14 files are not valid: 5 errors, 2 warnings. 1 file could not be read." */
export function closingSentence(tally: Tally): string {
  const { judged, lines, invalid, notRead } = tally;
  const what = (amount: number): string => pluralize(amount, lines > 0 ? 'resource' : 'file');
  const counts = countsOf(tally);
  const unread = notRead > 0 ? ` ${pluralize(notRead, 'file')} could not be read.` : '';
  if (judged === 0) return `Nothing was validated.${unread}`;
  const verdict =
    invalid > 0
      ? `${invalid === judged ? what(judged) : `${invalid} of ${what(judged)}`} ${invalid === 1 ? 'is' : 'are'} not valid`
      : `${what(judged)} ${judged === 1 ? 'is' : 'are'} valid`;
  return `${verdict}${counts === '' ? '' : `: ${counts}`}.${unread}`;
}

function countsOf({ errors, warnings, omitted }: Tally): string {
  return [
    errors > 0 ? pluralize(errors, 'error') : '',
    warnings > 0 ? pluralize(warnings, 'warning') : '',
    omitted > 0 ? `${pluralize(omitted, 'more issue')} not listed` : '',
  ]
    .filter((count) => count !== '')
    .join(', ');
}

function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
