import { expect, test } from '@playwright/test';
import { secretsInAddress } from '../../../engine/configuration/addresses.ts';
import {
  isSecretHeader,
  mixesCase,
  needsMetBy,
  secretsOf,
} from '../../../engine/configuration/installation.ts';
import { Secret } from '../../../engine/secret.ts';
import { secretsInWebhook } from '../../../monitor/channels/secrets.ts';
import { secretsInDatabaseAddress } from '../../../monitor/configuration/service-settings.ts';
import { makeTestInstallation } from '../../support/installation.ts';

const revealed = (secrets: readonly Secret[]): readonly string[] => secrets.map((one) => one.reveal());

const addresses: readonly (readonly [address: string, secrets: readonly string[]])[] = [
  ['http://proxy.example:3128', []],
  ['http://user:password-1@proxy.example', ['password-1']],
  ['http://user:password%201@proxy.example', ['password 1', 'password%201']],
  ['http://user:broken%2@proxy.example', ['broken%2']],
  ['http://token-0815@proxy.example', ['token-0815']],
  ['no address, so all of it', ['no address, so all of it']],
];
for (const [address, secrets] of addresses)
  test(`secretsInAddress finds ${JSON.stringify(secrets)} in ${address}`, () => {
    expect(revealed(secretsInAddress(new Secret(address)))).toEqual(secrets);
  });

const databases: readonly (readonly [address: string, secrets: readonly string[]])[] = [
  ['postgresql://postgres@db.example/monitor', []],
  ['postgresql://postgres:pass%20word-1@db.example/monitor', ['pass word-1', 'pass%20word-1']],
  ['postgresql://db.example/monitor?user=postgres&password=password-1', ['password-1']],
  ['no address, so all of it', ['no address, so all of it']],
];
for (const [address, secrets] of databases)
  test(`secretsInDatabaseAddress finds ${JSON.stringify(secrets)} in ${address}`, () => {
    expect(revealed(secretsInDatabaseAddress(new Secret(address)))).toEqual(secrets);
  });

const webhooks: readonly (readonly [address: string, secrets: readonly string[]])[] = [
  ['https://hooks.example/services/short', []],
  ['https://hooks.example/fifteen-letters/sixteen-letters-', ['sixteen-letters-']],
  ['https://hooks.example/T0000000%20000000B', ['T0000000%20000000B', 'T0000000 000000B']],
  ['https://hooks.example/?key=12345678&short=1234567', ['12345678']],
  ['https://user:password-1@hooks.example/', ['password-1']],
  ['nowhere', ['nowhere']],
];
for (const [address, secrets] of webhooks)
  test(`secretsInWebhook finds ${JSON.stringify(secrets)} in ${address}`, () => {
    expect(revealed(secretsInWebhook(new Secret(address)))).toEqual(secrets);
  });

const headers: readonly (readonly [
  name: string,
  value: string,
  declared: readonly string[],
  isSecret: boolean,
])[] = [
  ['X-Tenant', 'reviews-0815', [], true],
  ['X-Tenant', 'reviews-0815', ['X-Other'], true],
  ['X-Tenant', 'reviews-0815', ['x-tenant'], false],
  ['X-Tenant', '', [], false],
  ['X-Tenant', 'Unauthorized', [], false],
  ...[
    'Accept',
    'Accept-Charset',
    'Accept-Encoding',
    'ACCEPT-LANGUAGE',
    'Cache-Control',
    'Content-Type',
    'Host',
    'Origin',
    'Pragma',
    'User-Agent',
    'X-Requested-With',
  ].map((name) => [name, 'something-0815', [], false] as const),
];
for (const [name, value, declared, isSecret] of headers)
  test(`the header ${name}: ${value} is ${isSecret ? '' : 'not '}secret if ${declared.join() || 'none'} is declared public`, () => {
    expect(isSecretHeader(name, new Secret(value), declared)).toBe(isSecret);
  });

test('the secrets of an installation are its keys, headers, passwords and the lines of its private key', () => {
  const installation = makeTestInstallation({
    key: new Secret('first-key-1'),
    secondKey: new Secret('second-key-2'),
    revokedKey: new Secret('revoked-key-3'),
    extraHeaders: {
      'X-Token': new Secret('header-4'),
      'X-Short': new Secret('short-5'),
      'X-Public': new Secret('declared-6'),
      Accept: new Secret('application/json'),
    },
    publicHeaders: ['X-Public'],
    connection: {
      proxy: new Secret('http://user:password-7@proxy.example'),
      clientCertificate: {
        certificate: 'public',
        key: new Secret(
          '-----BEGIN PRIVATE KEY-----\n  line-of-key-8\n\nline-of-key-9\n-----END PRIVATE KEY-----\n',
        ),
      },
    },
  });
  expect(revealed(secretsOf(installation)).toSorted()).toEqual([
    'first-key-1',
    'header-4',
    'line-of-key-8',
    'line-of-key-9',
    'password-7',
    'revoked-key-3',
    'second-key-2',
  ]);
});

test('an installation with only one key has that key as its only secret', () => {
  expect(revealed(secretsOf(makeTestInstallation({ key: new Secret('first-key-1') })))).toEqual([
    'first-key-1',
  ]);
});

test('a second key, a revoked key and imports count as met needs only if they are configured', () => {
  const bare = makeTestInstallation({ key: new Secret('small-0815') });
  expect(needsMetBy(bare)).toEqual([]);
  const full = makeTestInstallation({
    key: new Secret('Mixed-0815'),
    secondKey: new Secret('second-key-2'),
    revokedKey: new Secret('revoked-key-3'),
    allowImport: true,
  });
  expect(needsMetBy(full)).toEqual(['second-key', 'revoked-key', 'imports']);
});

test('the letter case of a key can be swapped only if it has both lower-case and upper-case letters', () => {
  const mixed = ['Mixed-0815', 'small-0815', 'CAPITALS-0815', '08151234'].filter((key) =>
    mixesCase(makeTestInstallation({ key: new Secret(key) })),
  );
  expect(mixed).toEqual(['Mixed-0815']);
});
