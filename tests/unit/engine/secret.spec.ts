import { format, inspect } from 'node:util';
import { expect, test } from '@playwright/test';
import { Secret, secretsIn } from '../../../engine/secret.ts';
import { partsOf } from '../../support/parts-of.ts';

const value = 'Zx7Qk2Lm9Tp4Vb8Rn3Wd';
const secret = new Secret(value);

const ways: Readonly<Record<string, () => string>> = {
  'a template': () => `${secret}`,
  'joining with a text': () => `key: ${String(secret)}`,
  JSON: () => JSON.stringify({ secret, list: [secret] }),
  inspecting: () => inspect({ secret }, { depth: 9, showHidden: true, getters: true }),
  'a format of the console': () => format('%s %o %O %j', secret, secret, secret, secret),
  'the names of its fields': () => Object.getOwnPropertyNames(secret).join() + Object.values(secret).join(),
  'an error that holds it': () => inspect(new Error('broken', { cause: secret })),
  'a clone of its fields': () => JSON.stringify({ ...secret }),
};
for (const [name, show] of Object.entries(ways)) {
  test(`a secret is not shown by ${name}`, () => {
    expect(partsOf(value, show())).toEqual([]);
  });
}

test('a secret says that it is one, and reveals itself to who asks', () => {
  expect([`${secret}`, JSON.stringify(secret), inspect(secret)]).toEqual([
    '[secret]',
    '"[secret]"',
    '[secret]',
  ]);
  expect(secret.reveal()).toBe(value);
});

test('all secrets of a value are found, at any depth', () => {
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
