import { expect, test } from '@playwright/test';
import { didYouMean } from '../../../engine/configuration/did-you-mean.ts';
import { misspeltNames } from '../../../engine/configuration/environment.ts';
import { parseTags } from '../../../engine/configuration/parsers.ts';
import { BadValue } from '../../../engine/configuration/problems.ts';

const guesses: readonly (readonly [name: string, known: readonly string[], guess: string])[] = [
  ['abcdef', ['abcxyz'], ''],
  // A transposition of two letters counts as one mistake.
  ['usres', ['projects', 'users'], ' Did you mean users?'],
  ['PCAE', ['PORT', 'pace'], ' Did you mean pace?'],
  ['cab', ['abc'], ''],
  // Hyphens, dots, blanks and the end of a name may be missing.
  ['AUTH9', ['auth', 'AUTH-99', 'AUTH-9'], ' Did you mean AUTH-9?'],
  ['auth.nokey', ['auth', 'auth.no-key-rejected'], ' Did you mean auth.no-key-rejected?'],
  ['aut', ['auth.no-key-rejected'], ''],
  ['', ['a'], ' Did you mean a?'],
  // Letter case does not matter: the first of the nearest names is suggested.
  ['AUHT', ['both', 'Auth', 'auth'], ' Did you mean Auth?'],
];
for (const [name, known, guess] of guesses)
  test(`the name "${name.slice(0, 20)}" among ${known.join(' and ') || 'nothing'} gives:${guess || ' no suggestion'}`, () => {
    expect(didYouMean(name, known)).toBe(guess);
  });

const known = ['API_KEY', 'SECOND_API_KEY', 'CONCURRENCY', 'PACE'];
const written: readonly (readonly [name: string, meant: string | undefined])[] = [
  ['API_KEY', undefined],
  ['PCAE', 'PACE'],
  ['SECONDAPIKEY', 'SECOND_API_KEY'],
  // With more additional letters it may well belong to another program.
  ['MY_API_KEY', undefined],
  ['CONCURRENCY_9', 'CONCURRENCY'],
  ['CONCURRENCYXY', undefined],
];
for (const [name, meant] of written)
  test(`${name} in .env is ${meant === undefined ? 'not reported' : `reported as a misspelt ${meant}`}`, () => {
    expect(misspeltNames({ [name]: 'x' }, known)).toEqual(
      meant === undefined
        ? []
        : [{ place: `.env: ${name}`, message: `This setting is not known. Did you mean ${meant}?` }],
    );
  });

const twenty = Array.from({ length: 20 }, (_, number) => `t${number}`);
const tagRule =
  "Write at most 63 letters, digits, spaces and . _ : = / & + ' ( ) -, and begin with a letter or digit.";
const tags: readonly (readonly [text: string, value: readonly string[] | string])[] = [
  ['north, team:x,north', ['north', 'team:x']],
  [' ["one", 2]', ['one', '2']],
  [twenty.join(','), twenty],
  [`${twenty.join(',')},t20`, 'Give at most 20 tags.'],
  ['a<b', tagRule],
  ['[1', 'Write tags separated by commas.'],
];
for (const [text, value] of tags)
  test(`parseTags ${typeof value === 'string' ? 'refuses' : 'reads'} ${text.slice(0, 40)} (${text.length} characters)`, () => {
    if (typeof value === 'string') expect(() => parseTags(text)).toThrow(new BadValue(value));
    else expect(parseTags(text)).toEqual(value);
  });
