import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { evidence, evidenceReport, patient } from '../../support/fhir-resources.ts';
import { type CommandOptions, runCommand } from '../../support/run-command.ts';
import { test as base } from '../../support/temporary-folder.ts';

interface Run {
  readonly code: number | null;
  readonly errors: string;
  /** Lines of standard output, parsed. */
  readonly lines: readonly object[];
}

type Validate = (words: readonly string[], options?: CommandOptions) => Promise<Run>;

const files: Readonly<Record<string, string>> = {
  'right.json': JSON.stringify(evidenceReport()),
  'wrong.json': JSON.stringify(patient({ gender: 'x' }), undefined, 2),
  'evidence.json': JSON.stringify(evidence()),
  'patient.json': JSON.stringify(patient()),
  'cut.json': '[',
};

/** Runs the command as a user does, in a folder with files. */
const test = base.extend<{ validate: Validate }>({
  validate: async ({ folder }, use) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await use(async (words, options) => {
      const { code, stdout, stderr } = await runCommand(['validate', ...words], {
        directory: folder,
        ...options,
      });
      const lines = stdout.split('\n').filter((line) => line !== '');
      return { code, errors: stderr, lines: lines.map((line) => JSON.parse(line) as object) };
    });
  },
});

test('a valid file gives exit code 0 and one line', async ({ validate }) => {
  expect(await validate(['right.json'])).toEqual({
    code: 0,
    errors: '',
    lines: [{ file: 'right.json', valid: true, release: '4.3.0', issues: [] }],
  });
});

test('one invalid file among valid ones gives exit code 1, and its issues have line and column', async ({
  validate,
}) => {
  const { code, lines } = await validate(['right.json', 'wrong.json']);
  expect(code).toBe(1);
  expect(lines).toMatchObject([
    { valid: true },
    {
      valid: false,
      issues: [{ severity: 'error', level: 'binding', path: 'Patient.gender', line: 3, column: 3 }],
    },
  ]);
});

test('the issues of a large file have the right line and column', async ({ folder, validate }) => {
  const name = Array.from({ length: 30_000 }, () => ({ family: 'A name among many others' }));
  writeFileSync(join(folder, 'large.json'), JSON.stringify(patient({ name, gender: 'x' }), undefined, 1));
  expect(await validate(['large.json'])).toMatchObject({
    code: 1,
    errors: '',
    lines: [{ issues: [{ path: 'Patient.gender', line: 90_005, column: 2 }] }],
  });
});

test('a file that needs too much memory is reported as not validated, in JSON, text and SARIF', async ({
  folder,
  validate,
}) => {
  writeFileSync(
    join(folder, 'many.json'),
    `{"resourceType":"Patient","name":[${'{},'.repeat(3_000_000)}{}]}`,
  );
  const environment = { READER_MEMORY_MB: '64' };
  const sentence =
    'The body was not validated: reading it takes more than 64 MB of memory; raise READER_MEMORY_MB to read it.';
  expect(await validate(['many.json', 'right.json'], { environment })).toMatchObject({
    code: 2,
    lines: [
      { file: 'many.json', valid: false, release: null, issues: [{ message: sentence }] },
      { valid: true },
    ],
  });
  const words = ['validate', 'many.json', '--format'];
  const text = await runCommand([...words, 'text'], { directory: folder, environment });
  expect(text.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `${sentence} ✗ Nothing was validated. 1 file could not be read.`,
  );
  const sarif = await runCommand([...words, 'sarif'], { directory: folder, environment });
  expect(JSON.parse(sarif.stdout)).toMatchObject({
    runs: [{ invocations: [{ executionSuccessful: false }] }],
  });
});

test('issues beyond the first 200 are counted instead of listed', async ({ folder, validate }) => {
  const entry = Array.from({ length: 250 }, () => ({ resource: patient({ gender: 'x' }) }));
  writeFileSync(
    join(folder, 'many.json'),
    JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }),
  );
  const { lines } = await validate(['--fhir', '4.0.1', 'many.json']);
  expect(lines).toMatchObject([{ file: 'many.json', omittedIssues: 50 }]);
  expect((lines[0] as { issues: unknown[] }).issues).toHaveLength(200);
});

test('standard input is validated as "-"', async ({ folder, validate }) => {
  const run = await validate(['-'], { inputFrom: join(folder, 'patient.json') });
  expect(run).toMatchObject({ code: 0, lines: [{ file: '-', valid: true, release: '4.0.1' }] });
});

test('unreadable files are reported with advice, and the others are still validated', async ({
  folder,
  validate,
}) => {
  mkdirSync(join(folder, 'empty'));
  const run = await validate(['none.json', 'empty', 'wrong.json']);
  expect(run.code).toBe(2);
  expect(run.errors.split('\n')).toEqual([
    'none.json cannot be read: there is no such file. Check its name.',
    'empty holds nothing to validate: no file that ends with .json, .ndjson, .json.gz or .ndjson.gz. Name a file or another folder.',
    '',
  ]);
  expect(run.lines).toMatchObject([{ file: 'wrong.json', valid: false }]);
});

test('--fhir pins the release', async ({ validate }) => {
  const pinned = await validate(['--fhir', '5.0.0', 'evidence.json']);
  expect(pinned).toMatchObject({ code: 0, lines: [{ release: '5.0.0' }] });
  expect((await validate(['--fhir', '4.0.1', 'evidence.json'])).code).toBe(1);
});

test('--fhir accepts the short names of releases', async ({ validate }) => {
  for (const [name, release] of [
    ['R4', '4.0.1'],
    ['R4B', '4.3.0'],
    ['r5', '5.0.0'],
  ] as const)
    expect(await validate(['--fhir', name, 'patient.json'])).toMatchObject({ code: 0, lines: [{ release }] });
});

const misuse: readonly (readonly [string, readonly string[], string])[] = [
  [
    'an unknown release',
    ['--fhir', '3.0.2', 'right.json'],
    'Choose one of 4.0.1 (R4), 4.3.0 (R4B), 5.0.0 (R5).',
  ],
  ['no file', [], "missing required argument 'file'"],
  [
    'an unknown format',
    ['--format', 'xml', 'right.json'],
    'Allowed choices are text, json, sarif, junit, operation-outcome.',
  ],
  [
    'standard input with --watch',
    ['--watch', 'right.json', '-'],
    'Standard input cannot be watched. Name files or folders',
  ],
  [
    'a document format with --watch',
    ['--watch', '--format', 'sarif', 'right.json'],
    'Choose --format text or json.',
  ],
];
for (const [name, words, sentence] of misuse) {
  test(`misuse is refused with exit code 2 and advice: ${name}`, async ({ validate }) => {
    const run = await validate(words);
    expect(run).toMatchObject({ code: 2, lines: [] });
    expect(run.errors).toContain(sentence);
  });
}

test('a wrong setting is named, with exit code 2', async ({ validate }) => {
  const run = await validate(['right.json'], { environment: { MAX_BODY_MB: 'many', API_KEY: '' } });
  expect(run).toMatchObject({ code: 2, lines: [] });
  expect(run.errors).toMatch(/^The configuration has a mistake; nothing was sent\.\n {2}MAX_BODY_MB: /);
});

test('a body that is not a resource has the release null', async ({ validate }) => {
  expect(await validate(['cut.json'])).toMatchObject({
    code: 1,
    lines: [{ release: null, issues: [{ level: 'text', line: 1, column: 2 }] }],
  });
});

test('--help describes the inputs and the exit codes', async () => {
  const { stdout, code } = await runCommand(['validate', '--help']);
  expect(code).toBe(0);
  for (const part of ['.ndjson.gz', 'node_modules', 'MAX_BODY_MB', '2  a file cannot be read'])
    expect(stdout).toContain(part);
});
