import { expect, test } from '@playwright/test';
import { describeError } from '../../../cli/report-error.ts';
import { ConfigurationError } from '../../../engine/configuration/problems.ts';
import { UsageError } from '../../../engine/user-error.ts';
import { suiteVersion } from '../../../engine/version.ts';

/** A system error as Node.js creates it. */
function systemError(code: string, path?: string): Error {
  return Object.assign(new Error(`${code}: refused`), { code, ...(path === undefined ? {} : { path }) });
}

const howToReport = `Please report this to the maintainer of your copy, with what you ran, version ${suiteVersion} and Node.js ${process.versions.node}.\n`;

const rows: readonly (readonly [string, unknown, 2 | 7, string | RegExp])[] = [
  [
    'a mistake in the configuration',
    new ConfigurationError([{ place: 'PACE', message: 'Write a number.' }]),
    2,
    'The configuration has a mistake; nothing was sent.\n  PACE: Write a number.\n',
  ],
  [
    'many mistakes in the configuration',
    new ConfigurationError(Array.from({ length: 60 }, (_, line) => ({ place: `${line}`, message: 'Bad.' }))),
    2,
    /^The configuration has 60 mistakes; nothing was sent\.\n(?: {2}\d+: Bad\.\n){50} {2}and 10 more\n$/,
  ],
  ['a usage error', new UsageError('Give a file.'), 2, 'Give a file.\n'],
  ['a full disk', systemError('ENOSPC'), 2, 'The system refused: the disk is full.\n'],
  [
    'a file without permission to read',
    systemError('EACCES', '/etc/key'),
    2,
    'The system refused /etc/key: permission is denied.\n',
  ],
  [
    'a current folder that was deleted',
    Object.assign(systemError('ENOENT'), { syscall: 'uv_cwd' }),
    2,
    'The current folder was deleted: change to another one.\n',
  ],
  [
    'a fault of the suite',
    Object.assign(new TypeError('x is not a function'), {
      stack: 'TypeError: x is not a function\n    at judge (file:///home/me/suite/contract/judge.ts:12:5)\n',
    }),
    7,
    `The suite itself broke: TypeError: x is not a function (suite/contract/judge.ts:12:5)\n${howToReport}`,
  ],
  [
    'an unexpected system error',
    Object.assign(systemError('EBADF'), { stack: '' }),
    7,
    `The suite itself broke: Error: EBADF: refused\n${howToReport}`,
  ],
  [
    'a thrown value that is not an Error',
    { an: 'object' },
    7,
    `The suite itself broke: unknown cause\n${howToReport}`,
  ],
];

for (const [name, thrown, code, text] of rows) {
  test(`an error gets a sentence and an exit code: ${name}`, () => {
    const described = describeError(thrown);
    expect(described.code).toBe(code);
    if (typeof text === 'string') expect(described.text).toBe(text);
    else expect(described.text).toMatch(text);
  });
}

test('the sentence for an error contains no control characters, and its length is limited', () => {
  const hostile = '\u001b[31m\u202e\u200b\u0000\ud800\u2028x'.repeat(10_000);
  for (const thrown of [new UsageError(hostile), new TypeError(hostile)]) {
    expect(describeError(thrown).text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u);
  }
  expect(describeError(new TypeError(hostile)).text.length).toBeLessThan(3000);
});
