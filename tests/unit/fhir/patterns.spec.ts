import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { checkSync } from 'recheck';
import { fhirReleases } from '../../../fhir/index.ts';
import { installedModel } from '../../../fhir/installed-definitions.ts';
import { kindOf } from '../../../fhir/invariants/rule-evaluator.ts';
import { slow } from '../../support/long.ts';

const root = join(import.meta.dirname, '../../../fhir');
/** A literal stands after one of these, never after a name or a value, where the slash would divide. */
const literal = /(?<=[=(,:[!&|?]\s*)\/(?![*/])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;

interface Pattern {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

function literals(): Pattern[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^build|node_modules/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(literal)].map(([, source = '', flags = '']) => ({
        where: file,
        source,
        flags,
      })),
    );
}

/** The patterns of rules, which the definitions state. */
function patternsOfRules(): Pattern[] {
  return fhirReleases.flatMap((release) => {
    const model = installedModel(release);
    const rules = model.typeNames().flatMap((name) => model.type(name)?.constraints ?? []);
    const programs = rules.filter((rule) => kindOf(rule) === 'program');
    return programs.flatMap((rule) =>
      [...JSON.stringify(rule.program ?? {}).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
        ([, text = '']) => ({
          where: `${rule.key} in ${release}`,
          source: JSON.parse(text) as string,
          flags: 's',
        }),
      ),
    );
  });
}

const patterns = new Map(
  [...literals(), ...patternsOfRules()].map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]),
);

test('the patterns of fhir/ are found', () => {
  expect(literals().length).toBeGreaterThan(25);
  expect(patternsOfRules().length).toBeGreaterThan(3);
});

for (const [text, { where, source, flags }] of patterns) {
  test(`the cost of ${text} in ${where} is linear`, slow, () => {
    // The audit takes as long as it takes; a pattern that it cannot decide in this time is too complicated.
    test.setTimeout(120_000);
    const result = checkSync(source, flags, { timeout: null, checker: 'automaton' });
    expect(result.status).toBe('safe');
    expect(result.status === 'safe' && ['safe', 'linear'].includes(result.complexity.type)).toBe(true);
  });
}
