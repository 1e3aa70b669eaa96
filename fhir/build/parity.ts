import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseModel, type Type } from '../definitions/release-model.ts';
import type { ConstraintTable } from '../definitions/tables.ts';
import { FhirPathEvaluator } from '../invariants/fhirpath-evaluator.ts';
import { ruleContextOf } from '../invariants/rule-context.ts';
import { compileProgram } from '../invariants/run-program.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { fhirReleases } from '../types.ts';

/** Enough for every rule to be both kept and broken; all files would take an hour. */
const filesPerPackage = 400;
const comparisonsPerRule = 60;

/** The result of the comparison. */
export interface Parity {
  readonly comparisons: number;
  readonly disagreements: readonly string[];
}

/**
 * Compares each program with the FHIRPath engine on the elements of official examples, as published and with each
 * property left out in turn, so that rules are broken too.
 *
 * @param folders of official examples
 */
export function findDisagreements(folders: readonly string[]): Parity {
  const comparison = new Comparison();
  for (const release of fhirReleases) {
    const model = new ReleaseModel(release);
    const engine = new FhirPathEvaluator(model);
    for (const folder of folders) {
      for (const resource of someResources(folder)) {
        const type = model.resource(String(resource.resourceType));
        if (type) comparison.compareAll(model, engine, type, resource, resource);
      }
    }
  }
  return { comparisons: comparison.count, disagreements: [...comparison.disagreements] };
}

function someResources(folder: string): JsonObject[] {
  const files = readdirSync(folder).filter(
    (file) => /^[A-Za-z].*\.json$/.test(file) && file !== 'package.json',
  );
  const step = Math.max(1, Math.floor(files.length / filesPerPackage));
  return files
    .filter((_, index) => index % step === 0)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((text) => text.length < 100_000)
    .map((text) => JSON.parse(text) as JsonValue)
    .filter(isObject);
}

class Comparison {
  count = 0;
  readonly disagreements = new Set<string>();
  private readonly countByRule = new Map<ConstraintTable, number>();

  /** Compares at this element and at those below it. */
  compareAll(
    model: ReleaseModel,
    engine: FhirPathEvaluator,
    type: Type,
    node: JsonObject,
    resource: JsonObject,
  ): void {
    for (const variant of variantsOf(node)) {
      for (const rule of type.constraints) this.compare(engine, rule, type.name, variant, resource);
    }
    for (const [name, value] of Object.entries(node)) {
      const property = type.properties.get(name);
      if (!property || property.isPrimitive || property.isResource) continue;
      const inner = model.type(property.typeName);
      for (const item of Array.isArray(value) ? value : [value]) {
        if (inner && isObject(item)) this.compareAll(model, engine, inner, item, resource);
      }
    }
  }

  private compare(
    engine: FhirPathEvaluator,
    rule: ConstraintTable,
    typeName: string,
    node: JsonObject,
    resource: JsonObject,
  ): void {
    const count = this.countByRule.get(rule) ?? 0;
    if (!rule.program || count >= comparisonsPerRule) return;
    this.countByRule.set(rule, count + 1);
    const context = ruleContextOf(resource, () => undefined);
    const expected = engine.evaluate(rule, typeName, node, context);
    if (expected === 'undecided') return;
    this.count += 1;
    const holds = compileProgram(rule.program)(node, resource) === true;
    if (holds !== (expected === 'holds')) {
      this.disagreements.add(
        `Rule ${rule.key} of ${typeName}: the engine says "${expected}", the program not.`,
      );
    }
  }
}

function variantsOf(node: JsonObject): JsonObject[] {
  const without = Object.keys(node)
    .filter((name) => name !== 'resourceType')
    .map((name) => Object.fromEntries(Object.entries(node).filter(([other]) => other !== name)));
  return [node, ...without];
}
