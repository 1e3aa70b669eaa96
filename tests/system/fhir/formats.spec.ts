import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { fhirReleases } from '../../../fhir/index.ts';
import { installedDefinitions } from '../../../fhir/installed-definitions.ts';
import { validateBody } from '../../../fhir/validate-body.ts';
import { patient } from '../../support/fhir-resources.ts';
import { readSarif } from '../../support/read-sarif.ts';
import { elementsNamed, readXml } from '../../support/read-xml.ts';
import { type CommandOptions, type CommandResult, runCommand } from '../../support/run-command.ts';
import { test as base } from '../../support/temporary-folder.ts';

const hostileName = 'a\u001b[31m\u202eb\u0085\n"<&.json';
const hostileText = '\u202e\u001b[31m\u009b\u200b\u2028\r\n]]><&"';

/** Good and bad files, and text that must not break any format. */
const files: Readonly<Record<string, string>> = {
  'good.json': JSON.stringify(patient()),
  'data/bad.json': JSON.stringify(patient({ gender: 'mal', contact: [{}] }), undefined, 2),
  'data/cut.json': '{"resourceType":',
  'data/lines.ndjson': `${JSON.stringify(patient())}\n${JSON.stringify(patient({ gender: 'x' }))}\n`,
  'data/not-text.json': '',
  [hostileName]: JSON.stringify({
    resourceType: 'Patient',
    [hostileText]: 1,
    gender: hostileText,
    id: hostileText,
  }),
};

const test = base.extend<{
  run: (words: readonly string[], options?: CommandOptions) => Promise<CommandResult>;
}>({
  run: async ({ folder }, use) => {
    mkdirSync(join(folder, 'data'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'data/not-text.json'), Buffer.from([0x7b, 0xff]));
    await use(async (words, options) => {
      const result = await runCommand(['validate', ...words], { directory: folder, ...options });
      expect(result.stdout + result.stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      return result;
    });
  },
});

const all = ['good.json', 'data', hostileName, 'none.json'];
/** The number of resources in the files of `all`. */
const judged = 7;

test('text lists every file with its issues, then the totals', async ({ run }) => {
  const { stdout, stderr, code } = await run(['--format', 'text', 'good.json', 'data', 'none.json']);
  expect(stdout).toBe(`✓ good.json  Patient, FHIR 4.0.1

✗ data/bad.json  Patient, FHIR 4.0.1
  3:3  error  Patient.gender  binding
       The code "mal" is not in the value set http://hl7.org/fhir/ValueSet/administrative-gender;
       the nearest allowed code is "male". (FHIR 4.0.1)
  5:5  error  Patient.contact[0]  structure
       The object is empty; leave the property out instead. (FHIR 4.0.1)

✗ data/cut.json
  1:17  error  text
        The JSON text ends too early: it is cut off.

✗ data/lines.ndjson:2  Patient, FHIR 4.0.1
  2:27  error  Patient.gender  binding
        The code "x" is not in the value set http://hl7.org/fhir/ValueSet/administrative-gender; its
        codes are female, male, other, unknown. (FHIR 4.0.1)

✗ data/not-text.json
  error  text
    The body is not valid UTF-8; send JSON text encoded as UTF-8.

✗ 4 of 6 resources are not valid: 5 errors. 1 file could not be read.
`);
  expect(stderr).toBe('none.json cannot be read: there is no such file. Check its name.\n');
  expect(code).toBe(2);
});

/** Makes standard output look like a terminal of this width. */
const terminal = (columns: number): Readonly<Record<string, string>> => {
  const code = `Object.assign(process.stdout, { isTTY: true, columns: ${columns} });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
};

test('a terminal gets text wrapped to its width; --format json still prints JSON', async ({ folder }) => {
  writeFileSync(join(folder, 'bad.json'), files['data/bad.json'] ?? '');
  const print = (words: readonly string[], environment: Readonly<Record<string, string>>) =>
    runCommand(['validate', 'bad.json', ...words], { directory: folder, environment });
  const narrow = await print([], { ...terminal(60), NO_COLOR: '1' });
  expect(narrow.stdout).toContain('✗ bad.json  Patient, FHIR 4.0.1\n');
  for (const line of narrow.stdout.split('\n')) {
    if (!line.includes('http')) expect(line.length).toBeLessThanOrEqual(60);
  }
  expect((await print([], terminal(100))).stdout).toContain('\u001b[31merror\u001b[39m');
  // Some terminals report a width of 0.
  expect((await print([], { ...terminal(0), NO_COLOR: '1' })).stdout).toContain(
    'The code "mal" is not in the',
  );
  const json = await print(['--format', 'json'], terminal(100));
  expect(JSON.parse(json.stdout)).toMatchObject({ file: 'bad.json', valid: false });
});

test('SARIF is one log with files, positions and a notification for each unreadable file', async ({
  folder,
  run,
}) => {
  const { stdout, code } = await run(['--format', 'sarif', ...all]);
  expect(code).toBe(2);
  const [one] = readSarif(stdout).runs;
  expect(one?.invocations?.[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [{ message: { text: expect.stringMatching(/^none\.json cannot be read/) } }],
  });
  const results = one?.results ?? [];
  for (const { ruleId, ruleIndex = -1 } of results)
    expect(one?.tool.driver.rules?.[ruleIndex]?.id).toBe(ruleId);
  const places = results.map(({ level, locations }) => {
    const { artifactLocation, region } = locations?.[0]?.physicalLocation ?? {};
    return `${level} ${artifactLocation?.uri} ${region?.startLine}:${region?.startColumn}`;
  });
  expect(places.slice(0, 5)).toEqual([
    'error data/bad.json 3:3',
    'error data/bad.json 5:5',
    'error data/cut.json 1:17',
    'error data/lines.ndjson 2:27',
    'error data/not-text.json undefined:undefined',
  ]);
  const hostile = decodeURIComponent(places.at(-1)?.split(' ')[1] ?? '');
  expect(hostile).toBe(hostileName);
  const rootUrl = one?.originalUriBaseIds?.['%SRCROOT%']?.uri ?? '';
  expect(rootUrl).toBe(`${pathToFileURL(folder).href}/`);
});

test('JUnit has a suite for each folder and NDJSON file, and a test case for each resource and unreadable file', async ({
  run,
}) => {
  const { stdout, code } = await run(['--format', 'junit', ...all]);
  expect(code).toBe(2);
  const elements = readXml(stdout);
  expect(elements[0]?.attributes).toEqual({
    name: 'evidence-contract validate',
    tests: String(judged + 1),
    failures: '5',
    errors: '1',
    skipped: '0',
  });
  expect(elementsNamed(elements, 'testsuite').map(({ attributes }) => attributes.name)).toEqual([
    '.',
    'data',
    'data/lines.ndjson',
  ]);
  expect(elementsNamed(elements, 'failure')[1]?.text).toBe(
    '3:3 error Patient.gender: The code "mal" is not in the value set http://hl7.org/fhir/ValueSet/administrative-gender; the nearest allowed code is "male". (FHIR 4.0.1)\n' +
      '5:5 error Patient.contact[0]: The object is empty; leave the property out instead. (FHIR 4.0.1)',
  );
  expect(elementsNamed(elements, 'error')[0]?.attributes.message).toMatch(/^none\.json cannot be read/);
});

test('operation-outcome prints one Bundle of OperationOutcomes that is valid in each FHIR release', async ({
  run,
}) => {
  const { stdout, code } = await run(['--format', 'operation-outcome', ...all]);
  expect(code).toBe(2);
  const definitions = installedDefinitions();
  for (const release of fhirReleases) {
    const { valid, issues } = validateBody(definitions, stdout, { release });
    expect({ valid, issues }).toEqual({ valid: true, issues: [] });
  }
  const { entry } = JSON.parse(stdout) as { readonly entry: readonly object[] };
  expect(entry).toHaveLength(judged + 1);
  expect(entry[1]).toMatchObject({
    resource: {
      extension: [{ valueString: 'data/bad.json' }],
      issue: [
        {
          extension: [{ valueInteger: 3 }, { valueInteger: 3 }],
          severity: 'error',
          code: 'code-invalid',
          expression: ['Patient.gender'],
        },
        { expression: ['Patient.contact[0]'] },
      ],
    },
  });
});

test('a pipe that is closed before the document is written changes neither exit code nor stderr', async ({
  run,
}) => {
  const result = await run(['--format', 'sarif', 'data'], { outputTo: 'closed-pipe' });
  expect(result).toMatchObject({ code: 1, stderr: '' });
});
