import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { certificates } from '../../support/certificates.ts';
import { type CommandResult, runCommand } from '../../support/run-command.ts';
import { test } from '../../support/temporary-folder.ts';

/** Useless input to the commands: each gets a sentence with advice, and exit code 2. */

interface Row {
  readonly name: string;
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The text of standard error. */
  readonly says: RegExp;
  /** Needs files that only Linux has. */
  readonly onLinux?: true;
}

const target = { BASE_URL: 'https://127.0.0.1:1', API_KEY: 'sentinel-key-7f3a9c' };

/** Writes the files in the folder that each command runs in. */
function prepare(folder: string): void {
  mkdirSync(join(folder, 'folder'));
  writeFileSync(join(folder, 'binary'), Buffer.from([0, 255, 254, 1, 128, 27, 91]));
  writeFileSync(join(folder, 'large'), '');
  truncateSync(join(folder, 'large'), 1_000_000_000);
  writeFileSync(join(folder, 'cut.json'), '{"formatVersion":1,');
  writeFileSync(join(folder, 'patient.json'), '{"resourceType":"Patient"}');
  writeFileSync(join(folder, 'cut.yaml'), 'installations: [');
  writeFileSync(join(folder, 'half.json'), '{"formatVersion":3,"tier":"full","exchanges":[{}]}');
  writeFileSync(join(folder, 'client.pem'), certificates.client.certificate);
  writeFileSync(join(folder, 'server.key'), certificates.server.key);
}

/** Each way to name a file, with useless files. */
const files: readonly Row[] = [
  {
    name: 'files to validate that cannot be read',
    words: ['validate', 'none', '', 'folder', 'large'],
    says: /^none cannot be read: there is no such file.*\n cannot be read: there is no such file.*\nfolder holds nothing to validate: .*\nlarge cannot be read: it is larger than 500 MB/,
  },
  {
    name: 'a large file to compare',
    words: ['compare', 'large', ''],
    says: /^large cannot be read: it is larger than/,
  },
  {
    name: 'truncated evidence',
    words: ['check', '--evidence', 'cut.json'],
    says: /^cut\.json is not kept evidence/,
  },
  {
    name: 'incomplete evidence',
    words: ['check', '--evidence', 'half.json'],
    says: /^half\.json cannot be judged/,
  },
  {
    name: 'a folder as the list of known failures',
    words: ['check', '--known', 'folder'],
    says: /folder cannot be read: it is a directory/,
  },
  {
    name: 'a truncated list of known failures',
    words: ['check', '--known', 'cut.json'],
    says: /cut\.json:1: This is not valid YAML/,
  },
  {
    name: 'a binary file as the baseline',
    words: ['check', '--baseline', 'binary'],
    says: /^binary is not JSON: save the baseline again/,
  },
];

const others: readonly Row[] = [
  {
    name: 'an escape sequence in an option',
    words: ['check', '--\u001b[31m\u202e'],
    says: /unknown option '--\ufffd\[31m\ufffd'/,
  },
  { name: 'too few arguments', words: ['compare', 'one'], says: /missing required argument/ },
  { name: 'no command', words: [], says: /^Usage: / },
  { name: 'an empty --only', words: ['check', '--only', ''], says: /nothing is named ""/ },
  {
    name: '--installation without an installations file',
    words: ['plan', '--installation', ''],
    says: /no installations\.yaml/,
  },
  {
    name: 'a fault named like a property of every object',
    words: ['reference', '--fault', 'constructor'],
    says: /no fault named/,
  },
  {
    name: 'an empty address to listen on',
    words: ['reference', '--host', ''],
    says: /Give an address of this machine/,
  },
  {
    name: 'an address that does not exist',
    words: ['reference', '--host', 'no-such.invalid'],
    says: /does not belong to this/,
  },
  {
    name: 'a binary file as the data file',
    words: ['reference', '--data', 'binary'],
    says: /data file binary cannot be opened/,
  },
  {
    name: 'a port of the monitor that is out of range',
    words: ['monitor'],
    environment: { PORT: '99999' },
    says: /PORT: .*65535/,
  },
  {
    name: 'a data folder that is a file',
    words: ['monitor'],
    environment: { DATA_DIR: 'binary', PORT: '0' },
    says: /a part of its path is a file, not a folder\. Choose another with DATA_DIR/,
  },
  {
    name: 'an endless installations file',
    words: ['check'],
    environment: { INSTALLATIONS_FILE: '/dev/zero' },
    says: /\/dev\/zero: This file cannot be read: it is larger than 500 MB/,
    onLinux: true,
  },
  {
    name: 'a reports folder below /proc, in which Node.js would create folders forever',
    words: ['check'],
    environment: { REPORTS_DIR: '/proc/reports/out' },
    says: /^REPORTS_DIR: \/proc\/reports\/out cannot be written: its folder is not there, and cannot be made/,
    onLinux: true,
  },
  {
    name: 'a data folder below /proc',
    words: ['monitor'],
    environment: { DATA_DIR: '/proc/data', PORT: '0' },
    says: /The folder \/proc\/data cannot be made: its folder is not there, and cannot be made\. Choose/,
    onLinux: true,
  },
  {
    name: 'a file that the system refuses to read',
    words: ['validate', '/proc/self/mem'],
    says: /^\/proc\/self\/mem cannot be read: the system answered EIO/,
    onLinux: true,
  },
];

function expectSentence({ code, stderr }: CommandResult, expected: number): void {
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).not.toContain('node:internal');
  expect(stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(code).toBe(expected);
}

test.describe('A sentence and exit code 2 for', () => {
  for (const { name, words, environment, says, onLinux } of [...files, ...others]) {
    if (onLinux === true && process.platform !== 'linux') continue;
    test(name, async ({ folder }) => {
      prepare(folder);
      const result = await runCommand(words, { directory: folder, ...(environment && { environment }) });
      expectSentence(result, 2);
      expect(result.stderr).toMatch(says);
      expect(result.stderr).not.toContain(target.API_KEY);
    });
  }

  test('a folder named .env', async ({ folder }) => {
    mkdirSync(join(folder, '.env'));
    const result = await runCommand(['plan'], { directory: folder });
    expectSentence(result, 2);
    expect(result.stderr).toContain('.env: This file cannot be read: it is a directory.');
  });

  test('endless standard input, and a folder as standard input', async ({ folder }) => {
    for (const [inputFrom, why] of [
      ['/dev/zero', 'it is larger than 500 MB'],
      [folder, 'it is a directory'],
    ] as const) {
      const result = await runCommand(['validate', '-'], { inputFrom });
      expectSentence(result, 2);
      expect(result.stderr).toContain(`- cannot be read: ${why}`);
    }
  });
});

test('validate prints no control characters, and the file name in its JSON is unchanged', async ({
  folder,
}) => {
  const name = 'a\u001b[31m\u202eb\u0085\n.json';
  const property = '\u202e\u001b[31m\u009b\u200b';
  writeFileSync(join(folder, name), JSON.stringify({ resourceType: 'Patient', [property]: '\u2028' }));
  const { stdout, stderr, code } = await runCommand(['validate', name, `${name}-none`], {
    directory: folder,
  });
  expect(code).toBe(2);
  expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(stdout.split('\n')).toHaveLength(2);
  const line = JSON.parse(stdout) as { readonly file: string; readonly issues: readonly { path: string }[] };
  expect(line.file).toBe(name);
  expect(stderr).toContain('cannot be read: there is no such file.');
});
