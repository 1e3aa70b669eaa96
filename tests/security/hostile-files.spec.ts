import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { long } from '../support/long.ts';
import { runCommand } from '../support/run-command.ts';
import { emptyFolder } from '../support/temporary-folder.ts';

const bundle = (entry: string): string => `{"resourceType":"Bundle","type":"collection","entry":[${entry}]}`;

/** One file of each kind, with its number in it, so that no two files are alike. */
const kinds: readonly ((number: number) => string | Buffer)[] = [
  () => '',
  (number) => Buffer.from([0xff, 0xfe, number % 256, 0, 0x80]),
  (number) => '['.repeat(2_000 + (number % 100)),
  (number) => `{"a${number}":`.repeat(1_500),
  (number) => `{"resourceType":"${'x'.repeat(5_000)}${number}"}`,
  (number) => `{"resourceType":"Patient","resourceType":"Patient","id":"${number}"}`,
  (number) =>
    bundle(
      Array.from({ length: 50 }, () => `{"resource":{"resourceType":"Patient","id":"${number}"}}`).join(','),
    ),
  (number) =>
    bundle(
      `{"fullUrl":"urn:uuid:${number}","resource":{"resourceType":"Evidence","description":"${'\\u202e'.repeat(50)}"}}`,
    ),
  (number) => `\u001b]0;owned ${number}\u0007##[add-mask]x\n::stop-commands::x`,
  (number) => `{"resourceType":"Patient","birthDate":"${'9'.repeat(3_000)}","n":${number}${'0'.repeat(400)}}`,
  (number) => `<Patient xmlns="http://hl7.org/fhir"><id value="${number}"/></Patient>`,
  (number) => `{"__proto__":{"a":${number}},"constructor":null,"resourceType":"__proto__"}`,
];

for (const [count, details] of [
  [600, {}],
  [10_000, long],
] as const) {
  test(
    `validate prints one line for each of ${count} hostile files, with 300 MB of heap`,
    details,
    async () => {
      test.setTimeout(600_000);
      const directory = emptyFolder();
      for (let number = 0; number < count; number += 1) {
        const folder = join(directory, `folder ${number % 20}`);
        mkdirSync(folder, { recursive: true });
        writeFileSync(
          join(folder, `\u202e${number}\u001b[2J.json`),
          kinds[number % kinds.length]?.(number) ?? '',
        );
      }
      const { code, stdout, stderr } = await runCommand(['validate', '--format', 'json', '.'], {
        directory,
        environment: { NODE_OPTIONS: '--max-old-space-size=300' },
      });
      expect(stderr.slice(0, 500)).toBe('');
      expect(code).toBe(1);
      const lines = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly file: string; readonly valid: boolean });
      expect(new Set(lines.map(({ file }) => file)).size).toBe(count);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them.
      expect(/[\u0000-\u0009\u000b-\u001f\u202e]|##\[/.test(stdout)).toBe(false);
    },
  );
}
