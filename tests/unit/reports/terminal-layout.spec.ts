import { expect, test } from '@playwright/test';
import { alignColumns, widthOf, wrap } from '../../../reports/console/layout.ts';

const red = '\u001b[31m';
const plain = '\u001b[39m';

const widths: readonly (readonly [text: string, width: number])[] = [
  ['', 0],
  ['Grüße', 5],
  ['✓ ✗ ?', 5],
  [`${red}red${plain}`, 3],
  ['世界', 4],
  ['😀', 2],
  ['e\u0301', 1],
  ['�', 1],
];

for (const [text, width] of widths) {
  test(`${JSON.stringify(text)} is ${width} columns wide`, () => {
    expect(widthOf(text)).toBe(width);
  });
}

const wrapped: readonly {
  readonly what: string;
  readonly text: string;
  readonly width: number;
  readonly indents?: readonly [first: string, following: string];
  readonly lines: readonly string[];
}[] = [
  { what: 'breaks at spaces', text: 'aa bb cc', width: 5, lines: ['aa bb', 'cc'] },
  {
    what: 'counts the indentation',
    text: 'aa bb cc',
    width: 6,
    indents: ['- ', '  '],
    lines: ['- aa', '  bb', '  cc'],
  },
  { what: 'keeps a long word whole', text: 'aaaaaaaaaa b', width: 4, lines: ['aaaaaaaaaa', 'b'] },
  {
    what: 'does not count colour codes',
    text: `${red}aa${plain} bb`,
    width: 5,
    lines: [`${red}aa${plain} bb`],
  },
  { what: 'counts wide characters as two columns', text: '世界 世界 a', width: 9, lines: ['世界 世界', 'a'] },
  {
    what: 'breaks if wide characters do not fit',
    text: '世界 世界 a',
    width: 8,
    lines: ['世界', '世界 a'],
  },
  {
    what: 'puts each word on its own line if nothing fits',
    text: 'a b',
    width: 0,
    lines: ['a', 'b'],
  },
];

for (const { what, text, width, indents = [], lines } of wrapped) {
  test(`wrapping ${what}`, () => {
    expect(wrap(text, width, ...indents)).toEqual(lines);
  });
}

test('a very long word is one line, and wrapping it is fast', () => {
  // Libraries that measure graphemes take longer than the timeout of a test.
  expect(wrap('世'.repeat(200_000), 100)).toHaveLength(1);
});

test('columns are aligned by their width on the terminal', () => {
  expect(
    alignColumns([
      ['name', 'value', ''],
      ['世界', `${red}1${plain}`, ''],
      ['a', '', 'x'],
    ]),
  ).toEqual(['name  value', `世界  ${red}1${plain}`, 'a            x']);
});
