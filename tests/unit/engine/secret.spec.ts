import { format, inspect } from 'node:util';
import { expect, test } from '@playwright/test';
import { Secret, secretsIn } from '../../../engine/secret.ts';
import { partsOf } from '../../support/parts-of.ts';

const value = 'Zx7Qk2Lm9Tp4Vb8Rn3Wd';
const secret = new Secret(value);

const ways: Readonly<Record<string, () => string>> = {
  'a template literal': () => `${secret}`,
  'string concatenation': () => `key: ${String(secret)}`,
  JSON: () => JSON.stringify({ secret, list: [secret] }),
  'util.inspect': () => inspect({ secret }, { depth: 9, showHidden: true, getters: true }),
  'console formats': () => format('%s %o %O %j', secret, secret, secret, secret),
  'its property names and values': () =>
    Object.getOwnPropertyNames(secret).join() + Object.values(secret).join(),
  'an error with it as the cause': () => inspect(new Error('broken', { cause: secret })),
  'a spread copy': () => JSON.stringify({ ...secret }),
};
for (const [name, show] of Object.entries(ways)) {
  test(`a secret is not revealed by ${name}`, () => {
    expect(partsOf(value, show())).toEqual([]);
  });
}

test('a secret prints as [secret], and reveal returns its value', () => {
  expect([`${secret}`, JSON.stringify(secret), inspect(secret)]).toEqual([
    '[secret]',
    '"[secret]"',
    '[secret]',
  ]);
  expect(secret.reveal()).toBe(value);
});

test('secretsIn finds all secrets of a value, at any depth', () => {
  const [one, other] = [new Secret('one'), new Secret('other')];
  const value = {
    name: 'n',
    port: 1,
    none: undefined,
    nothing: null,
    one,
    deep: [{ basic: { other } }, 'x'],
  };
  expect(secretsIn(value).map((found) => found.reveal())).toEqual(['one', 'other']);
});
