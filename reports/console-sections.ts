import type picocolors from 'picocolors';
import type { RunRecord } from '../engine/record/run-record.ts';
import {
  countVerdicts,
  type FailedCheck,
  type FailedVerdict,
  knownFailuresOf,
  mostIssues,
  type ShownFinding,
  type StatedRequirement,
} from './failures.ts';
import type { NoteSection } from './notes.ts';
import { placesOf, reasonsOf } from './reasons.ts';
import { sanitize, sanitizeUpTo } from './sanitize.ts';
import { signs } from './tally.ts';
import { wrap } from './terminal-layout.ts';
import { pluralize, sectionTitles } from './words.ts';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** What a report is laid out for. */
export interface ConsolePage {
  readonly width: number;
  readonly colours: Colours;
  /** Each failure of a finding is printed, not only the first. */
  readonly details: boolean;
}

/** How much of a body is printed; the record has more. */
const excerptCharacters = 300;
const statementCharacters = 120;

/** Each finding: what is wrong, what was found and where, the evidence of the first failure or of each, the requirements. */
export function findingLines(page: ConsolePage, findings: readonly ShownFinding[]): readonly string[] {
  if (findings.length === 0) return [];
  return [
    ...titleLines(page, sectionTitles.findings, findings.length),
    ...findings.flatMap((finding) => ['', ...oneFindingLines(page, finding)]),
  ];
}

/** The way to the failures that `findingLines` leaves out; nothing where it leaves none out. */
export function detailsHint(page: ConsolePage, findings: readonly ShownFinding[]): readonly string[] {
  const isComplete = findings.every(
    ({ failures, issues }) => failures.length < 2 && issues.length <= mostIssues,
  );
  return page.details || isComplete
    ? []
    : ['', page.colours.dim('--details prints each failure of a finding.')];
}

function oneFindingLines(page: ConsolePage, finding: ShownFinding): readonly string[] {
  const { gravity, headline, sentence, check, otherChecks, requirements, someEndpoints, issues, failures } =
    finding;
  const { colours, width, details } = page;
  const checks = check === undefined ? [] : [check, ...otherChecks];
  const more = (name: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : wrap(`${name}: ${sanitize(items.join(', '))}`, width, '    ').map(colours.dim);
  const shown = details && failures.length > 1 ? failures : [];
  const [first] = failures;
  return [
    `${colours.red(signs.fail)} ${colours.bold(`${gravity}: ${sanitize(headline)}`)}`,
    ...wrap(sanitize(sentence), width, '  - ', '    '),
    ...more('endpoints', someEndpoints),
    ...issueLines(page, issues),
    ...(shown.length > 0 || first === undefined ? [] : evidenceLines(page, first, undefined)),
    ...shown.flatMap((one, index) => verdictLines(page, one, shown[index - 1], '    ')),
    ...more('checks', checks),
    ...(details
      ? requirementLines(page, requirements)
      : more(
          'requirements',
          requirements.map(({ id }) => id),
        )),
  ];
}

function issueLines({ width, details }: ConsolePage, issues: readonly string[]): readonly string[] {
  const shown = details ? issues : issues.slice(0, mostIssues);
  const rest = issues.length - shown.length;
  return [
    ...shown.flatMap((line) => wrap(sanitize(line), width, '    ', '      ')),
    ...(rest === 0 ? [] : [`    and ${pluralize(rest, 'more kind')} of errors`]),
  ];
}

/** Each check that broke: what it demands, once, then every endpoint where it broke. */
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
  const { colours } = page;
  return [
    `${colours.red(signs.fail)} ${colours.bold(sanitize(check))}${demandOf(title)}`,
    ...requirementLines(page, requirements),
    ...verdicts.flatMap((one, index) => verdictLines(page, one, verdicts[index - 1])),
  ];
}

function demandOf(title: string | undefined): string {
  return title === undefined ? '' : ` (an endpoint ${sanitize(title)})`;
}

function requirementLines(
  { width, colours }: ConsolePage,
  requirements: readonly StatedRequirement[],
): readonly string[] {
  const stated = requirements.map(({ id, statement }) =>
    statement === undefined ? id : `${id}: ${sanitizeUpTo(statement, statementCharacters)}`,
  );
  return stated.flatMap((line) => wrap(line, width, '  ')).map((line) => colours.dim(line));
}

function verdictLines(
  page: ConsolePage,
  failed: FailedVerdict,
  previous: FailedVerdict | undefined,
  indent = '  ',
): readonly string[] {
  return [
    ...wrap(sanitize(failed.verdict.message), page.width, `${indent}- `, `${indent}  `),
    ...evidenceLines(page, failed, previous, indent),
  ];
}

/** A body that is the same as the one just above is not printed again. */
function evidenceLines(
  { colours }: ConsolePage,
  { exchange }: FailedVerdict,
  previous: FailedVerdict | undefined,
  indent = '  ',
): readonly string[] {
  if (exchange === undefined) return [];
  const { excerpt = '', curl } = exchange;
  const isNew = excerpt !== '' && excerpt !== previous?.exchange?.excerpt;
  return [
    ...(isNew ? [`${indent}  ${colours.dim('body:')} ${sanitizeUpTo(excerpt, excerptCharacters)}`] : []),
    `${indent}  ${colours.dim('repeat:')} ${sanitize(curl)}`,
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
