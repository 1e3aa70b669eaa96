import { expect, test } from '@playwright/test';
import { markdownCode, markdownText } from '../../../reports/markdown/sections.ts';

const markdown: readonly (readonly [text: string, escaped: string])[] = [
  ['[a](http://b)', '\\[a\\](http&#58;//b)'],
  ['<img src=x> &amp; <!--', '&lt;img src=x&gt; &amp;amp; &lt;!--'],
  ['www.evil.example @all #1', 'www&#46;evil.example &#64;all \\#1'],
];

for (const [text, escaped] of markdown) {
  test(`${JSON.stringify(text)} is escaped for Markdown`, () => {
    expect(markdownText(text)).toBe(escaped);
  });
}

const codes: readonly (readonly [text: string, span: string])[] = [
  ['a`b', '``a`b``'],
  ['``` a', '```` ``` a ````'],
  ['', '`  `'],
  ['a\nb', '`a b`'],
];

for (const [text, span] of codes) {
  test(`${JSON.stringify(text)} is one code span in Markdown`, () => {
    expect(markdownCode(text)).toBe(span);
  });
}
