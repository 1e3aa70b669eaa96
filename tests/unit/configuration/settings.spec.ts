import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, test } from '@playwright/test';
import { Command } from 'commander';
import { settingGroups } from '../../../application/settings.ts';
import { settingsHelp } from '../../../cli/settings-help.ts';
import { BadValue, type Problem } from '../../../engine/configuration/problems.ts';
import {
  draftOf,
  readSettings,
  type SettingTable,
  settingsOf,
} from '../../../engine/configuration/setting.ts';
import { settingFiles } from '../../../scripts/settings/files.ts';

const settings = settingsOf(settingGroups);

test('no two settings share a variable or a field', () => {
  const variables = settings.map(({ variable }) => variable);
  const fields = settings.flatMap(({ field }) => field ?? []);
  expect(variables.length).toBeGreaterThan(40);
  expect(new Set(variables).size).toBe(variables.length);
  expect(new Set(fields).size).toBe(fields.length);
});

for (const { variable, default: usual, parse } of settings.filter((one) => one.default !== undefined)) {
  test(`the default of ${variable} is a valid value`, () => {
    expect(parse(usual ?? '', '/somewhere')).toBeDefined();
  });
}

/** Each secret setting accepts at least one of these texts. */
const sentinel = 'sentinel-7f3a9c';
const secretTexts = [
  sentinel,
  `user:${sentinel}`,
  `X-Token: ${sentinel}`,
  `x-token=${sentinel}`,
  `http://user:${sentinel}@proxy.example`,
  `postgresql://user:${sentinel}@host.example/db`,
  `authorization=Bearer%20${sentinel}`,
];

for (const { variable, parse } of settings.filter(({ isSecret }) => isSecret === true)) {
  test(`printing the parsed value of ${variable} does not reveal its secret`, () => {
    const values = secretTexts.flatMap((text) => {
      try {
        return [parse(text, '/somewhere')];
      } catch (thrown) {
        if (thrown instanceof BadValue) return [];
        throw thrown;
      }
    });
    expect(values.length).toBeGreaterThan(0);
    for (const value of values)
      for (const shown of [JSON.stringify(value), inspect(value, { depth: 9, showHidden: true })])
        expect(shown).not.toContain(sentinel);
  });
}

for (const { file, textFrom } of settingFiles) {
  test(`${file} is up to date with the tables of settings`, () => {
    const now = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    expect(textFrom(now)).toBe(now);
  });
}

/** An invented table that uses each field of a row. */
const table = {
  slash: {
    variable: 'TRAILING_SLASH',
    parse: (text: string) => {
      if (text !== 'keep' && text !== 'drop') throw new BadValue('Write keep or drop.');
      return text;
    },
    default: 'drop',
    meaning: 'what becomes of a `/` at the end of an address that is as long as this explanation of it',
  },
  pin: {
    variable: 'PIN',
    parse: (text: string, directory: string) => `${directory}:${text}`,
    missing: 'The pin is missing',
    meaning: 'a pin',
    hasFileVariant: true,
  },
  note: { variable: 'NOTE', parse: (text: string) => text, meaning: 'a note' },
} as const satisfies SettingTable;
const groups = [{ title: 'Invented', settings: table }];

function read(variables: Readonly<Record<string, string>>, place?: string) {
  const problems: Problem[] = [];
  const draft = draftOf(settingsOf(groups), variables);
  const values = readSettings(table, {
    draft,
    directory: '/here',
    problems,
    ...(place === undefined ? {} : { place }),
  });
  return { values, problems };
}

test('settings have the given value, their default, or no value', () => {
  expect(read({ PIN: '55' })).toEqual({ values: { slash: 'drop', pin: '/here:55' }, problems: [] });
  expect(read({ PIN: '55', TRAILING_SLASH: 'keep', NOTE: 'n' }).values).toEqual({
    slash: 'keep',
    pin: '/here:55',
    note: 'n',
  });
});

const mistakes: readonly {
  readonly title: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}[] = [
  {
    title: 'a missing value',
    variables: {},
    problems: [{ place: 'PIN', message: 'The pin is missing: give PIN or PIN_FILE.' }],
  },
  {
    title: 'a value given twice',
    variables: { PIN: '55', PIN_FILE: 'none' },
    problems: [
      { place: 'PIN_FILE', message: 'The value is given twice: PIN gives it too. Keep one of them.' },
    ],
  },
  {
    title: 'a file that cannot be read',
    variables: { PIN_FILE: 'none' },
    problems: [
      {
        place: 'PIN_FILE',
        message: 'The file that it names cannot be read: there is no such file. Check its name.',
      },
    ],
  },
];
for (const { title, variables, problems } of mistakes) {
  test(`a mistake in a setting is reported with its place: ${title}`, () => {
    expect(read(variables).problems).toEqual(problems);
  });
}

test('a missing setting is reported at the place that should contain it', () => {
  expect(read({}, 'line 7').problems).toEqual([
    { place: 'line 7', message: 'The pin is missing: give PIN or PIN_FILE.' },
  ]);
});

test('the help of a command lists its settings, wrapped to the width of the help', () => {
  const command = new Command('invented').configureOutput({ getOutHelpWidth: () => 60 });
  expect(settingsHelp(groups, command)).toBe(`Settings (environment or .env):
  TRAILING_SLASH  what becomes of a / at the end of an
                  address that is as long as this
                  explanation of it (default: drop)
  PIN[_FILE]      a pin
  NOTE            a note`);
});
