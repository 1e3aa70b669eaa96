import { isObject } from '../../contract/judging/answers.ts';
import { readText, whyUnreadable } from '../files.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Variables } from './environment.ts';
import { schemaMistakes } from './installations-schema.ts';
import { attempt, BadValue, type Path, type Problem } from './problems.ts';
import { parseYaml } from './yaml-file.ts';

/** An entry of installations.yaml with its `${NAME}` filled in, and the names of places in it. */
export interface FileEntry {
  /** Undefined for a value whose mistake is noted already. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The place of a field, or of a part of it, by a dotted path; without one, of the entry itself. */
  readonly placeOf: (where?: string) => string;
  /**
   * Fields that the file has under a wrong name or with a wrong value are missing: their mistakes are noted already.
   */
  readonly isIncomplete: boolean;
}

/** A `monitor` block as written; the monitor reads it. */
export interface MonitorBlock {
  readonly monitor?: unknown;
  /** The name of a place in that block; `where` is a dotted path. */
  readonly placeInMonitor?: (where: string) => string;
}

export interface InstallationsFile extends MonitorBlock {
  readonly entries: readonly FileEntry[];
}

/** The content of a file that the schema accepts. */
type Contents = Pick<MonitorBlock, 'monitor'> & {
  readonly installations: readonly FileEntry['fields'][];
};

/** The input for reading installations, from a file or from variables. */
export interface InstallationsReading {
  readonly variables: Variables;
  /** Receives every mistake, with its place. */
  readonly problems: Problem[];
  /** The one selected installation: the variables of others need not be set, even if no installation has this name. */
  readonly only?: string | undefined;
  /** The source of its name, for the message that no installation has it. */
  readonly onlyFrom: string;
}

/**
 * Reads a file of installations: YAML, `${NAME}` from the environment, then the schema.
 * @param shownName names the file in places
 */
export function readInstallationsFile(
  file: string,
  shownName: string,
  { variables, problems, only, onlyFrom }: InstallationsReading,
): InstallationsFile {
  const text = attempt(problems, shownName, () => textOf(file));
  if (text === undefined) return { entries: [] };
  const parsed = parseYaml(text);
  if ('mistakes' in parsed) {
    for (const { line, message } of parsed.mistakes)
      problems.push({ place: `${shownName}, line ${line}`, message });
    return { entries: [] };
  }
  const { value: written, lineOf } = parsed;
  const placeAt = (where: string): string =>
    `${shownName}, line ${lineOf(where)}${where === '' ? '' : ` (${where})`}`;
  const names = namesIn(written, variables);
  const isOther = ([block, index]: Path): boolean =>
    only !== undefined && block === 'installations' && typeof index === 'number' && names[index] !== only;
  if (only !== undefined && names.length > 0 && !names.includes(only)) {
    const message = `${shownName} has no installation ${only}.${didYouMean(only, names)} It has ${names.join(', ')}.`;
    problems.push({ place: onlyFrom, message });
  }
  const note = (path: Path, message: string): void => {
    if (!isOther(path)) problems.push({ place: placeAt(path.join('.')), message });
  };
  const filled = fillIn(written, [], variables, note);
  const mistakes = schemaMistakes(filled);
  for (const { path, message } of mistakes) note(path, message);
  if (!hasEntries(filled)) return { entries: [] };
  // A mistake found by the schema must not hide others, not even in the same entry.
  const wrong = mistakes.map(({ path }) => path);
  const incomplete = new Set(
    wrong.filter(({ length }) => length <= 3).map(([block, index]) => `${block} ${index}`),
  );
  const { installations, monitor } = withoutMistakes(filled, wrong) as Contents;
  const entries = installations.flatMap((fields, index): readonly FileEntry[] => {
    if (isOther(['installations', index]) || !isObject(fields)) return [];
    const placeOf = (where?: string): string =>
      placeAt(`installations.${index}${where === undefined ? '' : `.${where}`}`);
    return [{ fields, placeOf, isIncomplete: incomplete.has(`installations ${index}`) }];
  });
  return {
    entries,
    ...(monitor === undefined ? {} : { monitor }),
    placeInMonitor: (where) => placeAt(`monitor.${where}`),
  };
}

/**
 * A file without the values that the schema refuses. A list with an invalid item is left out as a whole: items are
 * addressed by number.
 */
function withoutMistakes(filled: Contents, wrong: readonly Path[]): unknown {
  const copy: unknown = structuredClone(filled);
  for (const path of wrong) {
    const [block] = path;
    const fixed = block === 'installations' ? 2 : 0;
    const item = path.findIndex((step, index) => index >= fixed && typeof step === 'number');
    const steps = item === -1 ? path : path.slice(0, item);
    const last = steps.at(-1);
    if (last === undefined || steps.length <= fixed) continue;
    const parent: unknown = steps.slice(0, -1).reduce((value, step) => Object(value)[step], copy);
    if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, last);
  }
  return copy;
}

/** The name of each entry, including entries that the schema refuses. */
function namesIn(written: unknown, variables: Variables): readonly string[] {
  if (!hasEntries(written)) return [];
  return written.installations.map((entry, index) => {
    const name = isObject(entry) ? entry.name : undefined;
    const filled = fillIn(name, ['installations', index, 'name'], variables, () => undefined);
    return typeof filled === 'string' ? filled : `installation-${index + 1}`;
  });
}

function hasEntries(filled: unknown): filled is Contents {
  return isObject(filled) && Array.isArray(filled.installations);
}

function textOf(file: string): string {
  try {
    return readText(file);
  } catch (thrown) {
    throw new BadValue(`This file cannot be read: ${whyUnreadable(thrown)}`);
  }
}

/** Replaces `${NAME}` in every text. An unset or empty variable is reported by its name. */
function fillIn(
  value: unknown,
  path: Path,
  variables: Variables,
  note: (path: Path, message: string) => void,
): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{([^$}]*)\}/g, (_, name: string) => {
      const found = variables[name];
      // A secret written in place of a name is not repeated.
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
