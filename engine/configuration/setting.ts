import type { Variables } from './environment.ts';
import { fileText } from './parsers.ts';
import { attempt, BadValue, type Problem } from './problems.ts';

/** The form of a field in installations.yaml: a text; a text, number or boolean; texts by name; or a list of texts. */
export type FieldType = 'text' | 'scalar' | 'texts' | 'list';

/** One setting. Parsing, `--help`, the tables of the guides, .env.example and the schema are all made from its row. */
export interface Setting<V = unknown> {
  /** Its name in the environment and in `.env`. */
  readonly variable: string;
  /** Another spelling in the environment, which other programs read: an empty value counts as not given. */
  readonly alsoVariable?: string;
  /** Its name in installations.yaml; without one only the environment can set it. */
  readonly field?: string;
  /** `text` by default. */
  readonly fieldType?: FieldType;
  /**
   * Parses the given text. Relative file names start at `directory`.
   * @throws BadValue with a sentence that does not repeat the text
   */
  readonly parse: (text: string, directory: string) => V;
  /** The default, as a user would write it: `parse` accepts it as well. */
  readonly default?: string;
  /** The default in words, if it cannot be a text that `parse` accepts. */
  readonly otherwise?: string;
  /** A phrase in Markdown, without a full stop. */
  readonly meaning: string;
  /** The value that .env.example shows; the default unless given. */
  readonly example?: string;
  /** The setting is required; this is the message if it is missing, without the setting's name. */
  readonly missing?: string;
  /** The text, or part of it, is secret: `parse` wraps that in `Secret`. */
  readonly isSecret?: true;
  /** The environment's value applies to every installation of a file that does not set it. */
  readonly isShared?: true;
  /** A file may contain the value instead: VARIABLE_FILE, or fieldFile in installations.yaml, names it. */
  readonly hasFileVariant?: true;
}

/** Settings that are read together, by the property names of their values. */
export type SettingTable = Readonly<Record<string, Setting>>;

type IsAlwaysThere = { readonly default: string } | { readonly missing: string };
type ValueOf<S extends Setting> = ReturnType<S['parse']>;

/** The values of the settings that have a default. */
export type DefaultsOf<T extends SettingTable> = {
  readonly [K in keyof T as T[K] extends { readonly default: string } ? K : never]: ValueOf<T[K]>;
};

/** The values of a table: optional ones without a default may be undefined. */
export type ValuesOf<T extends SettingTable> = {
  readonly [K in keyof T as T[K] extends IsAlwaysThere ? K : never]: ValueOf<T[K]>;
} & {
  readonly [K in keyof T as T[K] extends IsAlwaysThere ? never : K]?: ValueOf<T[K]>;
};

/**
 * Adds field names for installations.yaml, derived from the variables: `apiKey`, and `group` for INSTALLATION_GROUP.
 */
export function withFields<const T extends SettingTable>(table: T, common: Partial<Setting> = {}): T {
  const rows = Object.entries(table).map(([name, row]) => {
    const words = row.variable.replace(/^INSTALLATION_/, '').toLowerCase();
    const field = words.replaceAll(/_(.)/g, (_, first: string) => first.toUpperCase());
    return [name, { ...common, ...row, field }];
  });
  return Object.fromEntries(rows);
}

/** The same for a table of settings of one form that are all shared. */
export function withSharedFields<const T extends SettingTable>(fieldType: FieldType, table: T): T {
  return withFields(table, { fieldType, isShared: true });
}

/** Tables under a heading, in the order of the documentation. */
export interface SettingGroup {
  readonly title: string;
  readonly settings: SettingTable;
}

/** A setting and, if it allows that, the one that names a file with its value. */
export function withFileVariant<V>(setting: Setting<V>): readonly Setting<V>[] {
  const { variable, field, isShared, hasFileVariant } = setting;
  if (hasFileVariant !== true) return [setting];
  const fileVariant = {
    variable: `${variable}_FILE`,
    ...(field === undefined ? {} : { field: `${field}File` }),
    ...(isShared === undefined ? {} : { isShared }),
    parse: (name: string, directory: string): V =>
      setting.parse(contentOf(name.trim(), directory), directory),
    meaning: `file that holds the value of \`${variable}\``,
    example: `/run/secrets/${variable.toLowerCase().replaceAll('_', '-')}`,
  };
  return [setting, fileVariant];
}

/** The settings of groups in order, each followed by its file variant. */
export function settingsOf(groups: readonly SettingGroup[]): readonly Setting[] {
  return groups.flatMap(({ settings }) => Object.values(settings)).flatMap((one) => withFileVariant(one));
}

function contentOf(name: string, directory: string): string {
  const text = fileText(name, directory).trim();
  if (text === '') throw new BadValue('The file is empty. Put the value into it.');
  return text;
}

/** The text found for a setting, and the place to name if it is wrong. */
export interface Found {
  /** Undefined if its mistake is noted already. */
  readonly text: string | undefined;
  readonly place: string;
}

/** The texts found, by variable. */
export type Draft = Readonly<Record<string, Found | undefined>>;

/** The input for reading a table of settings. */
export interface Reading {
  readonly draft: Draft;
  /** Where relative file names start. */
  readonly directory: string;
  readonly problems: Problem[];
  /** The place of a missing setting; by default its variable. */
  readonly place?: string;
  /** Missing settings are noted already. */
  readonly isIncomplete?: boolean;
  /** Settings are named by field: they come from a file, or from code that uses field names. */
  readonly isFile?: boolean;
}

/** The name under which a setting was given: its field in a file, otherwise its variable. */
export function spelledName(
  { variable, alsoVariable, field }: Setting,
  { draft, isFile }: Pick<Reading, 'draft' | 'isFile'>,
): string {
  const place = draft[variable]?.place;
  if (place !== undefined && (place === variable || place === alsoVariable)) return place;
  return isFile === true ? (field ?? variable) : variable;
}

/** The values of some settings in the environment. */
export function draftOf(settings: readonly Setting[], variables: Variables): Draft {
  const found = settings.flatMap(({ variable, alsoVariable = variable }) => {
    const place = variables[variable] === undefined ? alsoVariable : variable;
    const text = variables[place];
    if (text === undefined || (place !== variable && text.trim() === '')) return [];
    return [[variable, { text, place }] as const];
  });
  return Object.fromEntries(found);
}

/** Reads a table of settings. The values are complete only if no mistake was noted. */
export function readSettings<T extends SettingTable>(table: T, reading: Reading): ValuesOf<T> {
  const values = Object.entries(table).map(
    ([name, setting]) => [name, settingValue(setting, reading)] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as ValuesOf<T>;
}

/** The default values. */
export function defaultsOf<T extends SettingTable>(table: T): DefaultsOf<T> {
  const nothing = { draft: {}, directory: '', problems: [] };
  return readSettings(table, nothing) as unknown as DefaultsOf<T>;
}

/** Notes settings that are set but empty, like a missing secret of a pipeline. */
export function noteEmpty(draft: Draft, problems: Problem[]): void {
  for (const found of Object.values(draft))
    if (found !== undefined) attempt(problems, found.place, () => textOf(found));
}

function settingValue(setting: Setting, reading: Reading): unknown {
  const { draft, directory, problems, place, isIncomplete } = reading;
  const given = withFileVariant(setting).flatMap(({ variable, parse }) => {
    const found = draft[variable];
    return found === undefined ? [] : [{ found, parse }];
  });
  const [first, second] = given;
  if (first === undefined && setting.missing !== undefined && isIncomplete !== true) {
    const names = withFileVariant(setting).map((one) => spelledName(one, reading));
    problems.push({
      place: place ?? setting.variable,
      message: `${setting.missing}: give ${names.join(' or ')}.`,
    });
  }
  if (first !== undefined && second !== undefined) {
    const message = `The value is given twice: ${first.found.place} gives it too. Keep one of them.`;
    problems.push({ place: second.found.place, message });
  }
  const value =
    first?.found.text === undefined
      ? undefined
      : attempt(problems, first.found.place, () => first.parse(textOf(first.found), directory));
  return value ?? (setting.default === undefined ? undefined : setting.parse(setting.default, directory));
}

function textOf({ text = '' }: Found): string {
  if (text.trim() === '') throw new BadValue('It is set but empty. Give it a value, or remove it.');
  return text;
}
