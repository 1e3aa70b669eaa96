import { expect, test } from '@playwright/test';
import { installationSettings } from '../../../engine/configuration/installation-settings.ts';
import type { InstallationOptions } from '../../../library/installation-options.ts';
import { runContract } from '../../../library/run-contract.ts';

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
];

for (const [given, expected] of mistakes) {
  test(`each mistake in the options ${Object.keys(given).join()} is reported, without the key`, async () => {
    const thrown: unknown = await runContract(given as InstallationOptions).catch((one: unknown) => one);
    expect(thrown).toBeInstanceOf(Error);
    expect((thrown as Error).message.split('\n').toSorted()).toEqual([...expected].toSorted());
    expect((thrown as Error).message).not.toContain('Zx7Qk2Lm');
  });
}

test('an unknown name, and a name without checks in the tier, are refused', async () => {
  const installation = { baseUrl: 'http://127.0.0.1:9', apiKey: 'Zx7Qk2Lm9Tp4' };
  await expect(runContract({ ...installation, only: ['user' as 'users'] })).rejects.toThrow(
    'Nothing is named "user". Did you mean "users"?',
  );
  await expect(runContract({ ...installation, tier: 'pulse', only: ['fhir'] })).rejects.toThrow(
    'only: The tier pulse makes none of these checks. Choose another tier.',
  );
});
