import { expect, test } from '@playwright/test';
import {
  ConfigurationError,
  readRunRecord,
  runContract,
  UserError,
  writeReports,
} from '../../../library/index.ts';
import { startReference } from '../../../library/reference.ts';
import { record } from '../../support/records.ts';

/** Arguments that untyped code may pass: the error is one sentence, and its stack shows the caller, not this package. */

const wrong = <T>(value: unknown): T => value as T;
const target = { baseUrl: 'http://127.0.0.1:9', apiKey: 'Zx7Qk2Lm9Tp4Vb8R' };

const cases: readonly (readonly [string, () => unknown, string])[] = [
  [
    'runContract without options',
    () => runContract(wrong(undefined)),
    'runContract takes options, at least `baseUrl` and `apiKey`; it got undefined.',
  ],
  [
    'a string for `only`',
    () => runContract({ ...target, only: wrong('users') }),
    "runContract: `only` takes a list of names, such as ['users']; it got a string.",
  ],
  [
    'a number as a name in `only`',
    () => runContract({ ...target, only: [wrong(7)] }),
    "runContract: `only` takes names, such as 'users'; it got a number.",
  ],
  [
    'an unknown name in `only`',
    () => runContract({ ...target, only: wrong(['user']) }),
    'Nothing is named "user". Did you mean "users"?',
  ],
  ['a missing base URL', () => runContract(wrong({ apiKey: target.apiKey })), 'options: '],
  [
    'a string for `faults`',
    () => startReference({ faults: wrong('x') }),
    "startReference: `faults` takes a list of names, such as ['users']; it got a string.",
  ],
  [
    'an unknown fault',
    () => startReference({ faults: wrong(['users-crashs']) }),
    'There is no fault named "users-crashs". Did you mean users-crash?',
  ],
  [
    'null for the options of startReference',
    () => startReference(wrong(null)),
    'startReference: the options must be an object, not null.',
  ],
  [
    'a misspelt option of `rateLimit`',
    () => startReference({ rateLimit: wrong({ windowMs: 1000, limits: 5 }) }),
    'startReference: `rateLimit`: there is no option "limits". Did you mean limit?',
  ],
  [
    'a string for `keys`',
    () => startReference({ keys: wrong('secret') }),
    'startReference: `keys`: the options must be an object, not a string.',
  ],
  [
    'a `basePath` without a leading slash',
    () => startReference({ basePath: 'some/app' }),
    'startReference: `basePath` takes a path that starts with a slash, such as /some/app.',
  ],
  ...(
    [
      [{ port: -1 }, '`port` takes a port: a whole number from 0 to 65535.'],
      [{ delayMs: -1 }, '`delayMs` takes milliseconds: a whole number.'],
      [{ rateLimit: { windowMs: 1000 } }, "`rateLimit` takes 'off', or `windowMs` and `limit`"],
      [{ rateLimit: { windowMs: '1s', limit: 5 } }, "`rateLimit` takes 'off', or `windowMs` and `limit`"],
      [{ keys: { first: 'a' } }, '`keys` takes three different keys: `first`, `second` and `revoked`.'],
      [{ keys: { first: 'a', second: 'a', revoked: 'b' } }, '`keys` takes three different keys'],
      [{ onRequest: 'log' }, '`onRequest` takes a function.'],
    ] as const
  ).map(
    ([options, sentence]) =>
      [JSON.stringify(options), () => startReference(wrong(options)), `startReference: ${sentence}`] as const,
  ),
  [
    'an object that is not an AbortSignal',
    () => runContract({ ...target, signal: wrong({}) }),
    'runContract: `signal` takes an AbortSignal; it got an object.',
  ],
  [
    'undefined for the text of a record',
    () => readRunRecord(wrong(undefined)),
    'readRunRecord takes the text of a run.json; it got undefined.',
  ],
  ['a text that is not a run record', () => readRunRecord('{}'), 'The text is not a run record, because '],
  [
    'a record without a list of verdicts',
    () => writeReports(wrong({ ...record([]), verdicts: 5 }), 'reports/out'),
    'The record is not a run record, because verdicts must be array: ',
  ],
  [
    'a record of another format version',
    () => writeReports(wrong({ ...record([]), formatVersion: 3 }), 'reports/out'),
    'The record has format version 3, and this suite reads version 1: ',
  ],
  [
    'writeReports without a record',
    () => writeReports(wrong(undefined), 'reports/out'),
    'writeReports takes a record first, as `runContract` gives it; it got undefined.',
  ],
];

for (const [what, call, sentence] of cases) {
  test(`${what} is reported in one sentence, with the stack of the caller`, async () => {
    const thrown = await (async () => call())().then(
      () => undefined,
      (error: unknown) => error,
    );
    const { message = 'nothing', stack = '', name } = thrown as Error;
    expect(thrown instanceof UserError || thrown instanceof ConfigurationError).toBe(true);
    // Error names of the commands mean nothing to a caller.
    expect(['UserError', 'ConfigurationError', 'RecordError', 'WriteError']).toContain(name);
    expect((thrown as Error).constructor.name).toBe(name);
    expect(message.slice(0, sentence.length)).toBe(sentence);
    expect(message).not.toContain('\n');
    expect(
      stack
        .split('\n')
        .filter(
          (line) => /\/(library|engine|cli|reports)\/[\w-]+\.ts/.test(line) && !line.includes('/tests/'),
        ),
    ).toEqual([]);
    expect(stack).toContain('wrong-arguments.spec.ts');
  });
}
