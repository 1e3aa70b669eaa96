import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { allVariables } from '../../../application/settings.ts';
import { secretsOf, withSettingNames } from '../../../engine/configuration/installation.ts';
import { type Configuration, loadConfiguration } from '../../../engine/configuration/load.ts';
import { ConfigurationError } from '../../../engine/configuration/problems.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { key, mistakes, target } from './mistakes.ts';

function folder(files: Readonly<Record<string, string>> = {}): string {
  const directory = emptyFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

function load(
  environment: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
  only?: string,
): Promise<Configuration> {
  return loadConfiguration({
    environment,
    directory: folder(files),
    ...(only === undefined ? {} : { only }),
  });
}

/** The mistakes of a configuration, as "place: message". */
async function mistakesOf(...given: Parameters<typeof load>): Promise<readonly string[]> {
  try {
    await load(...given);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ConfigurationError)) throw thrown;
    return thrown.problems.map(({ place, message }) => `${place}: ${message}`);
  }
}

test.describe('A mistake in the configuration is reported', () => {
  for (const { name, environment, files, only, reported, secret = key } of mistakes) {
    test(name, async () => {
      const found = await mistakesOf(environment, files, only);
      expect(found).toHaveLength(reported.length);
      reported.forEach((pattern, index) => {
        expect(found[index]).toMatch(pattern);
      });
      expect(found.join('\n')).not.toContain(key);
      expect(found.join('\n')).not.toContain(secret);
    });
  }

  test('together with all others, each with its place and without secrets', async () => {
    const wrong = {
      BASE_URL: 'nowhere',
      API_KEY: '',
      SECOND_API_KEY: 'fail-77',
      REVOKED_API_KEY: 'fail-78',
      ALLOW_IMPORT: 'yes',
      IMPORT_BUNDLE: 'none',
      FHIR_RELEASE: 'R4',
      TIMEOUT_MS: '600001',
      DEADLINE_S: '86401',
      EXTRA_HEADERS: 'X-Tenant',
      PUBLIC_HEADERS: 'X-Tenant: reviews',
      INSTALLATION_GROUP: '<b>',
      INSTALLATION_TAGS: 'a, <b>',
      PROJECT_ID: '1?2',
      PACE: 'x',
      CONCURRENCY: '65',
      HTTPS_PROXY: 'http://user:pw%20-77@proxy.example',
      MIN_COVERAGE: '7',
    };
    const found = await mistakesOf(wrong);
    expect(found.map((one) => one.split(':')[0]).toSorted()).toEqual(Object.keys(wrong).toSorted());
    expect(found.join('\n')).not.toMatch(/fail-|pw%20/);
  });
});

test.describe('A configuration', () => {
  test('means the embedded installation when it has neither address nor key', async () => {
    const { installations, embedded, settings } = await load({ CONCURRENCY: '3', REPORTS_DIR: 'out' });
    expect(installations).toEqual([]);
    expect(embedded.pace).toEqual({ perSecond: 'off', concurrency: 3 });
    expect(settings.reportsDirectory).toBe('out');
  });

  test('has sensible defaults and keeps a path prefix', async () => {
    const [installation] = (await load({ ...target, BASE_URL: 'https://host.example/some/app/' }))
      .installations;
    expect(installation).toMatchObject({
      name: 'default',
      baseUrl: 'https://host.example/some/app',
      allowImport: false,
      pace: { perSecond: 10, concurrency: 4 },
      timeoutMs: 15_000,
      deadlineMs: 120_000,
      projectParameter: 'project_id',
    });
  });

  test('also reads the proxy from https_proxy and no_proxy, but prefers HTTPS_PROXY', async () => {
    const proxyOf = async (environment: Readonly<Record<string, string>>) => {
      const [installation] = (await load({ ...target, ...environment })).installations;
      const { proxy, noProxy } = installation?.connection ?? {};
      return [proxy?.reveal(), noProxy];
    };
    expect(await proxyOf({ https_proxy: 'proxy.example:3128', no_proxy: '.internal' })).toEqual([
      'http://proxy.example:3128',
      '.internal',
    ]);
    const both = { https_proxy: 'http://small.example', HTTPS_PROXY: 'http://capital.example' };
    expect(await proxyOf(both)).toEqual(['http://capital.example', undefined]);
    expect(await proxyOf({ https_proxy: '', no_proxy: '' })).toEqual([undefined, undefined]);
  });

  test('uses no proxy for the embedded installation, and keeps the path of a gateway in BASE_URL', async () => {
    const { embedded } = await load({ https_proxy: 'http://proxy.example:3128' });
    expect(embedded.connection.proxy).toBeUndefined();
    const gateway = 'https://host.example/api/v1/evidence';
    const { installations } = await load({ ...target, BASE_URL: gateway });
    expect(installations[0]?.baseUrl).toBe(gateway);
  });

  test('reads a key from a file without its trailing line break', async () => {
    const [installation] = (
      await load({ BASE_URL: 'https://host.example', API_KEY_FILE: 'k' }, { k: `${key}\n` })
    ).installations;
    expect(installation?.key.reveal()).toBe(key);
  });

  test('reads .env, which the environment overrides', async () => {
    const file = { '.env': `BASE_URL=https://file.example\nAPI_KEY=${key}\nPACE=3\n` };
    const [installation] = (await load({ BASE_URL: 'https://host.example' }, file)).installations;
    expect(installation).toMatchObject({ baseUrl: 'https://host.example', pace: { perSecond: 3 } });
  });

  test('reads several installations from a file, with shared settings from the environment', async () => {
    const yaml = [
      'installations:',
      '  - name: staging',
      '    baseUrl: https://staging.example',
      '    apiKey: ${KEY}',
      '    allowImport: true',
      '    pace: 20',
      '    projectId: 12',
      '    extraHeaders: { X-Tenant: tenant-token-5521 }',
      '  - name: production',
      '    baseUrl: https://host.example',
      '    apiKey: ${KEY}',
    ].join('\n');
    const { installations, fromFile } = await load({ KEY: key, PACE: '2' }, { 'installations.yaml': yaml });
    expect(fromFile).toBe(true);
    expect(installations).toMatchObject([
      { name: 'staging', allowImport: true, pace: { perSecond: 20 }, pinnedIds: { PROJECT_ID: '12' } },
      { name: 'production', allowImport: false, pace: { perSecond: 2 } },
    ]);
    const staging = installations[0];
    expect(staging === undefined ? [] : secretsOf(staging).map((secret) => secret.reveal())).toContain(
      'tenant-token-5521',
    );
    expect(JSON.stringify(installations)).not.toContain(key);
  });

  test('accepts settings of other parts of the suite in .env, and reports a misspelt one', async () => {
    const otherVariables = async () => allVariables();
    const environment = { BASE_URL: 'https://host.example', API_KEY: key };
    const loadWith = (text: string) =>
      loadConfiguration({ environment, directory: folder({ '.env': text }), otherVariables });
    const names = ['MONITOR_TOKEN', 'MONITOR_READ_TOKEN_FILE', 'PORT', 'REFERENCE_PORT', 'OTHER_PROGRAM'];
    const { variables } = await loadWith(names.map((name) => `${name}=x`).join('\n'));
    expect(Object.keys(variables)).toEqual([...names, ...Object.keys(environment)]);
    await expect(loadWith('MONITOR_TOKN=x')).rejects.toThrow(
      '.env: MONITOR_TOKN: This setting is not known. Did you mean MONITOR_TOKEN?',
    );
  });

  test('resolves YAML aliases of values', async () => {
    const yaml =
      'installations:\n  - {name: a, baseUrl: &at "https://a.example", apiKey: key-0815}\n  - {name: b, baseUrl: *at, apiKey: key-0816}\n';
    const { installations } = await load({}, { 'installations.yaml': yaml });
    expect(installations.map(({ baseUrl }) => baseUrl)).toEqual(['https://a.example', 'https://a.example']);
  });

  test('reads tags from a list in the file or from a comma-separated variable', async () => {
    const file = `installations:\n  - { name: a, baseUrl: 'https://a.example', apiKey: '${key}', group: 7, tags: [one, 2, one] }\n  - { name: b, baseUrl: 'https://b.example', apiKey: '${key}', tags: [] }`;
    const { installations } = await load({}, { 'installations.yaml': file });
    expect(installations.map(({ group, tags }) => ({ group, tags }))).toEqual([
      { group: '7', tags: ['one', '2'] },
      { group: undefined, tags: [] },
    ]);
    const one = await load({ ...target, INSTALLATION_TAGS: 'north, team:x' });
    expect(one.installations[0]?.tags).toEqual(['north', 'team:x']);
  });

  test('reads the owner and the contact of an installation, of at most 200 characters on one line', async () => {
    const file = `installations:\n  - { name: a, baseUrl: 'https://a.example', apiKey: '${key}', owner: ' Evidence team ', contact: 4722850000 }`;
    const [one] = (await load({}, { 'installations.yaml': file })).installations;
    expect([one?.owner, one?.contact]).toEqual(['Evidence team', '4722850000']);
    const long = { ...target, INSTALLATION_CONTACT: 'x'.repeat(201), INSTALLATION_OWNER: 'a\nb' };
    expect((await mistakesOf(long)).toSorted()).toEqual([
      'INSTALLATION_CONTACT: Write at most 200 characters on one line.',
      'INSTALLATION_OWNER: Write at most 200 characters on one line.',
    ]);
  });

  test('names settings in texts as they were given: by field in a file, by variable otherwise', async () => {
    const text = 'Check BASE_URL; TIMEOUT_MS and PACE help. $API_KEY is no setting, nor is API_KEYS.';
    const file = `installations:\n  - { name: a, baseUrl: 'https://a.example', apiKey: '${key}' }`;
    const [inFile] = (await load({ TIMEOUT_MS: '900' }, { 'installations.yaml': file })).installations;
    expect(inFile && withSettingNames(text, inFile)).toBe(
      'Check baseUrl; TIMEOUT_MS and pace help. $API_KEY is no setting, nor is API_KEYS.',
    );
    const [inEnvironment] = (await load(target)).installations;
    expect(inEnvironment && withSettingNames(text, inEnvironment)).toBe(text);
  });

  test('picks one installation by name', async () => {
    const yaml =
      'installations: [{name: a, baseUrl: "https://a.example", apiKey: key-0815}, {name: b, baseUrl: "https://b.example", apiKey: key-0815}]';
    expect(
      (await load({}, { 'installations.yaml': yaml }, 'b')).installations.map(({ name }) => name),
    ).toEqual(['b']);
  });

  test('reports an unknown installation name and common mistakes, but no mistakes of installations', async () => {
    const yaml = [
      'monitor: { failAfter: 0 }',
      'installations:',
      '  - { name: north, baseUrl: "https://n.example", apiKey: "${NORTH_KEY}" }',
      '  - { name: "${SECOND}", baseUrl: nowhere, colour: red }',
      '  - { baseUrl: "https://b.example" }',
    ].join('\n');
    expect(await mistakesOf({ SECOND: 'south' }, { 'installations.yaml': yaml }, 'nroth')).toEqual([
      '--installation: installations.yaml has no installation nroth. Did you mean north? It has north, south, installation-3.',
      'installations.yaml, line 1 (monitor.failAfter): This must be >= 1.',
    ]);
  });

  test('reports the variable that gave the name of the installation if it was not the option', async () => {
    const directory = folder();
    const asked = { environment: {}, directory, only: 'north', onlyFrom: 'INSTALLATION' };
    const placeOf = (): Promise<unknown> =>
      loadConfiguration(asked).catch((thrown: unknown) =>
        thrown instanceof ConfigurationError ? thrown.problems[0]?.place : thrown,
      );
    expect(await placeOf()).toBe('INSTALLATION');
    writeFileSync(join(directory, 'installations.yaml'), 'installations: [{ name: south }]');
    expect(await placeOf()).toBe('INSTALLATION');
  });

  test('means the embedded installation if BASE_URL is "embedded", and then refuses keys', async () => {
    const chosen = await load({ BASE_URL: ' Embedded ', FHIR_RELEASE: '5.0.0' });
    expect(chosen).toMatchObject({
      installations: [],
      fromFile: false,
      isEmbeddedChosen: true,
      fhirRelease: '5.0.0',
      embedded: { name: 'reference', pace: { perSecond: 'off', concurrency: 8 } },
    });
    const silent = await load({});
    expect(silent).toMatchObject({ isEmbeddedChosen: false, fromFile: false });
    expect(silent).not.toHaveProperty('fhirRelease');
    expect(await load(target)).toMatchObject({ isEmbeddedChosen: false, fromFile: false });
    expect(await mistakesOf({ BASE_URL: 'embedded', API_KEY: key })).toEqual([
      'BASE_URL: BASE_URL=embedded means the embedded installation, which has keys of its own. Remove API_KEY, or write an address.',
    ]);
    expect(await mistakesOf({ BASE_URL: 'embedded', API_KEY: '', API_KEY_FILE: 'key' })).toEqual([
      'BASE_URL: BASE_URL=embedded means the embedded installation, which has keys of its own. Remove API_KEY and API_KEY_FILE, or write an address.',
    ]);
  });
});
