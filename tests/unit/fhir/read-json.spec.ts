import { expect, test } from '@playwright/test';
import { readJson } from '../../../fhir/json/read-json.ts';
import { maximumDepth } from '../../../fhir/types.ts';

test.describe('readJson', () => {
  const samples = [
    '{"a":[1,2.5,-3e2,true,false,null,"x"],"b":{"c":[]},"d":{}}',
    '"\\u00e9\\n\\t\\"\\\\\\/\\b\\f\\r\\ud83e\\uddea"',
    ' [ 1 , [ 2 , { "a" : [ ] } ] ] ',
    '0',
    'null',
    '{"a":{"b":{"c":{"d":1}}},"":2}',
  ];
  for (const sample of samples) {
    test(`reads as JSON.parse does: ${sample}`, () => {
      expect(readJson(sample).value).toEqual(JSON.parse(sample));
      expect(readJson(new TextEncoder().encode(sample)).value).toEqual(JSON.parse(sample));
    });
  }

  const broken = [
    '{',
    '[1,]',
    '{"a"}',
    '{"a":1,}',
    'tru',
    '01',
    '1.',
    '-',
    '"a',
    '"\\q"',
    '[1 2]',
    '{} {}',
    "{'a':1}",
    '+1',
    '.5',
    '\u00a0{}',
  ];
  for (const text of broken) {
    test(`rejects invalid JSON, as JSON.parse does: ${text}`, () => {
      expect(() => JSON.parse(text)).toThrow();
      const read = readJson(text);
      expect(read.value).toBeUndefined();
      expect(read.issues).toMatchObject([{ severity: 'error', level: 'text' }]);
    });
  }

  test('keeps the text of numbers that JavaScript would print differently', () => {
    const read = readJson('{"a":1.50,"b":[1e2,7],"c":12345678901234567890}');
    if (read.value === undefined) throw new Error('The text must be read.');
    const root = read.value as { b: object };
    expect(read.numberTexts.get(root)).toEqual(
      new Map([
        ['a', '1.50'],
        ['c', '12345678901234567890'],
      ]),
    );
    expect(read.numberTexts.get(root.b)).toEqual(new Map([[0, '1e2']]));
  });

  test('reports every duplicate property with its path and line', () => {
    const read = readJson('{"a":[{"b":1,"b":2}],\n"a":3}');
    expect(read.issues.map((issue) => issue.path)).toEqual(['a[0].b', 'a']);
    expect(read.issues[1]?.message).toContain('line 2');
  });

  test('reads "__proto__" as an ordinary property', () => {
    const read = readJson('{"__proto__":{"polluted":true}}');
    expect(Object.keys(read.value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(read.value)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('accepts nesting up to the maximum depth and reports deeper nesting', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(readJson(nested(maximumDepth)).issues).toEqual([]);
    expect(readJson(nested(maximumDepth + 2)).issues[0]?.message).toContain('nested deeper');
    expect(readJson('{"a":'.repeat(1_000_000)).issues[0]?.message).toContain('nested deeper');
  });

  test('reports bytes that are not UTF-8', () => {
    expect(readJson(new Uint8Array([0x7b, 0xff, 0x7d])).issues[0]?.message).toContain('UTF-8');
  });
});
