import { expect, test } from '@playwright/test';
import { isIdLike, isNumber, isUuid } from '../../../contract/field-names.ts';

const uuid = '6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f';

test('a number is digits and nothing else', () => {
  for (const text of ['0', '12', '0012']) expect(isNumber(text), text).toBe(true);
  for (const text of ['', '-1', '1.5', '1e3', 'a12', '12a', '1 2', uuid])
    expect(isNumber(text), text).toBe(false);
});

test('a UUID is five groups of hexadecimal digits and nothing else', () => {
  expect(isUuid(uuid)).toBe(true);
  expect(isUuid(uuid.toUpperCase())).toBe(true);
  const others = [
    `x${uuid}`,
    `${uuid}0`,
    uuid.slice(1),
    uuid.replace('6f1d2c4e', '6'),
    uuid.replace('-8a3b', ''),
    uuid.replace('8a3b', '8'),
    uuid.replace('8a3b', '8a3g'),
    uuid.replace('0a1b2c3d4e5f', '0'),
    uuid.replace('6f1d2c4e', 'ghijklmn'),
    uuid.replace('0a1b2c3d4e5f', 'ghijklmnopqr'),
    uuid.replaceAll('-', ''),
  ];
  for (const text of others) expect(isUuid(text), text).toBe(false);
});

test('a number and a UUID are like ids, a word is not', () => {
  for (const name of ['7', uuid]) expect(isIdLike(name), name).toBe(true);
  for (const name of ['', 'total', '7a']) expect(isIdLike(name), name).toBe(false);
});
