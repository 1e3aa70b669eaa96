import { createHash } from 'node:crypto';
import { compose, conflictsOf } from '../../reference-server/compose.ts';
import { type Fault, faults } from '../../reference-server/faults/index.ts';
import { type Variant, variantGroups } from '../../reference-server/variants/index.ts';
import { long } from '../support/long.ts';
import { catchesOf, sentenceOf, variantProblems } from './support/expectations.ts';
import { judgeReference, patienceWith, settingsFor } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

/** The number of variants at once, each of another group. */
const atOnce = 5;
const cases = 8;

/** An order of its own for each case, which stays the same if something is added or moved elsewhere. */
function shuffled<T>(all: readonly T[], seed: string, nameOf: (one: T) => string): readonly T[] {
  const keyOf = (one: T): string =>
    createHash('sha256')
      .update(`${seed}\0${nameOf(one)}`)
      .digest('hex');
  return all.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Variants of different groups that leave nothing unjudged and do not hide the fault. */
function variantsFor(seed: string, fault?: Fault): readonly Variant[] {
  const kept: Variant[] = [];
  const beside = fault === undefined ? [] : [fault];
  const isPossible = (one: Variant): boolean =>
    one.heavy !== true &&
    one.leavesUnjudged === undefined &&
    conflictsOf({ variants: [...kept, one], faults: beside }, variantGroups).length === 0;
  for (const { members } of shuffled(variantGroups, seed, ({ decides, stage }) => `${decides}, ${stage}`)) {
    const one = shuffled(members, seed, ({ name }) => name).find(isPossible);
    if (one !== undefined && kept.length < atOnce) kept.push(one);
  }
  return kept;
}

const named = (some: readonly Variant[]): string => some.map(({ name }) => name).join(' + ');

for (let number = 0; number < cases; number += 1) {
  const together = variantsFor(`case ${number}`);
  test(`these variants together raise no alarm: ${named(together)}`, async ({ bodies }) => {
    const { options, settings } = compose({ variants: together, faults: [] }, variantGroups);
    expect(together).toHaveLength(atOnce);
    expect(variantProblems(await judgeReference(options, settingsFor({ settings }), bodies))).toEqual([]);
  });
}

// A few run with every change, all of them each night.
const chosen = shuffled(faults, 'faults', ({ name }) => name).slice(0, cases);
for (const fault of faults) {
  const beside = variantsFor(fault.name, fault);
  const details = chosen.includes(fault) ? {} : long;
  test(`${fault.name} is caught together with ${named(beside)}`, details, async ({ bodies }) => {
    const { options, settings } = compose({ variants: beside, faults: [fault] }, variantGroups);
    const record = await judgeReference(
      options,
      { ...settingsFor({ settings }), ...patienceWith([fault]) },
      bodies,
    );
    const judged = record.verdicts.filter(({ check }) => check === fault.caughtBy);
    expect(catchesOf(fault, record).map(sentenceOf), judged.map(sentenceOf).join('\n')).not.toEqual([]);
  });
}
