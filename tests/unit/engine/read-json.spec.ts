import { expect, test } from '@playwright/test';
import { beyondJsonLimits, readJson } from '../../../engine/evidence/read-answer-body.ts';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { Secret } from '../../../engine/secret.ts';

const same = redactionOf([]);

const usual = { maximumJsonValues: 5_000_000, maximumJsonDepth: 1000, readingTimeoutMs: 1000 };

function refusal(text: string): string | undefined {
  return beyondJsonLimits(text, usual);
}

test('an object with more than a million names exceeds the limits; two with a million each do not', () => {
  const namesOf = (count: number): string => `{${'"a":1,'.repeat(count - 1)}"a:b":[{"c":1}]}`;
  expect(beyondJsonLimits(namesOf(1_000_000), usual)).toBeUndefined();
  expect(beyondJsonLimits(`[${namesOf(1_000_000)},${namesOf(1_000_000)}]`, usual)).toBeUndefined();
  expect(beyondJsonLimits(`[${namesOf(1_000_001)}]`, usual)).toContain(
    'an object of more than 1,000,000 names',
  );
});

test('ordinary bodies are within the limits', () => {
  for (const text of [
    '',
    '[]',
    '{"a":[1,{"b":"}{][,"}]}',
    '"text"',
    '<html>{{{{',
    `[${'"[[[[{{{{",'.repeat(9999)}1]`,
  ])
    expect(refusal(text)).toBeUndefined();
});

test('the nesting depth is limited, and brackets in strings do not count', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const tooDeep = 'it is nested deeper than 1,000 levels; raise MAX_JSON_DEPTH to read it';
  expect(refusal(nested(1000))).toBeUndefined();
  expect(refusal(` ${nested(1001)}`)).toBe(tooDeep);
  expect(refusal(`["${'['.repeat(5000)}"]`)).toBeUndefined();
  expect(refusal(`["${'\\"['.repeat(5000)}"]`)).toBeUndefined();
  expect(refusal(`["\\\\"${nested(1001)}]`)).toBe(tooDeep);
});

test('the depth limit also applies after long leading white space', () => {
  const deep = '['.repeat(1001);
  for (const space of [' '.repeat(1001), '\ufeff\t\r\n'.repeat(50_000)])
    expect(refusal(space + deep)).toContain('nested deeper');
});

test('the number of values is limited', () => {
  expect(refusal(`[${'1,'.repeat(5_000_001)}1]`)).toBe(
    'it holds more than 5,000,000 values; raise MAX_JSON_VALUES to read it',
  );
});

test('a small body is kept unchanged', () => {
  const value = { id: 1, list: [1, null, true, 'text', { deep: [[]] }], __proto: {} };
  expect(readJson(JSON.stringify(value), '', same)).toEqual({ ok: true, value });
});

test('the name __proto__ is read as an ordinary name and does not pollute prototypes', () => {
  const read = readJson('{"__proto__":{"polluted":1}}', '', same);
  expect(read.ok && JSON.stringify(read.value)).toBe('{"__proto__":{"polluted":1}}');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('a large body is reduced to an outline', () => {
  const wide = { list: Array.from({ length: 5000 }, (_, id) => ({ id, text: 'x'.repeat(3000) })), last: 1 };
  const read = readJson(JSON.stringify(wide), '', same);
  const value = read.ok ? (read.value as { list: { text: string }[]; last: number }) : undefined;
  expect(value?.list.length).toBe(200);
  expect(value?.list[199]?.text.length).toBe(200);
  expect(value?.last).toBe(1);
  expect(JSON.stringify(value).length).toBeLessThan(300_000);
  const long = {
    error: 'x'.repeat(3000),
    ...Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`${'n'.repeat(3000)}${at}`, 'y'.repeat(3000)]),
    ),
  };
  const outline = readJson(JSON.stringify(long), '', same);
  expect(outline.ok && (outline.value as { error: string }).error.length).toBe(1000);
  expect(JSON.stringify(outline).length).toBeLessThan(300_000);
  const huge = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => [[1], [2]]));
  expect(JSON.stringify(readJson(JSON.stringify(huge), '', same)).length).toBeLessThan(200_000);
});

test('ids and links are never shortened, because a part of one is another one', () => {
  const id = `${'k'.repeat(900)}1`;
  const link = `https://example.org/${'k'.repeat(1_500)}/1`;
  const list = { data: [{ id, ids: [id], links: { next: link }, fullUrl: link, text: id }] };
  const read = readJson(JSON.stringify(list), '', same);
  const [entry] = read.ok ? (read.value as typeof list).data : [];
  expect(entry).toEqual({ ...list.data[0], text: id.slice(0, 200) });
});

test('secrets are redacted in names and texts', () => {
  const redaction = redactionOf([new Secret('Zx7Qk2Lm')]);
  const read = readJson('{"Zx7Qk2Lm":["Zx7Qk2Lm",12]}', '', redaction);
  expect(read).toEqual({ ok: true, value: { '[key]': ['[key]', 12] } });
});

test('a text that is not JSON is reported with its redacted beginning', () => {
  expect(readJson('  \n', '', same)).toEqual({ ok: false, reason: 'it is empty' });
  expect(readJson('<p>KEY</p>', '<p>[key]</p>', same)).toEqual({
    ok: false,
    reason: 'it begins with "<p>[key]</p>"',
  });
});

test('no part of a secret remains at the place where a text is cut off', () => {
  const secret = 'Zx7Qk2Lm9Tp4Vb8Rn3Wd';
  const redaction = redactionOf([new Secret(secret)]);
  for (const before of [199, 195, 185, 181, 999, 990]) {
    const text = `${'x'.repeat(before)}${secret}`;
    const outline = readJson(JSON.stringify({ error: text, list: [{ text }], [text]: 1 }), '', redaction);
    expect(JSON.stringify(outline)).not.toContain(secret.slice(0, 2));
  }
});

test('invalid JSON is reported with its early end or its unexpected character', () => {
  const reasonOf = (text: string): string => {
    const reading = readJson(text, text, same);
    return reading.ok ? 'none' : reading.reason;
  };
  expect(reasonOf('{"id":1,"title":"A tri')).toMatch(/ and ends too early$/);
  expect(reasonOf('[{"id":1}')).toMatch(/ and ends too early$/);
  // Python writes NaN like this.
  expect(reasonOf('[{"id": 103, "year": NaN}]')).toBe(
    'it begins with "[{"id": 103, "year": NaN}]" and has an unexpected "N"',
  );
  expect(reasonOf('Not JSON')).toBe('it begins with "Not JSON"');
  expect(reasonOf('[{"id":1},]')).toBe('it begins with "[{"id":1},]" and has an unexpected "]"');
  expect(reasonOf('{"id":1,}')).toBe('it begins with "{"id":1,}" and has an unexpected "}"');
  expect(reasonOf('{"id":1}{"id":2}')).toBe('it begins with "{"id":1}{"id":2}" and has an unexpected "{"');
  expect(reasonOf('{"id":1\0}')).toMatch(/ and has an unexpected "\\u0000"$/);
  expect(reasonOf('<h1>Sign in</h1>')).toBe('it begins with "<h1>Sign in</h1>"');
});
