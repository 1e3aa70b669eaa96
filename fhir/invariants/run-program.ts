import type { Constant, Items, Order, Program } from '../definitions/rule-program.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';

/** FHIRPath's logic: undefined if its result is an empty collection. */
type ThreeValued = boolean | undefined;
type Predicate = (focus: JsonValue, resource: JsonObject) => ThreeValued;
type Collect = (focus: JsonValue, resource: JsonObject) => readonly JsonValue[];

/** Represents a primitive that has extensions but no value. */
const noValue: JsonObject = {};

/** Compiles a program to a function with the same results as a FHIRPath engine. */
export function compileProgram(program: Program): Predicate {
  switch (program.op) {
    case 'and':
    case 'or':
    case 'xor':
    case 'implies':
      return combine(program.op, compileProgram(program.left), compileProgram(program.right));
    case 'not': {
      const negated = compileProgram(program.of);
      return (focus, resource) => {
        const result = negated(focus, resource);
        return result === undefined ? undefined : !result;
      };
    }
    case 'count': {
      const collections = program.of.map(compileItems);
      const { is, than } = program;
      return (focus, resource) => {
        let count = 0;
        for (const collect of collections) count += collect(focus, resource).length;
        return compare(count, is, than);
      };
    }
    case 'all':
    case 'any': {
      const collect = compileItems(program.of);
      const holds = compileProgram(program.rule);
      return program.op === 'all'
        ? (focus, resource) => collect(focus, resource).every((item) => holds(item, resource) === true)
        : (focus, resource) => collect(focus, resource).some((item) => holds(item, resource) === true);
    }
    default:
      return compileTest(program, compileItems(program.of));
  }
}

type Test = Exclude<Program, { op: 'and' | 'or' | 'xor' | 'implies' | 'not' | 'count' | 'all' | 'any' }>;

function compileTest(program: Test, collect: Collect): Predicate {
  const ofSingle =
    (test: (item: JsonValue | undefined) => ThreeValued): Predicate =>
    (focus, resource) =>
      test(single(collect(focus, resource)));
  const ofText = (test: (text: string) => boolean): Predicate =>
    ofSingle((item) => (typeof item === 'string' ? test(item) : undefined));
  switch (program.op) {
    case 'exists':
      return (focus, resource) => collect(focus, resource).length > 0;
    case 'empty':
      return (focus, resource) => collect(focus, resource).length === 0;
    case 'has-value':
      return (focus, resource) => {
        const items = collect(focus, resource);
        return items.length === 1 && typeof items[0] !== 'object';
      };
    case 'distinct':
      return (focus, resource) => {
        const items = collect(focus, resource);
        return new Set(items).size === items.length;
      };
    case 'true':
      return ofSingle((item) => (typeof item === 'boolean' ? item : undefined));
    case 'equals':
      return (focus, resource) => equality(collect(focus, resource), program.value);
    case 'differs':
      return (focus, resource) => {
        const same = equality(collect(focus, resource), program.value);
        return same === undefined ? undefined : !same;
      };
    case 'number':
      return ofSingle((item) =>
        typeof item === 'number' ? compare(item, program.is, program.than) : undefined,
      );
    case 'length':
      return ofText((text) => compare(text.length, program.is, program.than));
    case 'in': {
      const values = new Set<JsonValue>(program.values);
      return (focus, resource) => {
        const items = collect(focus, resource);
        return items.length === 0 ? undefined : items.length === 1 && values.has(items[0] as JsonValue);
      };
    }
    case 'matches': {
      const pattern = new RegExp(program.pattern, 's');
      return ofText((text) => pattern.test(text));
    }
    case 'starts-with':
      return ofText((text) => text.startsWith(program.text));
    case 'contains':
      return ofText((text) => text.includes(program.text));
  }
}

function combine(op: 'and' | 'or' | 'xor' | 'implies', left: Predicate, right: Predicate): Predicate {
  if (op === 'and') {
    return (focus, resource) => {
      const first = left(focus, resource);
      if (first === false) return false;
      const second = right(focus, resource);
      if (second === false) return false;
      return first && second;
    };
  }
  if (op === 'xor') {
    return (focus, resource) => {
      const first = left(focus, resource);
      const second = right(focus, resource);
      return first === undefined || second === undefined ? undefined : first !== second;
    };
  }
  // "a implies b" means "not a, or b".
  const whenTrue = op === 'or';
  return (focus, resource) => {
    const first = left(focus, resource);
    if (first === whenTrue) return true;
    const second = right(focus, resource);
    if (second === true) return true;
    return first === undefined || second === undefined ? undefined : false;
  };
}

function compileItems(items: Items): Collect {
  const steps = items.steps.map(compileStep);
  if ('where' in items) {
    const collect = compileItems(items.where);
    const holds = compileProgram(items.rule);
    return (focus, resource) =>
      navigate(
        collect(focus, resource).filter((item) => holds(item, resource) === true),
        steps,
      );
  }
  if (items.from === 'resource') return (_focus, resource) => navigate([resource], steps);
  return (focus) => navigate([focus], steps);
}

/** Appends what one step from an object leads to. */
type Step = (from: JsonObject, found: JsonValue[]) => void;

/** A choice of 50 types is looked up by the properties that are there. */
const fewNames = 4;

function compileStep(names: readonly string[]): Step {
  const properties = names.map((name) => ({ name, companion: `_${name}` }));
  if (names.length <= fewNames) {
    return (from, found) => {
      for (const { name, companion } of properties) appendValues(from, name, companion, found);
    };
  }
  const byKey = new Map(properties.flatMap((each) => [[each.name, each] as const, [each.companion, each]]));
  return (from, found) => {
    for (const key in from) {
      const property = byKey.get(key);
      if (!property) continue;
      // A companion without its primitive counts as well.
      const hasValue = (from[property.name] ?? null) !== null;
      if (hasValue === (key === property.companion)) continue;
      appendValues(from, property.name, property.companion, found);
    }
  };
}

function navigate(start: readonly JsonValue[], steps: readonly Step[]): readonly JsonValue[] {
  let items = start;
  for (const step of steps) {
    const next: JsonValue[] = [];
    for (const item of items) {
      if (typeof item === 'object' && item !== null && !Array.isArray(item)) step(item, next);
    }
    items = next;
    if (items.length === 0) break;
  }
  return items;
}

function appendValues(parent: JsonObject, name: string, companionName: string, items: JsonValue[]): void {
  const value = parent[name];
  if (Array.isArray(value)) for (const item of value) items.push(item ?? noValue);
  else if (value !== undefined && value !== null) items.push(value);
  else {
    const companion = parent[companionName];
    if (Array.isArray(companion)) for (const _ of companion) items.push(noValue);
    else if (companion !== undefined) items.push(noValue);
  }
}

function single(items: readonly JsonValue[]): JsonValue | undefined {
  return items.length === 1 ? items[0] : undefined;
}

function equality(items: readonly JsonValue[], value: Constant): ThreeValued {
  return items.length === 0 ? undefined : items.length === 1 && items[0] === value;
}

function compare(value: number, is: Order, than: number): boolean {
  switch (is) {
    case '<':
      return value < than;
    case '<=':
      return value <= than;
    case '>':
      return value > than;
    case '>=':
      return value >= than;
    case '=':
      return value === than;
    default:
      return value !== than;
  }
}
