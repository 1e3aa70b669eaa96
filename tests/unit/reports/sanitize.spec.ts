import { expect, test } from '@playwright/test';
import { renderJson } from '../../../reports/json.ts';
import { markdownCode, markdownText } from '../../../reports/markdown-text.ts';
import { sanitize, sanitizeUpTo } from '../../../reports/sanitize.ts';
import { forbidden, hostile } from './records.ts';

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
  ['tag characters beyond the first plane', 'a\u{E0041}b', 'a�b'],
];

for (const [what, text, shown] of cases) {
  test(`${what} is shown harmlessly`, () => {
    expect(sanitize(text)).toBe(shown);
  });
}

test('a text is cut by characters, never within one', () => {
  expect(sanitizeUpTo('😀😀😀', 3)).toBe('😀😀😀');
  expect(sanitizeUpTo('😀😀😀😀', 3)).toBe('😀😀…');
});

test('JSON keeps every value and holds nothing that acts on a terminal', () => {
  const value = { text: `${hostile}\u{E0041}`, list: [1, null, true], nested: { '\u202e': '\n' } };
  const text = renderJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(forbidden);
  expect(text.endsWith('}\n')).toBe(true);
});

const markdown: readonly (readonly [text: string, escaped: string])[] = [
  ['a|b', 'a\\|b'],
  ['`x` *y* _z_ ~s~', '\\`x\\` \\*y\\* \\_z\\_ \\~s\\~'],
  ['[a](http://b)', '\\[a\\](http&#58;//b)'],
  ['<img src=x> &amp; <!--', '&lt;img src=x&gt; &amp;amp; &lt;!--'],
  ['www.evil.example @all #1', 'www&#46;evil.example &#64;all \\#1'],
  ['back\\slash', 'back\\\\slash'],
  ['\u001b[1m\nnext', '�\\[1m next'],
];

for (const [text, escaped] of markdown) {
  test(`${JSON.stringify(text)} reads as it is in Markdown`, () => {
    expect(markdownText(text)).toBe(escaped);
  });
}

const codes: readonly (readonly [text: string, span: string])[] = [
  ['a b', '`a b`'],
  ['a`b', '``a`b``'],
  ['`a`', '`` `a` ``'],
  ['``` a', '```` ``` a ````'],
  ['', '`  `'],
  ['a\nb', '`a b`'],
];

for (const [text, span] of codes) {
  test(`${JSON.stringify(text)} is one code span in Markdown`, () => {
    expect(markdownCode(text)).toBe(span);
  });
}
