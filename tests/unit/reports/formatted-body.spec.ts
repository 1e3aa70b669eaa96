import { expect, test } from '@playwright/test';
import { limits } from '../../../contract/limits.ts';
import { formattedBody, isComplete } from '../../../reports/html/formatted-body.ts';

const long = 'x'.repeat(80);

const bodies: readonly (readonly [what: string, body: string, shown: string])[] = [
  ['nor is one with a date', '[2026-01-01] not found', '[2026-01-01] not found'],
  [
    'each member has a line',
    `{"a":"${long}","b":[1,{"c":null}],"d":{}}`,
    `{\n  "a": "${long}",\n  "b": [\n    1,\n    {\n      "c": null\n    }\n  ],\n  "d": {}\n}`,
  ],
  [
    'brackets and quotes in strings break nothing',
    `["${long}","a,{\\"}]"]`,
    `[\n  "${long}",\n  "a,{\\"}]"\n]`,
  ],
  ['control characters are replaced', `{"a":"\u001b[31m${long}"}`, `{\n  "a": "\uFFFD[31m${long}"\n}`],
];

for (const [what, body, shown] of bodies) {
  test(`the beginning of a body: ${what}`, () => {
    expect(formattedBody(body)).toBe(shown);
  });
}

test('a body is called whole where nothing of it is left out', () => {
  const whole = ['{"error":"No."}', '<p>No.</p>', `{"a":"${'x'.repeat(limits.excerpt.value - 8)}"}`];
  const cut = [`{"a":"${'x'.repeat(limits.excerpt.value)}`, 'x'.repeat(limits.excerpt.value)];
  expect(whole.map(isComplete)).toEqual([true, true, true]);
  expect(cut.map(isComplete)).toEqual([false, false]);
});
