import { expect, test } from '@playwright/test';
import { demandReadable, readJson } from '../../../engine/evidence/read-json.ts';

const same = (text: string): string => text;

function refusal(text: string): string | undefined {
  try {
    demandReadable(text);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : 'something else';
  }
}

test('bodies of every usual kind can be read', () => {
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

test('the depth is limited, brackets in strings do not count', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(refusal(nested(1000))).toBeUndefined();
  expect(refusal(` ${nested(1001)}`)).toBe('the body is nested deeper than 1000 levels');
  expect(refusal(`["${'['.repeat(5000)}"]`)).toBeUndefined();
  expect(refusal(`["${'\\"['.repeat(5000)}"]`)).toBeUndefined();
  expect(refusal(`["\\\\"${nested(1001)}]`)).toBe('the body is nested deeper than 1000 levels');
});

test('the number of values is limited', () => {
  expect(refusal(`[${'1,'.repeat(5_000_001)}1]`)).toBe('the body holds more than 5 million values');
});

test('a small body is kept as it is', () => {
  const value = { id: 1, list: [1, null, true, 'text', { deep: [[]] }], __proto: {} };
  expect(readJson(JSON.stringify(value), '', same)).toEqual({ ok: true, value });
});

test('a name that reaches for the prototype stays a name', () => {
  const read = readJson('{"__proto__":{"polluted":1}}', '', same);
  expect(read.ok && JSON.stringify(read.value)).toBe('{"__proto__":{"polluted":1}}');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('of a large body an outline is kept', () => {
  const wide = { list: Array.from({ length: 5000 }, (_, id) => ({ id, text: 'x'.repeat(3000) })), last: 1 };
  const read = readJson(JSON.stringify(wide), '', same);
  const value = read.ok ? (read.value as { list: { text: string }[]; last: number }) : undefined;
  expect(value?.list.length).toBe(200);
  expect(value?.list[0]?.text.length).toBe(1000);
  expect(value?.last).toBe(1);
  const huge = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => [[1], [2]]));
  expect(JSON.stringify(readJson(JSON.stringify(huge), '', same)).length).toBeLessThan(200_000);
});

test('secrets are taken out of names and texts while reading', () => {
  const read = readJson('{"KEY":["KEY",12]}', '', (text) => text.replace('KEY', '[key]'));
  expect(read).toEqual({ ok: true, value: { '[key]': ['[key]', 12] } });
});

test('what is no JSON is told by its shown beginning', () => {
  expect(readJson('  \n', '', same)).toEqual({ ok: false, reason: 'it is empty' });
  expect(readJson('<p>KEY</p>', '<p>[key]</p>', same)).toEqual({
    ok: false,
    reason: 'it begins with "<p>[key]</p>"',
  });
});
