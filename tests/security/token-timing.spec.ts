import { expect, test } from '@playwright/test';
import { median } from '../../engine/record/statistics.ts';
import { Secret } from '../../engine/secret.ts';
import type { NamedToken } from '../../monitor/configuration/access.ts';
import { isSame, makeHolderOf } from '../../monitor/http/access.ts';
import { slow } from '../support/long.ts';

const rounds = 101;
const timesEach = 20;

/** How many times longer one function takes than the other: they alternate, so that load slows both equally. */
function ratioOf(one: () => unknown, other: () => unknown): number {
  const times = [one, other].map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, work] of [one, other].entries()) {
      const startMs = performance.now();
      for (let count = 0; count < timesEach; count += 1) work();
      times[index]?.push(performance.now() - startMs);
    }
  const [first = 0, second = 0] = times.map((some) => median(some) ?? 0);
  return first / second;
}

// A comparison that stops at the first difference takes a hundred times longer if only the last differs.
const alike = { above: 0.5, below: 2 };

test('comparing a token takes equally long if its first or its last character is wrong', slow, () => {
  const length = 200_000;
  const token = new Secret('x'.repeat(length));
  const wrongAtFirst = `y${'x'.repeat(length - 1)}`;
  const wrongAtLast = `${'x'.repeat(length - 1)}y`;
  const ratio = ratioOf(
    () => isSame(token, wrongAtLast),
    () => isSame(token, wrongAtFirst),
  );
  expect(ratio).toBeGreaterThan(alike.above);
  expect(ratio).toBeLessThan(alike.below);
});

test('looking up a token takes equally long for the first and last of a thousand and an unknown one', () => {
  const tokens = Array.from({ length: 1_000 }, (_, index): NamedToken => {
    const name = `token-of-holder-${index}`;
    return { name, role: 'read', token: new Secret(name) };
  });
  const holderOf = makeHolderOf(tokens);
  const [first, last, none] = ['token-of-holder-0', 'token-of-holder-999', 'token-of-nobody'];
  expect([first, last, none].map((text) => holderOf(text)?.name)).toEqual([first, last, undefined]);
  for (const other of [last, none]) {
    const ratio = ratioOf(
      () => holderOf(other),
      () => holderOf(first),
    );
    expect(ratio).toBeGreaterThan(alike.above);
    expect(ratio).toBeLessThan(alike.below);
  }
});
