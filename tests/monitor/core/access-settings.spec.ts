import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { secretsIn } from '../../../engine/secret.ts';
import { readServiceSettings } from '../../../monitor/configuration/service-settings.ts';
import { problemsOf } from '../support/problems-of.ts';

const noSecret = 'seven77';
const refusals: readonly { readonly variables: Record<string, string>; readonly reported: RegExp }[] = [
  {
    variables: { MONITOR_TOKEN: noSecret },
    reported: /^MONITOR_TOKEN: A token needs at least 12 characters/,
  },
  {
    variables: { MONITOR_BASIC_AUTH: `ann:${noSecret}` },
    reported: /^MONITOR_BASIC_AUTH: The password is shorter than 8 characters/,
  },
  { variables: { TRUST_PROXY: 'true' }, reported: /^TRUST_PROXY: Write none, the number of proxies/ },
  { variables: { TRUST_PROXY: '-1' }, reported: /^TRUST_PROXY: / },
  { variables: { TRUST_PROXY: '11' }, reported: /^TRUST_PROXY: / },
  { variables: { TRUST_PROXY: '10.0.0.0/33' }, reported: /^TRUST_PROXY: / },
  { variables: { TRUST_PROXY: 'proxy.example' }, reported: /^TRUST_PROXY: / },
  { variables: { TRUST_PROXY: ',' }, reported: /^TRUST_PROXY: / },
  {
    variables: { ALLOWED_HOSTS: 'https://monitor.example' },
    reported: /^ALLOWED_HOSTS: Write host names like/,
  },
  { variables: { ALLOWED_HOSTS: 'monitor:9470' }, reported: /^ALLOWED_HOSTS: / },
  { variables: { ALLOWED_HOSTS: '*' }, reported: /^ALLOWED_HOSTS: / },
  { variables: { ALLOWED_HOSTS: 'a.*.example' }, reported: /^ALLOWED_HOSTS: / },
  {
    variables: { CONNECTIONS_PER_ADDRESS: '0' },
    reported: /^CONNECTIONS_PER_ADDRESS: Write a whole number from 4/,
  },
  {
    variables: { MONITOR_TOKEN: 'the-same-token', MONITOR_READ_TOKEN: 'the-same-token' },
    reported: /^MONITOR_READ_TOKEN: It holds the same token as MONITOR_TOKEN/,
  },
];
for (const { variables, reported } of refusals) {
  test(`an invalid access setting is refused without repeating a token or password: ${JSON.stringify(variables)}`, () => {
    const problems = problemsOf(() => readServiceSettings(variables, '/somewhere'));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(reported);
    expect(problems[0]).not.toMatch(/seven77|the-same-token/);
  });
}

test('TRUST_PROXY takes a number or addresses, ALLOWED_HOSTS takes host names', () => {
  const read = (variables: Record<string, string>) => readServiceSettings(variables, '/somewhere');
  expect(read({})).toMatchObject({ trustProxy: 0, connectionsPerAddress: 100, createsReadToken: false });
  expect(read({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  expect(read({ TRUST_PROXY: 'loopback, 10.1.0.0/16 fd00::/8' }).trustProxy).toEqual([
    'loopback',
    '10.1.0.0/16',
    'fd00::/8',
  ]);
  expect(read({ ALLOWED_HOSTS: 'Monitor, *.internal.example' }).allowedHosts).toEqual([
    'monitor',
    '*.internal.example',
  ]);
});

const sentinel = 'sentinel-9c4e7a1f5d3b';
const tokenFiles: readonly { readonly title: string; readonly text: string; readonly reported: RegExp }[] = [
  { title: 'invalid YAML', text: `tokens: [${sentinel}`, reported: /is not valid YAML/ },
  { title: 'an unknown YAML tag', text: `tokens: !x ${sentinel}`, reported: /needs one list "tokens"/ },
  { title: 'only a token', text: sentinel, reported: /needs one list "tokens"/ },
  { title: 'an empty list', text: 'tokens: []', reported: /needs one list "tokens"/ },
  {
    title: 'an alias without an anchor',
    text: `tokens: [*${sentinel}]`,
    reported: /alias that leads nowhere/,
  },
  {
    title: 'an unknown field',
    text: `tokens: [{ name: ann, role: read, token: ${sentinel}, ${sentinel}: 1 }]`,
    reported: /Entry 1: An entry has only name, role, token\./,
  },
  {
    title: 'a token in place of the role',
    text: `tokens: [{ name: ann, role: ${sentinel}, token: x }]`,
    reported: /Entry 1: The role is read or operate\./,
  },
  {
    title: 'a missing name',
    text: `tokens: [{ role: read, token: ${sentinel} }]`,
    reported: /Entry 1: A name has 1 to 64/,
  },
  {
    title: 'a number as token',
    text: 'tokens: [{ name: ann, role: read, token: 123456789012 }]',
    reported: /Entry 1: The token is missing, or it is not text: quote it\./,
  },
  {
    title: 'a short token',
    text: `tokens: [{ name: ann, role: read, token: ${sentinel} }, { name: rob, role: read, token: seven77 }]`,
    reported: /Entry 2: A token needs at least 12 characters/,
  },
  {
    title: 'a reserved name',
    text: `tokens: [{ name: operator, role: read, token: ${sentinel} }]`,
    reported: /Entry 1: The names read and operator belong/,
  },
  {
    title: 'the same name twice',
    text: `tokens: [{ name: ann, role: read, token: ${sentinel} }, { name: ann, role: read, token: ${sentinel}2 }]`,
    reported: /Two entries have the same name/,
  },
  {
    title: 'the same token twice',
    text: `tokens: [{ name: ann, role: read, token: ${sentinel} }, { name: rob, role: read, token: ${sentinel} }]`,
    reported: /Two entries have the same token/,
  },
  {
    title: 'the same token as MONITOR_TOKEN',
    text: 'tokens: [{ name: ann, role: read, token: the-operators-token }]',
    reported: /It holds the same token as MONITOR_TOKEN/,
  },
];
for (const { title, text, reported } of tokenFiles) {
  test(`an invalid file of named tokens is refused without repeating its contents: ${title}`, () => {
    const file = test.info().outputPath('tokens.yaml');
    writeFileSync(file, text);
    const variables = { MONITOR_TOKENS_FILE: file, MONITOR_TOKEN: 'the-operators-token' };
    const problems = problemsOf(() => readServiceSettings(variables, '/somewhere'));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^MONITOR_TOKENS_FILE: /);
    expect(problems[0]).toMatch(reported);
    expect(problems[0]).not.toMatch(/sentinel|seven77|the-operators-token/);
  });
}

test('the error for an unreadable MONITOR_TOKENS_FILE does not repeat the value of the setting', () => {
  const [problem] = problemsOf(() => readServiceSettings({ MONITOR_TOKENS_FILE: sentinel }, '/somewhere'));
  expect(problem).toBe(
    'MONITOR_TOKENS_FILE: The file that it names cannot be read. Check its name and its permissions.',
  );
});

test('a valid file of named tokens is read with names, roles and secrets', () => {
  const file = test.info().outputPath('tokens.yaml');
  writeFileSync(
    file,
    `tokens:\n  - { name: Ann Müller, role: operate, token: ${sentinel} }\n  - { name: prometheus, role: read, token: ${sentinel}2 }\n`,
  );
  const { namedTokens } = readServiceSettings({ MONITOR_TOKENS_FILE: file }, '/somewhere');
  expect(namedTokens?.map(({ name, role }) => `${name}: ${role}`)).toEqual([
    'Ann Müller: operate',
    'prometheus: read',
  ]);
  expect(secretsIn(namedTokens).map((secret) => secret.reveal())).toEqual([sentinel, `${sentinel}2`]);
});
