import type picocolors from 'picocolors';
import type { RunRecord } from '../engine/record/run-record.ts';
import { countVerdicts, type FailedCheck, type FailedVerdict, knownFailuresOf } from './failures.ts';
import type { NoteSection } from './notes.ts';
import { placesOf, reasonsOf } from './reasons.ts';
import { sanitize, sanitizeUpTo } from './sanitize.ts';
import { signs } from './tally.ts';
import { wrap } from './terminal-layout.ts';
import { sectionTitles } from './words.ts';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** What a report is laid out for. */
export interface ConsolePage {
  readonly width: number;
  readonly colours: Colours;
}

/** How much of a body is printed; the record has more. */
const excerptCharacters = 300;
const statementCharacters = 120;

/** Each failed check: what it demands, once, then every endpoint where it fails. */
export function failedChecksLines(
  page: ConsolePage,
  title: string,
  checks: readonly FailedCheck[],
): readonly string[] {
  if (checks.length === 0) return [];
  return [
    ...titleLines(page, title, countVerdicts(checks)),
    ...checks.flatMap((check) => ['', ...checkLines(page, check)]),
  ];
}

function checkLines(page: ConsolePage, failed: FailedCheck): readonly string[] {
  const { check, title, requirements, verdicts } = failed;
  const { colours, width } = page;
  const demand = title === undefined ? '' : ` (an endpoint ${sanitize(title)})`;
  const stated = requirements.map(({ id, statement }) =>
    statement === undefined ? id : `${id}: ${sanitizeUpTo(statement, statementCharacters)}`,
  );
  return [
    `${colours.red(signs.fail)} ${colours.bold(sanitize(check))}${demand}`,
    ...stated.flatMap((line) => wrap(line, width, '  ')).map((line) => colours.dim(line)),
    ...verdicts.flatMap((one, index) => verdictLines(page, one, verdicts[index - 1])),
  ];
}

/** A body that is the same as the one just above is not printed again. */
function verdictLines(
  { width, colours }: ConsolePage,
  { verdict, exchange }: FailedVerdict,
  previous: FailedVerdict | undefined,
): readonly string[] {
  const { excerpt = '' } = exchange ?? {};
  const isNew = excerpt !== '' && excerpt !== previous?.exchange?.excerpt;
  const body = isNew ? [`    ${colours.dim('body:')} ${sanitizeUpTo(excerpt, excerptCharacters)}`] : [];
  return [
    ...wrap(sanitize(verdict.message), width, '  - ', '    '),
    ...body,
    ...(exchange === undefined ? [] : [`    ${colours.dim('repeat:')} ${sanitize(exchange.curl)}`]),
  ];
}

export function knownFailureLines(page: ConsolePage, record: RunRecord): readonly string[] {
  const known = knownFailuresOf(record);
  if (known.length === 0) return [];
  return [
    ...titleLines(page, sectionTitles.known, known.length),
    ...known.flatMap(({ check, endpoint, known: reason = '' }) =>
      wrap(`${check} at ${endpoint}: ${sanitize(reason)}`, page.width, `  ${signs.known} `, '    '),
    ),
  ];
}

/** Each reason once, with the checks and endpoints that have it. */
export function reasonLines(
  page: ConsolePage,
  record: RunRecord,
  outcome: 'untestable' | 'skip',
): readonly string[] {
  const { width, colours } = page;
  const reasons = reasonsOf(record, outcome);
  if (reasons.length === 0) return [];
  return [
    ...titleLines(page, sectionTitles[outcome], countVerdicts(reasons)),
    ...reasons.flatMap(({ message, verdicts }) => [
      ...wrap(`${verdicts.length} × ${sanitize(message)}`, width, `  ${signs[outcome]} `, '    '),
      ...wrap(sanitize(placesOf(verdicts)), width, '    ').map((line) => colours.dim(line)),
    ]),
  ];
}

export function noteLines(page: ConsolePage, { title, sentences }: NoteSection): readonly string[] {
  return [
    ...titleLines(page, title, sentences.length),
    ...sentences.flatMap((sentence) => wrap(sanitize(sentence), page.width, '  - ', '    ')),
  ];
}

function titleLines({ colours }: ConsolePage, title: string, count: number): readonly string[] {
  return ['', colours.bold(`${title} (${count})`)];
}
