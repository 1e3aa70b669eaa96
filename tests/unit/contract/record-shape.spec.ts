import { expect, test } from '@playwright/test';
import { type FieldShape, recordShape } from '../../../contract/gaps/observe.ts';

/** The shape of the field `a` in records that hold nothing else. */
function fieldOf(...values: readonly unknown[]): FieldShape {
  const field = recordShape(values.map((a) => ({ a })))?.fields[0];
  if (field === undefined) throw new Error('The records have no field.');
  return field;
}

test('values without a record have no shape', () => {
  for (const values of [[], [1, 'a', null], [[{ id: 1 }]]]) expect(recordShape(values)).toBeUndefined();
});

test('the shape keeps the id of a single record, and truncates a long one', () => {
  expect(recordShape([{ a: true }], '7')?.id).toBe('7');
  expect(recordShape([{ a: true }])).not.toHaveProperty('id');
  expect(recordShape([{ a: true }], 'x'.repeat(500))?.id?.length).toBeLessThanOrEqual(101);
});

test('long field names are truncated', () => {
  const [field] = recordShape([{ ['x'.repeat(500)]: true }])?.fields ?? [];
  expect(field?.name.length).toBeLessThanOrEqual(101);
});

test('at most 100 records and 100 fields are read', () => {
  const records = Array.from({ length: 101 }, (_, index) => ({
    a: true,
    ...(index === 100 ? { late: 1 } : {}),
  }));
  expect(recordShape(records)).toEqual({
    records: 100,
    fields: [{ name: 'a', seen: 100, types: ['boolean'] }],
  });
  const names = Array.from({ length: 101 }, (_, index) => [`f${String(index).padStart(3, '0')}`, true]);
  const shape = recordShape([Object.fromEntries(names.toReversed())]);
  expect(shape?.fields.length).toBe(100);
  expect(shape?.fields.at(-1)?.name).toBe('f099');
});

test('a field lists the JSON types of its values, sorted and without duplicates or null', () => {
  const types: readonly (readonly [values: readonly unknown[], types: readonly string[]])[] = [
    [['long enough'], ['string']],
    [[7], ['number']],
    [[true], ['boolean']],
    [[{ b: 1 }], ['object']],
    [[[1]], ['array']],
    [[null], []],
    [
      ['text', 7, 'text', null, [], {}, false],
      ['array', 'boolean', 'number', 'object', 'string'],
    ],
  ];
  for (const [values, expected] of types) expect(fieldOf(...values).types).toEqual(expected);
});

test('the fingerprint of a field depends on its values, not on their order or type, or its name', () => {
  const { values } = fieldOf('101', '102', '103');
  expect(values).toMatch(/^[0-9a-f]{3}$/);
  expect(fieldOf(103, 101, 102).values).toBe(values);
  expect(recordShape([{ z: '102' }, { z: '101' }, { z: '103' }])?.fields[0]?.values).toBe(values);
  expect(fieldOf('101', '102', '104').values).not.toBe(values);
  expect(fieldOf('a title of its own').values).not.toBe(fieldOf('a title of another').values);
  expect(fieldOf({ name: 'A review' }).values).not.toBe(fieldOf({ name: 'B review' }).values);
});

test('values that may occur in any field give no fingerprint', () => {
  const alike: readonly (readonly unknown[])[] = [
    [true, false],
    ['draft'],
    ['draft', 'draft'],
    [7, 7],
    [null],
  ];
  for (const values of alike) expect(fieldOf(...values), JSON.stringify(values)).not.toHaveProperty('values');
  const telling: readonly (readonly unknown[])[] = [
    ['drafts'],
    ['a', 'b'],
    [7, 8],
    ['a', 'longer'],
    [true, 'b'],
  ];
  for (const values of telling) expect(fieldOf(...values), JSON.stringify(values)).toHaveProperty('values');
});
