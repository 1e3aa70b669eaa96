import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { allCheckCases, catalogue } from '../../contract/catalogue.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { verdictKey } from '../../contract/verdict.ts';
import { didYouMean } from '../configuration/did-you-mean.ts';
import { UserError } from '../user-error.ts';
import { allEndpoints, type KnownFailure } from './known-failures.ts';

/** A list of known failures that cannot be used, with every problem as a sentence with its line. */
export class KnownFailuresError extends UserError {
  override readonly name = 'KnownFailuresError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      [
        'The list of known failures cannot be used; nothing was sent.',
        ...problems.map((one) => `  ${one}`),
      ].join('\n'),
    );
    this.problems = problems;
  }
}

/** One slip can break every line that follows. */
const mostMistakesShown = 5;

type Note = (place: unknown, problem: string) => void;

const fieldNames = ['check', 'endpoint', 'reason', 'until'] as const;
const checkIds = catalogue.map(({ id }) => id);
const endpointIds: readonly string[] = [...endpoints.map(({ id }) => id), allEndpoints];

/**
 * Reads a list of known failures from YAML or JSON.
 * @param fileName precedes each problem
 * @throws KnownFailuresError with all problems of the file
 */
export function parseKnownFailures(text: string, fileName: string): readonly KnownFailure[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const problems: string[] = [];
  const note: Note = (place, problem) => {
    problems.push(`${fileName}:${lineOf(place, lines)}: ${problem}`);
  };
  for (const { pos, message } of document.errors.slice(0, mostMistakesShown))
    note(pos[0], `This is not valid YAML: ${message}.`);
  if (problems.length > 0) throw new KnownFailuresError(problems);
  const list = document.contents;
  if (list === null || (isScalar(list) && list.value === null)) return [];
  if (!isSeq(list)) {
    note(list, 'Give a list of entries, each with check, endpoint and reason.');
    throw new KnownFailuresError(problems);
  }
  const entries = list.items.map((item) => readEntry(item, note));
  noteDoubles(list.items, entries, note);
  if (problems.length > 0) throw new KnownFailuresError(problems);
  return entries.filter((entry) => entry !== undefined);
}

/** Reads one entry and notes all its problems. */
function readEntry(item: unknown, note: Note): KnownFailure | undefined {
  if (!isMap(item)) {
    note(item, 'An entry has the fields check, endpoint and reason.');
    return undefined;
  }
  noteUnknownFields(item, note);
  const check = readName(item, 'check', checkIds, note);
  const endpoint = readName(item, 'endpoint', endpointIds, note);
  const reason = readText(item, 'reason', note);
  const until = item.has('until') ? readDay(item, note) : undefined;
  if (check === undefined || endpoint === undefined || reason === undefined) return undefined;
  if (
    endpoint !== allEndpoints &&
    !allCheckCases.some((one) => one.check.id === check && one.endpoint.id === endpoint)
  ) {
    note(item, `The check ${check} does not apply to ${endpoint}.`);
    return undefined;
  }
  return { check, endpoint, reason, ...(until === undefined ? {} : { until }) };
}

function noteUnknownFields({ items }: YAMLMap, note: Note): void {
  for (const { key } of items as readonly Pair[]) {
    const name = String(isScalar(key) ? key.value : key);
    if (!(fieldNames as readonly string[]).includes(name)) {
      note(key, `There is no field "${name}".${didYouMean(name, fieldNames)}`);
    }
  }
}

function readText(item: YAMLMap, field: string, note: Note): string | undefined {
  const node = item.get(field, true);
  const value: unknown = isScalar(node) ? node.value : undefined;
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  note(node ?? item, `The field "${field}" is missing, or is not text.`);
  return undefined;
}

function readName(item: YAMLMap, field: string, names: readonly string[], note: Note): string | undefined {
  const name = readText(item, field, note);
  if (name === undefined || names.includes(name)) return name;
  note(item.get(field, true), `No ${field} is named "${name}".${didYouMean(name, names)}`);
  return undefined;
}

function readDay(item: YAMLMap, note: Note): string | undefined {
  const node = item.get('until', true);
  const value: unknown = isScalar(node) ? node.value : undefined;
  if (typeof value === 'string' && isDay(value)) return value;
  note(node, `The field "until" is a day, written as 2030-01-31.`);
  return undefined;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // Date moves a day that does not exist, such as 02-30, into the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function noteDoubles(
  items: readonly unknown[],
  entries: readonly (KnownFailure | undefined)[],
  note: Note,
): void {
  const seen = new Set<string>();
  entries.forEach((entry, index) => {
    if (entry === undefined) return;
    if (seen.has(verdictKey(entry)))
      note(items[index], `${entry.check} at ${entry.endpoint} is listed twice.`);
    seen.add(verdictKey(entry));
  });
}

/** The line of a node, or of an offset in the text. */
function lineOf(place: unknown, lines: LineCounter): number {
  const range =
    typeof place === 'object' && place !== null && 'range' in place && Array.isArray(place.range)
      ? place.range[0]
      : place;
  return lines.linePos(typeof range === 'number' ? range : 0).line;
}
