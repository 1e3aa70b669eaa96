import type { Variables } from './environment.ts';
import { attempt, BadValue, type Problem } from './problems.ts';
import {
  type DefaultsOf,
  type Setting,
  type SettingTable,
  type ValuesOf,
  withFileVariant,
} from './setting.ts';

/** A setting as it was found: its text, and the place to name when it is wrong. */
export interface Found {
  readonly text: string;
  readonly place: string;
}

/** What was found, by variable. */
export type Draft = Readonly<Record<string, Found | undefined>>;

/** What the settings of a table are read from. */
export interface Reading {
  readonly draft: Draft;
  /** Where relative file names start. */
  readonly directory: string;
  /** Receives every mistake. */
  readonly problems: Problem[];
  /** Named when a setting is missing; otherwise its variable is. */
  readonly place?: string;
  /** What is missing is noted already. */
  readonly isIncomplete?: boolean;
  /** Settings are called by their fields: a file gives them, or code that names them so. */
  readonly isFile?: boolean;
}

/** The name by which a setting was given: its field where a file gave it, or would. */
export function spelledName(
  { variable, alsoVariable, field }: Setting,
  { draft, isFile }: Pick<Reading, 'draft' | 'isFile'>,
): string {
  const place = draft[variable]?.place;
  if (place !== undefined && (place === variable || place === alsoVariable)) return place;
  return isFile === true ? (field ?? variable) : variable;
}

/** What variables say of some settings. */
export function draftOf(settings: readonly Setting[], variables: Variables): Draft {
  const found = settings.flatMap(({ variable, alsoVariable }) => {
    const text = variables[variable];
    if (text !== undefined) return [[variable, { text, place: variable }] as const];
    const other = alsoVariable === undefined ? undefined : variables[alsoVariable];
    return alsoVariable === undefined || other === undefined || other.trim() === ''
      ? []
      : [[variable, { text: other, place: alsoVariable }] as const];
  });
  return Object.fromEntries(found);
}

/** Reads a table of settings. The values are complete only where no mistake was noted. */
export function readSettings<T extends SettingTable>(table: T, reading: Reading): ValuesOf<T> {
  const values = Object.entries(table).map(
    ([name, setting]) => [name, settingValue(setting, reading)] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as ValuesOf<T>;
}

/** The values where nothing is given. */
export function defaultsOf<T extends SettingTable>(table: T): DefaultsOf<T> {
  const nothing = { draft: {}, directory: '', problems: [] };
  return readSettings(table, nothing) as unknown as DefaultsOf<T>;
}

/** Notes what is set but empty, which a secret of a pipeline is that does not exist. */
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
    first === undefined
      ? undefined
      : attempt(problems, first.found.place, () => first.parse(textOf(first.found), directory));
  return value ?? (setting.default === undefined ? undefined : setting.parse(setting.default, directory));
}

function textOf({ text }: Found): string {
  if (text.trim() === '') throw new BadValue('It is set but empty. Give it a value, or remove it.');
  return text;
}
