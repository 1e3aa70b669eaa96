import { expect, test } from '@playwright/test';
import { limits } from '../../../contract/limits.ts';
import { formattedBody, isComplete } from '../../../reports/html/formatted-body.ts';

const long = 'x'.repeat(80);

const bodies: readonly (readonly [what: string, body: string, shown: string])[] = [
  ['text that only starts like JSON is unchanged', '[2026-01-01] not found', '[2026-01-01] not found'],
  [
    'each JSON member has its own line',
    `{"a":"${long}","b":[1,{"c":null}],"d":{}}`,
    `{\n  "a": "${long}",\n  "b": [\n    1,\n    {\n      "c": null\n    }\n  ],\n  "d": {}\n}`,
  ],
  [
    'brackets and quotes in strings are unchanged',
    `["${long}","a,{\\"}]"]`,
    `[\n  "${long}",\n  "a,{\\"}]"\n]`,
  ],
  ['control characters are replaced', `{"a":"\u001b[31m${long}"}`, `{\n  "a": "\uFFFD[31m${long}"\n}`],
];

for (const [what, body, shown] of bodies) {
  test(`formatting the beginning of a body: ${what}`, () => {
    expect(formattedBody(body)).toBe(shown);
  });
}

test('a body counts as complete only if it is not cut', () => {
  const whole = ['{"error":"No."}', '<p>No.</p>', `{"a":"${'x'.repeat(limits.excerpt.value - 8)}"}`];
  const cut = [`{"a":"${'x'.repeat(limits.excerpt.value)}`, 'x'.repeat(limits.excerpt.value)];
  expect(whole.map(isComplete)).toEqual([true, true, true]);
  expect(cut.map(isComplete)).toEqual([false, false]);
});
