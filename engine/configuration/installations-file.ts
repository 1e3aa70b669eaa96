import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import monitorSchema from '../../schemas/monitor.schema.json' with { type: 'json' };
import { readWhole, whyUnreadable } from '../files.ts';
import { aliasMistakes } from './alias-mistakes.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Variables } from './environment.ts';
import { makeInstallationsSchema } from './installations-schema.ts';
import { attempt, BadValue, type Problem } from './problems.ts';
import { type Path, schemaProblems } from './schema-problem.ts';

/** An entry of installations.yaml, its `${NAME}` filled in, and how to name a place in it. */
export interface FileEntry {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Of a field; of the entry itself without one. */
  readonly placeOf: (field?: string) => string;
}

export interface InstallationsFile {
  readonly entries: readonly FileEntry[];
  /** The `monitor` block for all installations, as written. */
  readonly monitor?: unknown;
}

/** What the schema holds true. */
interface Contents {
  readonly installations: readonly Readonly<Record<string, unknown>>[];
  readonly monitor?: unknown;
}

/** One slip can break every line that follows. */
const mostMistakesShown = 5;

const nothing: InstallationsFile = { entries: [] };

/**
 * Reads a file of installations: YAML, `${NAME}` from the environment, then the schema.
 * @param shownName stands for the file in places
 * @param problems receives every mistake, each with its line
 */
export function readInstallationsFile(
  file: string,
  shownName: string,
  variables: Variables,
  problems: Problem[],
): InstallationsFile {
  const lines = new LineCounter();
  const document = parseFile(file, shownName, lines, problems);
  if (document === undefined) return nothing;
  const placeAt = placesIn(document, lines, shownName);
  const note = (path: Path, message: string): void => {
    problems.push({ place: placeAt(path), message });
  };
  const filled = fillIn(document.toJS() as unknown, [], variables, note);
  const mistakes = schemaProblems(errorsIn(filled));
  for (const { path, message } of mistakes) note(path, message);
  const isWrong = (...path: Path): boolean => mistakes.some((one) => isWithin(one.path, path));
  // What the schema finds wrong in one place must not hide other mistakes elsewhere.
  return isWrong() && !hasEntries(filled) ? nothing : entriesOf(filled as Contents, placeAt, isWrong);
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step);
}

function hasEntries(filled: unknown): filled is Contents {
  return (
    typeof filled === 'object' &&
    filled !== null &&
    'installations' in filled &&
    Array.isArray(filled.installations)
  );
}

/** The document of a file; nothing where a mistake was noted. */
function parseFile(
  file: string,
  shownName: string,
  lines: LineCounter,
  problems: Problem[],
): Document | undefined {
  const text = attempt(problems, shownName, () => readText(file));
  if (text === undefined) return undefined;
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: true, logLevel: 'error' } as const;
  const document = parseDocument(text, options);
  const mistakes =
    document.errors.length > 0
      ? document.errors.map(({ code, pos }) => ({
          offset: pos[0],
          message: `This is not valid YAML (${code}).`,
        }))
      : aliasMistakes(document);
  for (const { offset, message } of mistakes.slice(0, mostMistakesShown))
    problems.push({ place: `${shownName}, line ${lines.linePos(offset).line}`, message });
  return mistakes.length > 0 ? undefined : document;
}

function readText(file: string): string {
  try {
    return readWhole(file).toString('utf8');
  } catch (thrown) {
    throw new BadValue(`This file cannot be read: ${whyUnreadable(thrown)}`);
  }
}

/** How a place in the file is named: its line, and the names that lead to it. */
function placesIn(document: Document, lines: LineCounter, shownName: string): (path: Path) => string {
  return (path) => {
    const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
    const offset = isNode(node) ? node.range?.[0] : undefined;
    const line = offset === undefined ? '' : `, line ${lines.linePos(offset).line}`;
    return `${shownName}${line}${path.length === 0 ? '' : ` (${path.join('.')})`}`;
  };
}

function errorsIn(filled: unknown) {
  // Our own schemas are checked by the tests.
  const options = { allErrors: true, verbose: true, strict: false, validateSchema: false };
  const ajv = new Ajv2020({ ...options, schemas: [monitorSchema] });
  const validate = ajv.compile(makeInstallationsSchema());
  validate(filled);
  return validate.errors;
}

/** The parts of a file that hold what the schema says. */
function entriesOf(
  { installations, monitor }: Contents,
  placeAt: (path: Path) => string,
  isWrong: (...path: Path) => boolean,
): InstallationsFile {
  const entries = installations.flatMap((fields, index): readonly FileEntry[] => {
    if (isWrong('installations', index)) return [];
    const placeOf = (field?: string): string =>
      placeAt(['installations', index, ...(field === undefined ? [] : [field])]);
    return [{ fields, placeOf }];
  });
  return { entries, ...(monitor === undefined || isWrong('monitor') ? {} : { monitor }) };
}

/** Replaces `${NAME}` in every text. An unset or empty variable is noted by its name. */
function fillIn(
  value: unknown,
  path: Path,
  variables: Variables,
  note: (path: Path, message: string) => void,
): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{([^$}]*)\}/g, (_, name: string) => {
      const found = variables[name];
      // A secret in the place of a name is not repeated.
      const shown = /^[A-Z_][A-Z0-9_]*$/.test(name) ? name : `in \${…}`;
      if (found === undefined)
        note(path, `The variable ${shown} is not set.${didYouMean(name, Object.keys(variables))}`);
      else if (found.trim() === '') note(path, `The variable ${shown} is set but empty.`);
      return found === undefined || found.trim() === '' ? `unset-variable-${path.join('-')}` : found;
    });
  }
  if (Array.isArray(value))
    return value.map((item, index) => fillIn(item, [...path, index], variables, note));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, fillIn(item, [...path, name], variables, note)]),
  );
}
