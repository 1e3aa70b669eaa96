import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { certificates } from '../../support/certificates.ts';
import { type CommandResult, runCommand } from '../../support/run-command.ts';
import { test } from '../../support/temporary-folder.ts';

/** What a user can give a command that is of no use to it: a sentence that says what to do, and exit code 2. */

interface Row {
  readonly name: string;
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What standard error says; standard output, where the code is not 2. */
  readonly says: RegExp;
  readonly code?: number;
  /** Needs files that Linux alone has. */
  readonly onLinux?: true;
}

const target = { BASE_URL: 'https://127.0.0.1:1', API_KEY: 'sentinel-key-7f3a9c' };

/** Stands in the folder that each command runs in. */
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

/** Every way to name a file, with files that are of no use. */
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
    name: 'cut evidence',
    words: ['check', '--evidence', 'cut.json'],
    says: /^cut\.json is not kept evidence/,
  },
  {
    name: 'half of evidence',
    words: ['check', '--evidence', 'half.json'],
    says: /^half\.json cannot be judged/,
  },
  {
    name: 'a folder of failures',
    words: ['check', '--known', 'folder'],
    says: /folder cannot be read: it is a directory/,
  },
  {
    name: 'cut failures',
    words: ['check', '--known', 'cut.json'],
    says: /cut\.json:1: This is not valid YAML/,
  },
  {
    name: 'bytes as a baseline',
    words: ['check', '--baseline', 'binary'],
    says: /^binary is not JSON: save the baseline again/,
  },
];

const others: readonly Row[] = [
  {
    name: 'an escape in an option',
    words: ['check', '--\u001b[31m\u202e'],
    says: /unknown option '--\ufffd\[31m\ufffd'/,
  },
  { name: 'too few words', words: ['compare', 'one'], says: /missing required argument/ },
  { name: 'no command', words: [], says: /^Usage: / },
  { name: 'an empty selection', words: ['check', '--only', ''], says: /nothing is named ""/ },
  {
    name: 'an installation without a file',
    words: ['plan', '--installation', ''],
    says: /no installations\.yaml/,
  },
  {
    name: 'a name that objects have',
    words: ['reference', '--fault', 'constructor'],
    says: /no fault named/,
  },
  {
    name: 'no address to listen on',
    words: ['reference', '--host', ''],
    says: /Give an address of this machine/,
  },
  {
    name: 'an address of nobody',
    words: ['reference', '--host', 'no-such.invalid'],
    says: /does not belong to this/,
  },
  {
    name: 'data that is none',
    words: ['reference', '--data', 'binary'],
    says: /data file binary cannot be opened/,
  },
  {
    name: 'a port of the monitor',
    words: ['monitor'],
    environment: { PORT: '99999' },
    says: /PORT: .*65535/,
  },
  {
    name: 'history in a file',
    words: ['monitor'],
    environment: { DATA_DIR: 'binary', PORT: '0' },
    says: /a part of its path is a file, not a folder\. Choose another with DATA_DIR/,
  },
  {
    name: 'installations in a file without end',
    words: ['check'],
    environment: { INSTALLATIONS_FILE: '/dev/zero' },
    says: /\/dev\/zero: This file cannot be read: it is larger than 500 MB/,
    onLinux: true,
  },
  {
    name: 'reports below /proc, where Node makes folders for ever',
    words: ['check'],
    environment: { REPORTS_DIR: '/proc/reports/out' },
    says: /^REPORTS_DIR: \/proc\/reports\/out cannot be written: its folder is not there, and cannot be made/,
    onLinux: true,
  },
  {
    name: 'history below /proc',
    words: ['monitor'],
    environment: { DATA_DIR: '/proc/data', PORT: '0' },
    says: /The folder \/proc\/data cannot be made: the system answered ENOENT/,
    onLinux: true,
  },
  {
    name: 'a file that the system does not let read',
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

  test('.env in a folder', async ({ folder }) => {
    mkdirSync(join(folder, '.env'));
    const result = await runCommand(['plan'], { directory: folder });
    expectSentence(result, 2);
    expect(result.stderr).toContain('.env: This file cannot be read: it is a directory.');
  });

  test('standard input without end, and a folder as standard input', async ({ folder }) => {
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

test('validate shows nothing that a terminal obeys, and scripts read the same names', async ({ folder }) => {
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
