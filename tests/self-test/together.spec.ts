import { compose, conflictsOf } from '../../reference-server/compose.ts';
import { type Fault, faults } from '../../reference-server/faults/index.ts';
import { type Variant, variantGroups } from '../../reference-server/variants/index.ts';
import { catchesOf, variantProblems } from './support/expectations.ts';
import { judgeReference, settingsFor } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

/** Freedoms at once, of different groups, so that each case has others. */
const atOnce = 5;
const cases = 12;
const shortTimeoutMs = 700;

/** Variants that leave nothing unjudged, each of a group that no other one is of. */
function variantsOf(number: number): readonly Variant[] {
  const groups = variantGroups.map(({ members }) =>
    members.filter(({ heavy, leavesUnjudged }) => heavy !== true && leavesUnjudged === undefined),
  );
  const usable = groups.filter((members) => members.length > 0);
  return Array.from({ length: atOnce }, (_, index) => {
    const members = usable[(number + index * 3) % usable.length] ?? [];
    return members[(number * 7 + index) % members.length];
  }).filter((one) => one !== undefined);
}

/** Leaves out what cannot be shown together with what comes before it. */
function fitting(wanted: readonly Variant[], fault?: Fault): readonly Variant[] {
  const kept: Variant[] = [];
  const beside = fault === undefined ? [] : [fault];
  for (const one of wanted) {
    const isNew = !kept.includes(one);
    if (isNew && conflictsOf({ variants: [...kept, one], faults: beside }, variantGroups).length === 0)
      kept.push(one);
  }
  return kept;
}

const named = (some: readonly Variant[]): string => some.map(({ name }) => name).join(' + ');

for (let number = 0; number < cases; number += 1) {
  const together = fitting(variantsOf(number));
  test(`together these raise no alarm: ${named(together)}`, async ({ bodies }) => {
    const { options, settings } = compose({ variants: together, faults: [] }, variantGroups);
    expect(together.length).toBeGreaterThan(2);
    expect(variantProblems(await judgeReference(options, settingsFor({ settings }), bodies))).toEqual([]);
  });

  const fault = faults[(number * 23 + 5) % faults.length];
  if (fault === undefined) continue;
  const beside = fitting(variantsOf(number + cases), fault);
  test(`${fault.name} is caught beside ${named(beside)}`, async ({ bodies }) => {
    const { options, settings } = compose({ variants: beside, faults: [fault] }, variantGroups);
    const patience = fault.name.includes('hang') ? { timeoutMs: shortTimeoutMs } : {};
    const record = await judgeReference(options, { ...settingsFor({ settings }), ...patience }, bodies);
    expect(catchesOf(fault, record).length).toBeGreaterThan(0);
  });
}
