import { expect, test } from '@playwright/test';
import { recordShape } from '../../../contract/gaps/observe.ts';
import { fieldChanges } from '../../../engine/record/baseline.ts';
import { changeClause } from '../../../reports/drift.ts';

type Records = readonly object[];

const titles = ['A review of statins', 'Another review', 'A third review'];
const reviews: Records = titles.map((title, index) => ({ id: index + 10, title, status: 'published' }));
const some = (number: number, of: number, field: object): Records =>
  Array.from({ length: of }, (_, index) => ({ id: index + 100, ...(index < number ? field : {}) }));
const other: Records = [{ id: 99, title: 'A review of something else', status: 'hidden' }];

const without = (name: string) => (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));
const renaming = (from: string, to: string) => (record: object) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name === from ? to : name, value]));

const rows: readonly (readonly [
  what: string,
  before: Records,
  after: Records,
  changes: readonly string[],
])[] = [
  [
    'a renamed field is recognized by its values',
    reviews,
    reviews.map(renaming('title', 'headline')).map(without('status')),
    ['breaking: the field "title" is now called "headline"', 'breaking: the field "status" is gone'],
  ],
  [
    'a renamed field with other values is not recognized',
    reviews,
    other.map(renaming('title', 'headline')),
    ['breaking: the field "title" is gone', 'additive: the field "headline" is new'],
  ],
  [
    'ids become text',
    reviews,
    reviews.map((record) => ({ ...record, id: String((record as { id: number }).id) })),
    ['breaking: the field "id" was a number and is now a string'],
  ],
  [
    'a field has lists next to text',
    reviews,
    [...reviews, { id: 7, title: ['a'], status: 'hidden' }],
    ['unclear: the field "title" was a string and is now an array or a string'],
  ],
  [
    'a field of half of 60 records is missing in 60 others',
    some(30, 60, { doi: '10.1/2' }),
    some(0, 60, {}),
    [],
  ],
];

for (const [what, before, after, changes] of rows) {
  test(`fields of records: ${what}: ${changes.length === 0 ? 'no drift' : changes.join(', ')}`, () => {
    const [one, two] = [recordShape(before), recordShape(after)];
    if (one === undefined || two === undefined) throw new Error('There are no records.');
    expect(fieldChanges(one, two).map((change) => `${change.effect}: ${changeClause(change)}`)).toEqual(
      changes,
    );
  });
}

test('the fields of another record are not compared, apart from their types', () => {
  const changes = (after: object, id: string): readonly string[] => {
    const [one, two] = [recordShape([{ id: 1, doi: '10.1/2' }], '1'), recordShape([after], id)];
    if (one === undefined || two === undefined) throw new Error('There are no records.');
    return fieldChanges(one, two).map(({ kind, field, effect }) => `${effect} ${kind} ${field}`);
  };
  expect(changes({ id: 1 }, '1')).toEqual(['breaking gone doi']);
  expect(changes({ id: 2 }, '2')).toEqual([]);
  expect(changes({ id: 2, doi: 10 }, '2')).toEqual(['breaking type doi']);
  expect(changes({ id: 1, doi: '10.1/2', year: 2020 }, '1')).toEqual(['additive new year']);
  expect(changes({ id: 2, doi: '10.1/2', year: 2020 }, '2')).toEqual([]);
});
