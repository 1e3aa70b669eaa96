import { expect, test } from '@playwright/test';
import { stateIds } from '../../../contract/state.ts';
import { outcomeMark, stateBadge, stateShape } from '../../../monitor/pages/shared/marks.ts';

const outcomes = ['pass', 'fail', 'untestable', 'none'] as const;

/** Shapes tell states apart without colours. */
test('each state has a unique shape, and each outcome a unique mark', async () => {
  const shapes = await Promise.all(stateIds.map(async (state) => String(await stateShape(state))));
  expect(new Set(shapes).size).toBe(stateIds.length);
  const marks = await Promise.all(outcomes.map(async (outcome) => String(await outcomeMark(outcome))));
  expect(new Set(marks).size).toBe(outcomes.length);
  for (const drawing of [...shapes, ...marks]) expect(drawing).toMatch(/<(path|circle) /);
});

test('the badge of a state shows its shape and a unique label', async () => {
  const words = await Promise.all(
    stateIds.map(async (state) => {
      const badge = String(await stateBadge(state));
      expect(badge).toContain(String(await stateShape(state)));
      return badge.replaceAll(/<[^>]+>/g, '').trim();
    }),
  );
  expect(words.every((word) => /^[A-Z][A-Za-z ]+$/.test(word))).toBe(true);
  expect(new Set(words).size).toBe(stateIds.length);
});
