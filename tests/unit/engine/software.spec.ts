import { expect, test } from '@playwright/test';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { softwareChanges, softwareOf } from '../../../engine/record/software.ts';
import { Secret } from '../../../engine/secret.ts';
import { exchangeWith, type Written } from './exchanges.ts';

type Headers = Readonly<Record<string, string>>;
const asItIs = (text: string): string => text;
const of = (...written: readonly Written[]) => softwareOf(written.map(exchangeWith), asItIs);

const named: readonly (readonly [what: string, headers: Headers, software: Headers | undefined])[] = [
  ['a version in x-app-version', { 'x-app-version': '3.2' }, { 'x-app-version': '3.2' }],
  ['a commit in x-git-commit', { 'x-git-commit': 'abc' }, { 'x-git-commit': 'abc' }],
  ['a build in x-build', { 'x-build': '7' }, { 'x-build': '7' }],
  ['a duration in x-runtime', { 'x-runtime': '0.21' }, undefined],
  ['a cache in via, age and cf-ray', { via: '1.1 varnish', age: '3', 'cf-ray': 'x' }, undefined],
  ['an answer without headers', {}, undefined],
];
for (const [what, headers, software] of named) {
  test(`${what} ${software === undefined ? 'is not' : 'is'} recorded as software of the installation`, () => {
    expect(of({ headers }, { headers })).toEqual(software);
  });
}

test('only successes with a valid key are read for software, because errors may come from gateways', () => {
  const mine = { headers: { server: 'gunicorn' } };
  const gateway = { headers: { server: 'nginx' } };
  expect(of(mine, { ...gateway, status: 502 }, { ...gateway, request: { key: 'none' } })).toEqual({
    server: 'gunicorn',
  });
  expect(of({ failure: 'reset' })).toBeUndefined();
});

test('a header with two values is left out; one that some answers lack is kept', () => {
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
  ['the same value', { server: 'a' }, { server: 'a' }, []],
  ['another value', { server: 'a', 'x-version': '1' }, { server: 'b', 'x-version': '1' }, ['server: a → b']],
  ['a new header', {}, { server: 'a' }, []],
  ['a missing header', { server: 'a' }, undefined, []],
];
for (const [what, before, after, expected] of changes) {
  test(`${what} ${expected.length === 0 ? 'is not' : 'is'} reported as a change of the software`, () => {
    expect(softwareChanges(before, after)).toEqual(expected);
  });
}
