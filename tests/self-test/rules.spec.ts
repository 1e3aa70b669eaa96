import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { faults } from '../../reference-server/faults/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { ruleExamples } from './support/rule-examples.ts';

// The test of its fault or variant checks an example.

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'how-a-verdict-is-made.md'), 'utf8');

interface Rule {
  readonly number: number;
  readonly examples: readonly string[];
}

const names = new Set([...faults, ...variants].map(({ name }) => name));

/** The numbered rules of the page, with the faults and variants that they name. */
const rules: readonly Rule[] = page
  .split(/^(?=\d+\. )/m)
  .slice(1)
  .map((text) => ({
    number: Number.parseInt(text, 10),
    examples: [...text.matchAll(/`([a-z0-9-]+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => names.has(name)),
  }));

test('every rule is numbered in order and has an example, and every tested example is on the page', () => {
  expect(rules.filter(({ examples }) => examples.length === 0).map(({ number }) => number)).toEqual([]);
  expect(rules.map(({ number }) => number)).toEqual(rules.map((_, index) => index + 1));
  const examples = new Set(rules.flatMap((rule) => rule.examples));
  expect(Object.keys(ruleExamples).filter((name) => !examples.has(name))).toEqual([]);
});
