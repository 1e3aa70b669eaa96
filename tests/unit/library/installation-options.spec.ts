import { expect, test } from '@playwright/test';
import { installationSettings } from '../../../engine/configuration/installation-settings.ts';
import type { InstallationOptions } from '../../../library/installation-options.ts';
import { type RunContractOptions, runContract } from '../../../library/run-contract.ts';

/** One row per option: the compiler finds a missing row, the test a row without a setting. */
const options: Readonly<Record<keyof Required<InstallationOptions>, true>> = {
  name: true,
  baseUrl: true,
  apiKey: true,
  apiKeyFile: true,
  secondApiKey: true,
  revokedApiKey: true,
  allowImport: true,
  importBundle: true,
  projectParameter: true,
  trailingSlash: true,
  fhirRelease: true,
  timeoutMs: true,
  deadlineS: true,
  extraHeaders: true,
  publicHeaders: true,
  projectId: true,
  citationId: true,
  extractionId: true,
  sdMetaDataId: true,
  pace: true,
  concurrency: true,
  caFile: true,
  clientCertFile: true,
  clientKeyFile: true,
  httpsProxy: true,
  noProxy: true,
  maxBodyMb: true,
  maxJsonValues: true,
  maxJsonDepth: true,
  readingTimeoutS: true,
  group: true,
  owner: true,
  contact: true,
  throttleStatuses: true,
  tags: true,
};

test('every setting of an installation is an option of the library', () => {
  const fields = installationSettings.flatMap(({ field }) => (field === undefined ? [] : [field]));
  expect(Object.keys(options).toSorted()).toEqual(['name', ...fields].toSorted());
});

const target = { baseUrl: 'http://127.0.0.1:9', apiKey: 'Zx7Qk2Lm9Tp4' };

const mistakes: readonly (readonly [object, readonly string[]])[] = [
  [{ baseUrl: 'http://127.0.0.1:9' }, ['options: The key is missing: give apiKey or apiKeyFile.']],
  [
    { baseUrl: 'http://127.0.0.1:9', apiKey: 'Zx7Qk2Lm9Tp4', baseurl: 'x', teer: 'full' },
    [
      'baseurl: There is no such option. Did you mean baseUrl?',
      'teer: There is no such option. Did you mean tier?',
    ],
  ],
  [
    { baseUrl: 'http://127.0.0.1:9', apiKey: 'Zx7Qk2Lm9Tp4', tier: 'pulls' },
    ['tier: No tier is named "pulls": there are pulse, standard, full, survey.'],
  ],
  [
    { projectId: null, citationId: {}, extractionId: [1] },
    [
      'options: The address of the service is missing: give baseUrl.',
      'options: The key is missing: give apiKey or apiKeyFile.',
      'projectId: Write a text, a number, true or false here.',
      'citationId: Write a text, a number, true or false here.',
      'extractionId: Write a text, a number, true or false here.',
    ],
  ],
  [
    { name: '../../x', baseUrl: new URL('http://127.0.0.1:9'), apiKey: null, secondApiKey: true, tags: 'a' },
    [
      'name: A name has letters, digits, points, hyphens and underscores, at most 63.',
      'baseUrl: Write a text here.',
      'apiKey: Write a text here.',
      'secondApiKey: Write a text here.',
      'tags: Write a list here.',
    ],
  ],
  [
    { ...target, name: {}, tags: ['a', 5, null], httpsProxy: {}, extraHeaders: new Headers({ 'x-a': 'b' }) },
    [
      'name: A name has letters, digits, points, hyphens and underscores, at most 63.',
      'tags.2: Write a text or a number here.',
      'httpsProxy: Write a text here.',
      'extraHeaders: Write names with values here.',
    ],
  ],
  [
    {
      ...target,
      name: '',
      extraHeaders: new Map([['x-a', 'b']]),
      pace: 0,
      clientCertFile: 5,
      caFile: () => 'x',
    },
    [
      'name: A name has letters, digits, points, hyphens and underscores, at most 63.',
      'extraHeaders: Write names with values here.',
      'pace: Write requests a second (more than 0, at most 1000; default 10) or off.',
      'clientCertFile: Write a text here.',
      'options: A client certificate needs both clientCertFile and clientKeyFile.',
      'caFile: Write a text here.',
    ],
  ],
  [{ ...target, extraHeaders: { 'X-Tenant': 5 } }, ['extraHeaders.X-Tenant: Write a text here.']],
  [
    { tier: 'x', only: ['user'], signal: {}, baseUrl: 'x' },
    [
      'baseUrl: This is not a web address. Write it like https://host.example or https://host.example/some/app.',
      'only: Nothing is named "user". Did you mean "users"?',
      'options: The key is missing: give apiKey or apiKeyFile.',
      'signal: runContract: `signal` takes an AbortSignal; it got an object.',
      'tier: No tier is named "x": there are pulse, standard, full, survey.',
    ],
  ],
  [
    { ...target, tier: 'pulse', only: ['fhir'], pace: 0 },
    [
      'only: The tier pulse makes none of these checks. Choose another tier.',
      'pace: Write requests a second (more than 0, at most 1000; default 10) or off.',
    ],
  ],
];

for (const [given, expected] of mistakes) {
  test(`each mistake in the options ${Object.keys(given).join()} is reported, without the key`, async () => {
    const thrown: unknown = await runContract(given as InstallationOptions).catch((one: unknown) => one);
    expect(thrown).toBeInstanceOf(Error);
    expect((thrown as Error).message.split('\n').toSorted()).toEqual([...expected].toSorted());
    expect((thrown as Error).message).not.toContain('Zx7Qk2Lm');
  });
}

test('an option that is undefined has its default, and fields of texts take numbers as the file does', async () => {
  const { installation } = await runContract({
    ...target,
    name: undefined,
    projectId: 7,
    tags: undefined,
    allowImport: false,
    signal: AbortSignal.abort(),
  } as object as RunContractOptions);
  expect(installation.name).toBe('default');
});

test('an unknown name, and a name without checks in the tier, are refused', async () => {
  const installation = { baseUrl: 'http://127.0.0.1:9', apiKey: 'Zx7Qk2Lm9Tp4' };
  await expect(runContract({ ...installation, only: ['user' as 'users'] })).rejects.toThrow(
    'Nothing is named "user". Did you mean "users"?',
  );
  await expect(runContract({ ...installation, tier: 'pulse', only: ['fhir'] })).rejects.toThrow(
    'only: The tier pulse makes none of these checks. Choose another tier.',
  );
});
