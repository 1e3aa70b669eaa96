import { expect, test } from '@playwright/test';
import { formattedBody } from '../../monitor/views/parts/formatted-body.ts';

const long = 'x'.repeat(80);

const bodies: readonly (readonly [what: string, body: string, shown: string])[] = [
  ['a short body stays on its line', '{"error":"No."}', '{"error":"No."}'],
  ['what is no JSON stays as it came', `<p>${long}</p>`, `<p>${long}</p>`],
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
  ['a body that was cut ends where it was cut', `{"a":"${long}","b":"x`, `{\n  "a": "${long}",\n  "b": "x`],
  ['control characters are replaced', `{"a":"\u001b[31m${long}"}`, `{\n  "a": "\uFFFD[31m${long}"\n}`],
];

for (const [what, body, shown] of bodies) {
  test(`the beginning of a body: ${what}`, () => {
    expect(formattedBody(body)).toBe(shown);
  });
}
