import { expect, test } from '@playwright/test';
import { compose, conflictsOf } from '../../../reference-server/compose.ts';
import { type Fault, faults } from '../../../reference-server/faults/index.ts';
import type { ResponseTransform } from '../../../reference-server/transform-builders.ts';
import { type Variant, variantGroups, variants } from '../../../reference-server/variants/index.ts';

const variantNamed = (name: string): Variant | undefined => variants.find((one) => one.name === name);
const faultNamed = (name: string): Fault | undefined => faults.find((one) => one.name === name);

function chosen(variantNames: readonly string[], faultNames: readonly string[]) {
  return {
    variants: variantNames.map(variantNamed).filter((one) => one !== undefined),
    faults: faultNames.map(faultNamed).filter((one) => one !== undefined),
  };
}

const choices: readonly {
  readonly variants?: readonly string[];
  readonly faults?: readonly string[];
  readonly reported: readonly string[];
}[] = [
  {
    variants: ['gzip', 'pretty-printed', 'trailing-newline', 'list-wrapped-in-data', 'cookies'],
    reported: [],
  },
  { variants: ['cookies', 'cross-origin-headers'], reported: [] },
  { variants: ['slow-answers', 'path-prefix', 'http-1-0'], reported: [] },
  { variants: ['gzip'], faults: ['users-crash', 'projects-null'], reported: [] },
  { faults: ['query-key-ignored', 'users-crash'], reported: [] },
  {
    variants: ['gzip', 'brotli'],
    reported: ['The variants gzip and brotli both decide how bodies are compressed. Choose one of them.'],
  },
  {
    variants: ['list-wrapped-in-data', 'list-as-searchset'],
    reported: [
      'The variants list-wrapped-in-data and list-as-searchset both decide what lists look like. Choose one of them.',
    ],
  },
  {
    faults: ['projects-null', 'projects-as-html'],
    reported: [
      'The faults projects-null and projects-as-html both change the answer of GET /api/v3/projects. Choose one of them.',
    ],
  },
  {
    variants: ['refusal-403'],
    faults: ['refusal-small-letters'],
    reported: [
      'The variant refusal-403 decides how a key is refused, so the fault refusal-small-letters would not show. Choose one of them.',
    ],
  },
];

for (const { variants: variantNames = [], faults: faultNames = [], reported } of choices) {
  test(`${[...variantNames, ...faultNames].join(', ')} ${reported.length === 0 ? 'can be combined' : 'cannot be combined'}`, () => {
    const all = chosen(variantNames, faultNames);
    expect(all.variants.length + all.faults.length).toBe(variantNames.length + faultNames.length);
    expect(conflictsOf(all, variantGroups)).toEqual(reported);
  });
}

test('transforms are applied in the order records, faults, lists, compression', () => {
  const order: string[] = [];
  const marking = (name: string): (() => ResponseTransform) => {
    return () => {
      order.push(name);
      return { name };
    };
  };
  const make = (name: string): Variant => ({ name, freedom: '', statement: '', transform: marking(name) });
  const [zip, list, record] = [make('zip'), make('list'), make('record')];
  const fault: Fault = {
    name: 'fault',
    breaks: '',
    caughtBy: '',
    at: 'GET /api/v3/users',
    statement: '',
    transform: marking('fault'),
  };
  const { options } = compose({ variants: [zip, list, record], faults: [fault] }, [
    { decides: 'a', members: [zip], stage: 'compression' },
    { decides: 'b', members: [list], stage: 'lists' },
    { decides: 'c', members: [record] },
  ]);
  expect(options.transforms?.map(({ name }) => name)).toEqual(['record', 'fault', 'list', 'zip']);
  expect(order.toSorted()).toEqual(['fault', 'list', 'record', 'zip']);
});

test('every variant belongs to exactly one group', () => {
  for (const variant of variants)
    expect(variantGroups.filter(({ members }) => members.includes(variant))).toHaveLength(1);
});
