import { compose } from '../../reference-server/compose.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { variantGroups } from '../../reference-server/variants/index.ts';
import { long } from '../support/long.ts';
import { findingsByCode, pairs } from './support/expected-findings.ts';
import { atRandom, judgeReference, patienceWith, settingsFor } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

/** Each nth pair runs with every change, all of them each night. */
const everyNth = 12;

test('each fault is in a pair', () => {
  const paired = new Set(pairs.flatMap(({ faults: names }) => names));
  const alone = faults.map(({ name }) => name).filter((name) => name !== atRandom && !paired.has(name));
  expect(alone, 'Add a row to "together" in expected-findings.json.').toEqual([]);
});

for (const [index, { faults: names, expected }] of pairs.entries()) {
  test(
    `${names.join(' and ')} are found together`,
    index % everyNth === 0 ? {} : long,
    async ({ bodies }) => {
      // In the order of the pair: what the second one breaks may be what the first one left.
      const both = names.flatMap((name) => faults.filter((one) => one.name === name));
      expect(both).toHaveLength(2);
      const { options, settings } = compose({ variants: [], faults: both }, variantGroups);
      const record = await judgeReference(
        options,
        { ...settingsFor({ settings }), ...patienceWith(both) },
        bodies,
      );
      expect(findingsByCode(record)).toEqual(expected);
    },
  );
}
