import type { Property, ReleaseModel, Type } from '../fhir/definitions/release-model.ts';
import type { ConstraintTable } from '../fhir/definitions/tables.ts';
import { kindOf } from '../fhir/invariants/rule-evaluator.ts';
import type { JsonObject, JsonValue } from '../fhir/json/json-value.ts';

/** Whether the texts of repetitions are all the same, differ by position, or differ everywhere. */
export type Texts = 'equal' | 'by-position' | 'unique';

/** The repeated lists of a resource, each named by its path below the resource (`process.step`). */
export type Inflation = ReadonlySet<string>;

const maximumDepth = 5;

/** Makes resources in which chosen lists have many items, to measure how the cost of rules grows. */
export class Inflater {
  private readonly model: ReleaseModel;
  private readonly inflated: Set<string>;

  /** @param inflated keys and expressions of rules that no longer need a resource; those of this release are added */
  constructor(model: ReleaseModel, inflated: Set<string> = new Set()) {
    this.model = model;
    this.inflated = inflated;
  }

  /**
   * The sets of lists worth inflating together: those that one rule names, and all lists of the resource itself. A rule
   * that several resources have is inflated only in the first of them; a set without new rules is left out.
   */
  inflations(type: Type): Inflation[] {
    const lists = this.listPaths(type, '', 0);
    const found = new Map<string, Inflation>();
    const add = (paths: readonly string[]) => {
      if (paths.length > 0) found.set([...paths].sort().join(), new Set(paths));
    };
    const rules = this.rulesWithin(type, new Set()).filter((rule) => !this.inflated.has(identityOf(rule)));
    if (rules.length > 0) add(lists.filter((path) => !path.includes('.')));
    for (const rule of rules) {
      this.inflated.add(identityOf(rule));
      if (!looksAtLists(rule)) continue;
      const named = lists.filter((path) => names(rule).has(lastName(path)));
      add(named.filter((path) => !named.some((other) => other.startsWith(`${path}.`))));
      add(named.filter((path) => !named.some((other) => path.startsWith(`${other}.`))));
      for (const path of named) add([path]);
    }
    return [...found.values()];
  }

  /** A resource in which each list of the inflation has `size` items and every other list one. */
  make(type: Type, inflation: Inflation, size: number, texts: Texts): JsonObject {
    const maker = new Maker(this.model, inflation, size, texts);
    return { resourceType: type.name, ...maker.object(type, '', 0, 0) };
  }

  private listPaths(type: Type, path: string, depth: number): string[] {
    const found: string[] = [];
    for (const property of chosenProperties(type)) {
      const inner = path === '' ? property.name : `${path}.${property.name}`;
      if (property.element.list) found.push(inner);
      const next = depth < maximumDepth ? this.model.type(property.typeName) : undefined;
      if (next && !property.isPrimitive && !property.isResource)
        found.push(...this.listPaths(next, inner, depth + 1));
    }
    return found;
  }

  private rulesWithin(type: Type, seen: Set<string>): ConstraintTable[] {
    if (seen.has(type.name)) return [];
    seen.add(type.name);
    const rules = [...type.constraints];
    for (const property of chosenProperties(type)) {
      rules.push(...property.element.constraints);
      const inner = this.model.type(property.typeName);
      if (inner && !property.isPrimitive && !property.isResource)
        rules.push(...this.rulesWithin(inner, seen));
    }
    return rules;
  }
}

class Maker {
  private readonly model: ReleaseModel;
  private readonly inflation: Inflation;
  private readonly size: number;
  private readonly texts: Texts;
  private count = 0;

  constructor(model: ReleaseModel, inflation: Inflation, size: number, texts: Texts) {
    this.model = model;
    this.inflation = inflation;
    this.size = size;
    this.texts = texts;
  }

  object(type: Type, path: string, depth: number, position: number): JsonObject {
    const made: JsonObject = {};
    for (const property of chosenProperties(type)) {
      const inner = path === '' ? property.name : `${path}.${property.name}`;
      const onTheWay = [...this.inflation].some((wanted) => wanted.startsWith(`${inner}.`));
      if (depth > 2 && !onTheWay && !this.inflation.has(inner) && !property.isPrimitive) continue;
      if (!property.element.list) {
        const value = this.value(property, inner, depth, position);
        if (value !== undefined) made[property.name] = value;
        continue;
      }
      const size = this.inflation.has(inner) ? this.size : 1;
      const items: JsonValue[] = [];
      for (let index = 0; index < size; index += 1) {
        const value = this.value(property, inner, depth, size === 1 ? position : index);
        if (value !== undefined) items.push(value);
      }
      if (items.length > 0) made[property.name] = items;
    }
    return made;
  }

  private value(property: Property, path: string, depth: number, position: number): JsonValue | undefined {
    if (property.isPrimitive) return this.primitive(property.typeName, position);
    if (property.name === 'contained') return { resourceType: 'Basic', id: this.text(position) };
    const type = property.isResource ? undefined : this.model.type(property.typeName);
    if (!type || depth >= maximumDepth) return undefined;
    return this.object(type, path, depth + 1, position);
  }

  private primitive(typeName: string, position: number): JsonValue {
    switch (typeName) {
      case 'boolean':
        return true;
      case 'integer':
      case 'positiveInt':
      case 'unsignedInt':
      case 'decimal':
        return this.texts === 'equal' ? 1 : position + 1;
      case 'date':
      case 'dateTime':
      case 'instant':
        return '2000-01-01';
      case 'xhtml':
        return '<div xmlns="http://www.w3.org/1999/xhtml">a</div>';
      default:
        return this.text(position);
    }
  }

  private text(position: number): string {
    this.count += 1;
    if (this.texts === 'equal') return 'a';
    return this.texts === 'by-position' ? `a${position}` : `a${this.count}`;
  }
}

/** The first type of each choice; no extensions, which every element has. */
function chosenProperties(type: Type): Property[] {
  const chosen = new Map<unknown, Property>();
  for (const property of type.properties.values()) {
    if (/extension$/i.test(property.name) || chosen.has(property.element)) continue;
    chosen.set(property.element, property);
  }
  return [...chosen.values()];
}

function identityOf(rule: ConstraintTable): string {
  return `${rule.key} ${rule.expression}`;
}

/** Whether a rule is implemented in code, or iterates over a list. */
function looksAtLists(rule: ConstraintTable): boolean {
  return (
    kindOf(rule) === 'code' || /"op":"(?:all|any|distinct|count)"|"where"/.test(JSON.stringify(rule.program))
  );
}

function names(rule: ConstraintTable): Set<string> {
  return new Set(rule.expression.match(/[A-Za-z]+/g));
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
