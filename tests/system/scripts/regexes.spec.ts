import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { AllowedRegex } from '../../../scripts/regexes/allowed.ts';
import { auditRegexes } from '../../../scripts/regexes/audit.ts';
import { collectRegexes } from '../../../scripts/regexes/collect-literals.ts';
import { patternsInJson } from '../../../scripts/regexes/collect-patterns.ts';
import { test } from '../../support/temporary-folder.ts';

/** The audit of regular expressions. A step of CI applies it to the suite itself, which takes a minute or more. */

const sources: readonly (readonly [string, string, readonly object[]])[] = [
  [
    'finds a literal',
    'export const p = /a+b/gi;',
    [{ source: 'a+b', flags: 'gi', isConstant: true, line: 1 }],
  ],
  ['ignores a division', 'export const q = 6 / 2 / 3;', []],
  ['ignores a string that looks like a literal', "export const s = '/a+/';", []],
  [
    'finds RegExp with new',
    "export const p = new RegExp('a+', 'i');",
    [{ source: "'a+'", isConstant: false }],
  ],
  ['finds RegExp without new', 'export const p = RegExp(text);', [{ source: 'text', isConstant: false }]],
];

test.describe('The collector of regular expressions', () => {
  for (const [name, source, expected] of sources) {
    test(name, ({ folder }) => {
      mkdirSync(join(folder, 'engine'));
      mkdirSync(join(folder, 'tests'));
      const compilerOptions = {
        strict: true,
        module: 'nodenext',
        allowImportingTsExtensions: true,
        noEmit: true,
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      writeFileSync(join(folder, 'engine/code.ts'), source);
      writeFileSync(join(folder, 'tests/left-out.ts'), 'export const p = /left out/;');
      const found = collectRegexes(folder, ['engine/']);
      expect(found).toHaveLength(expected.length);
      expect(found).toMatchObject([...expected]);
    });
  }

  test('finds patterns in schemas and in the tables of FHIR', () => {
    expect(patternsInJson('a.json', '{"properties":{"pattern":{"pattern":"^a$"}}}')).toMatchObject([
      { source: '^a$' },
    ]);
    const table = 'type A {"constraints":[{"program":{"op":"matches","pattern":"b+"}}]}\ntype B {}\n';
    expect(patternsInJson('5.0.0.txt', table)).toMatchObject([{ file: '5.0.0.txt', line: 1, source: 'b+' }]);
  });
});

test.describe('The audit', () => {
  const linear = { file: 'a.ts', line: 1, source: '^a+$', flags: '', isConstant: true };
  const quadratic = { file: 'a.ts', line: 2, source: 'a+$', flags: '', isConstant: true };
  const exponential = { file: 'a.ts', line: 3, source: '^(a+)+$', flags: '', isConstant: true };
  const unknown = { file: 'a.ts', line: 4, source: 'text', flags: '', isConstant: false };
  const allow = (source: string): AllowedRegex => ({ file: 'a.ts', source, reason: 'It is short.' });

  test('accepts a linear expression', async () => {
    expect(await auditRegexes([linear], [])).toEqual([]);
  });

  test('reports polynomial and exponential expressions, and those made at run time', async () => {
    expect(await auditRegexes([quadratic, exponential, unknown], [])).toEqual([
      expect.stringMatching(/^a\.ts:2: \/a\+\$\/: its cost is 2nd degree polynomial, with .*repeat/),
      expect.stringMatching(/^a\.ts:3: .*: its cost is exponential, with /),
      'a.ts:4: /text/: it is made at run time, so nobody can audit it.',
    ]);
  });

  test('accepts an allowed expression only in the file of its row', async () => {
    const elsewhere = { ...quadratic, file: 'b.ts' };
    expect(await auditRegexes([quadratic, unknown, elsewhere], [allow('a+$'), allow('text')])).toEqual([
      expect.stringMatching(/^b\.ts:2: /),
    ]);
  });

  test('reports unneeded rows of the list of allowed expressions', async () => {
    expect(await auditRegexes([linear], [allow('^a+$'), allow('gone')])).toEqual([
      'a.ts: /^a+$/ is on the list of allowed ones without need. Remove the row.',
      'a.ts: /gone/ is on the list of allowed ones without need. Remove the row.',
    ]);
  });
});
