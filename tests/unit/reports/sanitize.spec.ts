import { expect, test } from '@playwright/test';
import { sanitize, sanitizeUpTo } from '../../../reports/sanitize.ts';

const cases: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['plain text', 'Grüße, 世界 😀', 'Grüße, 世界 😀'],
  ['a colour', '\u001b[31mred', '�[31mred'],
  ['a one-character escape', 'a\u009b31mb', 'a�31mb'],
  ['line breaks and tabs', ' a\r\n\tb \n', 'a b'],
  ['a bidirectional override', 'a\u202eb\u2066c', 'a�b�c'],
  ['invisible characters', 'a\u200bb\u00adc', 'a�b�c'],
  ['line separators', 'a\u2028b\u2029c', 'a b c'],
  ['half a surrogate pair', 'a\ud83db', 'a�b'],
  ['zero and delete', 'a\u0000b\u007fc', 'a�b�c'],
  ['what XML forbids', 'a\ufffeb\uffffc', 'a�b�c'],
  ['a title for the terminal', '\u001b]0;owned\u0007', '�]0;owned�'],
  ['what fonts leave out', 'a\u034fb\ufe0fc\u3164d\u{e0100}e', 'abcde'],
  ['the blank of Braille', 'a\u2800b', 'ab'],
  ['tag characters beyond the first plane', 'a\u{E0041}b', 'a�b'],
];

for (const [what, text, shown] of cases) {
  test(`${what} is sanitized`, () => {
    expect(sanitize(text)).toBe(shown);
  });
}

test('a text is cut by characters, never within one', () => {
  expect(sanitizeUpTo('😀😀😀', 3)).toBe('😀😀😀');
  expect(sanitizeUpTo('😀😀😀😀', 3)).toBe('😀😀…');
});
