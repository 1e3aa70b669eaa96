import { expect, test } from '@playwright/test';
import { sanitize, sanitizeUpTo } from '../../../reports/sanitize.ts';

const cases: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['letters and emoji', 'Grüße, 世界 😀', 'Grüße, 世界 😀'],
  ['a colour escape', '\u001b[31mred', '�[31mred'],
  ['a one-character (C1) escape', 'a\u009b31mb', 'a�31mb'],
  ['line breaks and tabs', ' a\r\n\tb \n', 'a b'],
  ['a bidirectional override', 'a\u202eb\u2066c', 'a�b�c'],
  ['zero-width characters', 'a\u200bb\u00adc', 'a�b�c'],
  ['line separators', 'a\u2028b\u2029c', 'a b c'],
  ['a lone surrogate', 'a\ud83db', 'a�b'],
  ['null and delete characters', 'a\u0000b\u007fc', 'a�b�c'],
  ['characters that XML forbids', 'a\ufffeb\uffffc', 'a�b�c'],
  ['an escape sequence for the terminal title', '\u001b]0;owned\u0007', '�]0;owned�'],
  ['characters that fonts do not draw', 'a\u034fb\ufe0fc\u3164d\u{e0100}e', 'abcde'],
  ['the blank Braille pattern', 'a\u2800b', 'ab'],
  ['a tag character', 'a\u{E0041}b', 'a�b'],
];

for (const [what, text, shown] of cases) {
  test(`text with ${what} is sanitized to ${JSON.stringify(shown)}`, () => {
    expect(sanitize(text)).toBe(shown);
  });
}

test('a text is truncated by characters, never within a surrogate pair', () => {
  expect(sanitizeUpTo('😀😀😀', 3)).toBe('😀😀😀');
  expect(sanitizeUpTo('😀😀😀😀', 3)).toBe('😀😀…');
});
