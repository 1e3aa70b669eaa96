import { gaps } from '../../contract/gaps/gaps.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { repeated, variantProblems } from './support/expectations.ts';
import { judgeReference, plannedFor, settingsFor } from './support/judge-reference.ts';
import { ruleExamples } from './support/rule-examples.ts';
import { expect, test } from './support/self-test.ts';

test('every variant has a unique name and uses a freedom that the document leaves', () => {
  const left = (freedom: string): boolean =>
    gaps.some(({ id }) => id === freedom) || /^section [1-9]$/.test(freedom);
  expect(variants.filter(({ freedom }) => !left(freedom)).map(({ name }) => name)).toEqual([]);
  expect(repeated(variants.map(({ name }) => name))).toEqual([]);
});

test.describe('a variant raises no alarm', () => {
  for (const variant of variants) {
    const { name, transform, options, leavesUnjudged, heavy } = variant;
    if (heavy === true && process.env.PROOF_HEAVY !== 'true') continue;
    test(name, async ({ bodies }) => {
      if (heavy === true) test.slow();
      const settings = settingsFor(variant);
      const record = await judgeReference(
        { ...options, transforms: transform === undefined ? [] : [transform()] },
        settings,
        bodies,
      );
      expect(variantProblems(record, variant)).toEqual([]);
      ruleExamples[name]?.(record);
      // A variant declares what it leaves unjudged: no alarm means nothing if nothing is judged.
      if (leavesUnjudged === undefined) expect(record.coverage).toBe(1);
      else expect(record.coverage).toBeLessThan(1);
      // The plan is an upper bound, repetitions apart.
      const sentOnce = record.requests - (record.resent?.length ?? 0);
      expect(sentOnce).toBeLessThanOrEqual(plannedFor(settings));
    });
  }
});
