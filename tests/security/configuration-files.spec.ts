import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { loadConfiguration } from '../../engine/configuration/load.ts';
import { ConfigurationError, type Problem } from '../../engine/configuration/problems.ts';
import { long, slow } from '../support/long.ts';
import { runCommand } from '../support/run-command.ts';
import { test } from '../support/temporary-folder.ts';

const entry = (index: number, more = ''): string =>
  `  - name: a${index}\n    baseUrl: https://a${index}.example\n    apiKey: key-of-${index}-0123456789\n${more}`;
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

async function load(folder: string, text: string): Promise<readonly Problem[] | number> {
  writeFileSync(join(folder, 'installations.yaml'), text);
  try {
    const { installations } = await loadConfiguration({ environment: {}, directory: folder });
    return installations.length;
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) return thrown.problems;
    throw thrown;
  }
}

/** A file of any size, with the number of its mistakes, or of its installations if it has no mistake. */
interface Growing {
  readonly what: string;
  readonly count: number;
  readonly text: (count: number) => string;
  readonly found: (count: number) => number;
}

const growing: readonly Growing[] = [
  {
    what: 'unknown keys in one entry',
    count: 30_000,
    text: (count) =>
      `installations:\n${entry(
        0,
        lines(count, (index) => `    unknownKey${index}: 1\n`),
      )}`,
    found: (count) => count,
  },
  {
    what: 'unknown keys at the top level',
    count: 30_000,
    text: (count) => `installations:\n${entry(0)}${lines(count, (index) => `unknownKey${index}: 1\n`)}`,
    found: (count) => count,
  },
  {
    what: 'entries with a mistake each',
    count: 10_000,
    text: (count) => `installations:\n${lines(count, (index) => entry(index, '    wrongKey: 1\n'))}`,
    found: (count) => count,
  },
  {
    what: 'entries with the same name',
    count: 10_000,
    text: (count) => `installations:\n${lines(count, () => entry(7))}`,
    found: (count) => count - 1,
  },
  {
    what: 'duplicate keys',
    count: 20_000,
    text: (count) =>
      `installations:\n${entry(
        0,
        lines(count, (index) => `    name${index % (count / 2)}: 1\n`),
      )}`,
    found: () => 5,
  },
  {
    what: 'YAML aliases',
    count: 10_000,
    text: (count) =>
      `installations:\n${lines(count, (index) => entry(index, index === 0 ? '    group: &group x\n' : '    group: *group\n'))}`,
    // They exceed the limit of the YAML library: one problem.
    found: () => 1,
  },
];

test.describe('Reading installations.yaml takes less than quadratic time', () => {
  const times = 5;
  const daily = 'entries with a mistake each';
  for (const { what, count, text, found } of growing) {
    test(`with ${count} ${what}`, what === daily ? slow : long, async ({ folder }) => {
      /** Processor time of reading a file of this size, in µs. */
      const costOf = async (size: number): Promise<number> => {
        const start = process.cpuUsage();
        const result = await load(folder, text(size));
        const { user, system } = process.cpuUsage(start);
        expect(typeof result === 'number' ? result : result.length).toBe(found(size));
        return user + system;
      };
      const few = await costOf(count / times);
      // If every name is compared with all others, the time grows quadratically.
      expect(await costOf(count)).toBeLessThan((few * times ** 2) / 2);
    });
  }
});

test.describe('The encoding of configuration files', () => {
  const settings = 'BASE_URL=https://staging.research.example\nAPI_KEY=key-0123456789\n';
  const encodings: Readonly<Record<string, Buffer>> = {
    'UTF-16 with a byte order mark, as PowerShell writes it,': Buffer.from(`\ufeff${settings}`, 'utf16le'),
    'UTF-16 without a byte order mark': Buffer.from(settings, 'utf16le'),
    'big-endian UTF-16': Buffer.from(`\ufeff${settings}`, 'utf16le').swap16(),
    'invalid UTF-8': Buffer.from([...Buffer.from(settings), 0xff, 0xfe]),
  };
  for (const [name, bytes] of Object.entries(encodings)) {
    test(`.env in ${name} is refused, and nothing is checked instead`, async ({ folder }) => {
      writeFileSync(join(folder, '.env'), bytes);
      const { code, stdout, stderr } = await runCommand(['check', '--no-progress'], { directory: folder });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('.env: This file cannot be read: it is not UTF-8 text');
    });
  }

  test('installations.yaml and a key file that are not UTF-8 are refused', async ({ folder }) => {
    writeFileSync(join(folder, 'key'), Buffer.from('key-0123456789', 'utf16le'));
    const file = entry(0).replace(/apiKey: .*/, 'apiKeyFile: key');
    const problems = [
      await load(folder, `installations:\n${file}`),
      await load(folder, Buffer.from(`installations:\n${entry(0)}`, 'utf16le').toString('latin1')),
    ];
    for (const found of problems) expect(JSON.stringify(found)).toContain('not UTF-8 text');
  });

  test('a UTF-8 byte order mark is accepted', async ({ folder }) => {
    writeFileSync(join(folder, '.env'), `\ufeff${settings}`);
    const { installations } = await loadConfiguration({ environment: {}, directory: folder });
    expect(installations.map(({ baseUrl }) => baseUrl)).toEqual(['https://staging.research.example']);
  });
});
