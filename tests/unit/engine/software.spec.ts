import { expect, test } from '@playwright/test';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { softwareChanges, softwareOf } from '../../../engine/record/software.ts';
import { Secret } from '../../../engine/secret.ts';
import { exchangeWith, type Written } from './exchanges.ts';

type Headers = Readonly<Record<string, string>>;
const asItIs = (text: string): string => text;
const of = (...written: readonly Written[]) => softwareOf(written.map(exchangeWith), asItIs);

const named: readonly (readonly [what: string, headers: Headers, software: Headers | undefined])[] = [
  ['a version of its own', { 'x-app-version': '3.2' }, { 'x-app-version': '3.2' }],
  ['a commit', { 'x-git-commit': 'abc' }, { 'x-git-commit': 'abc' }],
  ['a build', { 'x-build': '7' }, { 'x-build': '7' }],
  ['how long it took', { 'x-runtime': '0.21' }, undefined],
  ['a cache on the way', { via: '1.1 varnish', age: '3', 'cf-ray': 'x' }, undefined],
  ['nothing', {}, undefined],
];
for (const [what, headers, software] of named) {
  test(`headers that name ${what}`, () => {
    expect(of({ headers }, { headers })).toEqual(software);
  });
}

test('only successes to a valid key speak for the installation: errors come from gateways too', () => {
  const mine = { headers: { server: 'gunicorn' } };
  const gateway = { headers: { server: 'nginx' } };
  expect(of(mine, { ...gateway, status: 502 }, { ...gateway, request: { key: 'none' } })).toEqual({
    server: 'gunicorn',
  });
  expect(of({ failure: 'reset' })).toBeUndefined();
});

test('a header of two values says nothing, one that some answers lack does', () => {
  const version = (value: string): Written => ({ headers: { 'x-version': value, server: 'nginx' } });
  expect(of(version('1'), version('2'), { headers: {} })).toEqual({ server: 'nginx' });
});

test('no part of a key is kept', () => {
  const key = 'Zx7Qk2Lm9Tp4Vb8Rn3Wd';
  const { parts } = redactionOf([new Secret(key)]);
  const exchange = exchangeWith({ headers: { server: `x ${key.slice(2, 12)}` } });
  expect(softwareOf([exchange], parts)).toEqual({ server: 'x [key]' });
});

const changes: readonly (readonly [string, Headers | undefined, Headers | undefined, readonly string[]])[] = [
  ['the same', { server: 'a' }, { server: 'a' }, []],
  ['another value', { server: 'a', 'x-version': '1' }, { server: 'b', 'x-version': '1' }, ['server: a → b']],
  ['a header that is new', {}, { server: 'a' }, []],
  ['a header that is gone', { server: 'a' }, undefined, []],
];
for (const [what, before, after, expected] of changes) {
  test(`software changes: ${what}`, () => {
    expect(softwareChanges(before, after)).toEqual(expected);
  });
}
