import type { Items, Program } from '../definitions/rule-program.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { compileProgram } from './run-program.ts';

/** Steps from an element to a part of it, through a list at least. */
export type Place = readonly (string | number)[];
type FindPlace = (focus: JsonValue, resource: JsonObject) => Place | undefined;

interface Located {
  readonly place: Place;
  readonly item: JsonValue;
}
type Locate = (focus: JsonValue, resource: JsonObject) => readonly Located[];

const nowhere: FindPlace = () => undefined;

/**
 * Compiles a program to a function that finds what breaks it, in an element that does: the item of a list that a person
 * must open. It finds nothing if the element itself is that place.
 */
export function compilePlace(program: Program): FindPlace {
  switch (program.op) {
    case 'and': {
      const holds = compileProgram(program.left);
      const [left, right] = [compilePlace(program.left), compilePlace(program.right)];
      return (focus, resource) =>
        (holds(focus, resource) === true ? undefined : left(focus, resource)) ?? right(focus, resource);
    }
    case 'or': {
      const [left, right] = [compilePlace(program.left), compilePlace(program.right)];
      return (focus, resource) => left(focus, resource) ?? right(focus, resource);
    }
    case 'implies':
      return compilePlace(program.right);
    case 'all': {
      const locate = compileItems(program.of);
      const holds = compileProgram(program.rule);
      return (focus, resource) =>
        locate(focus, resource).find(({ item }) => holds(item, resource) !== true)?.place;
    }
    case 'distinct': {
      const locate = compileItems(program.of);
      return (focus, resource) => firstRepeated(locate(focus, resource));
    }
    case 'empty':
      return stepsOf(program.of).length > 1 ? firstPlace(program.of, 0) : nowhere;
    case 'count': {
      const [of, ...more] = program.of;
      const isUpper = program.is === '<' || program.is === '<=';
      if (!of || more.length > 0 || !isUpper) return nowhere;
      return firstPlace(of, program.is === '<' ? program.than - 1 : program.than);
    }
    default:
      return nowhere;
  }
}

function firstPlace(items: Items, index: number): FindPlace {
  const locate = compileItems(items);
  return (focus, resource) => {
    const place = locate(focus, resource)[index]?.place;
    return place?.some((step) => typeof step === 'number') ? place : undefined;
  };
}

function firstRepeated(items: readonly Located[]): Place | undefined {
  const seen = new Set<JsonValue>();
  for (const { item, place } of items) {
    if (seen.has(item)) return place;
    seen.add(item);
  }
  return undefined;
}

function stepsOf(items: Items): Items['steps'] {
  return 'where' in items ? [...stepsOf(items.where), ...items.steps] : items.steps;
}

function compileItems(items: Items): Locate {
  if ('where' in items) {
    const locate = compileItems(items.where);
    const holds = compileProgram(items.rule);
    return (focus, resource) =>
      along(
        items.steps,
        locate(focus, resource).filter(({ item }) => holds(item, resource) === true),
      );
  }
  // Its place would begin at the resource, not at the element.
  if (items.from === 'resource') return () => [];
  return (focus) => along(items.steps, [{ place: [], item: focus }]);
}

function along(steps: Items['steps'], start: readonly Located[]): readonly Located[] {
  let found = start;
  for (const names of steps) {
    found = found.flatMap(({ place, item }) =>
      isObject(item) ? names.flatMap((name) => valuesOf(item, name, place)) : [],
    );
  }
  return found;
}

function valuesOf(parent: JsonObject, name: string, place: Place): readonly Located[] {
  const value = parent[name];
  if (Array.isArray(value)) return value.map((item, index) => ({ place: [...place, name, index], item }));
  return value === undefined ? [] : [{ place: [...place, name], item: value }];
}
