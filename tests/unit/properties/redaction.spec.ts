import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { Secret } from '../../../engine/secret.ts';
import { allReadings, anyContext, anySecret, choicesOf, shownParts, writings } from './encoded-secrets.ts';

/** Fixed, so that every run tries the same cases; on a failure fast-check prints it with the path to the smallest case. */
const seed = 20_260_301;
const runs = { seed, numRuns: 50 };

const anyChoices = fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 12 });

/** The parts of a secret that a reader finds in a redacted text. */
function leaked(text: string, secret: string): readonly string[] {
  const clean = redactionOf([new Secret(secret)]).parts(text);
  return [...allReadings(clean)].flatMap((reading) => shownParts(reading, secret));
}

/** Cases that fast-check once found: a character before a secret that forms an escape with its first letters. */
const found: readonly (readonly [
  name: string,
  secret: string,
  before: string,
  choices: readonly number[],
])[] = [
  ['in a URL', 'baaaaaaa', '\\', [0, 0, 3]],
  ['in a URL within a URL', 'baaaaaaa', '\\', [0, 0, 3]],
  ['in a form', 'üüüüüüüü', '\\', [0]],
  ['in JSON', 'baaaaaaa', '\\', [0, 4, 0]],
  ['in JSON', 'aaaaaaaa', '%', [0, 1, 4]],
  ['in HTML', 'baaaaaaa', '\\', [0, 0, 3]],
  ['in HTML in a URL', 'baaaaaaa', '\\', [0, 0, 3]],
];
for (const [name, secret, before, choices] of found) {
  test(`the secret ${secret} is redacted ${name} after ${before}`, () => {
    const written = writings.find((one) => one.name === name)?.write(secret, choicesOf(choices)) ?? '';
    expect(leaked(before + written, secret)).toEqual([]);
    expect(leaked(JSON.stringify([before + written]), secret)).toEqual([]);
  });
}

for (const { name, write } of writings) {
  test(`no reader finds a secret that is written ${name}, with any text around it`, () => {
    fc.assert(
      fc.property(anySecret, anyContext(), anyContext(), anyChoices, (secret, before, after, numbers) => {
        const written = write(secret, choicesOf(numbers));
        assert.deepEqual(leaked(before + written + after, secret), []);
        assert.deepEqual(
          leaked(JSON.stringify({ [before]: [before + written, { [written]: after }] }), secret),
          [],
        );
      }),
      runs,
    );
  });

  test(`no reader finds a part of a secret that is written ${name}`, () => {
    fc.assert(
      fc.property(anySecret, anyChoices, fc.nat(), fc.nat(), (secret, numbers, from, more) => {
        const start = from % (secret.length - 7);
        const part = secret.slice(start, start + 8 + (more % 8));
        assert.deepEqual(leaked(`see ${write(part, choicesOf(numbers))}.`, secret), []);
      }),
      runs,
    );
  });
}

test('a text without a readable part of the secret stays unchanged', () => {
  fc.assert(
    fc.property(anySecret, anyContext(), (secret, text) => {
      fc.pre([...allReadings(text, 3)].every((reading) => shownParts(reading, secret).length === 0));
      const { whole, parts } = redactionOf([new Secret(secret)]);
      assert.deepEqual([whole(text), parts(text)], [text, text]);
    }),
    runs,
  );
});

test('redaction replaces a secret at any position of a long text, and nothing else', () => {
  fc.assert(
    fc.property(anySecret, fc.nat({ max: 400_000 }), (secret, at) => {
      fc.pre(!secret.includes('.'));
      const text = `${'.'.repeat(at)}${secret}${'.'.repeat(400_000 - at)}`;
      const clean = `${'.'.repeat(at)}[key]${'.'.repeat(400_000 - at)}`;
      assert.equal(redactionOf([new Secret(secret)]).whole(text) === clean, true);
      assert.equal(redactionOf([new Secret(secret)]).parts(text) === clean, true);
    }),
    { ...runs, numRuns: 40 },
  );
});
