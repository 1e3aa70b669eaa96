import { expect, test } from '@playwright/test';
import { FhirPathEvaluator } from '../../../fhir/build/fhirpath-evaluator.ts';
import type { ReleaseModel } from '../../../fhir/definitions/release-model.ts';
import type { ConstraintTable } from '../../../fhir/definitions/tables.ts';
import { fhirReleases } from '../../../fhir/index.ts';
import { installedModel } from '../../../fhir/installed-definitions.ts';
import { type DateOrder, orderOf } from '../../../fhir/invariants/date-bounds.ts';
import { nativeExpressions, nativeRules } from '../../../fhir/invariants/native-rules.ts';
import { ruleContextOf } from '../../../fhir/invariants/rule-context.ts';
import { compileProgram } from '../../../fhir/invariants/run-program.ts';
import type { JsonObject } from '../../../fhir/json/json-value.ts';

const models = fhirReleases.map((release) => installedModel(release));
const rules: readonly (readonly [ReleaseModel, string, ConstraintTable])[] = models.flatMap((model) =>
  model
    .typeNames()
    .flatMap((name) => (model.type(name)?.constraints ?? []).map((rule) => [model, name, rule] as const)),
);

test('every native rule exists in the FHIR definitions', () => {
  const keys = new Set(models.flatMap((model) => allRules(model)).map((rule) => rule.key));
  const expressions = new Set(models.flatMap((model) => allRules(model)).map((rule) => rule.expression));
  expect(Object.keys(nativeRules).filter((key) => !keys.has(key))).toEqual([]);
  expect(Object.keys(nativeExpressions).filter((text) => !expressions.has(text))).toEqual([]);
});

function allRules(model: ReleaseModel): ConstraintTable[] {
  return model.typeNames().flatMap((name) => {
    const type = model.type(name);
    const elements = [...(type?.properties.values() ?? [])].flatMap(
      (property) => property.element.constraints,
    );
    return [...(type?.constraints ?? []), ...elements];
  });
}

const nodes = [
  {},
  { id: 'x' },
  { status: 'active', value: 1, code: 'a', system: 'http://unitsofmeasure.org' },
  { low: { value: 1 }, high: { value: 2 }, text: 'x', start: '2000', type: 'display', name: 'a name' },
  { _value: { extension: [{ url: 'x', valueString: 'y' }] }, extension: [{ url: 'x', valueString: 'y' }] },
];

/** Rules are evaluated only at elements whose properties are all known. */
function known(model: ReleaseModel, name: string, node: object): JsonObject {
  const properties = model.type(name)?.properties;
  return Object.fromEntries(
    Object.entries(node as JsonObject).filter(([key]) => properties?.has(key.replace(/^_/, ''))),
  );
}

test('programs give the same results as the FHIRPath engine', () => {
  const engines = new Map(models.map((model) => [model, new FhirPathEvaluator(model)]));
  const seen = new Set<string>();
  const differing: string[] = [];
  let compared = 0;
  for (const [model, name, rule] of rules) {
    if (!rule.program || nativeRules[rule.key] || seen.has(rule.expression)) continue;
    seen.add(rule.expression);
    const holds = compileProgram(rule.program);
    for (const anything of nodes) {
      const node = known(model, name, anything);
      const context = ruleContextOf(node, () => undefined);
      const expected = engines.get(model)?.evaluate(rule, name, node, context);
      if (expected === 'undecided') continue;
      compared += 1;
      if ((holds(node, node) === true) !== (expected === 'holds'))
        differing.push(`${rule.key}: ${expected} at ${name} ${JSON.stringify(node)}`);
    }
  }
  expect(differing).toEqual([]);
  expect(compared).toBeGreaterThan(900);
});

test('programs that limit the length of a string give the same results as the FHIRPath engine', () => {
  const texts = ['', 'a', 'x'.repeat(255), 'x'.repeat(256), '\n'];
  const seen = new Set<string>();
  for (const model of models) {
    const engine = new FhirPathEvaluator(model);
    for (const rule of allRules(model)) {
      if (rule.program?.op !== 'length' || seen.has(rule.expression)) continue;
      seen.add(rule.expression);
      const holds = compileProgram(rule.program);
      const context = ruleContextOf({}, () => undefined);
      const expected = texts.map((text) => engine.evaluate(rule, 'string', text, context) === 'holds');
      expect(texts.map((text) => holds(text, {}) === true)).toEqual(expected);
      expect(new Set(expected).size).toBe(2);
    }
  }
  expect(seen.size).toBeGreaterThan(0);
});

const zone = 'reversed in one time zone';
const dates: readonly (readonly [string, string, DateOrder])[] = [
  ['2020', '2020', 'ordered'],
  ['2020', '2021', 'ordered'],
  ['2021', '2020', 'reversed'],
  ['2020-06', '2020', 'ordered'],
  ['2020', '2020-01', 'ordered'],
  ['2021-01', '2020', 'reversed'],
  ['2020-02', '2020-01', 'reversed'],
  ['2020-01', '2020-01-31', 'ordered'],
  ['2020-02-01', '2020-01', 'reversed'],
  ['2020-01-02', '2020-01-01', 'reversed'],
  ['2020-01-01', '2020-01-01T00:00:00Z', 'ordered'],
  ['2020-01-02', '2020-01-01T23:00:00Z', zone],
  ['2020-01-02', '2020-01-01T09:00:00Z', 'reversed'],
  ['2020-01-02', '2020-01-01T10:00:00Z', zone],
  ['2020-01-02T11:59:59Z', '2020-01-01', zone],
  ['2020-01-02T12:00:00Z', '2020-01-01', 'reversed'],
  ['2020-01-01T00:00:00+02:00', '2020-01-01T00:00:00+01:00', 'ordered'],
  ['2020-01-01T00:00:00+01:00', '2020-01-01T00:00:00+02:00', 'reversed'],
  ['2020-01-01T00:00:00.5Z', '2020-01-01T00:00:00.25Z', 'reversed'],
  ['2020-01-01T00:00:00.000000002Z', '2020-01-01T00:00:00.000000001Z', 'reversed'],
  ['2020-01-01T00:00:00.000000001Z', '2020-01-01T00:00:00.000000002Z', 'ordered'],
  ['2020-01-01T00:00:00.50Z', '2020-01-01T00:00:00.5Z', 'ordered'],
  ['2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00Z', 'ordered'],
  ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.2Z', 'ordered'],
  ['2017-01-01T00:00:00Z', '2016-12-31T23:59:60.9Z', 'reversed'],
  ['2016-12-31T23:59:60.5Z', '2016-12-31', 'ordered'],
  ['0099', '0098', 'reversed'],
  ['x', '2020', 'ordered'],
];
for (const [start, end, order] of dates) {
  test(`a period from ${start} to ${end} is ${order}`, () => {
    expect(orderOf(start, end)).toBe(order);
  });
}
