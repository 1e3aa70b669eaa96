import { readFileSync } from 'node:fs';
import type { ReleaseModel, Type } from '../definitions/release-model.ts';
import type { ConstraintTable } from '../definitions/tables.ts';
import { installedModel } from '../installed-definitions.ts';
import { errata } from '../invariants/errata-rules.ts';
import { traversalRules } from '../invariants/native-rules.ts';
import { ruleContextOf } from '../invariants/rule-context.ts';
import { kindOf, RuleEvaluator } from '../invariants/rule-evaluator.ts';
import { IssueCollector } from '../issue-collector.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { StructureValidator } from '../structure/structure-validator.ts';
import { type FhirRelease, fhirReleases } from '../types.ts';
import { exampleFiles } from './example-packages.ts';
import { FhirPathEvaluator } from './fhirpath-evaluator.ts';

/** Enough for every rule to be both kept and broken; all files would take an hour. */
const filesPerPackage = 400;
const comparisonsPerRule = 60;

/** Rules in code that deviate from the letter of their expression, on purpose: docs/decisions/fhir-rules.md. */
const deviating = new Set(['ref-1', 'bdl-8', 'ras-2', 'que-7', 'app-5', 'per-1', 'mdd-1', 'apd-1', 'eld-28']);

/** The result of the comparison. */
export interface Parity {
  readonly comparisons: number;
  readonly disagreements: readonly string[];
}

/**
 * Compares each rule, as a program or in code, with the FHIRPath engine on the elements of official examples, as published and with each
 * property left out in turn, so that rules are broken too.
 */
export function findDisagreements(): Parity {
  const resources = fhirReleases.map(someResources);
  const comparison = new Comparison();
  for (const release of fhirReleases) {
    const model = installedModel(release);
    const judges = { model, engine: new FhirPathEvaluator(model), rules: new RuleEvaluator(model) };
    for (const resource of resources.flat()) {
      const type = model.resource(String(resource.resourceType));
      if (type && hasValidStructure(model, type, resource))
        comparison.compareAll(judges, type, resource, resource);
    }
  }
  return { comparisons: comparison.count, disagreements: [...comparison.disagreements] };
}

function someResources(release: FhirRelease): JsonObject[] {
  const files = exampleFiles(release);
  const step = Math.max(1, Math.floor(files.length / filesPerPackage));
  return files
    .filter((_, index) => index % step === 0)
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.length < 100_000)
    .map((text) => JSON.parse(text) as JsonValue)
    .filter(isObject);
}

interface Judges {
  readonly model: ReleaseModel;
  readonly engine: FhirPathEvaluator;
  readonly rules: RuleEvaluator;
}

class Comparison {
  count = 0;
  readonly disagreements = new Set<string>();
  private readonly countByRule = new Map<ConstraintTable, number>();

  /** Compares at this element and at those below it. */
  compareAll(judges: Judges, type: Type, node: JsonObject, resource: JsonObject): void {
    for (const variant of variantsOf(node, type)) {
      for (const rule of type.constraints) this.compare(judges, rule, type.name, variant, resource);
    }
    for (const [name, value] of Object.entries(node)) {
      const property = type.properties.get(name);
      if (!property || property.isResource) continue;
      const inner = property.isPrimitive ? undefined : judges.model.type(property.typeName);
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item === null) continue;
        for (const variant of isObject(item) && inner ? variantsOf(item, inner) : [item]) {
          for (const rule of property.element.constraints)
            this.compare(judges, rule, property.typeName, variant, resource);
        }
        if (inner && isObject(item)) this.compareAll(judges, inner, item, resource);
      }
    }
  }

  private compare(
    { engine, rules, model }: Judges,
    rule: ConstraintTable,
    typeName: string,
    node: JsonValue,
    resource: JsonObject,
  ): void {
    const count = this.countByRule.get(rule) ?? 0;
    if (count >= comparisonsPerRule || traversalRules.has(rule.key)) return;
    if (deviating.has(rule.key) || Object.hasOwn(errata, rule.expression) || kindOf(rule) === 'none') return;
    this.countByRule.set(rule, count + 1);
    const context = ruleContextOf(resource, () => undefined);
    const expected = engine.evaluate(rule, typeName, node, context);
    if (expected === 'undecided') return;
    this.count += 1;
    const broken = rules.isBroken(rule, node, context);
    if (broken !== (expected === 'broken')) {
      this.disagreements.add(
        `Rule ${rule.key} of ${typeName} in ${model.release}: the engine says "${expected}", the ${kindOf(rule)} not: ${JSON.stringify(node).slice(0, 600)}`,
      );
    }
  }
}

/** The element as published, and with each property that it does not need left out. */
function variantsOf(node: JsonObject, type: Type): JsonObject[] {
  const without = Object.keys(node)
    .filter((name) => name !== 'resourceType' && type.properties.get(name)?.element.min === 0)
    .map((name) => Object.fromEntries(Object.entries(node).filter(([other]) => other !== name)));
  return [node, ...without];
}

function hasValidStructure(model: ReleaseModel, type: Type, resource: JsonObject): boolean {
  const collector = new IssueCollector(type.name, new WeakMap());
  new StructureValidator(model, collector).validate(resource, type);
  return collector.errors === 0;
}
