import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { loadConfiguration } from '../../../engine/configuration/load.ts';
import { ConfigurationError, type Problem } from '../../../engine/configuration/problems.ts';
import { readMonitorConfiguration } from '../../../monitor/configuration/monitor-configuration.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { key } from './mistakes.ts';

function problemsIn(read: () => unknown): readonly Problem[] {
  try {
    read();
    return [];
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) return thrown.problems;
    throw thrown;
  }
}

/** The mistakes that the monitor reports at start about a file or the environment, without the name of the file. */
async function reported(
  yaml: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const directory = emptyFolder();
  if (yaml.length > 0) writeFileSync(join(directory, 'installations.yaml'), yaml.join('\n'));
  try {
    await loadConfiguration({
      environment,
      directory,
      otherProblems: async ({ installations, monitor: common, placeInMonitor }) =>
        problemsIn(() =>
          readMonitorConfiguration({
            installations,
            ...(common === undefined ? {} : { common }),
            ...(placeInMonitor === undefined ? {} : { placeInMonitor }),
          }),
        ),
    });
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ConfigurationError)) throw thrown;
    return thrown.problems.map(({ place, message }) =>
      `${place}: ${message}`.replace(/^installations\.yaml, /, ''),
    );
  }
}

test('schema errors and all other mistakes are reported together', async () => {
  const lines = await reported([
    'monitor:',
    '  schedule: { pulse: often }',
    '  retention: { passing: 3w }',
    'installations:',
    '  - name: a',
    '    baseUrl: ftp://x',
    `    apikey: ${key}`,
    '    pace: fast',
    '    monitor: { schedule: { pulse: 1x, standard: 5 }, failAfter: 0, timezone: Nowhere }',
    '  - name: b',
    `    apiKey: ${key}`,
    '    timeoutMs: 0',
    '    monitor: { notify: [{ type: email, url: "smtps://m.example", to: [a@b.example] }] }',
  ]);
  expect(lines.map((line) => line.split(': ')[0])).toEqual([
    'line 7 (installations.0.apikey)',
    'line 9 (installations.0.monitor.schedule.standard)',
    'line 9 (installations.0.monitor.failAfter)',
    'line 10 (installations.1)',
    'line 3 (monitor.retention.passing)',
    'line 6 (installations.0.baseUrl)',
    'line 8 (installations.0.pace)',
    'line 12 (installations.1.timeoutMs)',
    'line 2 (monitor.schedule.pulse)',
    'line 9 (installations.0.monitor.timezone)',
    'line 9 (installations.0.monitor.schedule.pulse)',
    'line 13 (installations.1.monitor.notify.0.from)',
  ]);
  // A misspelt name is one mistake, not two.
  expect(lines.filter((line) => line.includes('missing'))).toEqual([
    'line 10 (installations.1): baseUrl is missing.',
  ]);
});

test('an invalid list item does not hide other mistakes', async () => {
  const lines = await reported([
    `installations: [{ name: a, baseUrl: 'https://a.example', apiKey: '${key}', tags: [{}], monitor: {`,
    '  maintenance: [{ from: x }],',
    '  remind: never,',
    '  timezone: Nowhere } }]',
  ]);
  expect(lines.map((line) => line.split(': ')[0])).toEqual([
    'line 1 (installations.0.tags.0)',
    'line 2 (installations.0.monitor.maintenance.0)',
    'line 3 (installations.0.monitor.remind)',
    'line 4 (installations.0.monitor.timezone)',
  ]);
});

/** A mistake in a file and in the environment, with the message for each. */
const spellings: readonly {
  readonly title: string;
  readonly fields: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly inFile: string;
  readonly inEnvironment: string;
}[] = [
  {
    title: 'a missing key',
    fields: '',
    variables: {},
    inFile: 'The key is missing: give apiKey or apiKeyFile.',
    inEnvironment: 'API_KEY: The key is missing: give API_KEY or API_KEY_FILE.',
  },
  {
    title: 'a client certificate without its key',
    fields: `apiKey: ${key}, clientCertFile: here.pem`,
    variables: { API_KEY: key, CLIENT_CERT_FILE: 'here.pem' },
    inFile: 'A client certificate needs both clientCertFile and clientKeyFile.',
    inEnvironment: 'environment: A client certificate needs both CLIENT_CERT_FILE and CLIENT_KEY_FILE.',
  },
  {
    title: 'the same key for two users',
    fields: `apiKey: ${key}, secondApiKey: ${key}`,
    variables: { API_KEY: key, SECOND_API_KEY: key },
    inFile: "This is the same key as apiKey. Give another user's key, or remove it.",
    inEnvironment: "SECOND_API_KEY: This is the same key as API_KEY. Give another user's key, or remove it.",
  },
  {
    title: 'a short header value',
    fields: `apiKey: ${key}, extraHeaders: { X-T: short }`,
    variables: { API_KEY: key, EXTRA_HEADERS: 'X-T: short' },
    inFile: 'name the header in publicHeaders.',
    inEnvironment: 'name the header in PUBLIC_HEADERS.',
  },
];

for (const { title, fields, variables, inFile, inEnvironment } of spellings) {
  test(`a message names a setting as the file or the environment spells it: ${title}`, async () => {
    const entry = `installations: [{ name: a, baseUrl: 'https://a.example', ${fields} }]`;
    const ofFile = await reported([entry]);
    expect(ofFile.filter((line) => line.includes(inFile))).toHaveLength(1);
    expect(ofFile.filter((line) => /\b[A-Z]+_[A-Z_]+\b/.test(line))).toEqual([]);
    const ofEnvironment = await reported([], { BASE_URL: 'https://a.example', ...variables });
    expect(ofEnvironment.filter((line) => line.includes(inEnvironment))).toHaveLength(1);
    expect(ofEnvironment.filter((line) => line.includes(inFile))).toEqual([]);
  });
}

test('a shared setting from the environment is named by its variable, next to fields of a file', async () => {
  const entry = `installations: [{ name: a, baseUrl: 'https://a.example', apiKey: '${key}', clientKeyFile: k.pem }]`;
  expect(await reported([entry], { PACE: 'fast', CLIENT_CERT_FILE: 'c.pem' })).toEqual([
    expect.stringMatching(/^PACE: Write requests a second/),
    expect.stringMatching(/^CLIENT_CERT_FILE: The file that it names cannot be read/),
    expect.stringMatching(
      /^line 1 \(installations\.0\.clientKeyFile\): The file that it names cannot be read/,
    ),
  ]);
});
