import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { LineTooLong, linesOf } from '../../../../cli/validate/inputs.ts';
import { holds } from '../../../support/property.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size: number, most = 1_000): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const { number, bytes } of linesOf(inPieces(text, size), most)) lines.push(`${number} ${bytes}`);
  return lines;
}

const rows: readonly (readonly [string, readonly string[]])[] = [
  ['', []],
  ['a', ['1 a']],
  ['a\n', ['1 a']],
  ['a\nb', ['1 a', '2 b']],
  ['a\r\nb\r\n', ['1 a\r', '2 b\r']],
  ['\n\n \t\r\na\n\n', ['4 a']],
  ['é🧪\n🧪é', ['1 é🧪', '2 🧪é']],
];
for (const [text, lines] of rows) {
  test(`lines are read from chunks of any size: ${JSON.stringify(text)}`, async () => {
    for (const size of [1, 2, 3, 100]) expect(await read(text, size)).toEqual(lines);
  });
}

test('generated text is split at line feeds, in chunks of any size, and blank lines are left out', async () => {
  await holds(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', '\n', ' ', 'é') })),
      fc.integer({ min: 1, max: 9 }),
      async (parts, size) => {
        const text = parts.join('\n');
        const split = text.split('\n').map((line, index) => `${index + 1} ${line}`);
        assert.deepEqual(
          await read(text, size),
          split.filter((line) => !/^\d+ *$/.test(line)),
        );
      },
    ),
  );
});

test('reading stops with an error as soon as a line exceeds the maximum length', async () => {
  let asked = 0;
  async function* endless(): AsyncGenerator<Buffer> {
    yield Buffer.from('ok\n');
    for (;;) {
      asked += 1;
      yield Buffer.alloc(10, 'x');
    }
  }
  const found: number[] = [];
  const reading = (async () => {
    for await (const { number } of linesOf(endless(), 95)) found.push(number);
  })();
  await expect(reading).rejects.toThrow(new LineTooLong(2));
  expect(found).toEqual([1]);
  expect(asked).toBe(10);
  expect(await read('123456789\n12345\n', 4, 9)).toEqual(['1 123456789', '2 12345']);
});
